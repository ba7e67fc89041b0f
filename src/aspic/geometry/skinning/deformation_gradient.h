#pragma once

#include "aspic/core/array.h"
#include "aspic/geometry/skinning/rest_rows.h"
#include "aspic/math/mat.h"

namespace aspic
{
/// The directions along which a deformation is known: in a single layer of points nothing tells how it goes on across, in a row of points even less.
struct KnownDirections
{
    int rank = 3;
    Mat3T<double> axes = diagonal(1.0, 1.0, 1.0); ///< rows: right-handed and orthonormal; the first `rank` of them span what is known
};

/// From the deformation gradient that an undeformed body gets: P = Σ_j X_j ⊗ ∇Φ_j, which projects onto the known directions.
KnownDirections known_directions(const Mat3T<double>& projection);

/// F, known along some directions and zero across, goes on across them as a rotation does: a normal of a layer stays a normal of length 1, what
/// stands around a row turns with it the short way, a single point is not turned.
Mat3T<double> completed(const Mat3T<double>& F, const KnownDirections& known);

/// Which gradient of the deformation is taken.
enum class GradientMethod
{
    corrected_sph, ///< K21 (8), (9)
    mls            ///< T09 (37)
};

/// A body at rest.
struct RestBody
{
    View<const Vec3d> positions; ///< [m] X_j
    View<const double> volumes;  ///< [m³], in 2D [m²] V_j
};

/// Deformation gradients F_j = ∂x/∂X at the points of a body: sums over rest neighbours whose weights are computed once,
///     F_j = Σ_l (x_l − x_j) ⊗ g_jl,   K21 (9): g_jl = V_l L_j ∇W_jl, with the pseudo-inverse L_j of K21 (8); or g_jl of T09 (37), (38).
/// Exact for affine deformations; where neighbours lie in a plane, on a line or in a point, within those, see `completed`.
class DeformationGradients
{
public:
    /// `near`: the rest neighbours of each point, itself included.
    DeformationGradients(const RestBody& body, RestRows near, GradientMethod method, int dimension);

    /// F_j of all points at their places x now [m].
    [[nodiscard]] Array<Mat3T<double>> at(View<const Vec3d> x) const;

    /// Points whose neighbours do not determine all directions.
    [[nodiscard]] Index deficient_count() const { return static_cast<Index>(deficient_.size()); }

    [[nodiscard]] std::size_t bytes() const { return rows_.sample.size() * sizeof(Index) + g_.size() * sizeof(Vec3d); } ///< memory held

private:
    struct Deficient
    {
        Index point;
        KnownDirections known;
    };

    [[nodiscard]] Mat3T<double> sum(View<const Vec3d> x, Index j) const;

    MlsRows rows_;
    Array<Vec3d> g_; ///< [1/m]
    std::vector<Deficient> deficient_;
};
} // namespace aspic
