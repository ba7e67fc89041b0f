#include "aspic/solvers/linear/cholesky.h"

#include "aspic/compute/interrupt.h"
#include "aspic/compute/parallel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>

namespace aspic
{
namespace
{
constexpr Index group_tiles = 8;        ///< columns of tiles that are finished at a time
constexpr Index rows_at_a_time = 8;     ///< rows of tiles that one thread takes at a time
constexpr double tiniest_pivot = 1e-60; ///< what float can hold the root and its inverse of, and the largest …
constexpr double largest_pivot = 1e60;
constexpr double least_part = 1e-13; ///< of a diagonal entry that elimination must leave: less is rounding

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// A triangle of tiles.
using Tiles = Array<double>;

/// Memory that one supernode after the other uses: fresh pages from the system cost as much as the arithmetic in them.
class Spares
{
public:
    /// So many tiles, all zero.
    Tiles take(std::int64_t count)
    {
        const auto wanted = static_cast<std::size_t>(count * tile_size);
        Tiles tiles = smallest_for(wanted);
        tiles.clear();
        tiles.resize(wanted);
        double* const data = tiles.data();
        auto piece = [&](Index begin, Index end) {
            std::fill(data + static_cast<std::int64_t>(begin) * tile_size, data + static_cast<std::int64_t>(end) * tile_size, 0.0);
        };
        for_each_chunk(static_cast<Index>(count), 2048, piece);
        return tiles;
    }

    /// Back to the system.
    void clear() { spares_.clear(); }

    void give(Tiles tiles)
    {
        const std::lock_guard lock(in_use_);
        spares_.push_back(std::move(tiles));
    }

private:
    /// The smallest that is large enough, or a new one: a little larger than wanted, so that it serves others, too.
    Tiles smallest_for(std::size_t wanted)
    {
        const std::lock_guard lock(in_use_);
        auto best = spares_.end();
        for (auto spare = spares_.begin(); spare != spares_.end(); ++spare)
            if (spare->capacity() >= wanted && (best == spares_.end() || spare->capacity() < best->capacity()))
                best = spare;
        Tiles found;
        if (best == spares_.end())
            found.reserve(wanted + wanted / 4);
        else
        {
            found = std::move(*best);
            spares_.erase(best);
        }
        return found;
    }

    std::mutex in_use_;
    std::vector<Tiles> spares_;
};

/// Where the entry (row, column) stands in a triangle of so many rows of tiles.
std::int64_t entry_place(Index rows, Index row, Index column)
{
    return tile_size * tile_place(rows, row / tile_rows, column / tile_rows) + (column % tile_rows) * tile_rows + row % tile_rows;
}

/// Replaces the lower triangle of a tile by its Cholesky factor. Returns the first column whose pivot is too small, or tile_rows.
Index factor_tile(double* a, const double* diagonal)
{
    for (Index k = 0; k < tile_rows; ++k)
    {
        const double pivot = a[tile_rows * k + k];
        const bool is_sound = pivot > least_part * diagonal[k] && pivot >= tiniest_pivot && pivot <= largest_pivot;
        if (!is_sound)
            return k;
        const double root = std::sqrt(pivot);
        for (Index i = k; i < tile_rows; ++i)
            a[tile_rows * k + i] = i == k ? root : a[tile_rows * k + i] / root;
        for (Index j = k + 1; j < tile_rows; ++j)
            for (Index i = j; i < tile_rows; ++i)
                a[tile_rows * j + i] -= a[tile_rows * k + i] * a[tile_rows * k + j];
    }
    return tile_rows;
}

/// The inverse of a lower triangle.
void invert_tile(const double* l, double* inverse)
{
    std::fill(inverse, inverse + tile_size, 0.0);
    for (Index j = 0; j < tile_rows; ++j)
    {
        double* const x = inverse + tile_rows * j;
        x[j] = 1;
        for (Index k = j; k < tile_rows; ++k)
        {
            x[k] /= l[tile_rows * k + k];
            for (Index i = k + 1; i < tile_rows; ++i)
                x[i] -= l[tile_rows * k + i] * x[k];
        }
    }
}
} // namespace

/// One factorisation: each supernode gathers its part of the matrix and what its children have left of theirs, eliminates its columns, keeps them in float
/// and leaves the rest to its parent.
class Factorisation
{
public:
    Factorisation(const SymmetricMatrix& matrix, const EliminationPlan& plan)
        : matrix_(matrix),
          plan_(plan),
          set_(current_execution().instruction_set),
          rest_(plan.supernodes.size()),
          panels_(static_cast<std::size_t>(plan.panel_size))
    {
    }

