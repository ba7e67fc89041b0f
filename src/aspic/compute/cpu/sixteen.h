#pragma once

// Included only by files that are compiled per instruction set: ASPIC_ISA is the name of the set and of the namespace.

#include "aspic/compute/cpu/eight.h"
#include "aspic/compute/cpu/four.h"

namespace aspic::ASPIC_ISA
{
/// Four records of four numbers each.
struct Sixteen
{
#if defined(ASPIC_ISA_avx512) && !defined(ASPIC_DOUBLE)
    typedef Real Vector __attribute__((vector_size(16 * sizeof(Real))));
    Vector v;

    ASPIC_HOST_DEVICE static Sixteen load(const void* p)
    {
        Sixteen result;
        __builtin_memcpy(&result.v, p, sizeof(result.v));
        return result;
    }
    /// Four times the same record.
    ASPIC_HOST_DEVICE static Sixteen repeat(const Four& a)
    {
        return {Vector(_mm512_broadcast_f32x4((__m128)a.v))}; // a shuffle that widens would go through memory
    }
    /// Each number four times.
    ASPIC_HOST_DEVICE static Sixteen spread(const Four& a)
    {
        const __m512i which = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
        return {Vector(_mm512_permutexvar_ps(which, _mm512_castps128_ps512((__m128)a.v)))};
    }
    /// Of the records, (first + third) + (second + fourth).
    [[nodiscard]] ASPIC_HOST_DEVICE Four sum() const
    {
        const auto pairs =
            __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
        return {__builtin_shufflevector(pairs, pairs, 0, 1, 2, 3) + __builtin_shufflevector(pairs, pairs, 4, 5, 6, 7)};
    }
    [[nodiscard]] ASPIC_HOST_DEVICE Four record(int k) const { return {Four::Vector{v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]}}; }
#else
    Eight low, high;

    ASPIC_HOST_DEVICE static Sixteen load(const void* p) { return {Eight::load(p), Eight::load(static_cast<const Real*>(p) + 8)}; }
    ASPIC_HOST_DEVICE static Sixteen repeat(const Four& a) { return {Eight::repeat(a), Eight::repeat(a)}; }
    ASPIC_HOST_DEVICE static Sixteen spread(const Four& a) { return {Eight::halves(a[0], a[1]), Eight::halves(a[2], a[3])}; }
    [[nodiscard]] ASPIC_HOST_DEVICE Four sum() const
    {
        const Eight pairs = low + high;
        return pairs.half(0) + pairs.half(1);
    }
    [[nodiscard]] ASPIC_HOST_DEVICE Four record(int k) const { return k < 2 ? low.half(k) : high.half(k - 2); }
#endif
};

#if defined(ASPIC_ISA_avx512) && !defined(ASPIC_DOUBLE)
ASPIC_HOST_DEVICE Sixteen operator+(const Sixteen& a, const Sixteen& b) { return {a.v + b.v}; }
ASPIC_HOST_DEVICE Sixteen operator-(const Sixteen& a, const Sixteen& b) { return {a.v - b.v}; }
ASPIC_HOST_DEVICE Sixteen operator*(const Sixteen& a, const Sixteen& b) { return {a.v * b.v}; }
#else
ASPIC_HOST_DEVICE Sixteen operator+(const Sixteen& a, const Sixteen& b) { return {a.low + b.low, a.high + b.high}; }
ASPIC_HOST_DEVICE Sixteen operator-(const Sixteen& a, const Sixteen& b) { return {a.low - b.low, a.high - b.high}; }
ASPIC_HOST_DEVICE Sixteen operator*(const Sixteen& a, const Sixteen& b) { return {a.low * b.low, a.high * b.high}; }
#endif
} // namespace aspic::ASPIC_ISA
