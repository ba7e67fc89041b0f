#include "aspic/io/surface_file.h"

#include <algorithm>

namespace aspic
{
std::string_view extension(SurfaceFormat format)
{
    switch (format)
    {
    case SurfaceFormat::ply:
        return ".ply";
    case SurfaceFormat::obj:
        return ".obj";
    case SurfaceFormat::glb:
        return ".glb";
    case SurfaceFormat::vtp:
        break;
    }
    return ".vtp";
}

std::optional<SurfaceFormat> surface_format_of(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const SurfaceFormat format : {SurfaceFormat::ply, SurfaceFormat::obj, SurfaceFormat::glb, SurfaceFormat::vtp})
        if (ending == extension(format))
            return format;
    return std::nullopt;
}

std::string surface_text(const SurfaceMesh& mesh, double time, SurfaceFormat format)
{
    switch (format)
    {
    case SurfaceFormat::ply:
        return surface_ply_text(mesh, time);
    case SurfaceFormat::obj:
        return surface_obj_text(mesh, time);
    case SurfaceFormat::glb:
        return surface_glb_text(mesh, time);
    case SurfaceFormat::vtp:
        break;
    }
    return surface_vtp_text(mesh, time);
}
} // namespace aspic
