#include "aspic/render/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aspic
{
namespace
{
constexpr Color rgb(unsigned hex)
{
    return {static_cast<double>(hex >> 16U & 255U) / 255, static_cast<double>(hex >> 8U & 255U) / 255,
            static_cast<double>(hex & 255U) / 255};
}

/// Even steps along a curve like viridis (Smith and van der Walt 2015, public domain).
constexpr std::array field_colors{rgb(0x440154), rgb(0x482475), rgb(0x414487), rgb(0x355f8d), rgb(0x2a788e), rgb(0x21918c),
                                  rgb(0x22a884), rgb(0x44bf70), rgb(0x7ad151), rgb(0xbddf26), rgb(0xfde725)};

/// Okabe and Ito 2008, the darker ones first.
constexpr std::array series_colors{rgb(0x0072b2), rgb(0xd55e00), rgb(0x009e73), rgb(0xcc79a7), rgb(0xe69f00), rgb(0x56b4e9), rgb(0x666666)};

double linear(double component) { return component <= 0.04045 ? component / 12.92 : std::pow((component + 0.055) / 1.055, 2.4); }
} // namespace

Color field_color(double t)
{
    const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(field_colors.size() - 1);
    const auto k = std::min(static_cast<std::size_t>(place), field_colors.size() - 2);
    const double s = place - static_cast<double>(k);
    const Color& a = field_colors[k];
    const Color& b = field_colors[k + 1];
    return {std::lerp(a.red, b.red, s), std::lerp(a.green, b.green, s), std::lerp(a.blue, b.blue, s)};
}

double luminance(const Color& color) { return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue); }

Color series_color(std::size_t k) { return series_colors[k % series_colors.size()]; }
} // namespace aspic
