#include "aspic/scene/output.h"

#include <array>

namespace aspic
{
template <> std::span<const Choice> choices_of<FrameFormat>()
{
    static constexpr std::array choices{Choice{"vtp", "VTK XML with a .pvd collection: ParaView", static_cast<int>(FrameFormat::vtp)},
                                        Choice{"ply", "binary PLY: Blender, Houdini, MeshLab", static_cast<int>(FrameFormat::ply)},
                                        Choice{"csv", "text in full precision", static_cast<int>(FrameFormat::csv)}};
    return choices;
}

template <> const Structure& structure_of<Output>()
{
    static const Structure table = structure<Output>(
        "output", "what a run writes, and how often",
        {field<&Output::formats>("formats", "files for the particles of each frame"),
         field<&Output::columns>("columns", "quantities in them besides position and identity; without it all"),
         field<&Output::ghosts>("ghosts", "with the ghost particles of walls, whose material is -1"),
         field<&Output::checkpoint_every>("checkpoint_every", "wall-clock time between checkpoints").unit("s").at_least(0),
         field<&Output::keep_checkpoint_every>("keep_checkpoint_every",
                                               "frames between checkpoints that are kept to branch from; 0: only the last two are kept")
             .at_least(0)});
    return table;
}
} // namespace aspic
