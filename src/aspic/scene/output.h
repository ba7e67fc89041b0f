#pragma once

#include "aspic/geometry/particle_surface.h"
#include "aspic/geometry/skinning/skin_method.h"

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

/// File formats for surfaces.
enum class SurfaceFormat
{
    ply, ///< for Blender, Houdini, MeshLab
    obj,
    glb, ///< binary glTF 2.0
    vtp  ///< VTK XML, for ParaView
};
template <> std::span<const Choice> choices_of<SurfaceFormat>();

/// Surfaces of all frames, made while the run goes on.
struct SurfaceOutput : SurfaceSettings
{
    std::vector<std::string> attributes{"velocity", "temperature", "color"}; ///< columns that the vertices carry
    SurfaceFormat format = SurfaceFormat::ply;

    bool operator==(const SurfaceOutput&) const = default;
};
template <> const Structure& structure_of<SurfaceOutput>();

/// Meshes of all solid objects in all frames, made while the run goes on.
struct SkinOutput
{
    SkinMethod method = SkinMethod::shepard;
    double support = 2;     ///< [spacings] radius of the kernels
    double link = 1.5;      ///< [spacings] particles hang together by steps no longer than this; 0: all that are near do
    double cell_size = 0.5; ///< [spacings] of the meshes of shapes that are no meshes
    SurfaceFormat format = SurfaceFormat::ply;

    bool operator==(const SkinOutput&) const = default;
};
template <> const Structure& structure_of<SkinOutput>();

/// What a run writes, and how often.
struct Output
{
    std::vector<FrameFormat> formats{FrameFormat::vtp};
    std::vector<std::string> columns; ///< none: all
    bool ghosts = false;              ///< the ghost particles of walls too
    std::optional<SurfaceOutput> surface;
    std::optional<SkinOutput> skin;
    double checkpoint_every = 300; ///< [s] of wall-clock time
    int keep_checkpoint_every = 0; ///< frames; 0: only the last two checkpoints are kept

    bool operator==(const Output&) const = default;
};
template <> const Structure& structure_of<Output>();
} // namespace aspic
