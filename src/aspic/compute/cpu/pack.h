#pragma once

// Included only by files that are compiled for AVX2 or AVX-512: ASPIC_ISA is the name of the set and of the namespace.

#include "aspic/core/types.h"
#include "aspic/math/mat.h"

#include <cstdint>
#include <type_traits>

#include <immintrin.h>

namespace aspic::ASPIC_ISA
{
#if defined(ASPIC_ISA_avx512)
inline constexpr int pack_bytes = 64;
#else
inline constexpr int pack_bytes = 32;
#endif

/// Lanes of a pack: how many Reals fill a register.
inline constexpr int width = pack_bytes / static_cast<int>(sizeof(Real));

template <class T> struct MaskElement
{
    using Type = std::int32_t;
};
template <> struct MaskElement<double>
{
    using Type = std::int64_t;
};
template <> struct MaskElement<std::int64_t>
{
    using Type = std::int64_t;
};

template <class T> struct VectorType
{
    typedef T Type __attribute__((vector_size(sizeof(T) * width)));
};
template <class T> using VectorOf = typename VectorType<T>::Type;

/// One truth value per lane: all bits set, or none.
template <class T> struct Mask
{
    VectorOf<typename MaskElement<T>::Type> v;
};

/// One number per lane.
template <class T> struct Pack
{
    using Vector = VectorOf<T>;
    Vector v{};

    Pack() = default;
    ASPIC_HOST_DEVICE Pack(Vector vector) : v(vector) {}
    ASPIC_HOST_DEVICE Pack(T all) : v(all - Vector{}) {} // minus: keeps the sign of −0
    ASPIC_HOST_DEVICE T operator[](int lane) const { return v[lane]; }
};

using PackReal = Pack<Real>;
using PackIndex = Pack<Index>;

// Arithmetic between packs, and between a pack and a number.
#define ASPIC_PACK_OPERATOR(op)                                                                                                            \
    template <class T> ASPIC_HOST_DEVICE Pack<T> operator op(Pack<T> a, Pack<T> b) { return a.v op b.v; }                                  \
    template <class T> ASPIC_HOST_DEVICE Pack<T> operator op(Pack<T> a, std::type_identity_t<T> b) { return a.v op Pack<T>(b).v; }         \
    template <class T> ASPIC_HOST_DEVICE Pack<T> operator op(std::type_identity_t<T> a, Pack<T> b) { return Pack<T>(a).v op b.v; }
ASPIC_PACK_OPERATOR(+)
ASPIC_PACK_OPERATOR(-)
ASPIC_PACK_OPERATOR(*)
ASPIC_PACK_OPERATOR(/)
#undef ASPIC_PACK_OPERATOR

#define ASPIC_PACK_COMPARISON(op)                                                                                                          \
    template <class T> ASPIC_HOST_DEVICE Mask<T> operator op(Pack<T> a, Pack<T> b) { return {a.v op b.v}; }                                \
    template <class T> ASPIC_HOST_DEVICE Mask<T> operator op(Pack<T> a, std::type_identity_t<T> b) { return {a.v op Pack<T>(b).v}; }       \
    template <class T> ASPIC_HOST_DEVICE Mask<T> operator op(std::type_identity_t<T> a, Pack<T> b) { return {Pack<T>(a).v op b.v}; }
ASPIC_PACK_COMPARISON(<)
ASPIC_PACK_COMPARISON(<=)
ASPIC_PACK_COMPARISON(>)
ASPIC_PACK_COMPARISON(>=)
ASPIC_PACK_COMPARISON(==)
#undef ASPIC_PACK_COMPARISON

template <class T> ASPIC_HOST_DEVICE Pack<T> operator-(Pack<T> a) { return -a.v; }
template <class T> ASPIC_HOST_DEVICE Pack<T>& operator+=(Pack<T>& a, Pack<T> b) { return a = a + b; }
template <class T> ASPIC_HOST_DEVICE Pack<T>& operator-=(Pack<T>& a, Pack<T> b) { return a = a - b; }
template <class T> ASPIC_HOST_DEVICE Pack<T>& operator*=(Pack<T>& a, Pack<T> b) { return a = a * b; }

template <class T> ASPIC_HOST_DEVICE Mask<T> operator&(Mask<T> a, Mask<T> b) { return {a.v & b.v}; }
template <class T> ASPIC_HOST_DEVICE Mask<T> operator|(Mask<T> a, Mask<T> b) { return {a.v | b.v}; }
template <class T> ASPIC_HOST_DEVICE Mask<T> operator!(Mask<T> a) { return {~a.v}; }

template <class T> ASPIC_HOST_DEVICE Pack<T> select(Mask<T> mask, Pack<T> yes, Pack<T> no) { return mask.v ? yes.v : no.v; }
template <class T> ASPIC_HOST_DEVICE Pack<T> select(Mask<T> mask, Pack<T> yes, std::type_identity_t<T> no)
{
    return select(mask, yes, Pack<T>(no));
}
template <class T> ASPIC_HOST_DEVICE Pack<T> select(Mask<T> mask, std::type_identity_t<T> yes, Pack<T> no)
{
    return select(mask, Pack<T>(yes), no);
}

/// Whether a truth value holds for every lane.
template <class T> ASPIC_HOST_DEVICE bool all(Mask<T> mask)
{
    auto together = mask.v[0];
    for (int lane = 1; lane < width; ++lane)
        together &= mask.v[lane];
    return together != 0;
}

template <class T> ASPIC_HOST_DEVICE Pack<T> min(Pack<T> a, Pack<T> b) { return select(b < a, b, a); }
template <class T> ASPIC_HOST_DEVICE Pack<T> max(Pack<T> a, Pack<T> b) { return select(a < b, b, a); }
template <class T> ASPIC_HOST_DEVICE Pack<T> min(Pack<T> a, std::type_identity_t<T> b) { return min(a, Pack<T>(b)); }
template <class T> ASPIC_HOST_DEVICE Pack<T> max(Pack<T> a, std::type_identity_t<T> b) { return max(a, Pack<T>(b)); }

ASPIC_HOST_DEVICE PackReal abs(PackReal a)
{
    PackReal magnitude;
    for (int lane = 0; lane < width; ++lane)
        magnitude.v[lane] = aspic::abs(a.v[lane]);
    return magnitude;
}

ASPIC_HOST_DEVICE PackReal sqrt(PackReal a)
{
    PackReal root;
    for (int lane = 0; lane < width; ++lane)
        root.v[lane] = aspic::sqrt(a.v[lane]);
    return root;
}

template <class To, class From> ASPIC_HOST_DEVICE Pack<To> convert_lanes(Pack<From> a)
{
    return __builtin_convertvector(a.v, VectorOf<To>);
}

ASPIC_HOST_DEVICE Index largest(PackIndex a)
{
#if defined(ASPIC_ISA_avx512) && !defined(ASPIC_DOUBLE)
    return _mm512_reduce_max_epi32((__m512i)a.v);
#else
    Index result = a.v[0];
    for (int lane = 1; lane < width; ++lane)
        result = a.v[lane] > result ? a.v[lane] : result;
    return result;
#endif
}
} // namespace aspic::ASPIC_ISA
