#include "aspic/solvers/elasticity/rest_pair_lists.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <unordered_map>

namespace aspic
{
namespace
{
constexpr Index slices_at_a_time = 64;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

template <class T> bool is_equal(const Array<T>& a, const T* b) { return a.empty() || std::memcmp(a.data(), b, a.size() * sizeof(T)) == 0; }

template <class T> std::uint64_t mixed(std::uint64_t hash, const Array<T>& values)
{
    for (const T& value : values)
    {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(value));
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
    }
    return hash;
}
} // namespace

/// What lists are made of.
struct RestPairLists::Source
{
    const NeighborView& near;
    const Array<Real>& slope;
    const Array<Real>& tie;
    Real negligible;

    [[nodiscard]] Index slices() const { return (near.count.size() + rows_per_slice - 1) / rows_per_slice; }

    template <class Use> void for_each_weighty(Index i, const Use& use) const
    {
        for_each_neighbor(near, i, [&](const Neighbor& j) {
            if (j.column != i && std::max(std::abs(slope[at(j.slot)]), tie[at(j.slot)]) > negligible)
                use(j);
        });
    }
};

/// The pairs of one slice.
struct RestPairLists::Slice
{
    Array<Index> column;
    Array<Real> X, Y, Z, slope, tie;

    /// `count`: of the rows
    Slice(const Source& source, Index slice, const Index* count)
    {
        const std::size_t slots = at(rows_per_slice) * at(*std::max_element(count, count + rows_per_slice));
        column.assign(slots, 0);
        for (Array<Real>* numbers : {&X, &Y, &Z, &slope, &tie})
            numbers->assign(slots, 0);
        for (Index row = 0; row < rows_per_slice; ++row)
            if (count[row] > 0) // rows behind the last particle have no pairs
                fill_row(source, slice * rows_per_slice, row);
    }

    [[nodiscard]] std::uint64_t hash() const
    {
        std::uint64_t result = mixed(column.size(), column);
        for (const Array<Real>* numbers : {&X, &Y, &Z, &slope, &tie})
            result = mixed(result, *numbers);
        return result;
    }

private:
    void fill_row(const Source& source, Index first, Index row)
    {
        std::size_t to = at(row);
        source.for_each_weighty(first + row, [&](const Neighbor& j) {
            const Vec3 X_ij = source.near.offset(first + row, j);
            column[to] = j.column - first;
            X[to] = X_ij.x;
            Y[to] = X_ij.y;
            Z[to] = X_ij.z;
            slope[to] = source.slope[at(j.slot)];
            tie[to] = source.tie[at(j.slot)];
            to += rows_per_slice;
        });
        for (; to < column.size(); to += rows_per_slice)
            column[to] = row;
    }
};

RestPairLists::RestPairLists(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible)
{
    const Source source{near, slope, tie, negligible};
    count_pairs(source);
    store(source, find_equal(source));
}

void RestPairLists::count_pairs(const Source& source)
{
    const Index n = source.near.count.size(), slices = source.slices();
    count_.assign(at(slices) * rows_per_slice, 0);
    slope_sum_.assign(at(n), Vec3{});
    tie_sum_.assign(at(n), Vec3{});
    parallel_for(n, [&](Index i) {
        source.for_each_weighty(i, [&](const Neighbor& j) {
            const Vec3 X_ij = source.near.offset(i, j);
            ++count_[at(i)];
            slope_sum_[at(i)] += source.slope[at(j.slot)] * X_ij;
            tie_sum_[at(i)] += source.tie[at(j.slot)] * X_ij;
        });
    });
    own_begin_.resize(at(slices));
    for (Index s = 0; s < slices; ++s)
    {
        const auto first = count_.begin() + static_cast<std::ptrdiff_t>(s) * rows_per_slice;
        own_begin_[at(s)] = slot_count_;
        slot_count_ += static_cast<std::int64_t>(rows_per_slice) * *std::max_element(first, first + rows_per_slice);
    }
}

