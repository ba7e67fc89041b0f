#include "aspic/io/base64.h"

#include <algorithm>
#include <cstdint>

namespace aspic
{
namespace
{
constexpr int padding = 64;
constexpr int blank = 65;
constexpr int wrong = 66;

int value_of(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    switch (c)
    {
    case '+':
        return 62;
    case '/':
        return 63;
    case '=':
        return padding;
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        return blank;
    default:
        return wrong;
    }
}
} // namespace

std::optional<std::string> base64_decoded(std::string_view text, std::size_t most)
{
    std::string bytes;
    bytes.reserve(std::min(most, text.size() / 4 * 3) + 3);
    std::uint32_t group = 0; // up to four characters with six bits each
    int characters = 0;
    int padded = 0;
    for (std::size_t k = 0; k < text.size() && bytes.size() < most; ++k)
    {
        const int value = value_of(text[k]);
        if (value == blank)
            continue;
        if (value == wrong || (value == padding && characters < 2) || (value != padding && padded > 0))
            return std::nullopt;
        padded += value == padding ? 1 : 0;
        group = (group << 6U) | (value == padding ? 0U : static_cast<std::uint32_t>(value));
        if (++characters < 4)
            continue;
        for (int byte = 0; byte < 3 - padded; ++byte)
            bytes += static_cast<char>((group >> (16U - 8U * static_cast<unsigned>(byte))) & 0xffU);
        group = 0;
        characters = 0;
        padded = 0;
    }
    bytes.resize(std::min(bytes.size(), most));
    return bytes;
}
} // namespace aspic
