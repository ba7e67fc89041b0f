#include "aspic/operators/elasticity.h"

#include "aspic/compute/cpu/shared_rows.h"
#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(RestPairs)
ASPIC_KERNEL(aspic::ElasticStress)
ASPIC_KERNEL(aspic::TangentResistance)
ASPIC_KERNEL(aspic::ElasticResponse)
ASPIC_KERNEL(aspic::ZeroEnergyForce)
ASPIC_KERNEL(aspic::ElasticPull)
ASPIC_KERNEL(aspic::ElasticDiagonal)
