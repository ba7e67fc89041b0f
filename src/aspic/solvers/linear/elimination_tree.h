#pragma once

#include "aspic/solvers/linear/symmetric_matrix.h"

namespace aspic
{
/// Rows of a matrix in an order of elimination: place k of it holds row `row[k]`, and row i stands at `place[i]`.
struct Order
{
    Array<Index> row, place;

    explicit Order(Array<Index> rows);
    /// Brings what stands at `from[k]` to place k.
    void rearrange(const Array<Index>& from);
};

/// The parent of each column in the elimination tree (Liu 1990): the first row below the diagonal in its column of the factor, or −1.
Array<Index> elimination_tree(const SymmetricMatrix& pattern, const Order& order);

/// Nodes of a forest, children before their parents and each subtree in one piece. Children come in ascending order.
Array<Index> postorder(const Array<Index>& parent);

/// Non-zeros in each column of the factor, with the diagonal (Gilbert, Ng and Peyton 1994). Columns must be in postorder.
Array<Index> column_counts(const SymmetricMatrix& pattern, const Order& order, const Array<Index>& parent);
} // namespace aspic
