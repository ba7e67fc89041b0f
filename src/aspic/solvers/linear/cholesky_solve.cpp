#include "aspic/compute/parallel.h"
#include "aspic/solvers/linear/cholesky.h"

#include <algorithm>

namespace aspic
{
namespace
{
constexpr Index group_tiles = 16;    ///< columns of tiles between two meetings of the threads
constexpr Index rows_at_a_time = 16; ///< rows of tiles that one thread takes at a time

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// The sweeps through all supernodes: each has its own vectors, and exchanges with its parent.
struct Sweeps
{
    const EliminationPlan& plan;
    const float* panels;
    float* vectors;
    int right_sides;
    InstructionSet set;

    [[nodiscard]] float* vectors_of(const Supernode& node) const { return vectors + node.vector_begin * right_sides * tile_rows; }
    [[nodiscard]] PanelSweep sweep_of(const Supernode& node) const
    {
        return {panels + node.panel_begin, node.row_tiles(), node.column_tiles(), node.last_width(), vectors_of(node), right_sides};
    }
    /// Where the first right-hand side of a row stands.
    [[nodiscard]] std::int64_t place(Index row) const
    {
        return static_cast<std::int64_t>(row / tile_rows) * right_sides * tile_rows + row % tile_rows;
    }

    /// Calls `use(place in the supernode's columns, row of the matrix)`.
    template <class Use> void for_each_column(const Supernode& node, const Use& use) const
    {
        for (Index k = 0; k < node.columns; ++k)
            use(place(k), plan.order[at(node.first_column + k)]);
    }

    template <class T> void begin_forward(Index s, View<const T> b) const
    {
        const Supernode& node = plan.supernodes[at(s)];
        float* const own = vectors_of(node);
        std::fill(own, own + static_cast<std::int64_t>(node.row_tiles()) * right_sides * tile_rows, 0.0F);
        for_each_column(node, [&](std::int64_t to, Index row) {
            for (int c = 0; c < right_sides; ++c)
                own[to + c * tile_rows] = static_cast<float>(b[static_cast<std::int64_t>(row) * right_sides + c]);
        });
        plan.for_each_child(s, [&](Index child) { add_child(plan.supernodes[at(child)], own); });
    }

    void add_child(const Supernode& child, float* own) const
    {
        const float* const from = vectors_of(child) + static_cast<std::int64_t>(child.column_tiles()) * right_sides * tile_rows;
        const View<const Index> places = plan.places_of(child);
        for (Index k = 0; k < child.rows; ++k)
            for (int c = 0; c < right_sides; ++c)
                own[place(places[k]) + c * tile_rows] += from[place(k) + c * tile_rows];
    }

    void forward(const Supernode& node) const
    {
        const Index columns = node.column_tiles(), rows = node.row_tiles();
        const auto sweep = kernel_for<ForwardSweep>(set);
        for (Index j = 0; j < columns; j += group_tiles)
        {
            const Index end = std::min(j + group_tiles, columns);
            const ForwardSweep group{sweep_of(node), j, end};
            sweep(group, j, end);
            auto piece = [&](Index from, Index to) { sweep(group, end + from, end + to); };
            for_each_chunk(rows - end, rows_at_a_time, piece);
        }
    }

    void begin_backward(const Supernode& node) const
    {
        if (node.parent < 0)
            return;
        const float* const parent = vectors_of(plan.supernodes[at(node.parent)]);
        float* const own = vectors_of(node) + static_cast<std::int64_t>(node.column_tiles()) * right_sides * tile_rows;
        const View<const Index> places = plan.places_of(node);
        for (Index k = 0; k < node.rows; ++k)
            for (int c = 0; c < right_sides; ++c)
                own[place(k) + c * tile_rows] = parent[place(places[k]) + c * tile_rows];
    }

