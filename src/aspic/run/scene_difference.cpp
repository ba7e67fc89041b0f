#include "aspic/run/scene_difference.h"

#include "aspic/core/printable.h"

#include <algorithm>
#include <map>

namespace aspic
{
namespace
{
struct Line
{
    std::string key, value;
};

/// Takes `"name": ` from the front of a line, with the bracket of an object before it.
std::string take_name(std::string_view& line)
{
    const std::size_t open = line.starts_with("{\"") ? 2 : line.starts_with('"') ? 1 : 0;
    const std::size_t close = open == 0 ? std::string_view::npos : line.find("\": ", open);
    if (close == std::string_view::npos)
        return "";
    std::string name(line.substr(open, close - open));
    line.remove_prefix(close + 3);
    return name;
}

/// All names at the front of a line, and what is left.
std::string take_key(std::string_view& line)
{
    std::string key;
    for (std::string name = take_name(line); !name.empty(); name = take_name(line))
        key += (key.empty() ? "" : ".") + name;
    return key;
}

/// Lines with the keys of those around them. An element of a list is numbered.
std::vector<Line> lines_of(std::string_view text)
{
    struct Level
    {
        std::size_t indent;
        std::string key;
        int elements = 0;
    };
    std::vector<Level> around;
    std::vector<Line> lines;
    while (!text.empty())
    {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        line.remove_prefix(indent);
        if (line.ends_with(','))
            line.remove_suffix(1);
        while (!around.empty() && around.back().indent >= indent)
            around.pop_back();
        const bool is_closing = line.find_first_not_of("]}") == std::string_view::npos;
        if (is_closing)
            continue;
        const bool is_named_element = line.starts_with("{\"") && !around.empty();
        std::string key = take_key(line);
        if (is_named_element)
            key = std::to_string(around.back().elements++) + "." + key;
        else if (key.empty() && !around.empty())
            key = std::to_string(around.back().elements++);
        else if (key.empty()) // behind the scene: the name of a file and its hash
        {
            const std::size_t blank = std::min(line.rfind(' '), line.size());
            key = line.substr(0, blank);
            line.remove_prefix(std::min(blank + 1, line.size()));
        }
        const std::string whole = around.empty() || around.back().key.empty() ? key : around.back().key + "." + key;
        const bool is_opening = line.ends_with('{') || line.ends_with('[');
        if (is_opening)
            around.push_back({indent, whole});
        else
            lines.push_back({whole, std::string(line)});
    }
    return lines;
}
} // namespace

std::vector<SceneDifference> scene_differences(std::string_view before, std::string_view after)
{
    std::vector<SceneDifference> differences;
    if (before == after)
        return differences;
    std::map<std::string, std::string> old_values;
    const std::vector<Line> old_lines = lines_of(before);
    for (const Line& line : old_lines)
        old_values.emplace(line.key, line.value);
    for (Line& line : lines_of(after))
    {
        const auto old = old_values.find(line.key);
        if (old == old_values.end())
            differences.push_back({line.key, "", line.value});
        else if (old->second != line.value)
            differences.push_back({line.key, old->second, line.value});
        if (old != old_values.end())
            old_values.erase(old);
    }
    for (const Line& line : old_lines)
        if (old_values.contains(line.key))
            differences.push_back({line.key, line.value, ""});
    return differences;
}

std::string describe(const std::vector<SceneDifference>& differences)
{
    constexpr std::size_t most = 3;
    const auto value = [](const std::string& text) { return text.empty() ? "nothing" : printable(text); };
    std::string text;
    for (std::size_t k = 0; k < std::min(most, differences.size()); ++k)
        text += (k > 0 ? "; " : "") + differences[k].key + " was " + value(differences[k].before) + ", is " + value(differences[k].after);
    if (differences.size() > most)
        text += "; and " + std::to_string(differences.size() - most) + " more";
    return text;
}
} // namespace aspic
