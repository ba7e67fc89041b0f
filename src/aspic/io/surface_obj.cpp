#include "aspic/io/number_text.h"
#include "aspic/io/surface_file.h"

#include <algorithm>

namespace aspic
{
namespace
{
template <class T> void append_vector(std::string& text, const Vec3T<T>& a)
{
    for (int axis = 0; axis < 3; ++axis)
    {
        text += ' ';
        append_number(text, a[axis]);
    }
}
} // namespace

std::string surface_obj_text(const SurfaceMesh& mesh, double time)
{
    const auto color =
        std::ranges::find_if(mesh.columns, [](const VertexColumn& column) { return column.name == "color" && column.components == 3; });
    std::string text = "# surface written by Aspic, time " + number_text(time) + " s\n";
    text.reserve(text.size() + 120 * mesh.vertices.size() + 50 * mesh.triangles.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    {
        text += 'v';
        append_vector(text, mesh.vertices[v]);
        if (color != mesh.columns.end())
            append_vector(text, Vec3T<float>{color->values[3 * v], color->values[3 * v + 1], color->values[3 * v + 2]});
        text += '\n';
    }
    for (const Vec3& normal : mesh.normals)
    {
        text += "vn";
        append_vector(text, convert<float>(normal));
        text += '\n';
    }
    for (const auto& triangle : mesh.triangles)
    {
        text += 'f';
        for (const Index corner : triangle)
        {
            const std::string number = std::to_string(corner + std::int64_t{1}); // OBJ counts from one
            text.append(" ").append(number).append("//").append(number);
        }
        text += '\n';
    }
    return text;
}
} // namespace aspic
