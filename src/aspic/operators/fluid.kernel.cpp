#include "aspic/operators/advance.h"
#include "aspic/operators/density.h"
#include "aspic/operators/pressure_acceleration.h"

#include "aspic/compute/cpu/kernel.h"

#define FOR_EACH_KERNEL(Op)                                                                                                                \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::CubicSpline>>)                                                                             \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::WendlandC2>>)                                                                              \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::Poly6>>)                                                                                   \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::Spiky>>)                                                                                   \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::QuinticSpline>>)

FOR_EACH_KERNEL(Density)
FOR_EACH_KERNEL(PressureAcceleration)
ASPIC_KERNEL(aspic::AdvanceVelocity)
