#pragma once

#include "aspic/compute/cpu/kernel.h"
#include "aspic/operators/smoothing_kernel.h"

// For *.kernel.cpp files: compiles an operator for each smoothing kernel; further template arguments follow the operator's name.

#define ASPIC_KERNEL_FOR_EACH_SHAPE(Op, ...)                                                                                               \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::CubicSpline> __VA_OPT__(, ) __VA_ARGS__>)                                                  \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::WendlandC2> __VA_OPT__(, ) __VA_ARGS__>)                                                   \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::Poly6> __VA_OPT__(, ) __VA_ARGS__>)                                                        \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::Spiky> __VA_OPT__(, ) __VA_ARGS__>)                                                        \
    ASPIC_KERNEL(aspic::Op<aspic::Kernel<aspic::QuinticSpline> __VA_OPT__(, ) __VA_ARGS__>)
