#include "aspic/operators/incompressible.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(Filling)
ASPIC_KERNEL(aspic::PressedVelocity)
ASPIC_KERNEL(aspic::PressureStep)
ASPIC_KERNEL(aspic::ViscousPull)
