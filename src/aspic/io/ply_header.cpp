#include "aspic/io/ply_header.h"

#include "aspic/core/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace aspic
{
namespace
{
constexpr std::array<std::pair<std::string_view, PlyType>, 16> type_names{{{"char", PlyType::int8},
                                                                           {"int8", PlyType::int8},
                                                                           {"uchar", PlyType::uint8},
                                                                           {"uint8", PlyType::uint8},
                                                                           {"short", PlyType::int16},
                                                                           {"int16", PlyType::int16},
                                                                           {"ushort", PlyType::uint16},
                                                                           {"uint16", PlyType::uint16},
                                                                           {"int", PlyType::int32},
                                                                           {"int32", PlyType::int32},
                                                                           {"uint", PlyType::uint32},
                                                                           {"uint32", PlyType::uint32},
                                                                           {"float", PlyType::float32},
                                                                           {"float32", PlyType::float32},
                                                                           {"double", PlyType::float64},
                                                                           {"float64", PlyType::float64}}};

std::vector<std::string_view> words_of(std::string_view line)
{
    constexpr std::string_view blanks = " \t";
    std::vector<std::string_view> words;
    while (true)
    {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        if (line.empty())
            return words;
        words.push_back(line.substr(0, line.find_first_of(blanks)));
        line.remove_prefix(words.back().size());
    }
}

class HeaderParser
{
public:
    HeaderParser(std::string_view content, const std::string& source) : rest_(content), source_(source) {}

    Result<PlyHeader> parse()
    {
        const std::size_t total = rest_.size();
        if (const auto line = next_line(); !line || *line != "ply")
            return Problem{source_, "is not a PLY file: its first line is not 'ply'", ""};
        while (!is_done_ && problem_.what.empty())
        {
            const std::optional<std::string_view> line = next_line();
            if (!line)
                report("the file ends inside its header", "it is cut off: write or copy it again");
            else
                read_line(*line);
        }
        if (problem_.what.empty() && !has_format_)
            report("the header has no line 'format'", "write 'format ascii 1.0' behind 'ply'");
        if (!problem_.what.empty())
            return problem_;
        header_.size = total - rest_.size();
        return header_;
    }

private:
    void report(std::string what, std::string hint)
    {
        problem_ = {source_ + ":" + std::to_string(header_.lines), std::move(what), std::move(hint)};
    }

    /// The next line without its end (\n or \r\n); nothing if it does not end.
    std::optional<std::string_view> next_line()
    {
        ++header_.lines;
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos)
            return std::nullopt;
        std::string_view line = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        return line;
    }

    void read_line(std::string_view line)
    {
        const std::vector<std::string_view> words = words_of(line);
        const std::string_view key = words.empty() ? std::string_view() : words[0];
        if (key == "comment")
        {
            line.remove_prefix(line.find("comment") + key.size());
            header_.file.comments.emplace_back(line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
        }
        else if (key == "end_header")
            is_done_ = true;
        else if (key == "format")
            read_format(words);
        else if (key == "element")
            read_element(words);
        else if (key == "property")
            read_property(words);
        else if (!key.empty() && key != "obj_info")
            report(printable(key) + " is no word of a PLY header", "known are format, comment, element, property and end_header");
    }

    void read_format(const std::vector<std::string_view>& words)
    {
        const std::string_view format = words.size() == 3 ? words[1] : std::string_view();
        has_format_ = true;
        header_.file.is_ascii = format == "ascii";
        header_.is_big_endian = format == "binary_big_endian";
        if (!header_.file.is_ascii && !header_.is_big_endian && format != "binary_little_endian")
            report("the format " + printable(format) + " is unknown", "known are ascii, binary_little_endian and binary_big_endian 1.0");
    }

    void read_element(const std::vector<std::string_view>& words)
    {
        PlyElement element;
        const std::string_view digits = words.size() == 3 ? words[2] : std::string_view();
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), element.count);
        if (error != std::errc{} || end != digits.data() + digits.size())
            return report("an element needs a name and a number of rows", "such as 'element vertex 8'");
        element.name = words[1];
        if (header_.file.elements.size() >= most_names)
            return report("there are more than " + std::to_string(most_names) + " elements", "");
        if (header_.file.find(element.name) != nullptr)
            return report("two elements are called " + printable(element.name), "");
        header_.file.elements.push_back(std::move(element));
    }

    void read_property(const std::vector<std::string_view>& words)
    {
        PlyProperty property;
        property.is_list = words.size() > 1 && words[1] == "list";
        if (words.size() != (property.is_list ? 5U : 3U) || header_.file.elements.empty())
            return report("a property needs an element before it, a type and a name",
                          "such as 'property float x' or 'property list uchar int vertex_indices'");
        property.name = words.back();
        property.type = read_type(words[words.size() - 2]);
        if (property.is_list)
            property.count_type = read_type(words[2]);
        if (property.is_list && problem_.what.empty() && is_floating_point(property.count_type))
            report("the length of a list is an integer, not a " + std::string(words[2]), "such as uchar");
        PlyElement& element = header_.file.elements.back();
        if (element.properties.size() >= most_names)
            return report("an element has more than " + std::to_string(most_names) + " properties", "");
        if (element.find(property.name) != nullptr)
            return report("two properties are called " + printable(property.name), "give each its own name");
        element.properties.push_back(std::move(property));
    }

    PlyType read_type(std::string_view name)
    {
        const auto found = std::ranges::find(type_names, name, &std::pair<std::string_view, PlyType>::first);
        if (found != type_names.end())
            return found->second;
        report("the type " + printable(name) + " is unknown", "known are char, uchar, short, ushort, int, uint, float and double");
        return PlyType::uint8;
    }

    static constexpr std::size_t most_names = 1000; // the search for a name twice must not become slow

    std::string_view rest_;
    std::string source_;
    PlyHeader header_;
    bool has_format_ = false;
    bool is_done_ = false;
    Problem problem_;
};
} // namespace

Result<PlyHeader> parse_ply_header(std::string_view content, const std::string& source) { return HeaderParser(content, source).parse(); }
} // namespace aspic
