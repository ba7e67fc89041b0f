#pragma once

#include "aspic/core/array.h"
#include "aspic/particles/cell_lattice.h"

#include <limits>
#include <vector>

namespace aspic
{
/// T09 (43): H(i, j, k) = (i p1 xor j p2 xor k p3) mod s with the primes of Teschner et al. 2003, of the cell's place, not of a position as
/// T09 A3 prints. Unsigned: the remainder is never negative, so cells on all sides of the origin have a bucket.
constexpr std::uint64_t spatial_hash(const Cell& cell, std::uint64_t table_size)
{
    const std::uint64_t mixed = (static_cast<std::uint64_t>(cell.x) * 73856093U) ^ (static_cast<std::uint64_t>(cell.y) * 19349663U) ^
                                (static_cast<std::uint64_t>(cell.z) * 83492791U);
    return mixed % table_size;
}

/// Edge length d of the cells of a hash grid with search radius r.
enum class CellSize
{
    radius,   ///< d = r: a query looks into 3^k cells, smaller ones
    two_radii ///< d = 2r: a query looks into 2^k cells, those nearest to the point; mostly faster
};

/// A hash grid with fixed search radius for points that come, go and move one by one. The domain is unbounded, memory is proportional to
/// the number of points, cells have no limit of points. Building takes O(n); insert, remove and move take O(1), on average over many.
///
/// T09 (42), (43), A3, A4, corrected: T09 A3 adds up primes times positions, but (43) with cells is right. T09 A4 says d = r; correct for
/// d = 2r only, with d = r the 3^k cells around the point must be searched. Cells that share a bucket are searched once and every candidate
/// is measured, so collisions give neither false nor double neighbours.
class HashGrid
{
public:
    struct Settings
    {
        CellSize cell_size = CellSize::two_radii;
        int dimension = 3;                                           ///< k: axes that are divided into cells
        Periodicity periodicity = {};                                ///< periods of any length
        Index largest_table = std::numeric_limits<Index>::max() / 2; ///< buckets; smaller tables are slower, never wrong
    };

    /// Points are named 0, 1, … in their order. Throws std::domain_error if a position is not finite, or the radius not positive.
    HashGrid(View<const Vec3d> points, double radius, const Settings& settings);
    HashGrid(View<const Vec3d> points, double radius) : HashGrid(points, radius, Settings{}) {}

    /// Adds a point under a free name of the caller's choice; memory is kept for all smaller names.
    /// insert and move throw std::domain_error if the position is not finite, and then change nothing.
    void insert(Index point, const Vec3d& x);
    void remove(Index point);
    void move(Index point, const Vec3d& x);

    [[nodiscard]] bool contains(Index point) const;
    [[nodiscard]] Index size() const { return size_; }
    [[nodiscard]] std::size_t bytes() const; ///< memory held
    [[nodiscard]] Index table_size() const { return static_cast<Index>(table_.size()); }

    /// Replaces `found` by the points within the search radius of `x`, boundary included, in ascending order. Along periodic axes the
    /// nearest image counts. Distances are those of `shortest_difference`, in double: no pair is lost to rounding.
    void query(const Vec3d& x, std::vector<Index>& found) const;

private:
    static constexpr int max_cells = 64; ///< 3^k, and more where rounding makes cells doubtful

    struct Entry
    {
        Vec3d x;
        Index point;
    };

    /// Consecutive entries of the pool with the same hash.
    struct Bucket
    {
        std::int64_t begin = 0;
        Index count = 0, capacity = 0;
    };

    /// Where a point is: `slot` counts from the beginning of the bucket; −1: the name is free.
    struct Place
    {
        Index bucket = 0, slot = -1;
    };

    /// `count` cells from `first` along one axis; along a periodic one they go on at the other end.
    struct CellRange
    {
        std::int64_t first = 0, count = 1;
    };

    [[nodiscard]] Index bucket_of(const Cell& cell) const;
    [[nodiscard]] std::int64_t cell_along(double x, int axis) const;
    [[nodiscard]] CellRange reached_along(double x, int axis) const;
    [[nodiscard]] Index bucket_at(const Vec3d& x) const;
    [[nodiscard]] int reached_buckets(const Vec3d& x, std::array<Index, max_cells>& buckets) const;
    template <class IsNear> void search(const Vec3d& x, const IsNear& is_near, std::vector<Index>& found) const;

    void append(Index bucket, const Entry& entry);
    void make_room(Bucket& bucket);
    void rebuild(std::size_t table_size);
    void distribute(const Array<Entry>& entries, std::size_t table_size);
    [[nodiscard]] std::size_t fitting_table_size(Index points) const;

    double radius_;
    Settings settings_;
    double edge_;  ///< d, a little more than r or 2r
    double reach_; ///< r, increased by the rounding of squared distances
    bool is_periodic_;
    std::array<std::int64_t, 3> cells_per_period_{}; ///< or 0
    double largest_coordinate_ = 0;                  ///< of any point so far: limits the rounding errors of periodic cells

    Index size_ = 0;
    Array<Entry> pool_;
    std::vector<Bucket> table_; ///< by hash
    std::vector<Place> place_;  ///< by name
};
} // namespace aspic
