#pragma once

#include "aspic/core/types.h"
#include "aspic/geometry/bounds.h"

#include <array>
#include <cstddef>
#include <vector>

namespace aspic
{
/// A binary tree of upright boxes around items, such as triangles: finds the items near a point in O(log n).
class BoxTree
{
public:
    /// A box around the items `order()[begin, end)`. Nodes stand in depth-first order: the first half follows its parent at once.
    struct Node
    {
        Bounds box;
        Index begin, end;
        Index second = 0; ///< node of the second half; 0: a leaf
        Index behind = 0; ///< the node that follows this one and all below it
    };

    BoxTree() = default;
    explicit BoxTree(const std::vector<Bounds>& items, Index leaf_size = 4);

    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<Index>& order() const { return order_; } ///< which item stands at which place of the tree

    /// Calls `visit(place)` for the places of all items whose boxes are nearer to x than √best2, near ones first. The callee lowers best2.
    template <class Visit> void visit_near(const Vec3d& x, const double& best2, const Visit& visit) const;

private:
    void split(Index node, const std::vector<Bounds>& items, Index leaf_size);

    std::vector<Node> nodes_;
    std::vector<Index> order_;
};

template <class Visit> void BoxTree::visit_near(const Vec3d& x, const double& best2, const Visit& visit) const
{
    struct Waiting
    {
        Index node;
        double distance2;
    };
    std::array<Waiting, 64> stack; // each half has half of the items: at most 32 levels
    std::size_t waiting = 0;
    if (!nodes_.empty())
        stack[waiting++] = {0, squared_distance(nodes_[0].box, x)};
    while (waiting > 0)
    {
        const Waiting top = stack[--waiting];
        if (!(top.distance2 < best2))
            continue;
        const Node& node = nodes_[static_cast<std::size_t>(top.node)];
        if (node.second == 0)
        {
            for (Index place = node.begin; place < node.end; ++place)
                visit(place);
            continue;
        }
        const Waiting first{top.node + 1, squared_distance(nodes_[static_cast<std::size_t>(top.node) + 1].box, x)};
        const Waiting second{node.second, squared_distance(nodes_[static_cast<std::size_t>(node.second)].box, x)};
        const bool first_is_nearer = first.distance2 <= second.distance2;
        stack[waiting++] = first_is_nearer ? second : first;
        stack[waiting++] = first_is_nearer ? first : second;
    }
}
} // namespace aspic
