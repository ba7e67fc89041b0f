#include "aspic/operators/gradient_correction.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(GradientCorrection)
ASPIC_KERNEL_FOR_EACH_SHAPE(CorrectedGradient, aspic::Real)
ASPIC_KERNEL_FOR_EACH_SHAPE(CorrectedGradient, aspic::Vec3)
