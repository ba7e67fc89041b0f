#pragma once

#include "aspic/boundaries/boundary.h"
#include "aspic/compute/local_position.h"
#include "aspic/core/view.h"

#include <span>
#include <vector>

namespace aspic
{
/// A boundary where it stands now. Several may be parts of one body.
struct PlacedBoundary
{
    const Boundary* boundary = nullptr;
    RigidPose pose;
    Index body = 0;
};

/// Finds what all particles see of all bodies. Memory is kept from call to call.
///
/// Particles that stand together in memory should stand together in space: groups of them that see nothing of a body are passed over as a whole. Along periodic
/// axes a body is seen once for each of its images; one that is longer than the period and twice the support radius counts as endless.
class TermCollector
{
public:
    /// Bodies in ascending order of their numbers. Moments are about the place of the pose's centre.
    void collect(std::span<const PlacedBoundary> bodies, View<const Vec3d> positions, const Periodicity& periodicity, BoundaryTerms& terms);
    void collect(std::span<const PlacedBoundary> bodies, View<const Vec3d> positions, BoundaryTerms& terms)
    {
        collect(bodies, positions, {}, terms);
    }

private:
    std::vector<Array<BoundaryTerm>> found_; ///< by chunks of particles
};
} // namespace aspic
