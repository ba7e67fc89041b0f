#pragma once

#include "aspic/geometry/particle_surface.h"

namespace aspic
{
/// Columns for the vertices of a surface: means of the particles within `support` [m] with weights (1 − r²/h²)³, Shepard's interpolation. A vertex
/// without such particles gets those of twice the distance, and zeros without any.
std::vector<VertexColumn> vertex_columns(const SurfaceMesh& mesh, View<const Vec3d> positions,
                                         const std::vector<ParticleAttribute>& attributes, double support);

/// How much each vertex may be smoothed, 0 … 1: all of it where half the space around is full of particles, nothing at drops of few particles and at
/// corners, which would shrink.
///   `spacing`: [m] between particles at rest
std::vector<float> smoothing_weights(const SurfaceMesh& mesh, View<const Vec3d> positions, double spacing, double support);
} // namespace aspic
