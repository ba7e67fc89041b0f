#include "svg_plot.h"

#include "aspic/io/text_table.h"
#include "aspic/render/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace aspic::validation
{
namespace
{
constexpr double width = 900, height = 400;                  // [px] of the whole
constexpr double left = 78, top = 34, bottom = 52, gap = 16; // [px] around the frame
constexpr double letter = 6.6, sample = 26, legend_row = 20; // [px] of the legend

/// A number of pixels, to a tenth.
std::string px(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

struct TextPlace
{
    double x = 0, y = 0;
    const char* anchor = "start";
    std::string_view extra; ///< more attributes
};

std::string label(const TextPlace& place, std::string_view text)
{
    return "<text x=\"" + px(place.x) + "\" y=\"" + px(place.y) + "\" text-anchor=\"" + place.anchor + "\" " + std::string(place.extra) +
           ">" + escaped(text) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& color)
{
    return "<line x1=\"" + px(x1) + "\" y1=\"" + px(y1) + "\" x2=\"" + px(x2) + "\" y2=\"" + px(y2) + "\" stroke=\"" + color + "\"/>\n";
}

/// The data that one axis shows, with some air.
Range shown_range(const Plot& plot, const Axis& axis, std::vector<double> Series::*values)
{
    if (axis.range)
        return {axis.range->first, axis.range->second};
    std::vector<double> all;
    for (const Series& series : plot.series)
        all.insert(all.end(), (series.*values).begin(), (series.*values).end());
    return range_of(all).widened(0.04);
}

/// Where the frame stands and how numbers become pixels.
struct Frame
{
    Range x, y;
    double width = 0, height = 0; ///< [px] of the frame

    [[nodiscard]] double column(double value) const { return left + width * (value - x.from) / x.width(); }
    [[nodiscard]] double row(double value) const { return top + height * (y.to - value) / y.width(); }
};

double legend_width(const Plot& plot)
{
    std::size_t longest = 0;
    for (const Series& series : plot.series)
        longest = std::max(longest, text_width(series.name));
    return longest == 0 ? 0 : gap + sample + 8 + letter * static_cast<double>(longest);
}

Frame frame_of(const Plot& plot)
{
    return {.x = shown_range(plot, plot.x, &Series::x),
            .y = shown_range(plot, plot.y, &Series::y),
            .width = width - left - gap - legend_width(plot),
            .height = height - top - bottom};
}

std::string axes(const Plot& plot, const Frame& frame)
{
    std::string text;
    const double below = top + frame.height;
    const double right = left + frame.width;
    const Ticks columns = nice_ticks(frame.x.from, frame.x.to, 7);
    for (std::size_t k = 0; k < columns.values.size(); ++k)
    {
        const double x = frame.column(columns.values[k]);
        text += line(x, top, x, below, "#e4e7eb") + label({x, below + 18, "middle", ""}, columns.labels[k]);
    }
    const Ticks rows = nice_ticks(frame.y.from, frame.y.to, 6);
    for (std::size_t k = 0; k < rows.values.size(); ++k)
    {
        const double y = frame.row(rows.values[k]);
        text += line(left, y, right, y, "#e4e7eb") + label({left - 8, y + 4, "end", ""}, rows.labels[k]);
    }
    text += "<rect x=\"" + px(left) + "\" y=\"" + px(top) + "\" width=\"" + px(frame.width) + "\" height=\"" + px(frame.height) +
            "\" fill=\"none\" stroke=\"#7b8794\"/>\n";
    const auto with_factor = [](const std::string& title, const std::string& factor) {
        return factor.empty() ? title : title + "  " + factor;
    };
    text += label({left + frame.width / 2, below + 40, "middle", ""}, with_factor(plot.x.title, columns.factor));
    const double middle = top + frame.height / 2;
    const std::string turned = "transform=\"rotate(-90 18 " + px(middle) + ")\"";
    text += label({18, middle, "middle", turned}, with_factor(plot.y.title, rows.factor));
    return text + label({left, 20, "start", "font-weight=\"600\""}, plot.title);
}

std::string stroke_of(const Series& series)
{
    return "fill=\"none\" stroke=\"" + series.color + "\" stroke-width=\"" + px(series.line_width) + "\"" +
           (series.dashed ? " stroke-dasharray=\"6 4\"" : "");
}

std::string dot(double x, double y, double radius, const std::string& color)
{
    return "<circle cx=\"" + px(x) + "\" cy=\"" + px(y) + "\" r=\"" + px(radius) + "\" fill=\"" + color + "\"/>\n";
}

/// The lines and dots of a series; where a number is missing the line has a gap.
std::string curve(const Frame& frame, const Series& series)
{
    std::string path, dots;
    bool is_down = false;
    for (std::size_t k = 0; k < series.x.size(); ++k)
    {
        if (!is_drawable(series.x[k]) || !is_drawable(series.y[k]))
        {
            is_down = false;
            continue;
        }
        const double x = frame.column(series.x[k]);
        const double y = frame.row(series.y[k]);
        path += (is_down ? " L" : " M") + px(x) + " " + px(y);
        is_down = true;
        if (series.dot_radius > 0)
            dots += dot(x, y, series.dot_radius, series.color);
    }
    const bool has_line = series.line_width > 0 && !path.empty();
    return (has_line ? "<path d=\"" + path.substr(1) + "\" " + stroke_of(series) + "/>\n" : "") + dots;
}

std::string legend(const Plot& plot, const Frame& frame)
{
    std::string text;
    const double x = left + frame.width + gap;
    double y = top + 10;
    for (const Series& series : plot.series)
    {
        if (series.name.empty())
            continue;
        if (series.line_width > 0)
            text += "<path d=\"M" + px(x) + " " + px(y) + " L" + px(x + sample) + " " + px(y) + "\" " + stroke_of(series) + "/>\n";
        if (series.dot_radius > 0)
            text += dot(x + sample / 2, y, series.dot_radius, series.color);
        text += label({x + sample + 8, y + 4, "start", ""}, series.name);
        y += legend_row;
    }
    return text;
}
} // namespace

std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : text)
        switch (c)
        {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += c;
        }
    return result;
}

std::string svg_text(const Plot& plot)
{
    const Frame frame = frame_of(plot);
    std::string text = "<svg viewBox=\"0 0 " + px(width) + " " + px(height) + "\" width=\"" + px(width) + "\" role=\"img\" aria-label=\"" +
                       escaped(plot.title) + "\">\n";
    // A picture within the picture cuts off what lies outside of the frame.
    const std::string box = px(left) + " " + px(top) + " " + px(frame.width) + " " + px(frame.height);
    text += axes(plot, frame) + "<svg x=\"" + px(left) + "\" y=\"" + px(top) + "\" width=\"" + px(frame.width) + "\" height=\"" +
            px(frame.height) + "\" viewBox=\"" + box + "\">\n";
    for (const Series& series : plot.series)
        text += curve(frame, series);
    return text + "</svg>\n" + legend(plot, frame) + "</svg>\n";
}
} // namespace aspic::validation
