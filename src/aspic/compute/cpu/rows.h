#pragma once

#include "aspic/compute/carried_number.h"
#include "aspic/compute/cpu/gather.h"
#include "aspic/compute/neighbor_view.h"
#include "aspic/compute/sextet.h"

// A pack of rows at a time: what `view[lane]` means for it.

namespace aspic::ASPIC_ISA
{
/// `width` consecutive rows, the first at a multiple of `width`.
struct Rows
{
    Index first;
};

/// The k-th neighbours of `width` consecutive rows. Where a row has fewer, the column is any valid one.
struct RowNeighbors
{
    const Index* columns;
    std::int64_t slot;
};

template <class T> ASPIC_HOST_DEVICE Pack<std::remove_const_t<T>> load(T* p)
{
    Pack<std::remove_const_t<T>> pack;
    __builtin_memcpy(&pack.v, p, sizeof(pack.v));
    return pack;
}
template <class T> ASPIC_HOST_DEVICE void store(T* p, Pack<T> pack) { __builtin_memcpy(p, &pack.v, sizeof(pack.v)); }

template <class T> ASPIC_HOST_DEVICE Vec3T<Pack<T>> load(const Vec3T<T>* p) { return gather<T>(p, consecutive).xyz; }
template <class T> ASPIC_HOST_DEVICE void store(Vec3T<T>* p, const Vec3T<Pack<T>>& value) { scatter<1>(p, Records<T>{value, {}}); }
template <class T> ASPIC_HOST_DEVICE Vec4T<Pack<T>> load(const Vec4T<T>* p) { return gather<T>(p, consecutive); }
template <class T> ASPIC_HOST_DEVICE void store(Vec4T<T>* p, const Vec4T<Pack<T>>& value) { scatter<1>(p, value); }

/// Matrices at some places: their rows are records of three, three to a matrix.
template <class T> ASPIC_HOST_DEVICE Mat3T<Pack<T>> gather_matrices(const Mat3T<T>* data, const Index* places)
{
    alignas(pack_bytes) Index row_places[16];
#pragma GCC unroll 16
    for (int lane = 0; lane < width; ++lane)
        row_places[lane] = 3 * places[lane];
    Mat3T<Pack<T>> value;
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k)
        value.row[k] = gather<T>(data->row + k, row_places).xyz;
    return value;
}
template <class T> ASPIC_HOST_DEVICE Mat3T<Pack<T>> load(const Mat3T<T>* p) { return gather_matrices(p, consecutive); }
template <class T> ASPIC_HOST_DEVICE void store(Mat3T<T>* p, const Mat3T<Pack<T>>& value)
{
    for (int k = 0; k < 3; ++k)
        scatter<3>(p->row + k, Records<T>{value.row[k], {}});
}
template <class T> ASPIC_HOST_DEVICE SextetT<Pack<T>> load(const SextetT<T>* p)
{
    alignas(pack_bytes) Index places[16];
    for (int lane = 0; lane < width; ++lane)
        places[lane] = 6 * lane;
    SextetT<Pack<T>> value;
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k)
        value.part[k] = gather<T>(p->part + k, places);
    return value;
}
template <class T> ASPIC_HOST_DEVICE void store(SextetT<T>* p, const SextetT<Pack<T>>& value)
{
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k)
        scatter<6>(p->part + k, value.part[k]);
}
ASPIC_HOST_DEVICE Records<Fixed> load(const LocalPosition* p) { return gather<Fixed>(p, consecutive); }

/// What stands on the left of `view[i] = …` for a pack of rows.
template <class T> struct RowsReference
{
    T* place;

    using Value = decltype(load(static_cast<const T*>(nullptr)));
    ASPIC_HOST_DEVICE operator Value() const { return load(static_cast<const T*>(place)); }
    ASPIC_HOST_DEVICE void operator=(const Value& value) const { store(place, value); }
    ASPIC_HOST_DEVICE void operator+=(const Value& value) const { store(place, Value(*this) + value); }
    ASPIC_HOST_DEVICE void operator-=(const Value& value) const { store(place, Value(*this) - value); }
};