    void backward(const Supernode& node) const
    {
        const Index columns = node.column_tiles(), rows = node.row_tiles();
        const auto sweep = kernel_for<BackwardSweep>(set);
        for (Index j = (columns - 1) / group_tiles * group_tiles; j >= 0; j -= group_tiles)
        {
            const Index end = std::min(j + group_tiles, columns);
            const BackwardSweep by_below{sweep_of(node), end, rows};
            auto piece = [&](Index from, Index to) { sweep(by_below, j + from, j + to); };
            if (end < rows)
                for_each_chunk(end - j, 1, piece);
            sweep(BackwardSweep{sweep_of(node), j, end}, j, end);
        }
    }

    template <class T> void end_backward(const Supernode& node, View<T> x) const
    {
        const float* const own = vectors_of(node);
        for_each_column(node, [&](std::int64_t from, Index row) {
            for (int c = 0; c < right_sides; ++c)
                x[static_cast<std::int64_t>(row) * right_sides + c] = static_cast<T>(own[from + c * tile_rows]);
        });
    }

    template <class T> void run_forward(Index s, View<T> b) const
    {
        begin_forward(s, View<const T>(b));
        forward(plan.supernodes[at(s)]);
    }
    template <class T> void run_backward(Index s, View<T> b) const
    {
        begin_backward(plan.supernodes[at(s)]);
        backward(plan.supernodes[at(s)]);
        end_backward(plan.supernodes[at(s)], b);
    }

    /// Up the tree and down again: subtrees side by side, the supernodes above them one after the other.
    template <class T> void run(View<T> b) const
    {
        auto up = [&](Index begin, Index end) {
            for (Index k = begin; k < end; ++k)
                for (Index s = plan.supernodes[at(plan.subtrees[at(k)])].first_descendant; s <= plan.subtrees[at(k)]; ++s)
                    run_forward(s, b);
        };
        auto down = [&](Index begin, Index end) {
            for (Index k = begin; k < end; ++k)
                for (Index s = plan.subtrees[at(k)]; s >= plan.supernodes[at(plan.subtrees[at(k)])].first_descendant; --s)
                    run_backward(s, b);
        };
        const auto subtrees = static_cast<Index>(plan.subtrees.size());
        for_each_chunk(subtrees, 1, up);
        for (const Index s : plan.top)
            run_forward(s, b);
        for (std::size_t k = plan.top.size(); k-- > 0;)
            run_backward(plan.top[k], b);
        for_each_chunk(subtrees, 1, down);
    }
};
} // namespace

template <class T> void CholeskyFactor::solve(View<T> b, int right_sides, Scratch& scratch) const
{
    ASPIC_EXPECTS(right_sides >= 1 && b.size() == size() * right_sides);
    const Scratch::Turn turn(scratch);
    struct alignas(64) Piece
    {
        float numbers[tile_rows];
    };
    const View<Piece> vectors = scratch.take<Piece>(static_cast<Index>(plan_->vector_tiles * right_sides));
    Sweeps{*plan_, panels_.data(), reinterpret_cast<float*>(vectors.data()), right_sides, current_execution().instruction_set}.run(b);
}

template <class T> double CholeskyFactor::solve_refined(const SymmetricMatrix& matrix, View<T> b, int right_sides, Scratch& scratch) const
{
    const Scratch::Turn turn(scratch);
    const View<T> right = scratch.take<T>(b.size()), rest = scratch.take<T>(b.size());
    std::copy(b.begin(), b.end(), right.begin());
    solve(b, right_sides, scratch);
    residual(matrix, View<const T>(right), View<const T>(b), right_sides, rest);
    const double before = relative_residual(View<const T>(right), View<const T>(rest), right_sides);
    solve(rest, right_sides, scratch);
    parallel_for(b.size(), [&](Index k) { b[k] += rest[k]; });
    return before;
}

template void CholeskyFactor::solve(View<float>, int, Scratch&) const;
template void CholeskyFactor::solve(View<double>, int, Scratch&) const;
template double CholeskyFactor::solve_refined(const SymmetricMatrix&, View<float>, int, Scratch&) const;
template double CholeskyFactor::solve_refined(const SymmetricMatrix&, View<double>, int, Scratch&) const;
} // namespace aspic
