#include "aspic/render/color_map.h"
#include "aspic/render/plot_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numeric>

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

/// The curve with at most four points per column of pixels, where it looks the same: first, lowest, highest and last.
std::vector<CanvasPoint> thinned(const std::vector<CanvasPoint>& piece)
{
    std::vector<CanvasPoint> result;
    for (std::size_t begin = 0; begin < piece.size();)
    {
        std::size_t end = begin + 1, low = begin, high = begin;
        for (; end < piece.size() && std::floor(piece[end].x) == std::floor(piece[begin].x); ++end)
        {
            low = piece[end].y < piece[low].y ? end : low;
            high = piece[end].y > piece[high].y ? end : high;
        }
        std::array kept{begin, std::min(low, high), std::max(low, high), end - 1};
        const auto* const rest = std::unique(kept.begin(), kept.end());
        for (const auto* k = kept.begin(); k != rest; ++k)
            result.push_back(piece[*k]);
        begin = end;
    }
    return result;
}

void draw_lines(Canvas& canvas, const PlotFrame& frame, const LinePlot& plot)
{
    canvas.clip(frame.box);
    for (std::size_t k = 0; k < plot.series.size(); ++k)
        for (const std::vector<CanvasPoint>& piece : pieces(frame, plot.series[k]))
            if (plot.series[k].line_width > 0 && piece.size() > 1)
                canvas.polyline(thinned(piece),
                                {.color = color_of(plot, k), .width = plot.series[k].line_width, .dashed = plot.series[k].dashed});
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

/// Where the legend stands: in a corner of the frame, above it, or at its right.
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
    std::vector<double> columns; ///< [px] widths of the columns that entries stand in
};

/// The legend with so many entries side by side; each column is as wide as its widest entry.
Legend legend_of(const Canvas& canvas, const LinePlot& plot, LegendPlace place, std::size_t columns)
{
    Legend legend{place, {}, std::vector<double>(columns)};
    const double around = (columns > 1 ? 3 : 2) * legend_padding;
    std::size_t count = 0;
    for (const PlotSeries& series : plot.series)
        if (!series.name.empty())
        {
            double& width = legend.columns[count++ % columns];
            width = std::max(width, sample_length + around + canvas.text_width(series.name, {.size = legend_text}));
        }
    legend.box.width = std::accumulate(legend.columns.begin(), legend.columns.end(), legend_padding);
    const std::size_t rows = (count + columns - 1) / columns;
    legend.box.height = static_cast<double>(rows) * legend_row + legend_padding;
    return count == 0 ? Legend{} : legend;
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

/// The legend outside the frame: in one row above it, at its right if it is not too high, else in rows above.
Legend outside_legend(const Canvas& canvas, const LinePlot& plot, const PlotFrame& frame)
{
    constexpr std::size_t most_columns = 12;
    const Legend right = legend_of(canvas, plot, LegendPlace::right, 1);
    Legend above = right;
    for (std::size_t columns = std::min(most_columns, plot.series.size()); columns > 0; --columns)
    {
        above = legend_of(canvas, plot, LegendPlace::above, columns);
        if (above.box.width <= frame.box.width)
            break;
    }
    const bool is_one_row = above.box.height < 2 * legend_row;
    const bool fits_at_right = right.box.height <= frame.box.height && right.box.width <= frame.box.width / 3;
    return !is_one_row && fits_at_right ? right : above;
}

/// The first corner where the legend hides nothing, or else a place outside the frame.
Legend place_legend(const Canvas& canvas, const LinePlot& plot, const PlotFrame& frame)
{
    Legend legend = legend_of(canvas, plot, LegendPlace::corner, 1);
    if (legend.place == LegendPlace::none)
        return legend;
    constexpr double gap = 14;
    CanvasBox& box = legend.box;
    const double left = frame.box.x + gap, right = frame.box.x + frame.box.width - box.width - gap;
    const double top = frame.box.y + gap, bottom = frame.box.y + frame.box.height - box.height - gap;
    const bool fits = left <= right && top <= bottom;
    std::vector<std::vector<CanvasPoint>> curves;
    for (const PlotSeries& series : plot.series)
        std::ranges::move(pieces(frame, series), std::back_inserter(curves));
    for (const CanvasPoint corner : {CanvasPoint{right, top}, {left, top}, {right, bottom}, {left, bottom}})
    {
        box.x = corner.x;
        box.y = corner.y;
        if (fits && std::ranges::none_of(curves, [&](const auto& curve) { return is_hidden_by(box, curve); }))
            return legend;
    }
    return outside_legend(canvas, plot, frame);
}

void draw_legend(Canvas& canvas, const LinePlot& plot, const Legend& legend)
{
    if (legend.place == LegendPlace::corner)
    {
        canvas.rectangle(legend.box, {1, 1, 1, 0.9});
        canvas.frame(legend.box, {.color = grid_ink, .width = 1});
    }
    std::size_t place = 0;
    CanvasPoint at{legend.box.x + legend_padding, legend.box.y + legend_padding / 2 + legend_row / 2};
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
        at.x += legend.columns[place];
        place = (place + 1) % legend.columns.size();
        if (place == 0)
            at = {legend.box.x + legend_padding, at.y + legend_row};
    }
}

