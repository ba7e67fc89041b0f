#pragma once

#include "aspic/neighbors/neighborhood.h"

namespace aspic
{
/// Scattered sample points for function approximation, in any order. Inside they are kept in the search's order: bring values into it with
/// `sorted`, and results at the samples back with `unsorted`.
class Samples
{
public:
    Samples(View<const Vec3d> positions, double support, const Periodicity& periodicity = {});

    [[nodiscard]] Index size() const { return static_cast<Index>(positions_.size()); }
    [[nodiscard]] double support() const { return support_; }
    [[nodiscard]] const Periodicity& periodicity() const { return periodicity_; }

    /// Positions in the search's order.
    [[nodiscard]] View<const Vec3d> positions() const { return const_view(positions_); }

    /// Place k of the search's order holds the caller's sample `order()[k]`.
    [[nodiscard]] View<const Index> order() const { return const_view(grid_.order()); }

    /// Lists of the samples near each sample, itself included.
    [[nodiscard]] Neighborhood neighbors_of_samples() const;

    /// Lists of the samples near each of the given points.
    [[nodiscard]] Neighborhood neighbors_at(View<const Vec3d> points) const;

    template <class T> [[nodiscard]] Array<T> sorted(View<const T> values) const
    {
        Array<T> result(positions_.size());
        parallel_for(size(), [&](Index k) { result[static_cast<std::size_t>(k)] = values[order()[k]]; });
        return result;
    }
    template <class T> [[nodiscard]] Array<T> unsorted(View<const T> values) const
    {
        Array<T> result(positions_.size());
        parallel_for(size(), [&](Index k) { result[static_cast<std::size_t>(order()[k])] = values[k]; });
        return result;
    }

private:
    double support_;
    Periodicity periodicity_;
    CellGrid grid_;
    Array<Vec3d> positions_;
};
} // namespace aspic
