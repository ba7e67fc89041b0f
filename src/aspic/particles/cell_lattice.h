#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/compute/parallel.h"

#include <array>
#include <string>

namespace aspic
{
/// Place of a cubic cell in an unbounded lattice.
struct Cell
{
    std::int64_t x, y, z;

    std::int64_t operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    std::int64_t& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    bool operator==(const Cell&) const = default;
};

/// Cells at least `reach` wide, so that points within `reach` of each other lie in the same or in adjacent cells: T09 (42) with d = r.
/// Along a periodic axis the cells divide the period evenly.
class CellLattice
{
public:
    CellLattice(double reach, const Periodicity& periodicity);

    [[nodiscard]] Cell cell_of(const Vec3d& x) const { return {along(x.x, 0), along(x.y, 1), along(x.z, 2)}; }

    /// Cells from one to the other end of a periodic axis, or 0.
    [[nodiscard]] std::int64_t cells_per_period(int axis) const { return cells_per_period_[static_cast<std::size_t>(axis)]; }

    /// Largest coordinate for which neighbouring cells are told apart without rounding errors.
    [[nodiscard]] double largest_coordinate() const { return largest_coordinate_; }

private:
    [[nodiscard]] std::int64_t along(double x, int axis) const
    {
        if (cells_per_period_[static_cast<std::size_t>(axis)] == 0)
            return floor_to_whole(x * inverse_edge_); // T09 (42)
        return along_period(x, axis);
    }
    [[nodiscard]] std::int64_t along_period(double x, int axis) const;

    double edge_;
    double inverse_edge_;
    double largest_coordinate_;
    Periodicity periodicity_;
    std::array<std::int64_t, 3> cells_per_period_{};
};

/// Keys that sort cells along Morton's curve, so that near cells are near in memory. Only as many bits are used as the lattice box needs;
/// beyond 2^21 cells along an axis keys repeat.
class MortonKeys
{
public:
    MortonKeys() : MortonKeys({0, 0, 0}, {0, 0, 0}) {}
    MortonKeys(const Cell& lowest, const Cell& highest);

    [[nodiscard]] std::uint64_t key(const Cell& cell) const
    {
        std::uint64_t key = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
            const auto place = static_cast<std::uint64_t>(cell[static_cast<int>(axis)] - lowest_[static_cast<int>(axis)]);
            for (std::size_t byte = 0; byte < bytes_per_axis; ++byte)
                key |= spread_[axis][byte][(place >> (8 * byte)) & 255];
        }
        return key;
    }
    [[nodiscard]] int bits() const { return bits_; }

    /// Where in the key a bit of the place along an axis stands, or −1 if the box is too small for it.
    [[nodiscard]] int bit_position(int axis, int bit) const
    {
        return bit < largest_bits ? position_[static_cast<std::size_t>(axis)][static_cast<std::size_t>(bit)] : -1;
    }
    [[nodiscard]] bool are_unique() const { return unique_; }

private:
    static constexpr int largest_bits = 21;
    static constexpr int bytes_per_axis = 3;

    Cell lowest_;
    int bits_ = 0;
    bool unique_ = true;
    std::array<std::array<int, largest_bits>, 3> position_;
    std::array<std::array<std::array<std::uint64_t, 256>, bytes_per_axis>, 3> spread_{};
};
} // namespace aspic
