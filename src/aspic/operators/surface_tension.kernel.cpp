#include "aspic/operators/surface_tension.h"

#include "aspic/operators/kernel_list.h"

ASPIC_KERNEL(aspic::SurfacePull)
ASPIC_KERNEL_FOR_EACH_SHAPE(SurfaceNormal)
