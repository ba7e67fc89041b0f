#include "aspic/boundaries/collect_terms.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr Index group_size = 64; ///< particles that are passed over together; a divisor of rows_per_chunk

/// A body in the world, with what is needed to see that it is far away.
struct Seen
{
    const Boundary* boundary;
    RigidPose pose;
    Mat3T<double> to_body; ///< Rᵀ
    Index body;
    Bounds bounds;                            ///< in the world
    std::array<bool, 3> is_endless{};         ///< along a periodic axis: the nearest image is all there is
    std::array<double, 3> period{}, middle{}; ///< [m] along those axes
    [[nodiscard]] Vec3d center() const { return pose.position; }
};

/// The box around a turned box.
Bounds placed_bounds(const Bounds& bounds, const RigidPose& pose)
{
    if (is_empty(bounds))
        return bounds;
    const Vec3d moved = pose.position - pose.rotation * pose.material_center;
    Bounds placed{moved, moved};
    for (int row = 0; row < 3; ++row)
        for (int axis = 0; axis < 3; ++axis)
            if (const double factor = pose.rotation.row[row][axis]; factor != 0) // else an endless axis would spoil the others
            {
                placed.low[row] += factor * (factor > 0 ? bounds.low : bounds.high)[axis];
                placed.high[row] += factor * (factor > 0 ? bounds.high : bounds.low)[axis];
            }
    return placed;
}

Seen seen_body(const PlacedBoundary& placed, const Periodicity& periodicity)
{
    Seen seen{placed.boundary, placed.pose, transpose(placed.pose.rotation), placed.body,
              placed_bounds(placed.boundary->bounds(), placed.pose)};
    for (int axis = 0; axis < 3; ++axis)
    {
        const auto k = static_cast<std::size_t>(axis);
        seen.period[k] = periodicity.period[axis];
        const double length = seen.bounds.high[axis] - seen.bounds.low[axis]; // with the support radius at both ends
        seen.is_endless[k] = seen.period[k] > 0 && !(length < seen.period[k] + 4 * placed.boundary->support());
        seen.middle[k] = std::isfinite(length) ? 0.5 * (seen.bounds.low[axis] + seen.bounds.high[axis])
                                               : periodicity.origin[axis] + 0.5 * seen.period[k];
    }
    return seen;
}

/// An image of a body that a group of particles may see.
struct Candidate
{
    const Seen* seen;
    Vec3d offset; ///< [m] of particles, to where that image is the body
};

/// Adds the images of a body that something in a box may see.
void add_candidates(const Seen& seen, const Bounds& box, std::vector<Candidate>& candidates)
{
    std::array<int, 3> first{}, last{};
    for (int axis = 0; axis < 3; ++axis)
    {
        const auto k = static_cast<std::size_t>(axis);
        if (seen.period[k] > 0 && !seen.is_endless[k])
        {
            first[k] = static_cast<int>(std::ceil((seen.bounds.low[axis] - box.high[axis]) / seen.period[k]));
            last[k] = static_cast<int>(std::floor((seen.bounds.high[axis] - box.low[axis]) / seen.period[k]));
        }
    }
    const bool any_endless = seen.is_endless[0] || seen.is_endless[1] || seen.is_endless[2];
    for (int k = first[2]; k <= last[2]; ++k)
        for (int j = first[1]; j <= last[1]; ++j)
            for (int i = first[0]; i <= last[0]; ++i)
            {
                const Vec3d offset{i * seen.period[0], j * seen.period[1], k * seen.period[2]};
                if (!any_endless)
                {
                    if (is_empty(common_part({box.low + offset, box.high + offset}, seen.bounds)))
                        continue;
                    const Vec3d middle = 0.5 * (box.low + box.high) + offset;
                    if (seen.boundary->clearance(seen.pose.material_point(middle)) > 0.5001 * norm(box.high - box.low))
                        continue;
                }
                candidates.push_back({&seen, offset});
            }
}

