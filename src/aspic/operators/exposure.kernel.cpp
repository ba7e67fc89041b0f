#include "aspic/operators/exposure.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(Exposure)
