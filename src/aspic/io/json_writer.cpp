#include "aspic/io/json.h"

namespace aspic
{
namespace
{
constexpr std::size_t longest_line = 110;

std::string write(const JsonValue& value, std::size_t depth);

/// Elements between brackets: all on one line if they fit, else one per line.
std::string bracketed(char open, const std::vector<std::string>& elements, char close, std::size_t depth)
{
    std::size_t length = 2 * depth;
    bool one_line = true;
    for (const std::string& element : elements)
    {
        length += element.size() + 2;
        one_line = one_line && element.find('\n') == std::string::npos;
    }
    one_line = one_line && length <= longest_line;
    std::string text(1, open);
    for (std::size_t k = 0; k < elements.size(); ++k)
    {
        if (one_line)
            text += k > 0 ? ", " : "";
        else
            text += (k > 0 ? ",\n" : "\n") + std::string(2 * (depth + 1), ' ');
        text += elements[k];
    }
    return text + (one_line ? "" : "\n" + std::string(2 * depth, ' ')) + close;
}

std::string write(const JsonValue& value, std::size_t depth)
{
    std::vector<std::string> elements;
    switch (value.kind)
    {
    case JsonValue::Kind::null: return "null";
    case JsonValue::Kind::boolean: return value.boolean ? "true" : "false";
    case JsonValue::Kind::number: return value.text;
    case JsonValue::Kind::text: return json_quoted(value.text);
    case JsonValue::Kind::list:
        for (const JsonValue& item : value.items)
            elements.push_back(write(item, depth + 1));
        return bracketed('[', elements, ']', depth);
    case JsonValue::Kind::object:
        for (const JsonMember& member : value.members)
            elements.push_back(json_quoted(member.key) + ": " + write(member.value, depth + 1));
        return bracketed('{', elements, '}', depth);
    }
    return "";
}
} // namespace

std::string json_text(const JsonValue& value) { return write(value, 0) + "\n"; }
} // namespace aspic
