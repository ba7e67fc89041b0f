#pragma once

// Included only by files that are compiled per instruction set: ASPIC_ISA is the name of the set and of the namespace.

#include "aspic/compute/cpu/four.h"
#if !defined(ASPIC_ISA_scalar)
#include <immintrin.h>
#endif

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
    /// Twice the same record.
    ASPIC_HOST_DEVICE static Eight repeat(const Four& a)
    {
#if defined(ASPIC_ISA_scalar)
        return {{a[0], a[1], a[2], a[3], a[0], a[1], a[2], a[3]}};
#elif defined(ASPIC_DOUBLE)
        return {Vector{a[0], a[1], a[2], a[3], a[0], a[1], a[2], a[3]}};
#else
        return {Vector(_mm256_set_m128((__m128)a.v, (__m128)a.v))}; // a shuffle that widens would go through memory
#endif
    }
    [[nodiscard]] ASPIC_HOST_DEVICE Four half(int k) const { return {Four::Vector{v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]}}; }
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
ASPIC_HOST_DEVICE Eight operator-(const Eight& a, const Eight& b)
{
    Eight difference;
    for (int k = 0; k < 8; ++k)
        difference.v[k] = a.v[k] - b.v[k];
    return difference;
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
ASPIC_HOST_DEVICE Eight operator-(const Eight& a, const Eight& b) { return {a.v - b.v}; }
ASPIC_HOST_DEVICE Eight operator*(const Eight& a, const Eight& b) { return {a.v * b.v}; }
#endif
ASPIC_HOST_DEVICE Eight operator*(Real a, const Eight& b) { return Eight::halves(a, a) * b; }
} // namespace aspic::ASPIC_ISA
