#pragma once

#include "aspic/particles/particle_set.h"

#include <filesystem>

namespace aspic
{
/// Writes all columns as VTK XML PolyData (binary, appended), which ParaView, Blender add-ons and Houdini importers read. The file appears
/// whole or not at all. Throws std::system_error if it cannot be written.
void write_vtp(const ParticleSet& particles, double time, const std::filesystem::path& path);
} // namespace aspic
