#pragma once

#include "aspic/compute/cpu/single.h"
#include "aspic/compute/cpu/sixteen.h"
#if !defined(ASPIC_ISA_scalar)
#include "aspic/compute/cpu/rows.h"
#endif

namespace aspic::ASPIC_ISA
{
/// What an operator over a range of candidates may use: lanes are candidates here, not rows. Copies may read and write up to one pack
/// beyond what is asked for.
struct RangeTools
{
#if defined(ASPIC_ISA_scalar)
    static constexpr Index lanes = 1;
#else
    static constexpr Index lanes = width;
#endif

    using Eight = ASPIC_ISA::Eight;
    using Four = ASPIC_ISA::Four;
    using Sixteen = ASPIC_ISA::Sixteen;

    ASPIC_HOST_DEVICE static int first(unsigned bits) { return __builtin_ctz(bits); }

#if defined(ASPIC_ISA_scalar)
    ASPIC_HOST_DEVICE static void count_up(Index from, Index* to) { *to = from; }
    ASPIC_HOST_DEVICE static Real load(const Real* p) { return *p; }
    ASPIC_HOST_DEVICE static void store(Real* p, Real value) { *p = value; }
    ASPIC_HOST_DEVICE static Vec3 difference(const LocalPosition* a, const LocalPosition& b) { return aspic::wrapped_difference(*a, b); }
    ASPIC_HOST_DEVICE static Real multiply_add(Real a, Real b, Real c) { return a * b + c; }
    ASPIC_HOST_DEVICE static unsigned at_most(Real a, Real limit) { return a <= limit ? 1U : 0U; }
    ASPIC_HOST_DEVICE static unsigned beyond(unsigned bits, Real a, Real limit) { return a > limit ? bits : 0U; }
#else
    ASPIC_HOST_DEVICE static void count_up(Index from, Index* to) { ASPIC_ISA::store(to, ASPIC_ISA::load(consecutive) + from); }
    ASPIC_HOST_DEVICE static PackReal load(const Real* p) { return ASPIC_ISA::load(p); }
    ASPIC_HOST_DEVICE static void store(Real* p, PackReal value) { ASPIC_ISA::store(p, value); }

    /// a − b for consecutive a, in steps, the short way round.
    ASPIC_HOST_DEVICE static Vec3T<PackReal> difference(const LocalPosition* a, const LocalPosition& b)
    {
        return wrapped_difference(ASPIC_ISA::load(a), Records<Fixed>{{Pack<Fixed>(b.x), Pack<Fixed>(b.y), Pack<Fixed>(b.z)}, {}});
    }

    /// a b + c, rounded once.
    ASPIC_HOST_DEVICE static PackReal multiply_add(Real a, PackReal b, PackReal c)
    {
#if defined(ASPIC_ISA_avx512) && defined(ASPIC_DOUBLE)
        return PackReal::Vector(_mm512_fmadd_pd((__m512d)PackReal(a).v, (__m512d)b.v, (__m512d)c.v));
#elif defined(ASPIC_ISA_avx512)
        return PackReal::Vector(_mm512_fmadd_ps((__m512)PackReal(a).v, (__m512)b.v, (__m512)c.v));
#elif defined(ASPIC_DOUBLE)
        return PackReal::Vector(_mm256_fmadd_pd((__m256d)PackReal(a).v, (__m256d)b.v, (__m256d)c.v));
#else
        return PackReal::Vector(_mm256_fmadd_ps((__m256)PackReal(a).v, (__m256)b.v, (__m256)c.v));
#endif
    }

    /// One bit per lane: whether a ≤ limit. Straight from the comparison: a mask in a vector register would have to be moved first.
    ASPIC_HOST_DEVICE static unsigned at_most(PackReal a, Real limit)
    {
        const PackReal all(limit);
#if defined(ASPIC_ISA_avx512) && defined(ASPIC_DOUBLE)
        return _mm512_cmp_pd_mask((__m512d)a.v, (__m512d)all.v, _CMP_LE_OQ);
#elif defined(ASPIC_ISA_avx512)
        return _mm512_cmp_ps_mask((__m512)a.v, (__m512)all.v, _CMP_LE_OQ);
#elif defined(ASPIC_DOUBLE)
        return static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a.v, (__m256d)all.v, _CMP_LE_OQ)));
