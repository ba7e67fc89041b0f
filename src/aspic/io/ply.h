#pragma once

#include "aspic/core/result.h"
#include "aspic/io/particle_frame.h"

#include <string>
#include <string_view>

namespace aspic
{
/// A frame as binary PLY with one `vertex` per particle: positions as x, y, z, velocities as vx, vy, vz, other columns by their name, a vector as
/// name_x, name_y, name_z, a matrix as name_xx … name_zz, in the precision they have; blanks in names become _. The time is in a comment.
/// PLY has no integers of 64 bits: such a column is written as doubles if all its numbers are below 2^53, else as two columns
/// of 32 bits, name_low and name_high.
std::string ply_text(const ParticleFrame& frame);

/// Reads the vertices of such a file or of any other PLY file, ascii or binary. Lists are left out.
Result<ParticleFrame> parse_particle_ply(std::string_view content, const std::string& source);
} // namespace aspic
