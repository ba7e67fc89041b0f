#pragma once

#include "aspic/compute/cpu/single.h"
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
    static constexpr unsigned all = (1U << lanes) - 1U;

    ASPIC_HOST_DEVICE static unsigned none() { return 0; }
    ASPIC_HOST_DEVICE static int first(unsigned bits) { return __builtin_ctz(bits); }

    template <class T> ASPIC_HOST_DEVICE static void copy(const T* from, T* to) { __builtin_memcpy(to, from, sizeof(T) * lanes); }

    ASPIC_HOST_DEVICE static void count_up(Index from, Index* to)
    {
        for (Index lane = 0; lane < lanes; ++lane)
            to[lane] = from + lane;
    }

#if defined(ASPIC_ISA_scalar)
    ASPIC_HOST_DEVICE static Real difference(Fixed a, const Fixed* b) { return wrapped_difference(a, *b); }
    ASPIC_HOST_DEVICE static unsigned bits(bool b) { return b ? 1U : 0U; }
#else
    ASPIC_HOST_DEVICE static PackReal difference(Fixed a, const Fixed* b)
    {
        using Wrapping = VectorOf<UnsignedFixed>;
        const Pack<Fixed> steps = typename Pack<Fixed>::Vector(Wrapping(Pack<Fixed>(a).v) - Wrapping(load(b).v));
        return convert_lanes<Real>(steps);
    }

    ASPIC_HOST_DEVICE static unsigned bits(Mask<Real> mask)
    {
#if defined(ASPIC_ISA_avx512) && defined(ASPIC_DOUBLE)
        return _mm512_movepi64_mask((__m512i)mask.v);
#elif defined(ASPIC_ISA_avx512)
        return _mm512_movepi32_mask((__m512i)mask.v);
#elif defined(ASPIC_DOUBLE)
        return static_cast<unsigned>(_mm256_movemask_pd((__m256d)mask.v));
#else
        return static_cast<unsigned>(_mm256_movemask_ps((__m256)mask.v));
#endif
    }
#endif

    /// Writes the values whose bit is set, one after the other; returns the place behind the last.
    ASPIC_HOST_DEVICE static Index* append(Index* out, const Index* values, unsigned bits)
    {
#if defined(ASPIC_ISA_avx512) && defined(ASPIC_DOUBLE)
        const __m256i compressed = _mm256_maskz_compress_epi32(static_cast<__mmask8>(bits), _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values)));
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
                _mm512_storeu_si512(slots + static_cast<std::int64_t>(rows_per_slice) * (k + q), _mm512_maskz_mov_epi32(present, _mm512_castpd_si512(columns[q])));
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