/// The box that leaves room for titles and labels.
PlotFrame frame_of(const Canvas& canvas, const LinePlot& plot, const CanvasBox& room)
{
    PlotFrame frame;
    frame.x = plot.x.range.value_or(range_of_series(plot, &PlotSeries::x));
    frame.y = plot.y.range.value_or(range_of_series(plot, &PlotSeries::y).widened(0.05));
    const double above = room_above(plot.title);
    const double height = std::max(1.0, room.height - above - room_below(plot.x.title));
    const double left = room_at_left(canvas, vertical_ticks(frame.y, height), plot.y.title);
    frame.box = {std::floor(room.x + left) + 0.5, std::floor(room.y + above) + 0.5,
                 std::max(1.0, std::floor(room.width - left - margin - 14)), std::floor(height)};
    return frame;
}

/// Makes room for a legend that stands outside, and puts it there.
PlotFrame make_room(const Canvas& canvas, const LinePlot& plot, const CanvasBox& room, Legend& legend)
{
    CanvasBox rest = room;
    if (legend.place == LegendPlace::above)
    {
        const double factor = vertical_ticks(frame_of(canvas, plot, room).y, room.height).factor.empty() ? 0 : tick_text + 2;
        rest.y += legend.box.height + factor;
        rest.height -= legend.box.height + factor;
        const PlotFrame lower = frame_of(canvas, plot, rest);
        legend.box.x = lower.box.x + std::max(0.0, lower.box.width - legend.box.width) / 2;
        legend.box.y = lower.box.y - factor - legend.box.height - 2;
        return lower;
    }
    if (legend.place == LegendPlace::right)
    {
        rest.width -= legend.box.width;
        const PlotFrame narrower = frame_of(canvas, plot, rest);
        legend.box.x = narrower.box.x + narrower.box.width + 8;
        legend.box.y = narrower.box.y;
        return narrower;
    }
    return frame_of(canvas, plot, room);
}
} // namespace

void draw(Canvas& canvas, const LinePlot& plot, const CanvasBox& room)
{
    Legend legend = place_legend(canvas, plot, frame_of(canvas, plot, room));
    const PlotFrame frame = make_room(canvas, plot, room, legend);
    const Ticks x = horizontal_ticks(canvas, frame.x, frame.box.width);
    const Ticks y = vertical_ticks(frame.y, frame.box.height);

    draw_grid(canvas, frame, x, y);
    draw_lines(canvas, frame, plot);
    draw_axes(canvas, frame, x, y, plot.x.title, plot.y.title);
    draw_dots(canvas, frame, plot);
    draw_title(canvas, {frame.box.x, room.y + room_above(plot.title), frame.box.width, 0}, plot.title);
    draw_legend(canvas, plot, legend);
}

Canvas draw(const LinePlot& plot)
{
    Canvas canvas(plot.width, plot.height);
    draw(canvas, plot, {0, 0, static_cast<double>(plot.width), static_cast<double>(plot.height)});
    return canvas;
}
} // namespace aspic
