#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/core/array.h"
#include "aspic/core/view.h"

#include <vector>

namespace aspic
{
/// A balanced tree over scattered points that do not move: for radii that differ from query to query, and for densities that differ from
/// place to place. Building takes O(n log n), a query O(log n + points found) as long as the points found are a small part of all.
///
/// T09 A1, made robust: the printed form splits by value and never ends where more than s points coincide. Here each half gets half of the
/// points, whatever their coordinates, and axes along which the points of a cell do not differ are passed over.
/// T09 A2, with ≤ r as in its text (the algorithm prints < r).
class KdTree
{
public:
    /// Splits along the first `dimension` axes until at most `leaf_size` points (s in T09 A1) are left in a cell.
    /// Throws std::domain_error if a position is not finite.
    explicit KdTree(View<const Vec3d> points, int dimension = 3, Index leaf_size = 16);

    /// Replaces `found` by the points within `r` of `x`, boundary included, in ascending order. Along periodic axes the nearest image counts;
    /// no point is found twice, however short the period. Distances are those of `shortest_difference`, in double: no pair is lost to rounding.
    void query(const Vec3d& x, double r, std::vector<Index>& found, const Periodicity& periodicity = {}) const;

    [[nodiscard]] Index size() const { return static_cast<Index>(entries_.size()); }

private:
    struct Entry
    {
        Vec3d x;
        Index point;
    };

    /// The plane that splits a cell. Points on it may lie in either half.
    struct Node
    {
        double split;
        int axis;
    };

    /// A node and the points below it. The halves of node k are 2k + 1 and 2k + 2, each with half of the points: nothing else needs storing.
    struct Branch
    {
        std::size_t node;
        Index begin, end;
    };

    static Branch left_of(const Branch& branch) { return {2 * branch.node + 1, branch.begin, middle_of(branch)}; }
    static Branch right_of(const Branch& branch) { return {2 * branch.node + 2, middle_of(branch), branch.end}; }
    static Index middle_of(const Branch& branch) { return branch.begin + (branch.end - branch.begin) / 2; }
    [[nodiscard]] bool is_leaf(const Branch& branch) const { return branch.end - branch.begin <= leaf_size_; }
    [[nodiscard]] Branch root() const { return {0, 0, size()}; }

    void split_cell(const Branch& branch, int axis);
    [[nodiscard]] int splitting_axis(const Branch& branch, int axis) const;
    [[nodiscard]] Branch smallest_around(const Vec3d& x, double r2) const;
    template <class Region> void gather(const Branch& branch, const Region& region, std::vector<Index>& found) const;

    int dimension_;
    Index leaf_size_;
    Vec3d low_, high_; ///< of all points
    Array<Entry> entries_;
    std::vector<Node> nodes_;
};
} // namespace aspic
