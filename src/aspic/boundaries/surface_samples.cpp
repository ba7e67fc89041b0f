#include "aspic/boundaries/surface_samples.h"

#include "aspic/compute/parallel.h"
#include "aspic/geometry/directions.h"
#include "aspic/neighbors/hash_grid.h"
#include "aspic/neighbors/kd_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
/// The matter of a wall: distances into the fluid, and the direction in which they grow.
struct Matter
{
    const BoundaryShape& shape;

    [[nodiscard]] SurfaceView from(const Vec3d& x) const
    {
        const SurfaceView view = shape.solid->surface_from(x);
        return shape.fluid_is_inside ? SurfaceView{-view.distance, -view.normal} : view;
    }

    /// x moved to where the distance is −depth, as far as that is possible.
    [[nodiscard]] Vec3d at_depth(Vec3d x, double depth) const
    {
        for (int step = 0; step < 8; ++step)
        {
            const SurfaceView view = from(x);
            const double excess = view.distance + depth;
            if (std::abs(excess) < 1e-9 * shape.spacing)
                break;
            x = x - excess * view.normal;
        }
        return x;
    }
};

/// Where a point may be put; the lower the rank, the sooner.
struct Candidate
{
    int rank;
    Vec3d x;
};
constexpr int continues_lattice = 0, on_level = 1, in_thin_place = 2;

/// Looks for candidates at the places of a lattice with half the spacing.
class CandidateSearch
{
public:
    CandidateSearch(const BoundaryShape& shape, double depth, bool if_thin)
        : shape_(shape), matter_{shape}, depth_(depth), if_thin_(if_thin)
    {
        const Bounds solid = shape.solid->bounds();
        const double margin = depth + shape.spacing;
        const Bounds around{solid.low - Vec3d{margin, margin, margin}, solid.high + Vec3d{margin, margin, margin}};
        const Bounds box = common_part(around, shape.region);
        for (int axis = 0; axis < 3; ++axis)
        {
            const auto k = static_cast<std::size_t>(axis);
            if (axis == 2 && shape.dimension() == 2)
            {
                origin_.z = -0.5 * shape.spacing; // place 1 is z = 0
                first_[k] = 1;
                last_[k] = 2;
                continue;
            }
            const double length = box.high[axis] - box.low[axis];
            if (!(length / shape.spacing < 1e6))
                throw std::length_error("a wall without end cannot be sampled: limit it to where fluid can be");
            origin_[axis] = std::isfinite(solid.low[axis]) ? solid.low[axis] : box.low[axis];
            first_[k] = static_cast<int>(std::floor((box.low[axis] - origin_[axis]) / pitch()));
            last_[k] = static_cast<int>(std::ceil((box.high[axis] - origin_[axis]) / pitch())) + 1;
        }
    }

