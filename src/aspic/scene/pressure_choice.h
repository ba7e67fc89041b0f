#pragma once

#include "aspic/scene/scene.h"

namespace aspic
{
/// What in a scene only an incompressible fluid can do, in words; empty: nothing.
std::string_view needs_incompressible(const Scene& scene);
} // namespace aspic
