#pragma once

#include "aspic/render/plot.h"

namespace aspic
{
// Sizes that all plots share [px].
inline constexpr double tick_text = 16, axis_text = 18, legend_text = 17, title_text = 20;
inline constexpr double margin = 20, tick_length = 6;
inline constexpr Color ink{0.1, 0.1, 0.1}, grid_ink{0.87, 0.87, 0.87};

/// The box that data is drawn in, and what it shows.
struct PlotFrame
{
    CanvasBox box;
    AxisRange x, y;

    [[nodiscard]] double column(double value) const { return box.x + box.width * (value - x.from) / x.width(); }
    [[nodiscard]] double row(double value) const { return box.y + box.height * (1 - (value - y.from) / y.width()); }
};

/// Ticks of an axis that is `length` pixels long, so few that their labels stay apart.
Ticks horizontal_ticks(const Canvas& canvas, const AxisRange& range, double length);
Ticks vertical_ticks(const AxisRange& range, double length);

/// Room left of a box for tick labels and the title of its vertical axis.
double widest_label(const Canvas& canvas, const Ticks& ticks);
double room_at_left(const Canvas& canvas, const Ticks& ticks, const std::string& title);
double room_below(const std::string& title);
double room_above(const std::string& title);

/// Grid lines first, so that data covers them.
void draw_grid(Canvas& canvas, const PlotFrame& frame, const Ticks& x, const Ticks& y);
/// Frame, ticks, labels and titles, over the data.
void draw_axes(Canvas& canvas, const PlotFrame& frame, const Ticks& x, const Ticks& y, const std::string& x_title,
               const std::string& y_title);
void draw_title(Canvas& canvas, const CanvasBox& box, const std::string& title);
} // namespace aspic
