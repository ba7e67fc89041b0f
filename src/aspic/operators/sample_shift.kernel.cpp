#include "aspic/operators/sample_shift.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL(aspic::Crowding<aspic::Kernel<aspic::CubicSpline>>)
ASPIC_KERNEL(aspic::SampleShift<aspic::Kernel<aspic::CubicSpline>>)
