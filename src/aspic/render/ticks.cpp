#include "aspic/render/ticks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace aspic
{
namespace
{
int decimal_exponent(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-9)); }

/// 1, 2 or 5 times a power of ten, near `wanted` (Heckbert 1990).
double nice_step(double wanted)
{
    const double power = std::pow(10.0, decimal_exponent(wanted));
    const double digits = wanted / power;
    return (digits < 1.5 ? 1 : digits < 3 ? 2 : digits < 7 ? 5 : 10) * power;
}

std::string fixed(double value, int decimals)
{
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr;
    std::string text(buffer.data(), end);
    const bool is_zero = text.find_first_of("123456789") == std::string::npos;
    if (text.front() == '-')
        text.replace(0, 1, is_zero ? "" : "−");
    return text;
}

std::string power_of_ten(int exponent)
{
    constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "×10";
    for (const char c : std::to_string(exponent))
        text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
    return text;
}
} // namespace

bool is_drawable(double value) { return std::abs(value) <= 1e300; }

Ticks nice_ticks(double from, double to, int about)
{
    Ticks ticks;
    const double step = nice_step((to - from) / std::max(1, about));
    const int largest = decimal_exponent(std::max({std::abs(from), std::abs(to), step}));
    const int exponent = largest >= 5 || largest <= -4 ? largest : 0;
    const int decimals = std::clamp(exponent - decimal_exponent(step), 0, 17);
    for (double k = std::ceil(from / step - 1e-6); k * step <= to + 1e-6 * step; ++k)
    {
        ticks.values.push_back(k * step);
        ticks.labels.push_back(fixed(k * step / std::pow(10.0, exponent), decimals));
    }
    if (exponent != 0)
        ticks.factor = power_of_ten(exponent);
    return ticks;
}

AxisRange range_of(const std::vector<double>& values)
{
    bool found = false;
    AxisRange range;
    for (const double value : values)
    {
        if (!is_drawable(value))
            continue;
        range = found ? AxisRange{std::min(range.from, value), std::max(range.to, value)} : AxisRange{value, value};
        found = true;
    }
    const double largest = std::max(std::abs(range.from), std::abs(range.to));
    if (range.width() > 1e-6 * largest && range.width() > 1e-300)
        return range;
    const double middle = 0.5 * (range.from + range.to);
    const double half = largest > 1e-290 ? 0.5 * std::abs(middle) : 0.5;
    return {middle - half, middle + half};
}
} // namespace aspic