    std::vector<Candidate> run()
    {
        search(first_, last_);
        std::ranges::stable_sort(found_, [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
        return std::move(found_);
    }

private:
    using Place = std::array<int, 3>;

    [[nodiscard]] double pitch() const { return 0.5 * shape_.spacing; }

    void search(const Place& begin, const Place& end)
    {
        Place size{};
        Vec3d middle, half;
        for (std::size_t k = 0; k < 3; ++k)
        {
            const auto axis = static_cast<int>(k);
            size[k] = end[k] - begin[k];
            if (size[k] <= 0)
                return;
            middle[axis] = origin_[axis] + 0.5 * (begin[k] + end[k] - 1) * pitch();
            half[axis] = 0.5 * (size[k] - 1) * pitch();
        }
        const SurfaceView view = matter_.from(middle);
        const double reach = norm(half) + 0.5 * std::sqrt(3.0) * pitch(); // of a cell around each place
        const bool near_level = std::abs(view.distance + depth_) <= reach;
        if (!near_level && !(if_thin_ && std::abs(view.distance) <= reach + depth_))
            return;
        if (size[0] == 1 && size[1] == 1 && size[2] == 1)
            return look_at(middle, view, near_level, (begin[0] & begin[1] & begin[2] & 1) != 0);
        const auto longest = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
        Place first_end = end, second_begin = begin;
        first_end[longest] = second_begin[longest] = begin[longest] + size[longest] / 2;
        search(begin, first_end);
        search(second_begin, end);
    }

    void look_at(const Vec3d& place, const SurfaceView& view, bool near_level, bool is_of_lattice)
    {
        const double dx = shape_.spacing;
        if (!shape_.fluid_is_inside && shape_.is_inner_surface(place, view))
            return;
        if (near_level)
            if (const Vec3d x = matter_.at_depth(place, depth_); std::abs(matter_.from(x).distance + depth_) < 1e-3 * dx)
            {
                if (shape_.is_inner_surface(x, shape_.solid->surface_from(x)))
                    return;
                found_.push_back({is_of_lattice && norm(x - place) < 1e-6 * dx ? continues_lattice : on_level, x});
                return;
            }
        if (!if_thin_)
            return;
        const Vec3d surface = place - view.distance * view.normal;
        for (const double share : {0.875, 0.75, 0.625, 0.5, 0.375, 0.25, 0.125, 0.0})
        {
            const Vec3d x = surface - (share * depth_) * view.normal;
            if (matter_.from(x).distance > -0.8 * share * depth_ + 1e-9 * dx)
                continue;
            found_.push_back({in_thin_place, x});
            return;
        }
    }

    const BoundaryShape& shape_;
    Matter matter_;
    double depth_;
    bool if_thin_;
    Vec3d origin_;
    Place first_{}, last_{};
    std::vector<Candidate> found_;
};

/// Takes candidates in their order where no other is near.
std::vector<Candidate> thinned_out(const std::vector<Candidate>& candidates, const BoundaryShape& shape)
{
    const double widest = shape.spacing;
    HashGrid grid(View<const Vec3d>{}, widest, {.dimension = shape.dimension()});
    std::vector<Candidate> taken;
    std::vector<Index> near;
    for (const Candidate& candidate : candidates)
    {
        const double room = (candidate.rank == in_thin_place ? 0.999 : shape.dimension() == 2 ? 0.75 : 0.8) * widest;
        grid.query(candidate.x, near);
        if (std::ranges::any_of(near, [&](Index k) { return norm(taken[static_cast<std::size_t>(k)].x - candidate.x) < room; }))
            continue;
        grid.insert(static_cast<Index>(taken.size()), candidate.x);
        taken.push_back(candidate);
    }
    return taken;
}

/// Pushes points apart that are not part of a lattice, along the surface.
void relax(std::vector<Candidate>& samples, const BoundaryShape& shape)
{
    constexpr int rounds = 12;
    const Matter matter{shape};
    const double reach = 1.5 * shape.spacing, stride = 0.15 * shape.spacing;
    std::vector<Vec3d> now(samples.size());
    for (int round = 0; round < rounds; ++round)
    {
        for (std::size_t k = 0; k < samples.size(); ++k)
            now[k] = samples[k].x;
        const KdTree tree(const_view(now), shape.dimension());
        parallel_for(static_cast<Index>(now.size()), [&](Index i) {
            Candidate& sample = samples[static_cast<std::size_t>(i)];
            if (sample.rank != on_level)
                return;
            std::vector<Index> near;
            tree.query(sample.x, reach, near);
            Vec3d push{};
            for (const Index j : near)
                if (const Vec3d apart = sample.x - now[static_cast<std::size_t>(j)]; j != i)
                    push += square(1 - norm(apart) / reach) * unit_or(apart, up);
            const double depth = -matter.from(sample.x).distance;
            const Vec3d moved = matter.at_depth(sample.x + (stride / std::max(1.0, norm(push))) * push, depth);
            if (shape.fluid_is_inside || !shape.is_inner_surface(moved, matter.from(moved)))
                sample.x = moved;
        });
    }
}
} // namespace

std::vector<Vec3d> spread_samples(const BoundaryShape& shape, double depth, bool if_thin)
{
    if (is_empty(shape.solid->bounds()))
        return {};
    std::vector<Candidate> samples = thinned_out(CandidateSearch(shape, depth, if_thin).run(), shape);
    relax(samples, shape);
    std::vector<Vec3d> points;
    for (const Candidate& sample : samples)
        points.push_back(sample.x);
    return points;
}
} // namespace aspic
