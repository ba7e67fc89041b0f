#pragma once

#include "pictures.h"

/// Whether a file holds triangles: .obj, .stl, or .ply with faces.
bool is_mesh(const std::filesystem::path& path);

/// Makes a picture of it.
aspic::Problems render_mesh(const std::filesystem::path& path, const RenderRequest& request);
