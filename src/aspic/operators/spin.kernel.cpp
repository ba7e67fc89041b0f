#include "aspic/operators/spin.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL_FOR_EACH_SHAPE(Confinement)
ASPIC_KERNEL_FOR_EACH_SHAPE(Spin)
ASPIC_KERNEL_FOR_EACH_SHAPE(SpinTransfer)
