#include "aspic/operators/elastic_volume.h"

#include "aspic/compute/cpu/shared_rows.h"
#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL(aspic::TurnedCorrections)
ASPIC_KERNEL(aspic::FindVolumePairs)
ASPIC_KERNEL(aspic::VolumeResponse)
ASPIC_KERNEL(aspic::VolumePull)
