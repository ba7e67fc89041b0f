#pragma once

#include "aspic/io/number_text.h"
#include "support/mesh_shapes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>

// Meshes as other programs write them.

namespace aspic
{
inline std::string with_line_ends(const std::string& text, const std::string& end)
{
    std::string changed;
    for (const char c : text)
        changed += c == '\n' ? end : std::string(1, c);
    return changed;
}

inline std::string obj_text(const TriangleMesh& mesh)
{
    std::string text = "# a mesh\n";
    for (const Vec3d& x : mesh.vertices)
        text += "v " + number_text(x.x) + " " + number_text(x.y) + " " + number_text(x.z) + "\n";
    for (const auto& [a, b, c] : mesh.triangles)
        text += "f " + std::to_string(a + 1) + " " + std::to_string(b + 1) + " " + std::to_string(c + 1) + "\n";
    return text;
}

inline std::string ascii_stl(const TriangleMesh& mesh)
{
    std::string text = "solid a name with facet\n";
    for (const auto& triangle : mesh.triangles)
    {
        text += "facet normal 0 0 0\nouter loop\n";
        for (const int v : triangle)
        {
            const Vec3d& x = mesh.vertices[static_cast<std::size_t>(v)];
            text += "vertex " + number_text(x.x) + " " + number_text(x.y) + " " + number_text(x.z) + "\n";
        }
        text += "endloop\nendfacet\n";
    }
    return text + "endsolid a name\n";
}

/// A number's bytes, least significant first or last.
template <class T> std::string bytes_of(T value, bool is_big_endian = false)
{
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    if (is_big_endian)
        std::ranges::reverse(bytes);
    return bytes;
}

inline std::string binary_stl(const TriangleMesh& mesh, std::string header)
{
    header.resize(80, ' ');
    std::string content = header + bytes_of(static_cast<std::uint32_t>(mesh.triangles.size()));
    for (const auto& triangle : mesh.triangles)
    {
        content += std::string(12, '\0');
        for (const int v : triangle)
            for (int axis = 0; axis < 3; ++axis)
                content += bytes_of(static_cast<float>(mesh.vertices[static_cast<std::size_t>(v)][axis]));
        content += std::string(2, '\0');
    }
    return content;
}

enum class PlySpelling
{
    ascii,
    little_endian,
    big_endian
};

struct PlyVariant
{
    std::string index_name = "vertex_indices";
    bool is_double = false;
    bool has_extras = false; ///< properties and elements that no mesh needs
};

/// Puts numbers behind each other in one of the spellings.
class PlyNumbers
{
public:
    explicit PlyNumbers(PlySpelling spelling) : spelling_(spelling) {}

    template <class T> void add(T value)
    {
        if (spelling_ != PlySpelling::ascii)
            text += bytes_of(value, spelling_ == PlySpelling::big_endian);
        else if constexpr (std::is_integral_v<T>)
            text += std::to_string(value) + " ";
        else
            text += number_text(static_cast<double>(value)) + " ";
    }
    void end_row() { text += spelling_ == PlySpelling::ascii ? "\n" : ""; }

    std::string text;

private:
    PlySpelling spelling_;
};

inline std::string ply_mesh_text(const TriangleMesh& mesh, PlySpelling spelling, const PlyVariant& variant = {})
{
    constexpr std::array<const char*, 3> formats{"ascii", "binary_little_endian", "binary_big_endian"};
    const std::string real = variant.is_double ? "double" : "float";
    const std::string extra = variant.has_extras ? "property uchar red\nproperty list ushort short tags\n" : "";
    std::string header = std::string("ply\nformat ") + formats[static_cast<std::size_t>(spelling)] + " 1.0\ncomment by hand\n";
    header += variant.has_extras ? "element camera 1\nproperty double view\n" : "";
    header += "element vertex " + std::to_string(mesh.vertices.size()) + "\nproperty " + real + " x\n" + extra + "property " + real +
              " y\nproperty " + real + " z\n";
    header += "element face " + std::to_string(mesh.triangles.size()) + "\n" + extra + "property list uchar int " + variant.index_name +
              "\nend_header\n";

    PlyNumbers numbers(spelling);
    const auto add_real = [&](double value) { variant.is_double ? numbers.add(value) : numbers.add(static_cast<float>(value)); };
    const auto add_extra = [&] {
        if (!variant.has_extras)
            return;
        numbers.add(std::uint8_t{200});
        numbers.add(std::uint16_t{2});
        numbers.add(std::int16_t{-7});
        numbers.add(std::int16_t{300});
    };
    if (variant.has_extras)
        numbers.add(0.5);
    for (const Vec3d& x : mesh.vertices)
    {
        add_real(x.x);
        add_extra();
        add_real(x.y);
        add_real(x.z);
        numbers.end_row();
    }
    for (const auto& triangle : mesh.triangles)
    {
        add_extra();
        numbers.add(std::uint8_t{3});
        for (const int v : triangle)
            numbers.add(std::int32_t{v});
        numbers.end_row();
    }
    return header + numbers.text;
}
} // namespace aspic