    /// Returns the column at which it fails, or the number of columns.
    Index run()
    {
        std::atomic<Index> failed{plan_.size};
        auto piece = [&](Index begin, Index end) {
            Workspace workspace(plan_.size);
            for (Index k = begin; k < end; ++k)
                lower(failed, factor_subtree(plan_.subtrees[at(k)], workspace));
        };
        for_each_chunk(static_cast<Index>(plan_.subtrees.size()), 1, piece);
        spares_.clear(); // too small from now on
        Workspace workspace(plan_.size);
        for (const Index s : plan_.top)
            if (failed.load() == plan_.size)
                lower(failed, factor_supernode(s, workspace));
        return failed.load();
    }

    Array<float> panels() && { return std::move(panels_); }

private:
    struct Workspace
    {
        explicit Workspace(Index n) : position(at(n)) {}
        Tiles panel;
        Tiles inverse;          ///< of the tiles on the diagonal
        Array<double> diagonal; ///< of the matrix
        Array<Index> position;  ///< of columns in the current supernode
    };

    static void lower(std::atomic<Index>& least, Index value)
    {
        Index now = least.load();
        while (value < now && !least.compare_exchange_weak(now, value))
        {
        }
    }

    Index factor_subtree(Index root, Workspace& workspace)
    {
        for (Index s = plan_.supernodes[at(root)].first_descendant; s <= root; ++s)
            if (const Index failed = factor_supernode(s, workspace); failed < plan_.size)
                return failed;
        return plan_.size;
    }

    Index factor_supernode(Index s, Workspace& workspace)
    {
        const Supernode& node = plan_.supernodes[at(s)];
        const Index rest_tiles = node.row_tiles() - node.column_tiles();
        workspace.panel = spares_.take(tile_place(node.row_tiles(), node.column_tiles(), node.column_tiles()));
        rest_[at(s)] = spares_.take(tile_place(rest_tiles, rest_tiles, rest_tiles));
        add_matrix(node, workspace);
        plan_.for_each_child(s, [&](Index child) {
            add_rest_of(child, node, workspace.panel, rest_[at(s)]);
            spares_.give(std::move(rest_[at(child)]));
        });
        const Index failed = eliminate(node, workspace);
        if (failed < node.columns)
            return node.first_column + failed;
        update_rest(node, workspace.panel, rest_[at(s)]);
        keep(node, workspace);
        spares_.give(std::move(workspace.panel));
        return plan_.size;
    }

    void add_matrix(const Supernode& node, Workspace& workspace) const
    {
        const Index rows = node.row_tiles();
        for (Index k = 0; k < node.columns; ++k)
            workspace.position[at(node.first_column + k)] = k;
        const View<const Index> below = plan_.rows_of(node);
        for (Index k = 0; k < node.rows; ++k)
            workspace.position[at(below[k])] = node.column_tiles() * tile_rows + k;

        workspace.diagonal.assign(at(node.column_tiles() * tile_rows), 1.0);
        for (Index k = node.columns; k < node.column_tiles() * tile_rows; ++k)
            workspace.panel[static_cast<std::size_t>(entry_place(rows, k, k))] = 1; // padding
        auto piece = [&](Index begin, Index end) {
            for (Index k = begin; k < end; ++k)
                add_column(node.first_column + k, k, rows, workspace);
        };
        for_each_chunk(node.columns, 64, piece);
    }

