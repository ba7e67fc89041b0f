#pragma once

#include <string>

namespace aspic
{
/// A JSON Schema (draft-07) of scene files, from the field tables: editors check and complete scenes with it. What only a look at the whole
/// scene can tell (names that refer to something, keyframes in order, units that fit) is left to `aspic check`.
std::string scene_schema();
} // namespace aspic
