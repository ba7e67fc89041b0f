#pragma once

#include "aspic/compute/cpu/pack.h"
#include "aspic/compute/local_position.h"

// Loads of records from `width` places. Hardware gathers cost about as much as one load per lane and component; loading whole 16-byte
// records and transposing them costs one load per lane.

namespace aspic::ASPIC_ISA
{
/// Records, a pack for each of their numbers; the fourth is undefined in records of three.
template <class T> using Records = Vec4T<Pack<T>>;

/// Places of records that stand one behind the other.
inline constexpr Index consecutive[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

#if !defined(ASPIC_DOUBLE)

/// Three floats without touching what follows them.
ASPIC_HOST_DEVICE __m128 load_three(const float* p)
{
#if defined(ASPIC_ISA_avx512)
    return _mm_maskz_loadu_ps(0x7, p);
#else
    return _mm_maskload_ps(p, _mm_setr_epi32(-1, -1, -1, 0));
#endif
}
ASPIC_HOST_DEVICE __m128 load_record(const Vec3T<float>& record) { return load_three(&record.x); }
ASPIC_HOST_DEVICE __m128 load_record(const Vec4T<float>& record) { return _mm_loadu_ps(&record.xyz.x); }
ASPIC_HOST_DEVICE __m128 load_record(const LocalPosition& record) { return _mm_load_ps(reinterpret_cast<const float*>(&record)); }

#if defined(ASPIC_ISA_avx512)
template <class Record> ASPIC_HOST_DEVICE __m512 every_fourth(const Record* data, const Index* places)
{
    __m512 r = _mm512_castps128_ps512(load_record(data[places[0]]));
    r = _mm512_insertf32x4(r, load_record(data[places[4]]), 1);
    r = _mm512_insertf32x4(r, load_record(data[places[8]]), 2);
    return _mm512_insertf32x4(r, load_record(data[places[12]]), 3);
}
#define ASPIC_SHUFFLE(name, a, b) _mm512_##name(a, b)
#define ASPIC_AS_PD _mm512_castps_pd
using Register = __m512;
#else
template <class Record> ASPIC_HOST_DEVICE __m256 every_fourth(const Record* data, const Index* places)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(load_record(data[places[0]])), load_record(data[places[4]]), 1);
}
#define ASPIC_SHUFFLE(name, a, b) _mm256_##name(a, b)
#define ASPIC_AS_PD _mm256_castps_pd
using Register = __m256;
#endif

/// Transposes groups of four records of four 32-bit components.
template <class T, class Record> ASPIC_HOST_DEVICE Records<T> gather(const Record* data, const Index* places)
{
    const Register a = every_fourth(data, places);
    const Register b = every_fourth(data, places + 1);
    const Register c = every_fourth(data, places + 2);
    const Register d = every_fourth(data, places + 3);
    const auto xy_low = ASPIC_AS_PD(ASPIC_SHUFFLE(unpacklo_ps, a, b));
    const auto xy_high = ASPIC_AS_PD(ASPIC_SHUFFLE(unpacklo_ps, c, d));
    const auto zw_low = ASPIC_AS_PD(ASPIC_SHUFFLE(unpackhi_ps, a, b));
    const auto zw_high = ASPIC_AS_PD(ASPIC_SHUFFLE(unpackhi_ps, c, d));
    using Vector = typename Pack<T>::Vector;
    Records<T> r; // filled one by one: GCC 12 keeps a copy of braced lists of packs on the stack
    r.xyz.x.v = Vector(ASPIC_SHUFFLE(unpacklo_pd, xy_low, xy_high));
    r.xyz.y.v = Vector(ASPIC_SHUFFLE(unpackhi_pd, xy_low, xy_high));
    r.xyz.z.v = Vector(ASPIC_SHUFFLE(unpacklo_pd, zw_low, zw_high));
    r.w.v = Vector(ASPIC_SHUFFLE(unpackhi_pd, zw_low, zw_high));
    return r;
}

