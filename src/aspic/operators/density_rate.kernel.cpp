#include "aspic/operators/density_rate.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(DensityAndSlopes)
ASPIC_KERNEL_FOR_EACH_SHAPE(DensityRateRecomputed)
ASPIC_KERNEL(aspic::DensityRate)
