#pragma once

#include "aspic/math/vec.h"

#include <array>
#include <charconv>
#include <string>

namespace aspic
{
/// A number for a sentence: six digits.
inline std::string short_text(double value)
{
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6);
    return {buffer.data(), written.ptr};
}

inline std::string short_text(const Vec3d& x)
{
    std::string text = "(";
    for (int axis = 0; axis < 3; ++axis)
        text.append(short_text(x[axis])).append(axis < 2 ? ", " : ")");
    return text;
}
} // namespace aspic