/// Writes a record; of one of three, nothing behind it.
ASPIC_HOST_DEVICE void store_record(Vec3T<float>& place, __m128 record)
{
#if defined(ASPIC_ISA_avx512)
    _mm_mask_storeu_ps(&place.x, 0x7, record);
#else
    _mm_maskstore_ps(&place.x, _mm_setr_epi32(-1, -1, -1, 0), record);
#endif
}
ASPIC_HOST_DEVICE void store_record(Vec4T<float>& place, __m128 record) { _mm_storeu_ps(&place.xyz.x, record); }

/// Writes records, `stride` of them apart: the transposition the other way round.
template <int stride, class Record> ASPIC_HOST_DEVICE void scatter(Record* data, const Records<float>& r)
{
    const auto x = Register(r.xyz.x.v), y = Register(r.xyz.y.v), z = Register(r.xyz.z.v), w = Register(r.w.v);
    const auto xy_low = ASPIC_AS_PD(ASPIC_SHUFFLE(unpacklo_ps, x, y));
    const auto xy_high = ASPIC_AS_PD(ASPIC_SHUFFLE(unpackhi_ps, x, y));
    const auto zw_low = ASPIC_AS_PD(ASPIC_SHUFFLE(unpacklo_ps, z, w));
    const auto zw_high = ASPIC_AS_PD(ASPIC_SHUFFLE(unpackhi_ps, z, w));
    alignas(pack_bytes) float records[4][width]; // records[k]: the k-th of each group of four
    using Vector = PackReal::Vector;
    *reinterpret_cast<Vector*>(records[0]) = Vector(ASPIC_SHUFFLE(unpacklo_pd, xy_low, zw_low));
    *reinterpret_cast<Vector*>(records[1]) = Vector(ASPIC_SHUFFLE(unpackhi_pd, xy_low, zw_low));
    *reinterpret_cast<Vector*>(records[2]) = Vector(ASPIC_SHUFFLE(unpacklo_pd, xy_high, zw_high));
    *reinterpret_cast<Vector*>(records[3]) = Vector(ASPIC_SHUFFLE(unpackhi_pd, xy_high, zw_high));
#pragma GCC unroll 16
    for (int lane = 0; lane < width; ++lane)
        store_record(data[stride * lane], _mm_load_ps(records[lane % 4] + lane / 4 * 4));
}
#undef ASPIC_SHUFFLE
#undef ASPIC_AS_PD

ASPIC_HOST_DEVICE PackReal gather_numbers(const float* data, const Index* places)
{
#if defined(ASPIC_ISA_avx512)
    return PackReal::Vector(_mm512_i32gather_ps(_mm512_loadu_si512(places), data, 4));
#else
    return PackReal::Vector(_mm256_i32gather_ps(data, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places)), 4));
#endif
}

#else

/// The numbers of a record, one behind the other.
template <class Record> inline constexpr std::size_t numbers_of = sizeof(Record) / sizeof(Real);

template <class T, class Record> ASPIC_HOST_DEVICE Records<T> gather(const Record* data, const Index* places)
{
    Records<T> r;
    for (int lane = 0; lane < width; ++lane)
    {
        const T* numbers = reinterpret_cast<const T*>(data + places[lane]);
        r.xyz.x.v[lane] = numbers[0];
        r.xyz.y.v[lane] = numbers[1];
        r.xyz.z.v[lane] = numbers[2];
        if constexpr (numbers_of<Record> == 4)
            r.w.v[lane] = numbers[3];
    }
    return r;
}

template <int stride, class Record> ASPIC_HOST_DEVICE void scatter(Record* data, const Records<Real>& r)
{
    for (int lane = 0; lane < width; ++lane)
    {
        Real* numbers = reinterpret_cast<Real*>(data + stride * lane);
        numbers[0] = r.xyz.x.v[lane];
        numbers[1] = r.xyz.y.v[lane];
        numbers[2] = r.xyz.z.v[lane];
        if constexpr (numbers_of<Record> == 4)
            numbers[3] = r.w.v[lane];
    }
}

ASPIC_HOST_DEVICE PackReal gather_numbers(const Real* data, const Index* places)
{
    PackReal r;
    for (int lane = 0; lane < width; ++lane)
        r.v[lane] = data[places[lane]];
    return r;
}

#endif
} // namespace aspic::ASPIC_ISA
