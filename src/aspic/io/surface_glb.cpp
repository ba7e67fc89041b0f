#include "aspic/io/json.h"
#include "aspic/io/surface_file.h"

#include <cstring>
#include <limits>
#include <stdexcept>

namespace aspic
{
namespace
{
/// An array as glTF describes it.
struct GltfArray
{
    const char* type;   ///< SCALAR or VEC3
    int component_type; ///< 5126: float, 5125: unsigned int
    int target;         ///< 34962: of vertices, 34963: indices
    std::size_t count;
    std::string more; ///< JSON of further members, with a comma before it
};

constexpr int float_type = 5126, unsigned_type = 5125;
constexpr int of_vertices = 34962, of_indices = 34963;

/// The binary part, and what the JSON part says about it.
class GltfBuffer
{
public:
    /// Appends an array; returns the number of its accessor.
    int add(const GltfArray& array, const void* values, std::size_t bytes)
    {
        const char* comma = count_ == 0 ? "" : ",";
        views_ += comma + std::string("{\"buffer\":0,\"byteOffset\":") + std::to_string(data_.size()) +
                  ",\"byteLength\":" + std::to_string(bytes) + ",\"target\":" + std::to_string(array.target) + "}";
        accessors_ += comma + std::string("{\"bufferView\":") + std::to_string(count_) +
                      ",\"componentType\":" + std::to_string(array.component_type) + ",\"count\":" + std::to_string(array.count) +
                      ",\"type\":\"" + array.type + "\"" + array.more + "}";
        data_.append(static_cast<const char*>(values), bytes);
        return count_++;
    }

    [[nodiscard]] const std::string& data() const { return data_; }
    [[nodiscard]] std::string json() const
    {
        return ",\"accessors\":[" + accessors_ + "],\"bufferViews\":[" + views_ +
               "],\"buffers\":[{\"byteLength\":" + std::to_string(data_.size()) + "}]";
    }

private:
    int count_ = 0;
    std::string data_, views_, accessors_;
};

template <class T> std::string json_vector(const Vec3T<T>& a)
{
    return "[" + json_number(double(a.x)) + "," + json_number(double(a.y)) + "," + json_number(double(a.z)) + "]";
}

struct Extent
{
    Vec3d low, high;
};

Extent extent_of(const std::vector<Vec3d>& vertices)
{
    Extent extent{vertices.front(), vertices.front()};
    for (const Vec3d& x : vertices)
        for (int axis = 0; axis < 3; ++axis)
        {
            extent.low[axis] = min(extent.low[axis], x[axis]);
            extent.high[axis] = max(extent.high[axis], x[axis]);
        }
    return extent;
}

/// glTF wants names of its own, or names in capitals behind an underscore.
std::string attribute_name(const VertexColumn& column)
{
    if (column.name == "color" && column.components == 3)
        return "COLOR_0";
    std::string name = "_";
    for (const char c : column.name)
        name += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return name;
}

/// Adds all arrays; returns the JSON of the mesh.
std::string add_mesh(GltfBuffer& buffer, const SurfaceMesh& mesh, const Vec3d& middle, const Extent& extent)
{
    std::vector<Vec3T<float>> vectors;
    const std::size_t n = mesh.vertices.size();
    const std::size_t bytes = n * sizeof(Vec3T<float>);
    for (const Vec3d& x : mesh.vertices)
        vectors.push_back(convert<float>(x - middle));
    const std::string range =
        ",\"min\":" + json_vector(convert<float>(extent.low - middle)) + ",\"max\":" + json_vector(convert<float>(extent.high - middle));
    std::string attributes =
        "\"POSITION\":" + std::to_string(buffer.add({"VEC3", float_type, of_vertices, n, range}, vectors.data(), bytes));
    vectors.clear();
    for (const Vec3& normal : mesh.normals)
        vectors.push_back(convert<float>(normal));
    attributes += ",\"NORMAL\":" + std::to_string(buffer.add({"VEC3", float_type, of_vertices, n, ""}, vectors.data(), bytes));
    for (const VertexColumn& column : mesh.columns)
        attributes += "," + json_quoted(attribute_name(column)) + ":" +
                      std::to_string(buffer.add({column.components == 3 ? "VEC3" : "SCALAR", float_type, of_vertices, n, ""},
                                                column.values.data(), column.values.size() * sizeof(float)));
    const int indices = buffer.add({"SCALAR", unsigned_type, of_indices, 3 * mesh.triangles.size(), ""}, mesh.triangles.data(),
                                   mesh.triangles.size() * sizeof(mesh.triangles[0]));
    return "{\"primitives\":[{\"attributes\":{" + attributes + "},\"indices\":" + std::to_string(indices) + ",\"mode\":4,\"material\":0}]}";
}

void append_number32(std::string& text, std::size_t value)
{
    if (value > std::numeric_limits<std::uint32_t>::max())
        throw std::length_error("the surface is too large for a .glb file: choose another format");
    const auto number = static_cast<std::uint32_t>(value);
    text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

/// A chunk begins with its length and kind and is filled up to a multiple of four bytes.
void append_chunk(std::string& text, const char (&kind)[5], std::string content, char filler)
{
    content.resize((content.size() + 3) / 4 * 4, filler);
    append_number32(text, content.size());
    text.append(kind, 4).append(content);
}
} // namespace

std::string surface_glb_text(const SurfaceMesh& mesh, double time)
{
    std::string json =
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Aspic\",\"extras\":{\"time\":" + json_number(time) + "}},\"scene\":0,";
    GltfBuffer buffer;
    if (mesh.triangles.empty()) // arrays without elements are not allowed
        json += "\"scenes\":[{}]}";
    else
    {
        const Extent extent = extent_of(mesh.vertices);
        const Vec3d middle = 0.5 * (extent.low + extent.high);                 // floats keep their digits for the shape
        const std::string primitives = add_mesh(buffer, mesh, middle, extent); // first: buffer.json() tells of what is in it
        json += "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"translation\":" + json_vector(middle) + "}],\"meshes\":[" +
                primitives + "],\"materials\":[{\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":0.3}}]" + buffer.json() +
                "}";
    }
    std::string chunks;
    append_chunk(chunks, "JSON", json, ' ');
    if (!mesh.triangles.empty())
        append_chunk(chunks, {'B', 'I', 'N', '\0', '\0'}, buffer.data(), '\0');
    std::string text = "glTF";
    append_number32(text, 2); // version
    append_number32(text, 12 + chunks.size());
    return text + chunks;
}
} // namespace aspic
