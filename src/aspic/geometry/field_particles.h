#pragma once

#include "aspic/compute/parallel.h"
#include "aspic/core/field_table.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// How the field is made whose isosurface is the surface of particles.
enum class SurfaceMethod
{
    density,     ///< φ = Σ_j V_j ω_h(x − x_j), T09 §6.5: blobby, robust
    zhu_bridson, ///< φ = r − |x − x̄|: distance to the mean position of the near particles
    anisotropic  ///< φ = Σ_j V_j ω(G_j (x − x̄_j)): flat and smooth, with kernels shaped like their neighbourhood
};

template <> std::span<const Choice> choices_of<SurfaceMethod>();

/// GᵀG of an ellipsoidal kernel, symmetric [1/m²]: q² = xᵀ GᵀG x.
struct EllipsoidShape
{
    float xx, yy, zz, xy, xz, yz;
};

/// What the field sums over: ω_j(x) = weight_j (1 − q²)³ with q = |x − center_j|/h, or with the ellipsoid's q.
struct FieldParticles
{
    SurfaceMethod method = SurfaceMethod::density;
    double support = 1;           ///< [m] h
    double reach = 1;             ///< [m] the longest half axis of all kernels
    Array<Vec3d> centers;         ///< [m]
    Array<float> weights;         ///< [1] V_j ω(0)
    Array<EllipsoidShape> shapes; ///< anisotropic only
    Array<float> reaches;         ///< [m] anisotropic only: the longest half axis of each

    [[nodiscard]] Index size() const { return static_cast<Index>(centers.size()); }
};

/// Kernels for particles about `spacing` apart, with support radius `support` [m]. Volumes are V_j = 1/Σ_k ω_jk, so that a lonely particle has a
/// surface, too. Throws std::domain_error if a position is not finite or too far out.
FieldParticles field_particles(View<const Vec3d> positions, SurfaceMethod method, double support);

/// The field at a point by a sum over all particles: slow, and the reference for others. Larger inside; value_far_away() without particles.
double field_at(const FieldParticles& particles, const Vec3d& x);

/// [m or 1] the field where no particle is within reach
double value_far_away(const FieldParticles& particles);

/// The value of the field on a flat surface that lies `offset` beyond the outermost layer of a lattice, averaged along the surface. With half a spacing,
/// a resting fluid has the volume of its particles. Depends on ratios only, but for Zhu & Bridson's field, which is a length.
double level_of_flat_surface(SurfaceMethod method, double spacing, double support, double offset);
} // namespace aspic
