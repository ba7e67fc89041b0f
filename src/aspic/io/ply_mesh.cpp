#include "aspic/io/ply_mesh.h"

#include "aspic/io/ply_reader.h"

#include <cmath>
#include <limits>
#include <optional>

namespace aspic
{
namespace
{
/// Moves the positions into the mesh: nothing, or what is wrong.
std::optional<Problem> take_vertices(const PlyFile& file, TriangleMesh& mesh, const std::string& source)
{
    const PlyElement* const vertex = file.find("vertex");
    if (vertex == nullptr)
        return Problem{source, "there is no element 'vertex'", "a mesh needs vertices with x, y and z"};
    if (vertex->count > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return Problem{source, "there are more than 2^31 - 1 vertices", "make the mesh coarser"};
    const PlyProperty* const columns[3] = {vertex->find("x"), vertex->find("y"), vertex->find("z")};
    for (const PlyProperty* column : columns)
        if (column == nullptr || column->is_list)
            return Problem{source, "the vertices have no numbers x, y and z", "a mesh needs vertices with 'property float x' and so on"};
    mesh.vertices.reserve(vertex->count);
    for (std::size_t v = 0; v < vertex->count; ++v)
    {
        const Vec3d x{columns[0]->values[v], columns[1]->values[v], columns[2]->values[v]};
        if (!std::isfinite(x.x) || !std::isfinite(x.y) || !std::isfinite(x.z))
            return Problem{source, "vertex " + std::to_string(v + 1) + " is not finite", "export the mesh again"};
        mesh.vertices.push_back(x);
    }
    return std::nullopt;
}

/// Cuts the corners [begin, end) of a face into triangles from the first.
std::optional<Problem> take_face(const std::vector<double>& corners, std::size_t begin, std::size_t end, TriangleMesh& mesh)
{
    if (end - begin < 3)
        return Problem{"", "has " + std::to_string(end - begin) + " corners", "a face needs three or more"};
    const auto count = static_cast<double>(mesh.vertices.size());
    for (std::size_t k = begin; k < end; ++k)
        if (!(corners[k] >= 0 && corners[k] < count && corners[k] == std::floor(corners[k])))
            return Problem{"",
                           "uses a vertex that is not there: vertices count from 0 to " + std::to_string(mesh.vertices.size()) + " less 1",
                           "the file is damaged"};
    for (std::size_t k = begin + 2; k < end; ++k)
        mesh.triangles.push_back({static_cast<int>(corners[begin]), static_cast<int>(corners[k - 1]), static_cast<int>(corners[k])});
    return std::nullopt;
}

std::optional<Problem> take_faces(const PlyFile& file, TriangleMesh& mesh, const std::string& source)
{
    const PlyElement* const face = file.find("face");
    const PlyProperty* corners = face != nullptr ? face->find("vertex_indices") : nullptr;
    if (face != nullptr && corners == nullptr)
        corners = face->find("vertex_index");
    if (corners == nullptr || !corners->is_list)
        return Problem{source, "there are no faces with a list 'vertex_indices'", "is it a cloud of points? Export it with faces"};
    std::size_t begin = 0;
    for (std::size_t f = 0; f < face->count; ++f)
    {
        const std::size_t end = corners->ends[f];
        if (auto problem = take_face(corners->values, begin, end, mesh))
            return Problem{source, "face " + std::to_string(f + 1) + " " + problem->what, problem->hint};
        begin = end;
    }
    return std::nullopt;
}
} // namespace

Result<TriangleMesh> parse_ply_mesh(std::string_view content, const std::string& source)
{
    const Result<PlyFile> file = parse_ply(content, source);
    if (!file)
        return file.problems();
    TriangleMesh mesh;
    if (const auto problem = take_vertices(*file, mesh, source))
        return *problem;
    if (const auto problem = take_faces(*file, mesh, source))
        return *problem;
    return mesh;
}
} // namespace aspic
