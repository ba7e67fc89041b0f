#include "aspic/compute/local_position.h"

#include <cmath>

namespace aspic
{
namespace
{
constexpr int bits = 8 * sizeof(Fixed);
constexpr int fraction_bits = std::is_same_v<Real, float> ? 24 : 52; ///< of one support radius
} // namespace

LocalFrame::LocalFrame(double support, const Periodicity& periodicity) : support_(support), periodicity_(periodicity)
{
    for (int axis = 0; axis < 3; ++axis)
    {
        const double period = periodicity.period[axis];
        unit_[axis] = static_cast<Real>(period > 0 ? std::ldexp(period, -bits) : std::ldexp(support, -fraction_bits));
    }
}

Fixed LocalFrame::component(double x, int axis) const
{
    const double period = periodicity_.period[axis];
    const double turns = period > 0 ? (x - periodicity_.origin[axis]) / period : x / support_;
    const double whole = std::floor(turns);
    const double part = turns - whole;
    if (period > 0) // 53 bits are all that a double holds
        return static_cast<Fixed>(static_cast<UnsignedFixed>((static_cast<std::uint64_t>(std::ldexp(part, 53)) << 11) >> (64 - bits)));
    const auto steps = static_cast<std::uint64_t>(std::ldexp(part, fraction_bits) + 0.5);
    return static_cast<Fixed>(static_cast<UnsignedFixed>((static_cast<std::uint64_t>(static_cast<std::int64_t>(whole)) << fraction_bits) + steps));
}

Vec3d shortest_difference(const Vec3d& x, const Vec3d& y, const Periodicity& periodicity)
{
    Vec3d d = x - y;
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0)
            d[axis] -= period * std::round(d[axis] / period);
    return d;
}
} // namespace aspic
