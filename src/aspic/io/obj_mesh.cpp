#include "aspic/io/obj_mesh.h"

#include "aspic/core/printable.h"
#include "aspic/io/text_words.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace aspic
{
namespace
{
class ObjParser
{
public:
    ObjParser(std::string_view content, const std::string& source) : words_(content), source_(source) {}

    Result<TriangleMesh> parse()
    {
        do
        {
            const auto key = words_.next_on_line();
            const bool is_good = !key || (*key == "v" ? read_vertex() : *key == "f" ? read_face() : true);
            if (!is_good)
                return problem_;
        } while (words_.next_line());
        if (largest_index_ >= static_cast<std::int64_t>(mesh_.vertices.size()))
        {
            report_at(largest_index_line_, no_vertex(largest_index_ + 1), "the file is cut off or damaged");
            return problem_;
        }
        return std::move(mesh_);
    }

private:
    bool report_at(std::size_t line, std::string what, std::string hint)
    {
        problem_ = {source_ + ":" + std::to_string(line), std::move(what), std::move(hint)};
        return false;
    }
    bool report(std::string what, std::string hint) { return report_at(words_.line(), std::move(what), std::move(hint)); }

    [[nodiscard]] std::string no_vertex(std::int64_t written) const
    {
        return "a face uses vertex " + std::to_string(written) + ", but there are " + std::to_string(mesh_.vertices.size());
    }

    bool read_vertex()
    {
        if (mesh_.vertices.size() >= static_cast<std::size_t>(std::numeric_limits<int>::max()))
            return report("there are more than 2^31 - 1 vertices", "make the mesh coarser");
        const std::string vertex = "vertex " + std::to_string(mesh_.vertices.size() + 1);
        Vec3d x;
        for (int axis = 0; axis < 3; ++axis)
        {
            const auto word = words_.next_on_line();
            const auto value = word ? number_in(*word) : std::nullopt;
            if (!value)
                return report(vertex + ": " + (word ? printable(*word) + " is not a number" : "a coordinate is missing"),
                              "write three numbers, such as 'v 0.5 1e-3 2'");
            if (!std::isfinite(*value))
                return report(vertex + " is not finite: " + printable(*word), "export the mesh again");
            x[axis] = *value;
        }
        mesh_.vertices.push_back(x);
        return true;
    }

    /// Cuts the polygon into triangles from its first corner.
    bool read_face()
    {
        int first = 0;
        int previous = 0;
        int corners = 0;
        for (auto word = words_.next_on_line(); word && !word->starts_with('#'); word = words_.next_on_line(), ++corners)
        {
            const std::optional<int> corner = read_corner(*word);
            if (!corner)
                return false;
            if (corners == 0)
                first = *corner;
            else if (corners >= 2)
                mesh_.triangles.push_back({first, previous, *corner});
            previous = *corner;
        }
        return corners >= 3 || report("a face has " + std::to_string(corners) + " corners", "a face needs three or more");
    }

    /// The vertex of a corner: a, a/b, a//c or a/b/c. It may still follow.
    std::optional<int> read_corner(std::string_view word)
    {
        const std::string_view digits = word.substr(0, word.find('/'));
        std::int64_t written = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), written);
        const bool is_whole = error != std::errc::invalid_argument && end == digits.data() + digits.size();
        const auto count = static_cast<std::int64_t>(mesh_.vertices.size());
        if (!is_whole)
            report(printable(word) + " is not the number of a vertex", "write faces like 'f 1 2 3' or 'f 1/4/2 2/5/2 3/6/2'");
        else if (error == std::errc::result_out_of_range || written > std::numeric_limits<int>::max() || written < -count)
            report("a face uses vertex " + printable(digits) + ", but there are " + std::to_string(count), "the file is damaged");
        else if (written == 0)
            report("a face uses vertex 0", "vertices count from 1; negative numbers count from the last one back");
        else
        {
            const std::int64_t index = written > 0 ? written - 1 : count + written;
            if (index > largest_index_)
            {
                largest_index_ = index;
                largest_index_line_ = words_.line();
            }
            return static_cast<int>(index);
        }
        return std::nullopt;
    }

    TextWords words_;
    std::string source_;
    TriangleMesh mesh_;
    std::int64_t largest_index_ = -1; ///< of all faces so far: vertices may come behind them
    std::size_t largest_index_line_ = 0;
    Problem problem_;
};
} // namespace

Result<TriangleMesh> parse_obj(std::string_view content, const std::string& source)
{
    if (content.starts_with("\xef\xbb\xbf")) // the mark of UTF-8
        content.remove_prefix(3);
    return ObjParser(content, source).parse();
}
} // namespace aspic
