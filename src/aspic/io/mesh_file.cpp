#include "aspic/io/mesh_file.h"

#include "aspic/io/input_file.h"
#include "aspic/io/obj_mesh.h"
#include "aspic/io/ply_mesh.h"
#include "aspic/io/stl_mesh.h"

#include <algorithm>

namespace aspic
{
namespace
{
Result<TriangleMesh> parse_as(std::string_view content, MeshFormat format, const std::string& source)
{
    switch (format)
    {
    case MeshFormat::obj:
        return parse_obj(content, source);
    case MeshFormat::ply:
        return parse_ply_mesh(content, source);
    case MeshFormat::stl:
        break;
    }
    return parse_stl(content, source);
}
} // namespace

std::optional<MeshFormat> mesh_format_of(const std::filesystem::path& path)
{
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (ending == ".obj")
        return MeshFormat::obj;
    if (ending == ".ply")
        return MeshFormat::ply;
    if (ending == ".stl")
        return MeshFormat::stl;
    return std::nullopt;
}

Result<TriangleMesh> parse_mesh(std::string_view content, MeshFormat format, const std::string& source)
{
    Result<TriangleMesh> mesh = parse_as(content, format, source);
    if (mesh && mesh->triangles.empty())
        return Problem{source, "the file holds no triangles", "is it a mesh? Export it with faces"};
    return mesh;
}

Result<TriangleMesh> read_mesh(const std::filesystem::path& path)
{
    const std::optional<MeshFormat> format = mesh_format_of(path);
    if (!format)
        return Problem{path.string(), "its ending tells no format for meshes", "known are .obj, .ply and .stl"};
    return parse_mesh(read_file(path), *format, path.string());
}
} // namespace aspic
