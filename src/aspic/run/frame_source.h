#pragma once

#include "aspic/core/result.h"
#include "aspic/io/particle_frame.h"
#include "aspic/simulation/world.h"

namespace aspic
{
/// What a scene's frames hold now: the columns that its output names, or all, and pressure and, of solids, stress, which are no columns.
ParticleFrame frame_of_world(const World& world);

/// What the scene's surfaces are made from: materials, and what the vertices shall carry of it.
ParticleFrame frame_for_surfaces(const World& world);

/// What the skins of solid objects are made from.
ParticleFrame frame_for_skins(const World& world);

/// Names in the scene's output that no frame can hold.
Problems unknown_columns(const Scene& scene, const ParticleSet& particles);

/// The first value of a frame that is not finite: no such value is ever written.
std::optional<NotFinite> first_not_finite(const ParticleFrame& frame);
std::optional<NotFinite> first_not_finite(const ParticleSet& particles);
} // namespace aspic
