#include "aspic/geometry/height_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace aspic
{
namespace
{
double squared(double a) { return a * a; }

void compare(ProfileBorder& best, const ProfilePoint& x, const ProfilePoint& position, const ProfilePoint& normal)
{
    const double distance2 = squared(x.along - position.along) + squared(x.up - position.up);
    if (distance2 < best.distance2)
        best = {position, normal, distance2};
}
} // namespace

HeightProfile::HeightProfile(double from, double to, double bottom, std::vector<double> heights)
    : from_(from), to_(to), bottom_(bottom), step_((to - from) / static_cast<double>(heights.size() - 1)), heights_(std::move(heights))
{
}

/// The segment above a place, the first or last beyond the ends; the first for NaN.
std::size_t HeightProfile::segment_at(double along) const
{
    const double steps = (along - from_) / step_;
    return steps > 0 ? static_cast<std::size_t>(std::min(steps, static_cast<double>(last_segment()))) : 0;
}

double HeightProfile::height_at(double along) const
{
    const std::size_t k = segment_at(along);
    const double t = std::clamp((along - place(k)) / step_, 0.0, 1.0);
    return (1 - t) * heights_[k] + t * heights_[k + 1];
}

bool HeightProfile::contains(const ProfilePoint& x) const
{
    return x.along > from_ && x.along < to_ && x.up > bottom_ && x.up < height_at(x.along);
}

void HeightProfile::compare_with_segment(std::size_t k, const ProfilePoint& x, ProfileBorder& best) const
{
    const double width = place(k + 1) - place(k);
    const double rise = heights_[k + 1] - heights_[k];
    const double length2 = squared(width) + squared(rise);
    const double t = std::clamp(((x.along - place(k)) * width + (x.up - heights_[k]) * rise) / length2, 0.0, 1.0);
    const double length = std::sqrt(length2);
    compare(best, x, {place(k) + t * width, heights_[k] + t * rise}, {-rise / length, width / length});
}

ProfileBorder HeightProfile::border_from(const ProfilePoint& x) const
{
    ProfileBorder best;
    best.distance2 = HUGE_VAL;
    const double nearest_along = std::clamp(x.along, from_, to_);
    compare(best, x, {nearest_along, bottom_}, {0, -1});
    compare(best, x, {from_, std::clamp(x.up, bottom_, heights_.front())}, {-1, 0});
    compare(best, x, {to_, std::clamp(x.up, bottom_, heights_.back())}, {1, 0});

    // From the segment below or above the point outwards, as far as one could be nearer.
    const std::size_t middle = segment_at(x.along);
    for (std::size_t k = middle; k <= last_segment(); ++k)
    {
        if (k > middle && squared(std::max(0.0, place(k) - x.along)) >= best.distance2)
            break;
        compare_with_segment(k, x, best);
    }
    for (std::size_t k = middle; k-- > 0;)
    {
        if (squared(std::max(0.0, x.along - place(k + 1))) >= best.distance2)
            break;
        compare_with_segment(k, x, best);
    }
    return best;
}
} // namespace aspic
