#include "aspic/neighbors/neighbor_rows.h"

#include "aspic/compute/cpu/kernel.h"

ASPIC_KERNEL(aspic::CollectNeighbors)
ASPIC_KERNEL(aspic::InterleaveRows)
