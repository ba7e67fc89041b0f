#pragma once

#include "aspic/core/result.h"

#include <string_view>

// What the field tables say, for people to read.

namespace aspic
{
/// A thing of the scene format, for a terminal: a structure or set of alternatives by name ("sphere", "probe.wall"), or a place in a scene
/// ("objects.shape.sphere.radius", "solvers.pressure"). Without a name: what there is to ask for.
Result<std::string> describe_text(std::string_view thing);

/// The whole scene format as a page of Markdown.
std::string reference_page();
} // namespace aspic
