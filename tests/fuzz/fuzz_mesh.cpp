// Any bytes as a mesh file, the first of them choosing the format: a mesh with finite vertices and indices in range, or a problem, never a
// crash. What bounds a volume must answer questions.

#include "aspic/geometry/mesh_solid.h"
#include "aspic/io/mesh_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace
{
void check_mesh(const aspic::TriangleMesh& mesh)
{
    const auto count = static_cast<int>(mesh.vertices.size());
    const auto is_index = [&](int index) { return index >= 0 && index < count; };
    if (mesh.triangles.empty() || !std::ranges::all_of(mesh.vertices, aspic::is_finite))
        std::abort();
    for (const auto& triangle : mesh.triangles)
        if (!std::ranges::all_of(triangle, is_index))
            std::abort();
    if (mesh.triangles.size() > 1000 || !aspic::problems_of_solid(mesh, "fuzz").empty())
        return;
    const auto solid = aspic::solid_of(mesh, 1);
    const aspic::SurfaceView view = solid->surface_from(mesh.vertices.front());
    if (!std::isfinite(view.distance) || !(std::abs(norm(view.normal) - 1) < 1e-9))
        std::abort();
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const auto mesh =
        aspic::parse_mesh({reinterpret_cast<const char*>(data) + 1, size - 1}, static_cast<aspic::MeshFormat>(data[0] % 3), "fuzz");
    if (mesh.ok() == !mesh.problems().empty())
        std::abort();
    if (mesh)
        check_mesh(*mesh);
    return 0;
}
