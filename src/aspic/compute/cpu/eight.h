#pragma once

// Included only by files that are compiled per instruction set: ASPIC_ISA is the name of the set and of the namespace.

#include "aspic/core/types.h"

namespace aspic::ASPIC_ISA
{
/// Eight numbers of one place side by side, so that what is read of many places need not be transposed.
struct Eight
{
#if defined(ASPIC_ISA_scalar)
    Real v[8];
#else
    typedef Real Vector __attribute__((vector_size(8 * sizeof(Real))));
    Vector v;
#endif

    ASPIC_HOST_DEVICE static Eight load(const void* p)
    {
        Eight result;
        __builtin_memcpy(&result.v, p, sizeof(result.v));
        return result;
    }
    /// Four times a, four times b.
    ASPIC_HOST_DEVICE static Eight halves(Real a, Real b)
    {
#if defined(ASPIC_ISA_scalar)
        return {{a, a, a, a, b, b, b, b}};
#else
        return {__builtin_shufflevector(a - Vector{}, b - Vector{}, 0, 1, 2, 3, 12, 13, 14, 15)}; // minus: keeps the sign of −0
#endif
    }
    ASPIC_HOST_DEVICE Real operator[](int k) const { return v[k]; }
};

#if defined(ASPIC_ISA_scalar)
ASPIC_HOST_DEVICE Eight operator+(const Eight& a, const Eight& b)
{
    Eight sum;
    for (int k = 0; k < 8; ++k)
        sum.v[k] = a.v[k] + b.v[k];
    return sum;
}
ASPIC_HOST_DEVICE Eight operator*(const Eight& a, const Eight& b)
{
    Eight product;
    for (int k = 0; k < 8; ++k)
        product.v[k] = a.v[k] * b.v[k];
    return product;
}
#else
ASPIC_HOST_DEVICE Eight operator+(const Eight& a, const Eight& b) { return {a.v + b.v}; }
ASPIC_HOST_DEVICE Eight operator*(const Eight& a, const Eight& b) { return {a.v * b.v}; }
#endif
ASPIC_HOST_DEVICE Eight operator*(Real a, const Eight& b) { return Eight::halves(a, a) * b; }
} // namespace aspic::ASPIC_ISA
