#include "aspic/compute/local_position.h"

#include <cmath>

namespace aspic
{
LocalFrame::LocalFrame(double support, const Periodicity& periodicity) : inverse_support_(1 / support), periodicity_(periodicity)
{
    for (int axis = 0; axis < 3; ++axis)
    {
        const double period = periodicity.period[axis];
        unit_[axis] = period > 0 ? std::ldexp(period, -bits) : std::ldexp(support, -fraction_bits);
    }
}

Fixed LocalFrame::periodic_component(double x, int axis) const
{
    const double turns = (x - periodicity_.origin[axis]) / periodicity_.period[axis];
    const double part = turns - std::floor(turns);
    const std::uint64_t turn = static_cast<std::uint64_t>(std::ldexp(part, 53)) << 11; // 53 bits are all that a double holds
    return static_cast<Fixed>(static_cast<UnsignedFixed>(turn >> (64 - bits)));
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
