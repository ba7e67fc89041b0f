#pragma once

// Included only by files that are compiled per instruction set: ASPIC_ISA is the name of the set and of the namespace.

#include "aspic/core/types.h"

namespace aspic::ASPIC_ISA
{
/// A record of four numbers in one register.
struct Four
{
    typedef Real Vector __attribute__((vector_size(4 * sizeof(Real)))); // of any instruction set: in registers where it has them
    Vector v;

    ASPIC_HOST_DEVICE static Four load(const void* p)
    {
        Four result;
        __builtin_memcpy(&result.v, p, sizeof(result.v));
        return result;
    }
    ASPIC_HOST_DEVICE void store(void* p) const { __builtin_memcpy(p, &v, sizeof(v)); }
    ASPIC_HOST_DEVICE Real operator[](int k) const { return v[k]; }
};

ASPIC_HOST_DEVICE Four operator+(const Four& a, const Four& b) { return {a.v + b.v}; }
ASPIC_HOST_DEVICE Four operator-(const Four& a, const Four& b) { return {a.v - b.v}; }
ASPIC_HOST_DEVICE Four operator*(Real a, const Four& b) { return {a * b.v}; }
} // namespace aspic::ASPIC_ISA