/// Of each slice the first that probably has the same pairs.
Array<Index> RestPairLists::find_equal(const Source& source)
{
    const Index slices = source.slices();
    Array<std::uint64_t> hash(at(slices));
    auto find_hashes = [&](Index begin, Index end) {
        for (Index s = begin; s < end; ++s)
            hash[at(s)] = Slice(source, s, count_.data() + at(s) * rows_per_slice).hash();
    };
    for_each_chunk(slices, slices_at_a_time, find_hashes);
    Array<Index> like(at(slices));
    std::unordered_map<std::uint64_t, Index> known;
    for (Index s = 0; s < slices; ++s)
        like[at(s)] = known.try_emplace(hash[at(s)], s).first->second;
    return like;
}

void RestPairLists::store(const Source& source, const Array<Index>& like)
{
    const Index slices = source.slices();
    const auto size = [&](Index s) { return (s + 1 < slices ? own_begin_[at(s) + 1] : slot_count_) - own_begin_[at(s)]; };
    std::int64_t slots = 0;
    const auto make_room = [&](Index s) {
        slice_begin_[at(s)] = slots;
        slots += size(s);
    };
    const auto allocate = [&] {
        column_.resize(at(slots));
        for (Array<Real>* numbers : {&X_, &Y_, &Z_, &slope_, &tie_})
            numbers->resize(at(slots));
    };
    slice_begin_.assign(at(slices), 0);
    for (Index s = 0; s < slices; ++s)
        if (like[at(s)] == s)
            make_room(s);
    allocate();
    const auto read = [&](Index s) { return Slice(source, s, count_.data() + at(s) * rows_per_slice); };
    auto store_first = [&](Index begin, Index end) {
        for (Index s = begin; s < end; ++s)
            if (like[at(s)] == s)
                put(read(s), slice_begin_[at(s)]);
    };
    for_each_chunk(slices, slices_at_a_time, store_first);
    Array<char> differs(at(slices), 0);
    auto compare = [&](Index begin, Index end) {
        for (Index s = begin; s < end; ++s)
            if (const Index first = like[at(s)]; first != s)
                differs[at(s)] = size(s) == size(first) && holds(read(s), slice_begin_[at(first)]) ? 0 : 1;
    };
    for_each_chunk(slices, slices_at_a_time, compare);
    for (Index s = 0; s < slices; ++s)
        if (differs[at(s)] != 0)
            make_room(s);
        else
            slice_begin_[at(s)] = slice_begin_[at(like[at(s)])];
    allocate();
    for (Index s = 0; s < slices; ++s)
        if (differs[at(s)] != 0)
            put(read(s), slice_begin_[at(s)]);
}

void RestPairLists::put(const Slice& slice, std::int64_t begin)
{
    std::ranges::copy(slice.column, column_.begin() + begin);
    std::ranges::copy(slice.X, X_.begin() + begin);
    std::ranges::copy(slice.Y, Y_.begin() + begin);
    std::ranges::copy(slice.Z, Z_.begin() + begin);
    std::ranges::copy(slice.slope, slope_.begin() + begin);
    std::ranges::copy(slice.tie, tie_.begin() + begin);
}

bool RestPairLists::holds(const Slice& slice, std::int64_t begin) const
{
    return is_equal(slice.column, column_.data() + begin) && is_equal(slice.X, X_.data() + begin) && is_equal(slice.Y, Y_.data() + begin) &&
           is_equal(slice.Z, Z_.data() + begin) && is_equal(slice.slope, slope_.data() + begin) && is_equal(slice.tie, tie_.data() + begin);
}

void RestPairLists::show(RestView& rest) const
{
    rest.near.slice_begin = const_view(slice_begin_);
    rest.near.own_begin = const_view(own_begin_);
    rest.near.count = {count_.data(), static_cast<Index>(slope_sum_.size())};
    rest.near.column = column_.data();
    rest.X = {X_.data()};
    rest.Y = {Y_.data()};
    rest.Z = {Z_.data()};
    rest.slope = {slope_.data()};
    rest.tie = {tie_.data()};
    rest.slope_sum = const_view(slope_sum_);
    rest.tie_sum = const_view(tie_sum_);
}

std::size_t RestPairLists::bytes() const
{
    return (slice_begin_.capacity() + own_begin_.capacity()) * sizeof(std::int64_t) +
           (count_.capacity() + column_.capacity()) * sizeof(Index) +
           (X_.capacity() + Y_.capacity() + Z_.capacity() + slope_.capacity() + tie_.capacity()) * sizeof(Real) +
           (slope_sum_.capacity() + tie_sum_.capacity()) * sizeof(Vec3);
}
} // namespace aspic
