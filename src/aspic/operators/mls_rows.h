#pragma once

#include "aspic/neighbors/samples.h"

#include <algorithm>

namespace aspic
{
/// The samples near one point: their numbers in the caller's order, and x_i − x [m], the shortest one along periodic axes.
struct MlsStencil
{
    Array<Index> sample;
    Array<Vec3d> offset;

    void gather(const Samples& samples, const Neighborhood& near, Index row, const Vec3d& x)
    {
        sample.clear();
        offset.clear();
        near.for_each_neighbor(row, [&](Index j) {
            sample.push_back(samples.order()[j]);
            offset.push_back(shortest_difference(samples.positions()[j], x, samples.periodicity()));
        });
    }
};

/// Points that are fitted one after the other, with the same memory.
inline constexpr Index mls_rows_per_chunk = 16;

/// Where each row's entries begin in arrays over all pairs of a point and a sample near it, and the sample of each entry.
struct MlsRows
{
    Array<std::int64_t> begin; ///< one more than there are rows
    Array<Index> sample;       ///< in the caller's order

    MlsRows() = default;
    explicit MlsRows(const Neighborhood& near) : begin(static_cast<std::size_t>(near.row_count()) + 1)
    {
        parallel_for(near.row_count(), [&](Index i) { begin[static_cast<std::size_t>(i)] = near.neighbor_count(i); });
        begin.back() = 0;
        sample.resize(static_cast<std::size_t>(scan(view(begin))));
    }

    [[nodiscard]] Index count() const { return static_cast<Index>(begin.size()) - 1; }

    /// The entries of a row, in an array over all pairs; none of an array that was left empty.
    template <class T> [[nodiscard]] View<const T> entries(const Array<T>& array, Index row) const
    {
        const auto i = static_cast<std::size_t>(row);
        return array.empty() ? View<const T>() : View<const T>(array.data() + begin[i], static_cast<Index>(begin[i + 1] - begin[i]));
    }

    /// Copies what one row computed to its place; nothing into an array that was left empty.
    template <class T, class From> void store(Array<T>& array, Index row, const From& values) const
    {
        if (!array.empty())
            std::copy(values.begin(), values.end(), array.begin() + begin[static_cast<std::size_t>(row)]);
    }
};
} // namespace aspic
