#include "aspic/particles/cell_lattice.h"

#include <bit>
#include <cmath>

namespace aspic
{
namespace
{
/// Cells are wider than the reach by this share: rounding in x/d cannot separate two points by two cells while |x|/d < 2^42.
constexpr double margin = 1.0 / 1024;
constexpr int largest_exponent = 42;
constexpr int largest_bits = 21;
} // namespace

CellLattice::CellLattice(double reach, const Periodicity& periodicity)
    : edge_(reach * (1 + margin)), largest_coordinate_(std::ldexp(edge_, largest_exponent)), periodicity_(periodicity)
{
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0)
            cells_per_period_[static_cast<std::size_t>(axis)] = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(period / edge_)));
}

std::int64_t CellLattice::along(double x, int axis) const
{
    const double period = periodicity_.period[axis];
    if (period <= 0)
        return static_cast<std::int64_t>(std::floor(x / edge_)); // T09 (42)
    const double turns = (x - periodicity_.origin[axis]) / period;
    const std::int64_t cells = cells_per_period(axis);
    return std::min(static_cast<std::int64_t>((turns - std::floor(turns)) * static_cast<double>(cells)), cells - 1);
}

MortonKeys::MortonKeys(const Cell& lowest, const Cell& highest) : lowest_(lowest)
{
    const std::array extent{static_cast<std::uint64_t>(highest.x - lowest.x), static_cast<std::uint64_t>(highest.y - lowest.y),
                            static_cast<std::uint64_t>(highest.z - lowest.z)};
    for (int bit = 0; bit < largest_bits; ++bit)
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
            if (bit >= static_cast<int>(std::bit_width(extent[axis])))
                continue;
            auto& table = spread_[axis][static_cast<std::size_t>(bit / 8)];
            for (std::size_t byte = 0; byte < table.size(); ++byte)
                table[byte] |= static_cast<std::uint64_t>((byte >> (bit % 8)) & 1) << bits_;
            ++bits_;
        }
    for (const std::uint64_t cells : extent)
        unique_ = unique_ && static_cast<int>(std::bit_width(cells)) <= largest_bits;
}

std::uint64_t MortonKeys::key(const Cell& cell) const
{
    const std::array place{static_cast<std::uint64_t>(cell.x - lowest_.x), static_cast<std::uint64_t>(cell.y - lowest_.y),
                           static_cast<std::uint64_t>(cell.z - lowest_.z)};
    std::uint64_t key = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t byte = 0; byte < bytes_per_axis; ++byte)
            key |= spread_[axis][byte][(place[axis] >> (8 * byte)) & 255];
    return key;
}
} // namespace aspic
