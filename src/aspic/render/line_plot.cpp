#include "aspic/render/color_map.h"
#include "aspic/render/plot_frame.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double sample_length = 34, legend_row = 26, legend_padding = 12; // [px]

Color color_of(const LinePlot& plot, std::size_t k) { return plot.series[k].color.value_or(series_color(k)); }

AxisRange range_of_series(const LinePlot& plot, std::vector<double> PlotSeries::*values)
{
    std::vector<double> all;
    for (const PlotSeries& series : plot.series)
        all.insert(all.end(), (series.*values).begin(), (series.*values).end());
    return range_of(all);
}

bool is_inside(const CanvasPoint& p, const CanvasBox& box)
{
    return p.x >= box.x && p.x <= box.x + box.width && p.y >= box.y && p.y <= box.y + box.height;
}

/// Stretches of consecutive points that can be drawn.
std::vector<std::vector<CanvasPoint>> pieces(const PlotFrame& frame, const PlotSeries& series)
{
    std::vector<std::vector<CanvasPoint>> result(1);
    for (std::size_t k = 0; k < series.x.size(); ++k)
        if (is_drawable(series.x[k]) && is_drawable(series.y[k]))
            result.back().push_back({frame.column(series.x[k]), frame.row(series.y[k])});
        else if (!result.back().empty())
            result.emplace_back();
    return result;
}

void draw_lines(Canvas& canvas, const PlotFrame& frame, const LinePlot& plot)
{
    canvas.clip(frame.box);
    for (std::size_t k = 0; k < plot.series.size(); ++k)
        for (const std::vector<CanvasPoint>& piece : pieces(frame, plot.series[k]))
            if (plot.series[k].line_width > 0 && piece.size() > 1)
                canvas.polyline(piece, {.color = color_of(plot, k), .width = plot.series[k].line_width, .dashed = plot.series[k].dashed});
    canvas.unclip();
}

/// Dots lie over the frame, so that those on an axis are whole. A lonely point of a curve is a dot too.
void draw_dots(Canvas& canvas, const PlotFrame& frame, const LinePlot& plot)
{
    for (std::size_t k = 0; k < plot.series.size(); ++k)
        for (const std::vector<CanvasPoint>& piece : pieces(frame, plot.series[k]))
        {
            const PlotSeries& series = plot.series[k];
            const double radius = piece.size() == 1 ? std::max(series.dot_radius, series.line_width) : series.dot_radius;
            for (const CanvasPoint& p : piece)
                if (radius > 0 && is_inside(p, frame.box))
                    canvas.dot(p, radius, color_of(plot, k));
        }
}

/// Where the legend stands: in a corner of the frame, in one row above it, or at its right.
enum class LegendPlace
{
    none,
    corner,
    above,
    right
};

struct Legend
{
    LegendPlace place = LegendPlace::none;
    CanvasBox box;
};

double entry_width(const Canvas& canvas, const PlotSeries& series)
{
    return sample_length + 2 * legend_padding + canvas.text_width(series.name, {.size = legend_text});
}

/// Size of the legend with its entries below each other, or side by side.
CanvasBox legend_size(const Canvas& canvas, const LinePlot& plot, bool in_one_row)
{
    CanvasBox box;
    for (const PlotSeries& series : plot.series)
        if (!series.name.empty())
        {
            box.width =
                in_one_row ? box.width + entry_width(canvas, series) + legend_padding : std::max(box.width, entry_width(canvas, series));
            box.height = in_one_row ? legend_row : box.height + legend_row;
        }
    return box.width == 0 ? box : CanvasBox{0, 0, box.width + legend_padding, box.height + (in_one_row ? 0 : legend_padding)};
}

/// Whether a curve runs through a box: also its stretches between distant points count.
bool is_hidden_by(const CanvasBox& box, const std::vector<CanvasPoint>& piece)
{
    for (std::size_t k = 0; k < piece.size(); ++k)
    {
        const CanvasPoint& a = piece[k == 0 ? 0 : k - 1];
        const CanvasPoint& b = piece[k];
        const int steps = 1 + static_cast<int>(std::min(1000.0, std::hypot(b.x - a.x, b.y - a.y) / 8));
        for (int s = 0; s <= steps; ++s)
            if (is_inside({std::lerp(a.x, b.x, double(s) / steps), std::lerp(a.y, b.y, double(s) / steps)}, box))
                return true;
    }
    return false;
}

