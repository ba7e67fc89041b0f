#pragma once

#include "aspic/geometry/surface_mesh.h"
#include "aspic/scene/output.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace aspic
{
/// With its point: ".ply".
std::string_view extension(SurfaceFormat format);

/// The format that goes with a file's ending, in any case; nothing for other endings.
std::optional<SurfaceFormat> surface_format_of(const std::filesystem::path& path);

/// The content of a surface file: one of the following.
std::string surface_text(const SurfaceMesh& mesh, double time, SurfaceFormat format);

/// Binary PLY: vertices as doubles, nx, ny, nz and columns as floats (name, or name_x, name_y, name_z; velocity as vx, vy, vz; color as bytes red, green, blue), the
/// time [s] in a comment.
std::string surface_ply_text(const SurfaceMesh& mesh, double time);

/// Wavefront OBJ: vertices, with their colour behind them if there is a column `color`, and normals. Other columns have no place there.
std::string surface_obj_text(const SurfaceMesh& mesh, double time);

/// Binary glTF 2.0: positions as floats relative to the middle of the mesh, which is the translation of its node, normals, COLOR_0 for a column
/// `color`, and other columns as attributes such as _VELOCITY.
std::string surface_glb_text(const SurfaceMesh& mesh, double time);

/// VTK XML PolyData (binary, appended): points as doubles, triangles, normals and columns as floats, the time as TimeValue.
std::string surface_vtp_text(const SurfaceMesh& mesh, double time);
} // namespace aspic
