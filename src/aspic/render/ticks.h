#pragma once

#include <string>
#include <vector>

namespace aspic
{
/// Round numbers along an axis with their labels; each label times 10^exponent is the number.
struct Ticks
{
    std::vector<double> values;
    std::vector<std::string> labels;
    std::string factor; ///< "×10⁵" if the labels leave it out, else empty
};

/// About `about` multiples of 1, 2 or 5 times a power of ten within [from, to]: from half to one and a half as many.
Ticks nice_ticks(double from, double to, int about);

/// A range that holds all values and has some width. Values that are not finite do not count; without any, 0 … 1. A range narrower than a
/// millionth of its values counts as one value, lest an axis shows rounding errors.
struct AxisRange
{
    double from = 0, to = 1;

    [[nodiscard]] double width() const { return to - from; }
    /// The range with `share` of its width added on both sides.
    [[nodiscard]] AxisRange widened(double share) const { return {from - share * width(), to + share * width()}; }
};
AxisRange range_of(const std::vector<double>& values);

/// Whether a number can be drawn: finite, and differences of such numbers are finite.
bool is_drawable(double value);
} // namespace aspic
