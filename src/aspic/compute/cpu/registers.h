#pragma once

// Included only by files that are compiled per instruction set: ASPIC_ISA is the name of the set and of the namespace.

#include "aspic/core/platform.h"

#if defined(ASPIC_ISA_scalar)
#include <cmath>
#else
#include <immintrin.h>
#endif

namespace aspic::ASPIC_ISA
{
/// Columns of sixteen numbers, as dense tiles have them, in as many registers as they take.
template <class T> struct Registers
{
#if defined(ASPIC_ISA_avx512)
    static constexpr int bytes = 64;
    static constexpr int accumulators = 16; ///< sums that are kept in registers at a time
    typedef T Register __attribute__((vector_size(bytes)));
#elif defined(ASPIC_ISA_avx2)
    static constexpr int bytes = 32;
    static constexpr int accumulators = 8;
    typedef T Register __attribute__((vector_size(bytes)));
#else
    static constexpr int bytes = sizeof(T);
    static constexpr int accumulators = 16;
    using Register = T;
#endif
    static constexpr int lanes = bytes / static_cast<int>(sizeof(T));
    static constexpr int parts = 16 / lanes; ///< registers that hold a column

    ASPIC_HOST_DEVICE static Register load(const T* p) { return *reinterpret_cast<const Register*>(p); }
    ASPIC_HOST_DEVICE static void store(T* p, Register r) { *reinterpret_cast<Register*>(p) = r; }
    ASPIC_HOST_DEVICE static Register all(T value) { return value - Register{}; }

    /// a b + c, rounded once.
    ASPIC_HOST_DEVICE static Register multiply_add(Register a, Register b, Register c)
    {
#if defined(ASPIC_ISA_scalar)
        return std::fma(a, b, c);
#elif defined(ASPIC_ISA_avx512)
        if constexpr (sizeof(T) == sizeof(double))
            return Register(_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c));
        else
            return Register(_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c));
#else
        if constexpr (sizeof(T) == sizeof(double))
            return Register(_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c));
        else
            return Register(_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c));
#endif
    }

    /// c − a b, rounded once.
    ASPIC_HOST_DEVICE static Register subtract_product(Register a, Register b, Register c)
    {
#if defined(ASPIC_ISA_scalar)
        return std::fma(-a, b, c);
#elif defined(ASPIC_ISA_avx512)
        if constexpr (sizeof(T) == sizeof(double))
            return Register(_mm512_fnmadd_pd((__m512d)a, (__m512d)b, (__m512d)c));
        else
            return Register(_mm512_fnmadd_ps((__m512)a, (__m512)b, (__m512)c));
#else
        if constexpr (sizeof(T) == sizeof(double))
            return Register(_mm256_fnmadd_pd((__m256d)a, (__m256d)b, (__m256d)c));
        else
            return Register(_mm256_fnmadd_ps((__m256)a, (__m256)b, (__m256)c));
#endif
    }
};
} // namespace aspic::ASPIC_ISA