#else
        return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps((__m256)a.v, (__m256)all.v, _CMP_LE_OQ)));
#endif
    }

    /// Of the lanes whose bit is set, those with a > limit.
    ASPIC_HOST_DEVICE static unsigned beyond(unsigned bits, PackReal a, Real limit)
    {
#if defined(ASPIC_ISA_avx512) && !defined(ASPIC_DOUBLE)
        return _mm512_mask_cmp_ps_mask(static_cast<__mmask16>(bits), (__m512)a.v, (__m512)PackReal(limit).v, _CMP_GT_OQ);
#else
        return bits & ~at_most(a, limit);
#endif
    }
#endif

    /// Writes the values whose bit is set, one after the other; returns the place behind the last.
    ASPIC_HOST_DEVICE static Index* append(Index* out, const Index* values, unsigned bits)
    {
#if defined(ASPIC_ISA_avx512) && defined(ASPIC_DOUBLE)
        const __m256i compressed =
            _mm256_maskz_compress_epi32(static_cast<__mmask8>(bits), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values)));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), compressed);
        return out + __builtin_popcount(bits);
#elif defined(ASPIC_ISA_avx512)
        const __m512i compressed = _mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), _mm512_loadu_si512(values));
        _mm512_storeu_si512(out, compressed);
        return out + __builtin_popcount(bits);
#else
        for (; bits != 0; bits &= bits - 1)
            *out++ = values[first(bits)];
        return out;
#endif
    }

    /// slots[16 k + r] = list[r][k] for k < count[r], else 0.
    ASPIC_HOST_DEVICE static void interleave(const Index* const* list, const Index* count, Index longest, Index* slots)
    {
#if defined(ASPIC_ISA_avx512)
        const __m512i counts = _mm512_loadu_si512(count);
        for (Index k = 0; k < longest; k += 4)
        {
            const auto quad = [&](int r) { return _mm_loadu_ps(reinterpret_cast<const float*>(list[r] + k)); };
            const auto every_fourth_row = [&](int r) {
                __m512 q = _mm512_castps128_ps512(quad(r));
                q = _mm512_insertf32x4(q, quad(r + 4), 1);
                q = _mm512_insertf32x4(q, quad(r + 8), 2);
                return _mm512_insertf32x4(q, quad(r + 12), 3);
            };
            const __m512 a = every_fourth_row(0);
            const __m512 b = every_fourth_row(1);
            const __m512 c = every_fourth_row(2);
            const __m512 d = every_fourth_row(3);
            const __m512d ab_low = _mm512_castps_pd(_mm512_unpacklo_ps(a, b));
            const __m512d cd_low = _mm512_castps_pd(_mm512_unpacklo_ps(c, d));
            const __m512d ab_high = _mm512_castps_pd(_mm512_unpackhi_ps(a, b));
            const __m512d cd_high = _mm512_castps_pd(_mm512_unpackhi_ps(c, d));
            const __m512d columns[4] = {_mm512_unpacklo_pd(ab_low, cd_low), _mm512_unpackhi_pd(ab_low, cd_low),
                                        _mm512_unpacklo_pd(ab_high, cd_high), _mm512_unpackhi_pd(ab_high, cd_high)};
            for (Index q = 0; q < 4 && k + q < longest; ++q)
            {
                const __mmask16 present = _mm512_cmpgt_epi32_mask(counts, _mm512_set1_epi32(k + q));
                _mm512_storeu_si512(slots + static_cast<std::int64_t>(rows_per_slice) * (k + q),
                                    _mm512_maskz_mov_epi32(present, _mm512_castpd_si512(columns[q])));
            }
        }
#else
        for (Index r = 0; r < rows_per_slice; ++r)
            for (Index k = 0; k < longest; ++k)
                slots[static_cast<std::int64_t>(rows_per_slice) * k + r] = k < count[r] ? list[r][k] : 0;
#endif
    }
};
} // namespace aspic::ASPIC_ISA
