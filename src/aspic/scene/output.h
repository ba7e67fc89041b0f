#pragma once

#include "aspic/core/field_table.h"

namespace aspic
{
/// File formats for the particles of a frame.
enum class FrameFormat
{
    vtp, ///< VTK XML, for ParaView
    ply, ///< for Blender, Houdini, MeshLab
    csv
};
template <> std::span<const Choice> choices_of<FrameFormat>();

/// What a run writes, and how often.
struct Output
{
    std::vector<FrameFormat> formats{FrameFormat::vtp};
    std::vector<std::string> columns; ///< none: all
    bool ghosts = false;              ///< the ghost particles of walls too
    double checkpoint_every = 300;    ///< [s] of wall-clock time
    int keep_checkpoint_every = 0;    ///< frames; 0: only the last two checkpoints are kept

    bool operator==(const Output&) const = default;
};
template <> const Structure& structure_of<Output>();
} // namespace aspic
