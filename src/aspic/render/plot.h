#pragma once

#include "aspic/render/canvas.h"
#include "aspic/render/ticks.h"

#include <optional>

namespace aspic
{
/// An axis: its title with the unit, such as `t [s]`, and its range if the data shall not decide.
struct PlotAxis
{
    std::string title;
    std::optional<AxisRange> range;
};

/// Points (x, y) joined by a line, drawn as dots, or both. Where y is not finite the line has a gap.
struct PlotSeries
{
    std::string name; ///< for the legend; empty: not in it
    std::vector<double> x, y;
    std::optional<Color> color;
    double line_width = 2.5; ///< [px]; 0: no line
    double dot_radius = 0;   ///< [px]; 0: no dots
    bool dashed = false;
};

/// Curves over one axis.
struct LinePlot
{
    std::string title;
    PlotAxis x, y;
    std::vector<PlotSeries> series;
    int width = 1000, height = 700; ///< [px]
};

/// Values on a grid of nodes, shown as colours. `values[row * columns + column]`, rows from y.from upwards, columns from x.from; where a value
/// is not finite the picture is hatched; values that deserve doubt can be marked with stripes.
struct FieldPlot
{
    std::string title;
    std::string x_title, y_title;
    PlotAxis value;
    AxisRange x, y;            ///< first and last node
    int columns = 0, rows = 0; ///< at least 2
    std::vector<double> values;
    std::vector<std::uint8_t> marked; ///< per node, not zero: with stripes; empty: none
    std::string marked_title;         ///< what the stripes mean
    std::vector<double> dot_x, dot_y; ///< places of samples or particles
    int width = 1000, height = 700;   ///< [px] at most: lengths are equal on both axes, and what that leaves empty is cut off
};

/// Several plots in rows on one sheet, from left to right and from the top down.
struct PlotSheet
{
    std::string title;
    std::vector<LinePlot> panels; ///< their own sizes do not matter
    int columns = 0;              ///< 0: so that panels are about as wide as a screen
    int width = 0, height = 0;    ///< [px]; 0: as much as the panels need
};

/// The smallest panel whose labels do not get into each other's way [px].
inline constexpr int least_panel_width = 320, least_panel_height = 220;
/// Room for a sheet's title [px].
inline constexpr int sheet_title_height = 50;

/// Columns and rows of a sheet's panels.
struct SheetGrid
{
    int columns = 1, rows = 1;
};
SheetGrid grid_of(const PlotSheet& sheet);

Canvas draw(const LinePlot& plot);
Canvas draw(const PlotSheet& sheet);

/// Draws a plot with its titles and labels into a box of a canvas.
void draw(Canvas& canvas, const LinePlot& plot, const CanvasBox& room);
Canvas draw(const FieldPlot& plot);
} // namespace aspic
