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

template <> std::span<const Choice> choices_of<SurfaceFormat>()
{
    static constexpr std::array choices{Choice{"ply", "binary PLY: Blender, Houdini, MeshLab", static_cast<int>(SurfaceFormat::ply)},
                                        Choice{"obj", "Wavefront OBJ, as text", static_cast<int>(SurfaceFormat::obj)},
                                        Choice{"glb", "binary glTF 2.0", static_cast<int>(SurfaceFormat::glb)},
                                        Choice{"vtp", "VTK XML: ParaView", static_cast<int>(SurfaceFormat::vtp)}};
    return choices;
}

template <> const Structure& structure_of<SurfaceOutput>()
{
    using Settings = SurfaceOutput;
    static const Structure table = structure<Settings>(
        "surface", "a surface around the particles of each frame and material, in the folder surface",
        {field<&SurfaceSettings::method, Settings>("method", "how the field is made whose isosurface it is"),
         field<&SurfaceSettings::cell_size, Settings>("resolution", "cell size in spacings").range(1.0 / 16, 2),
         field<&SurfaceSettings::support, Settings>("support", "radius of the kernels in spacings").range(1.25, 4),
         field<&SurfaceSettings::smoothing_iterations, Settings>("smooth", "iterations of mesh smoothing").range(0, 1000),
         field<&SurfaceSettings::kept_triangles, Settings>("decimate", "fraction of triangles to keep").range(0.001, 1),
         field<&Settings::attributes>("attributes", "columns to carry to the vertices, where the particles have them"),
         field<&Settings::format>("format", "of the files")});
    return table;
}

template <> const Structure& structure_of<SkinOutput>()
{
    static const Structure table = structure<SkinOutput>(
        "skin", "meshes that follow the particles of solid objects, in the folder skin",
        {field<&SkinOutput::method>("method", "how vertices follow the particles"),
         field<&SkinOutput::support>("support", "radius of the kernels in spacings").range(1.25, 6),
         field<&SkinOutput::link>("link", "particles hang together by steps up to this, in spacings; 0: all that are near do").range(0, 6),
         field<&SkinOutput::cell_size>("resolution", "cell size, in spacings, of the meshes of shapes that are no meshes")
             .range(1.0 / 16, 2),
         field<&SkinOutput::format>("format", "of the files")});
    return table;
}

template <> const Structure& structure_of<Output>()
{
    static const Structure table = structure<Output>(
        "output", "what a run writes, and how often",
        {field<&Output::formats>("formats", "files for the particles of each frame"),
         field<&Output::columns>("columns", "quantities in them besides position and identity; without it all"),
         field<&Output::ghosts>("ghosts", "with the ghost particles of walls, whose material is -1"),
         field<&Output::surface>("surface", "surfaces of all frames, made while the run goes on; only in 3D"),
         field<&Output::skin>("skin", "meshes of all solid objects in all frames, made while the run goes on; only in 3D"),
         field<&Output::checkpoint_every>("checkpoint_every", "wall-clock time between checkpoints").unit("s").at_least(0),
         field<&Output::keep_checkpoint_every>("keep_checkpoint_every",
                                               "frames between checkpoints that are kept to branch from; 0: only the last two are kept")
             .at_least(0)});
    return table;
}
} // namespace aspic
