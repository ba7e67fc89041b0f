#pragma once

#include "aspic/io/particle_frame.h"

#include <string>

namespace aspic
{
/// A frame as VTK XML PolyData (binary, appended), which ParaView, Blender add-ons and Houdini importers read: every column with every bit,
/// one vertex per particle, the time as TimeValue. Units and symbols have no place in this format.
std::string vtp_text(const ParticleFrame& frame);
} // namespace aspic
