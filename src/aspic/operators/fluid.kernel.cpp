#include "aspic/operators/cohesion.h"
#include "aspic/operators/density.h"
#include "aspic/operators/density_of_fluid.h"
#include "aspic/operators/fluid_forces.h"
#include "aspic/operators/particle_shift.h"
#include "aspic/operators/velocity_smoothing.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(Cohesion)
ASPIC_KERNEL_FOR_EACH_SHAPE(Density)
ASPIC_KERNEL_FOR_EACH_SHAPE(DensityChange)
ASPIC_KERNEL_FOR_EACH_SHAPE(FluidForces)
ASPIC_KERNEL_FOR_EACH_SHAPE(ParticleShift)
ASPIC_KERNEL_FOR_EACH_SHAPE(SummedDensity)
ASPIC_KERNEL_FOR_EACH_SHAPE(VelocitySmoothing)
