#include "aspic/solvers/linear/elimination_plan.h"

#include "aspic/solvers/linear/elimination_tree.h"
#include "aspic/solvers/linear/nested_dissection.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace aspic
{
namespace
{
std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Subtrees with less than this share of all work are for one thread.
constexpr double share_of_a_subtree = 1.0 / 32;

/// Some columns that become a supernode, with what it would hold.
struct Bundle
{
    Index columns = 0, rows = 0;
    Index parent = -1;
    double nonzeros = 0; ///< that are no stored zeros

    [[nodiscard]] double stored() const { return 0.5 * columns * (columns + 1.0) + static_cast<double>(columns) * rows; }
};

/// Columns whose patterns differ only by the eliminated column itself.
struct Bundles
{
    std::vector<Bundle> bundle;
    Array<Index> of_column;
};

Bundles fundamental_bundles(const Array<Index>& parent, const Array<Index>& count)
{
    Bundles bundles{{}, Array<Index>(parent.size())};
    const auto n = static_cast<Index>(parent.size());
    for (Index k = 0; k < n; ++k)
    {
        const bool goes_on = k > 0 && parent[at(k) - 1] == k && count[at(k) - 1] == count[at(k)] + 1;
        if (!goes_on)
            bundles.bundle.emplace_back();
        Bundle& bundle = bundles.bundle.back();
        ++bundle.columns;
        bundle.rows = count[at(k)] - 1;
        bundle.nonzeros += count[at(k)];
        bundles.of_column[at(k)] = static_cast<Index>(bundles.bundle.size()) - 1;
    }
    for (Index k = 0; k < n; ++k)
        if (const Index p = parent[at(k)], own = bundles.of_column[at(k)]; p >= 0 && bundles.of_column[at(p)] != own)
            bundles.bundle[at(own)].parent = bundles.of_column[at(p)];
    return bundles;
}

/// Whether so many zeros are worth a wider panel: most in narrow ones, few in wide ones.
bool is_worth_joining(const Bundle& joined)
{
    const double zeros = 1 - joined.nonzeros / joined.stored();
    return joined.columns <= 16 ? zeros < 0.6 : joined.columns <= 48 ? zeros < 0.15 : zeros < 0.03;
}

/// Joins bundles with their parents. Returns for each the one that it has become a part of, or itself.
Array<Index> join(std::vector<Bundle>& bundles)
{
    Array<Index> part_of(bundles.size());
    std::iota(part_of.begin(), part_of.end(), 0);
    std::vector<std::vector<Index>> children(bundles.size());
    for (Index p = 0; p < static_cast<Index>(bundles.size()); ++p)
    {
        auto& mine = children[at(p)];
        std::stable_sort(mine.begin(), mine.end(),
                         [&](Index a, Index b) { return bundles[at(a)].rows > bundles[at(b)].rows; }); // fewest zeros first
        std::vector<Index> kept;
        for (const Index c : mine)
        {
            Bundle joined = bundles[at(p)];
            joined.columns += bundles[at(c)].columns;
            joined.nonzeros += bundles[at(c)].nonzeros;
            if (!is_worth_joining(joined))
            {
                kept.push_back(c);
                continue;
            }
            bundles[at(p)] = joined;
            part_of[at(c)] = p;
            kept.insert(kept.end(), children[at(c)].begin(), children[at(c)].end());
        }
        mine = std::move(kept);
        if (const Index above = bundles[at(p)].parent; above >= 0)
            children[at(above)].push_back(p);
    }
    for (auto b = static_cast<Index>(bundles.size()) - 1; b >= 0; --b)
        part_of[at(b)] = part_of[at(part_of[at(b)])];
    return part_of;
}

/// Supernodes in postorder, and the order of columns that goes with them.
struct Arrangement
{
    std::vector<Supernode> supernodes;
    Array<Index> columns;
};

Arrangement arrange(const std::vector<Bundle>& bundles, const Array<Index>& part_of, const Array<Index>& of_column)
{
    Array<Index> number(bundles.size(), -1), kept; // of the bundles that are left
    for (std::size_t b = 0; b < bundles.size(); ++b)
        if (part_of[b] == static_cast<Index>(b))
        {
            number[b] = static_cast<Index>(kept.size());
            kept.push_back(static_cast<Index>(b));
        }
    Array<Index> parent(kept.size(), -1);
    for (std::size_t k = 0; k < kept.size(); ++k)
        if (const Index above = bundles[at(kept[k])].parent; above >= 0)
            parent[k] = number[at(part_of[at(above)])];

    Arrangement result;
    const Array<Index> order = postorder(parent);
    Array<Index> place(kept.size());
    result.supernodes.resize(kept.size());
    Index column = 0;
    for (std::size_t s = 0; s < kept.size(); ++s)
    {
        place[at(order[s])] = static_cast<Index>(s);
        const Bundle& bundle = bundles[at(kept[at(order[s])])];
        Supernode& node = result.supernodes[s];
        node.first_column = column;
        node.columns = bundle.columns;
        node.rows = bundle.rows;
        node.first_descendant = static_cast<Index>(s);
        column += bundle.columns;
    }
    for (std::size_t s = 0; s < kept.size(); ++s)
        if (const Index above = parent[at(order[s])]; above >= 0)
            result.supernodes[s].parent = place[at(above)];

    Array<Index> next(kept.size());
    for (std::size_t s = 0; s < kept.size(); ++s)
        next[s] = result.supernodes[s].first_column;
    result.columns.resize(of_column.size());
    for (std::size_t k = 0; k < of_column.size(); ++k)
        result.columns[at(next[at(place[at(number[at(part_of[at(of_column[k])])])])]++)] = static_cast<Index>(k);
    return result;
}
} // namespace

EliminationPlan::EliminationPlan(const SymmetricMatrix& pattern) : size(pattern.size)
{
    Order elimination(nested_dissection(pattern));
    Array<Index> parent = elimination_tree(pattern, elimination);
    const Array<Index> post = postorder(parent);
    elimination.rearrange(post);
    parent = elimination_tree(pattern, elimination);
    const Array<Index> count = column_counts(pattern, elimination, parent);
    for (const Index c : count)
    {
        nonzeros += c;
        flops += static_cast<double>(c) * c;
    }

    Bundles bundles = fundamental_bundles(parent, count);
    const Array<Index> part_of = join(bundles.bundle);
    Arrangement arrangement = arrange(bundles.bundle, part_of, bundles.of_column);
    elimination.rearrange(arrangement.columns);
    supernodes = std::move(arrangement.supernodes);
    order = std::move(elimination.row);
    place = std::move(elimination.place);
    find_descendants();
    find_rows(pattern);
    lay_out();
    share_work();
}

EliminationPlan::EliminationPlan(Array<Index> order_of_rows, std::vector<Supernode> nodes, Array<Index> rows)
    : size(static_cast<Index>(order_of_rows.size())), supernodes(std::move(nodes)), row(std::move(rows))
{
    Order elimination(std::move(order_of_rows));
    order = std::move(elimination.row);
    place = std::move(elimination.place);
    Index column = 0;
    std::int64_t row_begin = 0;
    for (std::size_t s = 0; s < supernodes.size(); ++s)
    {
        Supernode& node = supernodes[s];
        node.first_column = std::exchange(column, column + node.columns);
        node.row_begin = std::exchange(row_begin, row_begin + node.rows);
        node.first_descendant = static_cast<Index>(s);
    }
    find_descendants();
    lay_out();
    share_work();
}

/// Children come before their parents, so that theirs are known.
void EliminationPlan::find_descendants()
{
    for (const Supernode& node : supernodes)
        if (node.parent >= 0)
        {
            Index& first = supernodes[at(node.parent)].first_descendant;
            first = std::min(first, node.first_descendant);
        }
}

/// A supernode's rows: those of the matrix in its columns, and those of its children.
void EliminationPlan::find_rows(const SymmetricMatrix& pattern)
{
    std::int64_t total = 0;
    for (Supernode& node : supernodes)
        total += node.rows;
    row.reserve(static_cast<std::size_t>(total));
    Array<Index> seen_by(at(size), -1);
    for (Index s = 0; s < static_cast<Index>(supernodes.size()); ++s)
    {
        Supernode& node = supernodes[at(s)];
        node.row_begin = static_cast<std::int64_t>(row.size());
        const Index end = node.first_column + node.columns;
        const auto add = [&](Index r) {
            if (r >= end && std::exchange(seen_by[at(r)], s) != s)
                row.push_back(r);
        };
        for (Index k = node.first_column; k < end; ++k)
            for (std::int64_t entry = pattern.begin[at(order[at(k)])]; entry < pattern.begin[at(order[at(k)]) + 1]; ++entry)
                add(place[at(pattern.column[static_cast<std::size_t>(entry)])]);
        for_each_child(s, [&](Index child) {
            const Supernode& below = supernodes[at(child)];
            for (Index k = 0; k < below.rows; ++k)
                add(row[static_cast<std::size_t>(below.row_begin + k)]);
        });
        std::sort(row.begin() + node.row_begin, row.end());
        ASPIC_EXPECTS(node.rows == static_cast<Index>(static_cast<std::int64_t>(row.size()) - node.row_begin));
    }
}

void EliminationPlan::lay_out()
{
    place_in_parent.resize(row.size());
    for (Supernode& node : supernodes)
    {
        node.panel_begin = panel_size;
        node.vector_begin = vector_tiles;
        panel_size += node.panel_size();
        vector_tiles += node.row_tiles();
        if (node.parent < 0)
            continue;
        const Supernode& parent = supernodes[at(node.parent)];
        const View<const Index> rows_above = rows_of(parent);
        const Index* above = rows_above.begin();
        for (Index k = 0; k < node.rows; ++k)
        {
            const Index r = rows_of(node)[k];
            const bool is_column = r < parent.first_column + parent.columns;
            while (!is_column && *above < r)
                ++above;
            place_in_parent[static_cast<std::size_t>(node.row_begin + k)] =
                is_column ? r - parent.first_column : parent.column_tiles() * tile_rows + static_cast<Index>(above - rows_above.begin());
        }
    }
}

void EliminationPlan::share_work()
{
    std::vector<double> work(supernodes.size(), 0); // of each subtree
    double total = 0;
    for (std::size_t s = 0; s < supernodes.size(); ++s)
    {
        const double own = static_cast<double>(supernodes[s].columns) * supernodes[s].row_tiles() * supernodes[s].row_tiles();
        work[s] += own;
        total += own;
        if (supernodes[s].parent >= 0)
            work[at(supernodes[s].parent)] += work[s];
    }
    const auto is_top = [&](Index s) { return work[at(s)] > share_of_a_subtree * total; };
    for (Index s = 0; s < static_cast<Index>(supernodes.size()); ++s)
        if (is_top(s))
            top.push_back(s);
        else if (supernodes[at(s)].parent < 0 || is_top(supernodes[at(s)].parent))
            subtrees.push_back(s);
    std::stable_sort(subtrees.begin(), subtrees.end(), [&](Index a, Index b) { return work[at(a)] > work[at(b)]; });
}

std::size_t EliminationPlan::bytes() const
{
    return (order.size() + place.size() + row.size() + place_in_parent.size() + subtrees.size() + top.size()) * sizeof(Index) +
           supernodes.size() * sizeof(Supernode);
}
} // namespace aspic
