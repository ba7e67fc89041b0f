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
} // namespace

CellLattice::CellLattice(double reach, const Periodicity& periodicity)
    : edge_(reach * (1 + margin)),
      inverse_edge_(1 / edge_),
      largest_coordinate_(std::ldexp(edge_, largest_exponent)),
      periodicity_(periodicity)
{
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0)
            cells_per_period_[static_cast<std::size_t>(axis)] =
                std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(period / edge_)));
}

std::int64_t CellLattice::along_period(double x, int axis) const
{
    const double turns = (x - periodicity_.origin[axis]) / periodicity_.period[axis];
    const std::int64_t cells = cells_per_period(axis);
    return std::min(static_cast<std::int64_t>((turns - std::floor(turns)) * static_cast<double>(cells)), cells - 1);
}

MortonKeys::MortonKeys(const Cell& lowest, const Cell& highest) : lowest_(lowest)
{
    const std::array extent{static_cast<std::uint64_t>(highest.x - lowest.x), static_cast<std::uint64_t>(highest.y - lowest.y),
                            static_cast<std::uint64_t>(highest.z - lowest.z)};
    for (auto& axis : position_)
        axis.fill(-1);
    for (int bit = 0; bit < largest_bits; ++bit)
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
            if (bit >= static_cast<int>(std::bit_width(extent[axis])))
                continue;
            position_[axis][static_cast<std::size_t>(bit)] = bits_;
            auto& table = spread_[axis][static_cast<std::size_t>(bit / 8)];
            for (std::size_t byte = 0; byte < table.size(); ++byte)
                table[byte] |= static_cast<std::uint64_t>((byte >> (bit % 8)) & 1) << bits_;
            ++bits_;
        }
    for (const std::uint64_t cells : extent)
        unique_ = unique_ && static_cast<int>(std::bit_width(cells)) <= largest_bits;
}
} // namespace aspic
