#pragma once

#include <span>
#include <string>

namespace aspic
{
/// One frame of a movie for ParaView.
struct PvdEntry
{
    double time = 0;  ///< [s]
    std::string file; ///< relative to the .pvd file
};

/// The list of frames that ParaView opens as one animation.
std::string pvd_text(std::span<const PvdEntry> entries);
} // namespace aspic
