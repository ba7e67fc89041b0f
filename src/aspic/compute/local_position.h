#pragma once

#include "aspic/core/types.h"
#include "aspic/math/vec.h"

#include <cstdint>
#include <type_traits>

namespace aspic
{
/// Whole number of the size of Real. Its arithmetic wraps around, and that is wanted here.
using Fixed = std::conditional_t<std::is_same_v<Real, float>, std::int32_t, std::int64_t>;
using UnsignedFixed = std::make_unsigned_t<Fixed>;

/// A position in steps of a fixed small length, modulo 2^32 (2^64 in double builds). Differences of near particles are exact, wherever in
/// an unbounded world the particles are; along a periodic axis one turn of the number is one period, so differences are the shortest.
struct alignas(4 * sizeof(Fixed)) LocalPosition
{
    Fixed x, y, z, unused;
};

ASPIC_HOST_DEVICE Real wrapped_difference(Fixed a, Fixed b)
{
    return static_cast<Real>(static_cast<Fixed>(static_cast<UnsignedFixed>(a) - static_cast<UnsignedFixed>(b)));
}

/// a − b in steps, the short way round.
ASPIC_HOST_DEVICE Vec3 wrapped_difference(const LocalPosition& a, const LocalPosition& b)
{
    return {wrapped_difference(a.x, b.x), wrapped_difference(a.y, b.y), wrapped_difference(a.z, b.z)};
}

/// ⌊t⌋ for |t| < 2^63, without a call.
inline std::int64_t floor_to_whole(double t)
{
    const auto truncated = static_cast<std::int64_t>(t);
    return truncated - (static_cast<double>(truncated) > t ? 1 : 0);
}

/// Axes along which the world repeats itself: length of the period [m], or 0, and where it starts.
struct Periodicity
{
    Vec3d period;
    Vec3d origin;

    bool operator==(const Periodicity&) const = default;
};

/// Turns positions in metres into local positions: steps of h·2^−24 (2^−52 in double builds), or of a 2^−32nd (2^−64th) of a period.
class LocalFrame
{
public:
    LocalFrame() = default;
    LocalFrame(double support, const Periodicity& periodicity);

    [[nodiscard]] LocalPosition local(const Vec3d& x) const { return {component(x.x, 0), component(x.y, 1), component(x.z, 2), 0}; }
    [[nodiscard]] const Vec3d& unit() const { return unit_; } ///< [m] one step along each axis

private:
    static constexpr int bits = 8 * sizeof(Fixed);
    static constexpr int fraction_bits = std::is_same_v<Real, float> ? 24 : 52; ///< of one support radius
    static constexpr double steps_per_support = static_cast<double>(std::int64_t{1} << fraction_bits);

    [[nodiscard]] Fixed component(double x, int axis) const
    {
        if (periodicity_.period[axis] > 0)
            return periodic_component(x, axis);
        const double turns = x * inverse_support_;
        const std::int64_t whole = floor_to_whole(turns);
        const auto steps = static_cast<std::uint64_t>((turns - static_cast<double>(whole)) * steps_per_support + 0.5);
        return static_cast<Fixed>(static_cast<UnsignedFixed>((static_cast<std::uint64_t>(whole) << fraction_bits) + steps));
    }
    [[nodiscard]] Fixed periodic_component(double x, int axis) const;

    double inverse_support_ = 1;
    Periodicity periodicity_;
    Vec3d unit_;
};

/// x − y in double, the shortest one where an axis is periodic: the reference that decides who is a neighbour.
Vec3d shortest_difference(const Vec3d& x, const Vec3d& y, const Periodicity& periodicity);
} // namespace aspic
