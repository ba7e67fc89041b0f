#pragma once

#include "aspic/geometry/skinning/deformation_gradient.h"
#include "aspic/geometry/skinning/skin_method.h"

#include <variant>

// A fine mesh that follows the coarse particles of a body which deforms. Its vertices know the particles that were near at rest.

namespace aspic
{
/// How a skin is bound to a body.
struct SkinSettings
{
    SkinMethod method = SkinMethod::shepard;
    int dimension = 3;
    double support = 0; ///< [m] radius h of the kernels
    double link = 1.5;  ///< [mean spacings] points hang together by steps no longer than this; 0: all that are near do
};

/// The mesh at rest.
struct RestSurface
{
    View<const Vec3d> vertices; ///< [m]
    View<const Vec3d> normals;  ///< of any length
};

/// The mesh now.
struct SkinnedSurface
{
    Array<Vec3d> vertices; ///< [m]
    Array<Vec3d> normals;  ///< of length 1
};

/// What there is to know about a skin.
struct SkinReport
{
    Index vertices = 0;
    Index far_vertices = 0;    ///< farther than h from every point: they follow the nearest
    Index deficient = 0;       ///< places whose neighbours lie in a plane, on a line or in a point: of points, or for `mls` of vertices
    double mean_neighbors = 0; ///< points that a vertex follows
    std::size_t bytes = 0;     ///< memory held
};

/// Blends the affine motions of the points near a vertex k, with weights w_kj that add up to 1:
///     x_k = Σ_j w_kj (F_j (X_k − X_j) + x_j),   w_kj = s_k V_j W(X_kj),   s_k = 1/Σ_j V_j W(X_kj):
/// K21 (38), (39), where X_kj is to be read for X_ij. T09 (68) is the same with w_kj = ω_kj/Σω_kj and F_j = 1 + ∇u_j, by T09 (37) and without
/// the transpose that is printed. With b_j = x_j − F_j X_j it is a sum of twelve numbers, x_k = F̄_k X_k + b̄_k, and F̄_k turns the normal.
class BlendedMotions
{
public:
    BlendedMotions(const RestBody& body, const RestSurface& surface, const SkinSettings& settings, SkinReport& report);
    void deform(View<const Vec3d> x, SkinnedSurface& result) const;

private:
    Vec3d center_;            ///< [m] of the points at rest: all X are relative to it
    Array<Vec3d> X_points_;   ///< [m]
    Array<Vec3d> X_vertices_; ///< [m]
    Array<Vec3d> normals_;
    DeformationGradients gradients_;
    MlsRows rows_;
    Array<double> weights_;
};

/// Evaluates the moving least squares fit of the deformation at the vertices, T09 (67): u(X) = Σ_j Φ_j(X) u_j, F = Σ_j x_j ⊗ ∇Φ_j(X).
/// Φ_j reproduce linear functions, so that x_k = X_k + u(X_k) = Σ_j Φ_j x_j. Where points lie in a plane or on a line, X̄_k = Σ_j Φ_j X_j is the
/// vertex' foot on it, where they are far it is on the way to the vertex, and x_k = Σ_j Φ_j x_j + F (X_k − X̄_k) with the completed F.
class FittedMotion
{
public:
    FittedMotion(const RestBody& body, const RestSurface& surface, const SkinSettings& settings, SkinReport& report);
    void deform(View<const Vec3d> x, SkinnedSurface& result) const;

private:
    struct ShapeFunction
    {
        double value;
        Vec3d gradient; ///< [1/m]
    };
    /// A vertex beside its foot.
    struct Extended
    {
        Index vertex;
        KnownDirections known;
        Vec3d arm; ///< [m] X_k − X̄_k
    };
    struct Local
    {
        Vec3d x;
        Mat3T<double> F;
    };

    [[nodiscard]] Local evaluate(View<const Vec3d> x, Index vertex) const;

    Array<Vec3d> normals_;
    MlsRows rows_;
    Array<ShapeFunction> functions_;
    std::vector<Extended> extended_;
};

/// A mesh bound to a body. All methods reproduce affine deformations of the body exactly. Results do not depend on the number of threads.
///
/// Normals are F⁻ᵀ n, T09 §7.2 corrected, by the cofactors of F: det F · F⁻ᵀ n, which needs no inverse. Where the body is turned inside out they go with the
/// winding of the triangles; where it has collapsed to a line or a point the normal at rest stands in.
class Skin
{
public:
    /// The body has at least one point. Throws std::domain_error if a position is not finite.
    Skin(const RestBody& body, const RestSurface& surface, const SkinSettings& settings);

    /// Moves vertices and normals with the points, whose places x [m] are in the order of the body at rest. Memory of the result is kept.
    void deform(View<const Vec3d> x, SkinnedSurface& result) const;

    [[nodiscard]] const SkinReport& report() const { return report_; }

private:
    using Motion = std::variant<BlendedMotions, FittedMotion>;

    static Motion motion_of(const RestBody& body, const RestSurface& surface, const SkinSettings& settings, SkinReport& report);

    SkinReport report_;
    Motion motion_;
};
} // namespace aspic
