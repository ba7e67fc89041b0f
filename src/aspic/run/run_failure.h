#pragma once

#include "aspic/core/result.h"
#include "aspic/simulation/world.h"

#include <filesystem>

namespace aspic
{
/// How a message names a particle: by its identity, or, for those that stand for a wall, as the wall.
std::string particle_name(const World& world, Identity identity);

/// A run that became unstable: what happened, when, and what is left of it. `checkpoint`: the last good one, or empty.
Problem instability(const World& world, const std::string& what, std::int64_t step, const std::filesystem::path& checkpoint);
} // namespace aspic
