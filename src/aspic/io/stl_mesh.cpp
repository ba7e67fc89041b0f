#include "aspic/io/stl_mesh.h"

#include "aspic/core/printable.h"
#include "aspic/io/text_words.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace aspic
{
namespace
{
// Binary: 80 bytes of anything, the number of triangles, then for each a normal and three corners of 4-byte floats, and two bytes more.
// Numbers are little endian, as on every machine that the kernels are made for.
constexpr std::size_t header_size = 84;
constexpr std::size_t triangle_size = 50;
constexpr std::size_t most_triangles = static_cast<std::size_t>(std::numeric_limits<int>::max()) / 3;

void add_triangle(TriangleMesh& mesh, const std::array<Vec3d, 3>& corners)
{
    const auto first = static_cast<int>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
    mesh.triangles.push_back({first, first + 1, first + 2});
}

std::string triangle_name(const TriangleMesh& mesh) { return "triangle " + std::to_string(mesh.triangles.size() + 1); }

/// How many triangles a binary file announces.
std::size_t announced(std::string_view content)
{
    std::uint32_t count = 0;
    if (content.size() >= header_size)
        std::memcpy(&count, content.data() + 80, sizeof(count));
    return count;
}

bool is_binary(std::string_view content)
{
    return content.size() >= header_size && content.size() - header_size == announced(content) * triangle_size;
}

Result<TriangleMesh> parse_binary(std::string_view content, const std::string& source)
{
    const std::size_t count = announced(content);
    if (count > most_triangles)
        return Problem{source + ": byte 80", std::to_string(count) + " triangles are too many", "make the mesh coarser"};
    TriangleMesh mesh;
    mesh.vertices.reserve(3 * count);
    mesh.triangles.reserve(count);
    for (std::size_t t = 0; t < count; ++t)
    {
        const std::size_t corners_at = header_size + t * triangle_size + 12;
        std::array<float, 9> numbers{};
        std::memcpy(numbers.data(), content.data() + corners_at, sizeof(numbers));
        std::array<Vec3d, 3> corners;
        for (std::size_t k = 0; k < 9; ++k)
        {
            if (!std::isfinite(numbers[k]))
                return Problem{source + ": byte " + std::to_string(corners_at + 4 * k),
                               triangle_name(mesh) + ": vertex " + std::to_string(k / 3 + 1) + " is not finite", "export the mesh again"};
            corners[k / 3][static_cast<int>(k % 3)] = numbers[k];
        }
        add_triangle(mesh, corners);
    }
    return mesh;
}

class AsciiStlParser
{
public:
    AsciiStlParser(std::string_view content, const std::string& source) : words_(content), source_(source) {}

    /// Any number of `solid name … endsolid name`.
    Result<TriangleMesh> parse()
    {
        while (const auto word = words_.next())
        {
            if (!is_word(*word, "solid"))
            {
                report(printable(*word) + " where 'solid' is expected", "the file is damaged");
                return problem_;
            }
            words_.next_line(); // past the name
            if (!read_facets())
                return problem_;
            words_.next_line();
        }
        return std::move(mesh_);
    }

private:
    bool report(std::string what, std::string hint)
    {
        problem_ = {source_ + ":" + std::to_string(words_.line()), std::move(what), std::move(hint)};
        return false;
    }

    bool expect(std::string_view expected)
    {
        const auto word = words_.next();
        if (word && is_word(*word, expected))
            return true;
        return report((word ? printable(*word) : "the end of the file") + " where '" + std::string(expected) + "' is expected",
                      "the file is cut off or damaged; a binary STL file has 84 + 50 bytes per triangle");
    }

    /// Up to `endsolid`.
    bool read_facets()
    {
        while (true)
        {
            const auto word = words_.next();
            if (word && is_word(*word, "endsolid"))
                return true;
            if (!word || !is_word(*word, "facet"))
                return report((word ? printable(*word) : "the end of the file") + " where 'facet' or 'endsolid' is expected",
                              "the file is cut off or damaged; a binary STL file has 84 + 50 bytes per triangle");
            if (!read_facet())
                return false;
        }
    }

    bool read_facet()
    {
        if (mesh_.triangles.size() >= most_triangles)
            return report("there are too many triangles", "make the mesh coarser");
        if (!expect("normal"))
            return false;
        for (int k = 0; k < 3; ++k)
            words_.next(); // where triangles have no area, some programs write anything here
        std::array<Vec3d, 3> corners;
        if (!expect("outer") || !expect("loop"))
            return false;
        for (Vec3d& corner : corners)
            if (!expect("vertex") || !read_corner(corner))
                return false;
        add_triangle(mesh_, corners);
        return expect("endloop") && expect("endfacet");
    }

    bool read_corner(Vec3d& corner)
    {
        for (int axis = 0; axis < 3; ++axis)
        {
            const auto word = words_.next();
            const auto value = word ? number_in(*word) : std::nullopt;
            if (!value)
                return report(triangle_name(mesh_) + ": " + (word ? printable(*word) : "the end of the file") +
                                  " where a number is expected",
                              "the file is cut off or damaged");
            if (!std::isfinite(*value))
                return report(triangle_name(mesh_) + ": a vertex is not finite: " + printable(*word), "export the mesh again");
            corner[axis] = *value;
        }
        return true;
    }

    TextWords words_;
    std::string source_;
    TriangleMesh mesh_;
    Problem problem_;
};
} // namespace

Result<TriangleMesh> parse_stl(std::string_view content, const std::string& source)
{
    const bool has_right_size = is_binary(content);
    if (!has_right_size && !is_word(TextWords(content).next().value_or(""), "solid"))
        return Problem{source + ": byte 80",
                       content.size() < header_size
                           ? "the file is too short for a binary STL file, and does not begin with 'solid' like a text"
                           : std::to_string(announced(content)) + " triangles do not fit to the size of the file, " +
                                 std::to_string(content.size()) + " bytes",
                       "it is cut off or damaged, or no STL file"};
    Result<TriangleMesh> mesh = has_right_size ? parse_binary(content, source) : AsciiStlParser(content, source).parse();
    if (!mesh)
        return mesh;
    return with_merged_vertices(*mesh);
}
} // namespace aspic
