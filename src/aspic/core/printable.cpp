#include "aspic/core/printable.h"

namespace aspic
{
std::size_t utf8_length(std::string_view text)
{
    if (text.empty())
        return 0;
    const auto byte = [&](std::size_t k) { return static_cast<unsigned>(static_cast<unsigned char>(text[k])); };
    const unsigned first = byte(0);
    if (first < 0x80)
        return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length)
        return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((byte(k) & 0xc0U) != 0x80U)
            return 0;
    const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
    const bool outside = (first == 0xed && byte(1) >= 0xa0) || (first == 0xf4 && byte(1) >= 0x90);
    return overlong || outside ? 0 : length;
}

namespace
{
/// Appends the first character of a text, or its byte in digits, and removes it from the front.
void take_visible(std::string_view& text, std::string& result)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t length = utf8_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    const bool is_control = byte < 0x20 || byte == 0x7f || (byte == 0xc2 && length == 2 && static_cast<unsigned char>(text[1]) < 0xa0);
    if (length == 0 || is_control)
        result += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    else
        result += text.substr(0, length);
    text.remove_prefix(length == 0 || is_control ? 1 : length);
}
} // namespace

std::string visible(std::string_view text)
{
    std::string result;
    while (!text.empty())
        take_visible(text, result);
    return result;
}

std::string printable(std::string_view text)
{
    constexpr std::size_t most = 40; // characters
    std::string result = "'";
    for (std::size_t k = 0; k < most && !text.empty(); ++k)
        take_visible(text, result);
    return result + (text.empty() ? "'" : "…'");
}
} // namespace aspic
