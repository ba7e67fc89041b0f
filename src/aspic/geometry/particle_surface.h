#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/field_particles.h"
#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// How a surface is put around particles.
struct SurfaceSettings
{
    SurfaceMethod method = SurfaceMethod::density;
    double spacing = 0;           ///< [m] between particles at rest
    double cell_size = 0.5;       ///< [spacings] of the lattice
    double support = 2;           ///< [spacings] radius of the kernels
    double offset = 0.5;          ///< [spacings] of a flat surface from the outermost particles
    int smoothing_iterations = 0; ///< of the mesh
    double kept_triangles = 1;    ///< fraction of triangles that decimation leaves

    bool operator==(const SurfaceSettings&) const = default;
};

/// Everything that is out of range.
Problems problems_of(const SurfaceSettings& settings);

/// A quantity of all particles that the surface shall carry.
struct ParticleAttribute
{
    std::string name;
    std::string unit;
    int components = 1;        ///< 1 or 3
    std::vector<float> values; ///< those of a particle side by side
};

/// The surface of particles, closed and manifold; empty without particles. Attributes become columns of the vertices. The same bits for any number of
/// threads. The settings must have no problems. Throws std::domain_error if a position is not finite or too far out.
SurfaceMesh particle_surface(View<const Vec3d> positions, const std::vector<ParticleAttribute>& attributes,
                             const SurfaceSettings& settings);
} // namespace aspic
