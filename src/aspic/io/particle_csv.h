#pragma once

#include "aspic/core/result.h"
#include "aspic/io/particle_frame.h"

#include <string>
#include <string_view>

namespace aspic
{
/// A frame as a table with one particle per line and the header `position_x [m],position_y [m],…`. Numbers are as short as they can be to read
/// back as the same float or double; integers are exact; what is not finite is written as nan or inf. The table does not tell the time.
std::string particle_csv_text(const ParticleFrame& frame);

/// Reads such a table, or another one with columns x, y and perhaps z. All numbers but identities become doubles.
/// The last line must end with a newline: else the file may be cut off inside a number. One cut off between two lines cannot be told from a
/// whole one with fewer particles; write_output never leaves such a file behind.
Result<ParticleFrame> parse_particle_csv(std::string_view text, const std::string& source);
} // namespace aspic
