#include "aspic/operators/conjugate_gradients.h"

#include "aspic/compute/cpu/kernel.h"

ASPIC_KERNEL(aspic::FollowDirection)
ASPIC_KERNEL(aspic::TurnDirection)
ASPIC_KERNEL(aspic::VectorProduct)
