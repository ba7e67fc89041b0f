#include "aspic/operators/advance.h"
#include "aspic/operators/artificial_viscosity.h"
#include "aspic/operators/density.h"
#include "aspic/operators/pressure_acceleration.h"
#include "aspic/operators/viscous_acceleration.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(ArtificialViscosity)
ASPIC_KERNEL_FOR_EACH_SHAPE(Density)
ASPIC_KERNEL_FOR_EACH_SHAPE(PressureAcceleration)
ASPIC_KERNEL_FOR_EACH_SHAPE(ViscousAcceleration)
ASPIC_KERNEL(aspic::AdvanceVelocity)