/// The first corner where the legend hides nothing, or else a place outside the frame.
Legend place_legend(const Canvas& canvas, const LinePlot& plot, const PlotFrame& frame)
{
    CanvasBox box = legend_size(canvas, plot, false);
    if (box.width == 0)
        return {};
    constexpr double gap = 14;
    const double left = frame.box.x + gap, right = frame.box.x + frame.box.width - box.width - gap;
    const double top = frame.box.y + gap, bottom = frame.box.y + frame.box.height - box.height - gap;
    for (const CanvasPoint corner : {CanvasPoint{right, top}, {left, top}, {right, bottom}, {left, bottom}})
    {
        box.x = corner.x;
        box.y = corner.y;
        const auto hides = [&](const PlotSeries& series) {
            return std::ranges::any_of(pieces(frame, series), [&](const auto& piece) { return is_hidden_by(box, piece); });
        };
        if (std::ranges::none_of(plot.series, hides))
            return {LegendPlace::corner, box};
    }
    const CanvasBox row = legend_size(canvas, plot, true);
    return row.width <= frame.box.width ? Legend{LegendPlace::above, row} : Legend{LegendPlace::right, box};
}

void draw_legend(Canvas& canvas, const LinePlot& plot, const Legend& legend)
{
    if (legend.place == LegendPlace::corner)
    {
        canvas.rectangle(legend.box, {1, 1, 1, 0.9});
        canvas.frame(legend.box, {.color = grid_ink, .width = 1});
    }
    const bool in_one_row = legend.place == LegendPlace::above;
    CanvasPoint at{legend.box.x + legend_padding, legend.box.y + (in_one_row ? 0 : legend_padding / 2) + legend_row / 2};
    for (std::size_t k = 0; k < plot.series.size(); ++k)
    {
        const PlotSeries& series = plot.series[k];
        if (series.name.empty())
            continue;
        if (series.line_width > 0)
            canvas.line(at, {at.x + sample_length, at.y},
                        {.color = color_of(plot, k), .width = series.line_width, .dashed = series.dashed});
        if (series.dot_radius > 0)
            canvas.dot({at.x + sample_length / 2, at.y}, series.dot_radius, color_of(plot, k));
        canvas.text({at.x + sample_length + legend_padding, at.y + 0.36 * legend_text}, series.name, {.size = legend_text, .color = ink});
        in_one_row ? at.x += entry_width(canvas, series) + legend_padding : at.y += legend_row;
    }
}

/// The frame that leaves room for titles and labels, and for a legend outside.
PlotFrame frame_of(const Canvas& canvas, const LinePlot& plot, double legend_above, double legend_at_right)
{
    PlotFrame frame;
    frame.x = plot.x.range.value_or(range_of_series(plot, &PlotSeries::x));
    frame.y = plot.y.range.value_or(range_of_series(plot, &PlotSeries::y).widened(0.05));
    const double above = room_above(plot.title) + legend_above;
    const double height = plot.height - above - room_below(plot.x.title);
    const double left = room_at_left(canvas, vertical_ticks(frame.y, height), plot.y.title);
    frame.box = {std::floor(left) + 0.5, std::floor(above) + 0.5, std::floor(plot.width - left - margin - 14 - legend_at_right),
                 std::floor(height)};
    return frame;
}

/// Makes room for a legend that stands outside, and puts it there.
PlotFrame make_room(const Canvas& canvas, const LinePlot& plot, const PlotFrame& frame, Legend& legend)
{
    if (legend.place == LegendPlace::above)
    {
        const PlotFrame lower = frame_of(canvas, plot, legend_row + 4, 0);
        legend.box.x = lower.box.x + (lower.box.width - legend.box.width) / 2;
        legend.box.y = lower.box.y - legend_row - 6;
        return lower;
    }
    if (legend.place == LegendPlace::right)
    {
        const PlotFrame narrower = frame_of(canvas, plot, 0, legend.box.width);
        legend.box.x = narrower.box.x + narrower.box.width + 8;
        legend.box.y = narrower.box.y;
        return narrower;
    }
    return frame;
}
} // namespace

Canvas draw(const LinePlot& plot)
{
    Canvas canvas(plot.width, plot.height);
    const PlotFrame first = frame_of(canvas, plot, 0, 0);
    Legend legend = place_legend(canvas, plot, first);
    const PlotFrame frame = make_room(canvas, plot, first, legend);
    const Ticks x = horizontal_ticks(canvas, frame.x, frame.box.width);
    const Ticks y = vertical_ticks(frame.y, frame.box.height);

    draw_grid(canvas, frame, x, y);
    draw_lines(canvas, frame, plot);
    draw_axes(canvas, frame, x, y, plot.x.title, plot.y.title);
    draw_dots(canvas, frame, plot);
    draw_title(canvas, {frame.box.x, room_above(plot.title), frame.box.width, 0}, plot.title);
    draw_legend(canvas, plot, legend);
    return canvas;
}
} // namespace aspic
