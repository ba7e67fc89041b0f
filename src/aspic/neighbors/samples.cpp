#include "aspic/neighbors/samples.h"

namespace aspic
{
Samples::Samples(View<const Vec3d> positions, double support, const Periodicity& periodicity)
    : support_(support), periodicity_(periodicity), grid_(support, periodicity), positions_(static_cast<std::size_t>(positions.size()))
{
    grid_.build(positions);
    parallel_for(size(), [&](Index k) { positions_[static_cast<std::size_t>(k)] = positions[order()[k]]; });
}

Neighborhood Samples::neighbors_of_samples() const
{
    Neighborhood neighborhood(support_, periodicity_, grid_);
    neighborhood.set_columns(positions());
    neighborhood.find_among_columns();
    return neighborhood;
}

Neighborhood Samples::neighbors_at(View<const Vec3d> points) const
{
    Neighborhood neighborhood(support_, periodicity_, grid_);
    neighborhood.set_columns(positions());
    neighborhood.find_at(points);
    return neighborhood;
}
} // namespace aspic
