#pragma once

#include "aspic/math/vec.h"
#include "aspic/solvers/linear/symmetric_matrix.h"

namespace aspic
{
/// What the stretch and zero-energy forces of an elastic body depend on, for n particles and their neighbours at rest in compressed rows: list e of
/// particle i, begin[i] ≤ e < begin[i + 1], is the neighbour j = neighbor[e], ascending and never i itself.
struct StretchTerms
{
    View<const std::int64_t> begin; ///< n + 1
    View<const Index> neighbor;     ///< j
    View<const Vec3d> gradient;     ///< [1/m] g_ij = V_j L_i ∇W_ij
    View<const Vec3d> offset;       ///< [m] X_ij = X_i − X_j
    View<const double> zero_energy; ///< [N/m] k_ij
    View<const double> stiffness;   ///< [N m] 2 μ_i V_i
    View<const double> mass;        ///< [kg]
    View<const Index> fixed;        ///< particles that do not move, in any order
    double dt;                      ///< [s]

    [[nodiscard]] Index particles() const { return mass.size(); }
};

/// A row for each particle that moves.
struct StretchMatrix
{
    SymmetricMatrix matrix;
    Array<Index> particle; ///< of each row
    Array<Index> row;      ///< of each particle, −1 for those that do not move
};

/// A = M + 2Δt² Σ_i μ_i V_i G_iᵀ G_i + Δt² Σ_ij k_ij h_ijᵀ h_ij, for one coordinate c of all particles: K21 (29), whose x, y and z are independent.
/// G_i c = Σ_j (c_j − c_i) g_ij, K21 (12); h_ij c = (G_i c)·X_ij − (c_i − c_j), K21 (21). Symmetric to the bit, and the same for any number of threads.
StretchMatrix stretch_matrix(const StretchTerms& terms);
} // namespace aspic
