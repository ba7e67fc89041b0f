#include "aspic/io/number_text.h"
#include "aspic/io/surface_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace aspic
{
namespace
{
template <class T> void put(char*& place, const T& value)
{
    std::memcpy(place, &value, sizeof(T));
    place += sizeof(T);
}

/// Colours, as Blender and MeshLab look for them: bytes.
bool is_color(const VertexColumn& column) { return column.name == "color" && column.components == 3; }

std::size_t row_size_of(const VertexColumn& column)
{
    return static_cast<std::size_t>(column.components) * (is_color(column) ? sizeof(unsigned char) : sizeof(float));
}

void put_row(char*& place, const VertexColumn& column, std::size_t vertex)
{
    for (int k = 0; k < column.components; ++k)
    {
        const float value = column.values[vertex * static_cast<std::size_t>(column.components) + static_cast<std::size_t>(k)];
        if (is_color(column))
            put(place, static_cast<unsigned char>(std::lround(255 * std::clamp(value, 0.0F, 1.0F))));
        else
            put(place, value);
    }
}

std::string properties_of(const VertexColumn& column)
{
    if (is_color(column))
        return "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    std::string name = column.name;
    for (char& c : name)
        c = static_cast<unsigned char>(c) <= ' ' ? '_' : c;
    if (column.components == 1)
        return "property float " + name + "\n";
    const bool is_velocity = name == "velocity";
    std::string text;
    for (const char axis : {'x', 'y', 'z'})
        text += "property float " + (is_velocity ? std::string("v") : name + "_") + axis + "\n";
    return text;
}
} // namespace

std::string surface_ply_text(const SurfaceMesh& mesh, double time)
{
    std::string text = "ply\nformat binary_little_endian 1.0\ncomment surface written by Aspic\ncomment time " + number_text(time) +
                       "\nelement vertex " + std::to_string(mesh.vertices.size()) +
                       "\nproperty double x\nproperty double y\nproperty double z\n"
                       "property float nx\nproperty float ny\nproperty float nz\n";
    std::size_t row_size = 3 * sizeof(double) + 3 * sizeof(float);
    for (const VertexColumn& column : mesh.columns)
    {
        text += properties_of(column);
        row_size += row_size_of(column);
    }
    text += "element face " + std::to_string(mesh.triangles.size()) + "\nproperty list uchar int vertex_indices\nend_header\n";

    constexpr std::size_t face_size = 1 + 3 * sizeof(Index);
    const std::size_t header_size = text.size();
    text.resize(header_size + mesh.vertices.size() * row_size + mesh.triangles.size() * face_size);
    char* place = text.data() + header_size;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    {
        put(place, mesh.vertices[v]);
        put(place, convert<float>(mesh.normals[v]));
        for (const VertexColumn& column : mesh.columns)
            put_row(place, column, v);
    }
    for (const auto& triangle : mesh.triangles)
    {
        put(place, static_cast<unsigned char>(3));
        put(place, triangle);
    }
    return text;
}
} // namespace aspic
