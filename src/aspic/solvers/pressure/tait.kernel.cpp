#include "aspic/solvers/pressure/tait.h"

#include "aspic/compute/cpu/kernel.h"

ASPIC_KERNEL(aspic::TaitPressure)
