#include "aspic/io/json.h"

#include <array>
#include <charconv>

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
    case JsonValue::Kind::null:
        return "null";
    case JsonValue::Kind::boolean:
        return value.boolean ? "true" : "false";
    case JsonValue::Kind::number:
        return value.text;
    case JsonValue::Kind::text:
        return json_quoted(value.text);
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

std::string json_quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text)
    {
        if (c == '"' || c == '\\')
            result += {'\\', c};
        else if (c == '\n')
            result += "\\n";
        else if (static_cast<unsigned char>(c) < 0x20)
        {
            constexpr std::string_view digits = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(c);
            result += {'\\', 'u', '0', '0', digits[byte / 16], digits[byte % 16]};
        }
        else
            result += c;
    }
    return result + "\"";
}

std::string json_number(double value)
{
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return {digits.data(), end};
}
} // namespace aspic