template <class T> ASPIC_HOST_DEVICE auto access(const T* data, Rows i) { return load(data + i.first); }
template <class T> ASPIC_HOST_DEVICE RowsReference<T> access(T* data, Rows i) { return {data + i.first}; }

ASPIC_HOST_DEVICE PackReal access(const Real* data, RowNeighbors j) { return gather_numbers(data, j.columns); }
ASPIC_HOST_DEVICE Records<Fixed> access(const LocalPosition* data, RowNeighbors j) { return gather<Fixed>(data, j.columns); }
ASPIC_HOST_DEVICE Vec3T<PackReal> access(const Vec3* data, RowNeighbors j) { return gather<Real>(data, j.columns).xyz; }
ASPIC_HOST_DEVICE Vec4T<PackReal> access(const Vec4* data, RowNeighbors j) { return gather<Real>(data, j.columns); }
ASPIC_HOST_DEVICE Mat3T<PackReal> access(const Mat3* data, RowNeighbors j) { return gather_matrices(data, j.columns); }
template <class T> ASPIC_HOST_DEVICE auto access_slot(const T* data, RowNeighbors j) { return load(data + j.slot); }
template <class T> ASPIC_HOST_DEVICE RowsReference<T> access_slot(T* data, RowNeighbors j) { return {data + j.slot}; }

ASPIC_HOST_DEVICE Vec3T<PackReal> wrapped_difference(const Records<Fixed>& a, const Records<Fixed>& b)
{
    using Wrapping = VectorOf<UnsignedFixed>;
    const auto difference = [](Pack<Fixed> p, Pack<Fixed> q) {
        const Pack<Fixed> steps = typename Pack<Fixed>::Vector(Wrapping(p.v) - Wrapping(q.v));
        return convert_lanes<Real>(steps);
    };
    return {difference(a.xyz.x, b.xyz.x), difference(a.xyz.y, b.xyz.y), difference(a.xyz.z, b.xyz.z)};
}

ASPIC_HOST_DEVICE PackReal carried(const Records<Fixed>& places) { return PackReal::Vector(places.w.v); }
ASPIC_HOST_DEVICE void carry(View<LocalPosition> places, Rows i, PackReal numbers)
{
    alignas(pack_bytes) Real each[width];
    store(each, numbers);
    for (int lane = 0; lane < width; ++lane)
        aspic::carry(places, i.first + lane, each[lane]);
}

/// Σ_j term(j) over the neighbours of each of the rows, in ascending order of j. Lanes whose row has fewer neighbours add nothing: not even a
/// zero of the other sign can appear, since a sum that starts at +0 never becomes −0.
template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const NeighborView& near, Rows i, const Term& term)
{
    std::int64_t slot = near.slice_begin[i.first / rows_per_slice] + i.first % rows_per_slice;
    const PackIndex counts = load(near.count.data() + i.first);
    const PackReal real_counts = convert_lanes<Real>(counts);
    const Index most = largest(counts);
    using Sum = decltype(term(RowNeighbors{}));
    Sum sum{};
    for (Index k = 0; k < most; ++k, slot += rows_per_slice)
        sum = sum + select(PackReal(static_cast<Real>(k)) < real_counts, term(RowNeighbors{near.column + slot, slot}), Sum{});
    return sum;
}

/// The same for terms that are zero in unused slots, because their weights are. `add(sum, j)` adds the term.
template <class Sum, class Add> ASPIC_HOST_DEVICE void add_over_neighbors(const NeighborView& near, Rows i, Sum& sum, const Add& add)
{
    std::int64_t slot = near.slice_begin[i.first / rows_per_slice] + i.first % rows_per_slice;
    const Index most = largest(load(near.count.data() + i.first));
    for (Index k = 0; k < most; ++k, slot += rows_per_slice)
        add(sum, RowNeighbors{near.column + slot, slot});
}
} // namespace aspic::ASPIC_ISA
