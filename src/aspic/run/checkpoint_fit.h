#pragma once

#include "aspic/core/result.h"
#include "aspic/scene/scene.h"
#include "aspic/simulation/world_state.h"

namespace aspic
{
/// What is wrong with a state that was read, whatever its scene: a file with a right checksum may hold anything. `source` names it.
/// A state without such damage that fits its scene breaks no world that goes on from it.
Problems damage_of(const WorldState& state, const std::string& source);

/// Why a world of the scene cannot go on from an undamaged state.
Problems misfit_of(const Scene& scene, const WorldState& state, const std::string& source);
} // namespace aspic