    void add_column(Index column, Index k, Index rows, Workspace& workspace) const
    {
        const Index i = plan_.order[at(column)];
        for (std::int64_t entry = matrix_.begin[at(i)]; entry < matrix_.begin[at(i) + 1]; ++entry)
        {
            const Index place = plan_.place[at(matrix_.column[static_cast<std::size_t>(entry)])];
            if (place < column)
                continue;
            const double value = matrix_.value[static_cast<std::size_t>(entry)];
            workspace.panel[static_cast<std::size_t>(entry_place(rows, workspace.position[at(place)], k))] = value;
            if (place == column)
                workspace.diagonal[at(k)] = value;
        }
    }

    /// Adds what elimination of a child's columns has left of its rows.
    void add_rest_of(Index child, const Supernode& node, Tiles& panel, Tiles& rest) const
    {
        const Supernode& below = plan_.supernodes[at(child)];
        const View<const Index> places = plan_.places_of(below);
        const Index child_rows = tiles_of(below.rows), columns = node.column_tiles(), rows = node.row_tiles();
        Array<std::int64_t> down(at(below.rows)); // from the top of a column of tiles
        for (Index i = 0; i < below.rows; ++i)
            down[at(i)] = static_cast<std::int64_t>(places[i] / tile_rows) * tile_size + places[i] % tile_rows;
        auto piece = [&](Index begin, Index end) {
            for (Index j = begin; j < end; ++j)
            {
                const Index shift = places[j] < columns * tile_rows ? 0 : columns;
                const Index to = places[j] - shift * tile_rows;
                double* const column = (shift == 0 ? panel : rest).data() + entry_place(rows - shift, to, to) - down[at(j)];
                const double* const source = rest_[at(child)].data() + entry_place(child_rows, j, j) - j % tile_rows;
                Index i = j;
                for (Index tile = j / tile_rows; i < below.rows; ++tile)
                    for (const Index last = std::min(below.rows, (tile + 1) * tile_rows); i < last; ++i)
                        column[down[at(i)]] += source[(tile - j / tile_rows) * tile_size + i % tile_rows];
            }
        };
        for_each_chunk(below.rows, 64, piece);
    }

    /// Turns the panel into columns of the factor. Returns the column at which it fails, or more than there are.
    Index eliminate(const Supernode& node, Workspace& workspace) const
    {
        const Index rows = node.row_tiles(), columns = node.column_tiles();
        double* const panel = workspace.panel.data();
        workspace.inverse.resize(static_cast<std::size_t>(columns) * tile_size);
        const auto update = kernel_for<UpdateTiles<double>>(set_);
        const auto finish = kernel_for<FinishRows<double>>(set_);
        for (Index j = 0; j < columns; j += group_tiles)
        {
            const Index end = std::min(j + group_tiles, columns);
            const UpdateTiles<double> by_earlier{panel, rows, panel, rows, 0, j, end, 0, j};
            auto update_rows = [&](Index begin, Index to) { update(by_earlier, j + begin, j + to); };
            if (j > 0)
                for_each_chunk(rows - j, rows_at_a_time, update_rows);
            if (const Index failed = factor_group(j, end, rows, workspace); failed < node.columns)
                return failed;
            const FinishRows<double> by_group{panel, rows, workspace.inverse.data(), j, end};
            auto finish_rows = [&](Index begin, Index to) { finish(by_group, end + begin, end + to); };
            for_each_chunk(rows - end, rows_at_a_time, finish_rows);
        }
        return node.columns;
    }

