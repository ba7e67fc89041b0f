#include "aspic/solvers/linear/elimination_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace aspic
{
namespace
{
std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Calls `use(place of j)` for the entries (i, j) of the row that stands at place k.
template <class Use> void for_each_entry(const SymmetricMatrix& pattern, const Order& order, Index k, const Use& use)
{
    const Index row = order.row[at(k)];
    for (std::int64_t entry = pattern.begin[at(row)]; entry < pattern.begin[at(row) + 1]; ++entry)
        use(order.place[at(pattern.column[static_cast<std::size_t>(entry)])]);
}

/// The root of the tree that a node belongs to so far; shortens the way for those who ask again.
Index root_of(Array<Index>& ancestor, Index node)
{
    Index root = node;
    while (ancestor[at(root)] != root)
        root = ancestor[at(root)];
    while (node != root)
        node = std::exchange(ancestor[at(node)], root);
    return root;
}
} // namespace

Order::Order(Array<Index> rows) : row(std::move(rows)), place(row.size())
{
    for (std::size_t k = 0; k < row.size(); ++k)
        place[at(row[k])] = static_cast<Index>(k);
}

void Order::rearrange(const Array<Index>& from)
{
    Array<Index> rows(row.size());
    for (std::size_t k = 0; k < row.size(); ++k)
        rows[k] = row[at(from[k])];
    *this = Order(std::move(rows));
}

Array<Index> elimination_tree(const SymmetricMatrix& pattern, const Order& order)
{
    Array<Index> parent(at(pattern.size), -1), ancestor(at(pattern.size));
    for (Index k = 0; k < pattern.size; ++k)
    {
        ancestor[at(k)] = k;
        for_each_entry(pattern, order, k, [&](Index j) {
            if (j >= k)
                return;
            if (const Index root = root_of(ancestor, j); root != k)
                parent[at(root)] = ancestor[at(root)] = k;
        });
    }
    return parent;
}

Array<Index> postorder(const Array<Index>& parent)
{
    const auto n = static_cast<Index>(parent.size());
    Array<Index> first_child(parent.size(), -1), sibling(parent.size(), -1), order, open;
    order.reserve(parent.size());
    for (Index k = n - 1; k >= 0; --k)
        if (const Index p = parent[at(k)]; p >= 0)
            sibling[at(k)] = std::exchange(first_child[at(p)], k);
    for (Index root = 0; root < n; ++root)
    {
        if (parent[at(root)] >= 0)
            continue;
        open.push_back(root);
        while (!open.empty())
        {
            const Index node = open.back();
            if (const Index child = first_child[at(node)]; child >= 0)
            {
                first_child[at(node)] = sibling[at(child)];
                open.push_back(child);
                continue;
            }
            order.push_back(node);
            open.pop_back();
        }
    }
    return order;
}

Array<Index> column_counts(const SymmetricMatrix& pattern, const Order& order, const Array<Index>& parent)
{
    const Index n = pattern.size;
    Array<Index> first(at(n)); // column of the subtree
    std::iota(first.begin(), first.end(), 0);
    Array<Index> ancestor = first;
    for (Index k = 0; k < n; ++k)
        if (const Index p = parent[at(k)]; p >= 0)
            first[at(p)] = std::min(first[at(p)], first[at(k)]);

    // Row i of the factor is a subtree; counts are sums over it of +1 at each leaf and −1 where two branches meet.
    Array<Index> count(at(n), 0), last_first(at(n), -1), last_leaf(at(n), -1);
    for (Index k = 0; k < n; ++k)
    {
        count[at(k)] += first[at(k)] == k ? 1 : 0;
        if (parent[at(k)] >= 0)
            --count[at(parent[at(k)])];
        for_each_entry(pattern, order, k, [&](Index i) {
            if (i <= k || first[at(k)] <= last_first[at(i)])
                return;
            last_first[at(i)] = first[at(k)];
            ++count[at(k)];
            if (const Index before = std::exchange(last_leaf[at(i)], k); before >= 0)
                --count[at(root_of(ancestor, before))];
        });
        if (parent[at(k)] >= 0)
            ancestor[at(k)] = parent[at(k)];
    }
    for (Index k = 0; k < n; ++k)
        if (parent[at(k)] >= 0)
            count[at(parent[at(k)])] += count[at(k)];
    return count;
}
} // namespace aspic
