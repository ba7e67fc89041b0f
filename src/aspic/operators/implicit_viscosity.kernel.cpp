#include "aspic/operators/implicit_viscosity.h"

#include "aspic/compute/cpu/kernel.h"

ASPIC_KERNEL(aspic::ViscousPairs)
ASPIC_KERNEL(aspic::ViscousResistance)