    /// The columns [begin, end) of tiles within their own rows.
    Index factor_group(Index begin, Index end, Index rows, Workspace& workspace) const
    {
        double* const panel = workspace.panel.data();
        for (Index i = begin; i < end; ++i)
        {
            kernel_for<FinishRows<double>>(set_)({panel, rows, workspace.inverse.data(), begin, i}, i, i + 1);
            kernel_for<UpdateTiles<double>>(set_)({panel, rows, panel, rows, 0, i, i + 1, begin, i}, i, i + 1);
            double* const tile = panel + tile_size * tile_place(rows, i, i);
            if (const Index failed = factor_tile(tile, workspace.diagonal.data() + static_cast<std::int64_t>(i) * tile_rows);
                failed < tile_rows)
                return i * tile_rows + failed;
            invert_tile(tile, workspace.inverse.data() + static_cast<std::int64_t>(i) * tile_size);
        }
        return std::numeric_limits<Index>::max();
    }

    /// C −= L Lᵀ for the rows below.
    void update_rest(const Supernode& node, const Tiles& panel, Tiles& rest) const
    {
        const Index rows = node.row_tiles(), columns = node.column_tiles(), rest_tiles = rows - columns;
        const auto update = kernel_for<UpdateTiles<double>>(set_);
        const Index blocks = (rest_tiles + rows_at_a_time - 1) / rows_at_a_time;
        auto piece = [&](Index begin, Index end) {
            for (Index block = begin; block < end; ++block)
            {
                const auto i = static_cast<Index>((std::sqrt(8.0 * block + 1) - 1) / 2);
                const Index first_i = columns + i * rows_at_a_time;
                const Index first_j = columns + (block - i * (i + 1) / 2) * rows_at_a_time;
                update(
                    {panel.data(), rows, rest.data(), rest_tiles, columns, first_j, std::min(first_j + rows_at_a_time, rows), 0, columns},
                    first_i, std::min(first_i + rows_at_a_time, rows));
            }
        };
        for_each_chunk(blocks * (blocks + 1) / 2, 1, piece);
    }

    /// Stores the panel in float, with the inverses on its diagonal.
    void keep(const Supernode& node, const Workspace& workspace)
    {
        const Index rows = node.row_tiles(), columns = node.column_tiles();
        float* const to = panels_.data() + node.panel_begin;
        auto piece = [&](Index begin, Index end) {
            for (Index j = begin; j < end; ++j)
            {
                const Index width = j + 1 == columns ? node.last_width() : tile_rows;
                float* out = to + tile_size * tile_place(rows, j, j);
                for (Index i = j; i < rows; ++i, out += width * tile_rows)
                {
                    const double* const tile = i == j ? workspace.inverse.data() + static_cast<std::int64_t>(j) * tile_size
                                                      : workspace.panel.data() + tile_size * tile_place(rows, i, j);
                    for (Index k = 0; k < width * tile_rows; ++k)
                        out[k] = static_cast<float>(tile[k]);
                }
            }
        };
        for_each_chunk(columns, 4, piece);
    }

    const SymmetricMatrix& matrix_;
    const EliminationPlan& plan_;
    InstructionSet set_;
    Spares spares_;
    std::vector<Tiles> rest_; ///< of each supernode, until its parent takes it
    Array<float> panels_;
};

Result<CholeskyFactor> CholeskyFactor::make(const SymmetricMatrix& matrix)
{
    return make(matrix, std::make_shared<const EliminationPlan>(matrix));
}

Result<CholeskyFactor> CholeskyFactor::make(const SymmetricMatrix& matrix, std::shared_ptr<const EliminationPlan> plan)
{
    ASPIC_EXPECTS(plan->size == matrix.size);
    const InterruptibleWork work;
    Factorisation factorisation(matrix, *plan);
    if (const Index failed = factorisation.run(); failed < plan->size)
        return Problem{"matrix",
                       "is not positive definite: row " + std::to_string(plan->order[at(failed)]) + " of " + std::to_string(plan->size) +
                           " depends on others, or holds what is no number",
                       "give every row a mass, and stiffnesses that are not negative"};
    return CholeskyFactor(std::move(plan), std::move(factorisation).panels());
}

std::size_t CholeskyFactor::bytes() const { return panels_.size() * sizeof(float) + plan_->bytes(); }
} // namespace aspic
