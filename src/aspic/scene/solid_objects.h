#pragma once

#include "aspic/scene/scene.h"

namespace aspic
{
/// Whether an object keeps its particles together, so that a mesh can follow them: elastic ones, and those that move as given.
bool is_solid(const Scene& scene, const Object& object);

/// Whether an object is attached to a wall or rigid body, which it may overlap then.
bool is_attached(const Object& object, const std::string& support);

/// Whether a body is of elastic material.
bool is_elastic(const Scene& scene, const Body& body);

/// The same of what an emitter brings.
bool is_elastic(const Scene& scene, const Emitter& emitter);

/// Whether anything of a scene is fluid, at first or later.
bool has_fluid(const Scene& scene);
} // namespace aspic