void add_image(BoundaryTerm& total, const BoundaryTerm& image)
{
    const Real filled = total.filled + image.filled;
    total.offset = filled > 0 ? (total.filled / filled) * total.offset + (image.filled / filled) * image.offset : total.offset;
    total.filled = filled;
    total.volume += image.volume;
    total.gradient += image.gradient;
    total.moment += image.moment;
}

/// What a particle sees of one image, in the world's frame. Σ_b (x_b − c) × V_b ∇W = (x − c) × Σ_b V_b ∇W, since ∇W points along x − x_b.
std::optional<BoundaryTerm> term_of(const Candidate& candidate, const Vec3d& particle)
{
    const Seen& seen = *candidate.seen;
    Vec3d x = particle + candidate.offset;
    for (int axis = 0; axis < 3; ++axis)
        if (const auto k = static_cast<std::size_t>(axis); seen.is_endless[k])
            x[axis] += seen.period[k] * std::round((seen.middle[k] - x[axis]) / seen.period[k]);
    if (!(squared_distance(seen.bounds, x) <= 0))
        return std::nullopt;
    const Vec3d from_center = x - seen.center();
    std::optional<BoundaryTerm> term = seen.boundary->seen_from(seen.pose.material_center + seen.to_body * from_center);
    if (!term)
        return term;
    term->body = seen.body;
    const Vec3d gradient = seen.pose.rotation * convert<double>(term->gradient);
    term->gradient = convert<Real>(gradient);
    term->moment = convert<Real>(cross(from_center, gradient));
    term->offset = convert<Real>(seen.pose.rotation * convert<double>(term->offset));
    return term;
}

/// Appends what the particles [begin, end) see, and notes how many terms each has.
void collect_group(std::span<const Seen> bodies, View<const Vec3d> positions, Index begin, Index end, Array<BoundaryTerm>& found,
                   View<std::int64_t> counts)
{
    Bounds box = empty_bounds();
    for (Index i = begin; i < end; ++i)
        box = joined(box, positions[i]);
    std::vector<Candidate> candidates;
    for (const Seen& seen : bodies)
        add_candidates(seen, box, candidates);
    for (Index i = begin; i < end; ++i)
    {
        const std::size_t before = found.size();
        for (const Candidate& candidate : candidates)
            if (const auto term = term_of(candidate, positions[i]))
            {
                if (found.size() > before && found.back().body == term->body)
                    add_image(found.back(), *term);
                else
                    found.push_back(*term);
            }
        counts[i] = static_cast<std::int64_t>(found.size() - before);
    }
}
} // namespace

void TermCollector::collect(std::span<const PlacedBoundary> bodies, View<const Vec3d> positions, const Periodicity& periodicity,
                            BoundaryTerms& terms)
{
    const Index n = positions.size();
    std::vector<Seen> seen;
    for (const PlacedBoundary& body : bodies)
    {
        ASPIC_EXPECTS(seen.empty() || seen.back().body <= body.body);
        seen.push_back(seen_body(body, periodicity));
    }
    Array<std::int64_t> first(static_cast<std::size_t>(n));
    const View<std::int64_t> firsts = view(first);
    found_.resize(static_cast<std::size_t>(n / rows_per_chunk) + 1);
    auto find = [&](Index begin, Index end) {
        Array<BoundaryTerm>& found = found_[static_cast<std::size_t>(begin / rows_per_chunk)];
        found.clear();
        for (Index group = begin; group < end; group += group_size)
            collect_group(seen, positions, group, std::min(end, group + group_size), found, firsts);
    };
    for_each_chunk(n, rows_per_chunk, find);

    const std::int64_t total = scan(firsts);
    terms.begin.resize(static_cast<std::size_t>(n) + 1);
    terms.begin.back() = static_cast<Index>(total);
    terms.terms.resize(static_cast<std::size_t>(total));
    auto place = [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
            terms.begin[static_cast<std::size_t>(i)] = static_cast<Index>(firsts[i]);
        std::ranges::copy(found_[static_cast<std::size_t>(begin / rows_per_chunk)], terms.terms.begin() + firsts[begin]);
    };
    for_each_chunk(n, rows_per_chunk, place);
}
} // namespace aspic
