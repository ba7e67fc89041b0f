#pragma once

#include "aspic/math/vec.h"

namespace aspic
{
/// Six records of four that stand together: what loops over neighbours read of one of them at a time, without its neighbours in memory.
template <class T> struct SextetT
{
    Vec4T<T> part[6];
};
using Sextet = SextetT<Real>;
} // namespace aspic
