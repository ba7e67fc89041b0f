#include "aspic/geometry/box_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace aspic
{
BoxTree::BoxTree(const std::vector<Bounds>& items, Index leaf_size) : order_(items.size())
{
    std::iota(order_.begin(), order_.end(), 0);
    if (items.empty())
        return;
    nodes_.push_back({{}, 0, static_cast<Index>(items.size())});
    split(0, items, leaf_size);
}

/// Gives a node its box and, if it is no leaf, two halves of its items along the axis on which their centres differ most.
void BoxTree::split(Index node, const std::vector<Bounds>& items, Index leaf_size)
{
    const auto [begin, end] = std::pair(nodes_[static_cast<std::size_t>(node)].begin, nodes_[static_cast<std::size_t>(node)].end);
    Bounds box = empty_bounds();
    Bounds centers = empty_bounds();
    for (Index place = begin; place < end; ++place)
    {
        const Bounds& item = items[static_cast<std::size_t>(order_[static_cast<std::size_t>(place)])];
        box = joined(box, item);
        centers = joined(centers, 0.5 * item.low + 0.5 * item.high);
    }
    nodes_[static_cast<std::size_t>(node)].box = box;
    nodes_[static_cast<std::size_t>(node)].behind = node + 1;
    if (end - begin <= leaf_size)
        return;

    const Vec3d size = centers.high - centers.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto before = [&](Index a, Index b) {
        const Bounds& first = items[static_cast<std::size_t>(a)];
        const Bounds& second = items[static_cast<std::size_t>(b)];
        const double center_a = 0.5 * first.low[axis] + 0.5 * first.high[axis];
        const double center_b = 0.5 * second.low[axis] + 0.5 * second.high[axis];
        return center_a < center_b || (center_a == center_b && a < b);
    };
    const Index middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end, before);

    nodes_.push_back({{}, begin, middle});
    split(node + 1, items, leaf_size);
    const auto second = static_cast<Index>(nodes_.size());
    nodes_[static_cast<std::size_t>(node)].second = second;
    nodes_.push_back({{}, middle, end});
    split(second, items, leaf_size);
    nodes_[static_cast<std::size_t>(node)].behind = static_cast<Index>(nodes_.size());
}
} // namespace aspic
