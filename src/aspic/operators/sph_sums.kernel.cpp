#include "aspic/operators/sph_sums.h"

#include "aspic/operators/kernel_list.h"

#define FOR_NUMBERS_AND_VECTORS(Op)                                                                                                        \
    ASPIC_KERNEL_FOR_EACH_SHAPE(Op, aspic::Real)                                                                                           \
    ASPIC_KERNEL_FOR_EACH_SHAPE(Op, aspic::Vec3)

FOR_NUMBERS_AND_VECTORS(Interpolation)
FOR_NUMBERS_AND_VECTORS(ShepardInterpolation)
FOR_NUMBERS_AND_VECTORS(Gradient)
FOR_NUMBERS_AND_VECTORS(DifferenceGradient)
FOR_NUMBERS_AND_VECTORS(DensityGradient)
FOR_NUMBERS_AND_VECTORS(SymmetricGradient)
FOR_NUMBERS_AND_VECTORS(Laplacian)
FOR_NUMBERS_AND_VECTORS(DifferenceLaplacian)
FOR_NUMBERS_AND_VECTORS(BrookshawLaplacian)
ASPIC_KERNEL_FOR_EACH_SHAPE(Divergence)
ASPIC_KERNEL_FOR_EACH_SHAPE(DifferenceDivergence)
