#pragma once

#include <array>
#include <charconv>
#include <string>

namespace aspic
{
/// Appends the shortest text that reads back as the same number; integers in full. Does not depend on the locale.
template <class T> void append_number(std::string& text, T value)
{
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    text.append(buffer.data(), written.ptr);
}

/// The same as a text of its own.
inline std::string number_text(double value)
{
    std::string text;
    append_number(text, value);
    return text;
}
} // namespace aspic
