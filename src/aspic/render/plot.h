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

Canvas draw(const LinePlot& plot);
Canvas draw(const FieldPlot& plot);
} // namespace aspic
