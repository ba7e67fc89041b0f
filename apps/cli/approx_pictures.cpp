#include "approx_pictures.h"

#include "aspic/render/color_map.h"
#include "aspic/render/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

using namespace aspic;

namespace
{
constexpr std::array<const char*, 3> axis_name{"x", "y", "z"};
constexpr Color black{0.1, 0.1, 0.1};

std::string short_number(double value)
{
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
    return buffer.data();
}

std::string with_unit(const std::string& name, const std::string& unit) { return unit.empty() ? name : name + " [" + unit + "]"; }

std::string axis_title(const SampleTable& samples, int axis)
{
    return with_unit(axis_name[static_cast<std::size_t>(axis)], samples.axis_unit[static_cast<std::size_t>(axis)]);
}

std::vector<double> coordinates(const Grid& grid, int axis)
{
    std::vector<double> result(static_cast<std::size_t>(grid.count[static_cast<std::size_t>(axis)]));
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k] = grid.coordinate(axis, static_cast<int>(k));
    return result;
}

/// The values, without the stretches where a shape function is zero because its sample is out of reach.
std::vector<double> within_support(std::vector<double> values)
{
    const std::vector<double> all = values;
    const auto is_zero = [&](std::size_t k) { return k >= all.size() || all[k] == 0; };
    for (std::size_t k = 0; k < all.size(); ++k)
        if (is_zero(k) && is_zero(k + 1) && (k == 0 || is_zero(k - 1)))
            values[k] = std::numeric_limits<double>::quiet_NaN();
    return values;
}

/// Dots: the samples' values, or where only their places are known, marks on the axis.
void add_samples(LinePlot& plot, const PictureRequest& request, const SampleTable& samples)
{
    std::vector<double> x;
    for (const Vec3d& position : samples.positions)
        x.push_back(position.x);
    if (!request.shows_samples)
    {
        plot.series.push_back(
            {.name = "sample positions", .x = x, .y = std::vector<double>(x.size()), .color = black, .line_width = 0, .dot_radius = 4.5});
        return;
    }
    for (std::size_t k = 0; k < samples.values.size(); ++k)
        plot.series.push_back({.name = samples.values.size() == 1 ? "samples" : "",
                               .x = x,
                               .y = samples.values[k].values,
                               .color = samples.values.size() == 1 ? black : series_color(k),
                               .line_width = 0,
                               .dot_radius = 4.5});
}

LinePlot curves(const PictureRequest& request, const Grid& grid, int axis, const SampleTable& samples)
{
    LinePlot plot{.title = request.title, .x = {.title = axis_title(samples, axis), .range = {}}, .y = {}, .series = {}};
    const bool many = request.results.size() > 7;
    for (std::size_t k = 0; k < request.results.size(); ++k)
    {
        const ValueColumn& result = request.results[k];
        const bool is_sum = request.has_sum && k + 1 == request.results.size();
        plot.series.push_back({.name = !many || is_sum ? with_unit(result.label, result.unit) : "",
                               .x = coordinates(grid, axis),
                               .y = request.are_shape_functions ? within_support(result.values) : result.values,
                               .color = is_sum ? black : series_color(k),
                               .line_width = many && !is_sum ? 2 : 2.5,
                               .dashed = is_sum});
    }
    if (samples.dimension == 1)
        add_samples(plot, request, samples);
    if (request.results.size() == 1)
        plot.y.title = plot.series.front().name;
    else
        plot.y.title = request.has_sum ? "shape functions Φᵢ" : "values";
    return plot;
}

FieldPlot field(const PictureRequest& request, const Grid& grid, const std::vector<int>& axes, const SampleTable& samples)
{
    const ValueColumn& shown = request.results.back();
    FieldPlot plot{.title = request.title,
                   .x_title = axis_title(samples, axes[0]),
                   .y_title = axis_title(samples, axes[1]),
                   .value = {.title = with_unit(shown.label, shown.unit), .range = {}},
                   .x = {grid.from[axes[0]], grid.to[axes[0]]},
                   .y = {grid.from[axes[1]], grid.to[axes[1]]},
                   .columns = grid.count[static_cast<std::size_t>(axes[0])],
                   .rows = grid.count[static_cast<std::size_t>(axes[1])],
                   .values = shown.values,
                   .marked = request.doubtful,
                   .marked_title = "reduced fit",
                   .dot_x = {},
                   .dot_y = {}};
    if (samples.dimension == 2)
        for (const Vec3d& x : samples.positions)
        {
            plot.dot_x.push_back(x.x);
            plot.dot_y.push_back(x.y);
        }
    return plot;
}
} // namespace

std::string metres(double length) { return short_number(length) + " m"; }

Result<Canvas> draw_results(const PictureRequest& request, const Grid& grid, const SampleTable& samples)
{
    const std::vector<int> axes = grid.long_axes();
    if (axes.size() == 1)
        return draw(curves(request, grid, axes[0], samples));
    if (axes.size() == 2)
        return draw(field(request, grid, axes, samples));
    return Problem{"--plot",
                   "a picture shows a curve or a field, but the grid has " + std::to_string(axes.size()) + " axes with more than one point",
                   "ask for one point along the others, such as --grid 101x101x1 with --from and --to"};
}

double kernel_function(const KernelRequest& request, double support, double r)
{
    const auto value = [&](const auto& kernel) {
        switch (request.derivative)
        {
        case Derivative::value:
            return kernel.w(r);
        case Derivative::gradient:
            return kernel.dw(r);
        case Derivative::laplacian:
            return kernel.laplacian(r);
        }
        return 0.0;
    };
    return std::visit(value, *kernel_named<double>(request.kernel, support, request.dimension));
}

namespace
{
/// Name of the function, and its unit [m^−n].
std::string kernel_title(const KernelRequest& request, const std::string& argument)
{
    constexpr std::array<const char*, 3> names{"ωₕ", "ω′ₕ", "Δωₕ"};
    constexpr std::array<const char*, 6> units{"1/m", "1/m²", "1/m³", "1/m⁴", "1/m⁵", "1/m⁶"};
    const auto derivative = static_cast<std::size_t>(request.derivative);
    return std::string(names[derivative]) + "(" + argument + ") [" + units[static_cast<std::size_t>(request.dimension) - 1 + derivative] +
           "]";
}

double largest_support(const KernelRequest& request) { return *std::ranges::max_element(request.supports); }

std::vector<double> kernel_distances(const KernelRequest& request)
{
    const double reach = 1.1 * largest_support(request);
    std::vector<double> result(static_cast<std::size_t>(request.points));
    for (std::size_t k = 0; k < result.size(); ++k)
        result[k] = std::lerp(-reach, reach, static_cast<double>(k) / (request.points - 1));
    return result;
}

std::string kernel_caption(const KernelRequest& request)
{
    return "Kernel " + request.kernel + " in " + std::to_string(request.dimension) + "D";
}

Canvas draw_kernel_field(const KernelRequest& request)
{
    const std::vector<double> places = kernel_distances(request);
    const double h = largest_support(request);
    FieldPlot plot{.title = kernel_caption(request) + ", h = " + metres(h),
                   .x_title = "x [m]",
                   .y_title = "y [m]",
                   .value = {.title = kernel_title(request, "r"), .range = {}},
                   .x = {places.front(), places.back()},
                   .y = {places.front(), places.back()},
                   .columns = request.points,
                   .rows = request.points,
                   .values = {},
                   .marked = {},
                   .marked_title = {},
                   .dot_x = {},
                   .dot_y = {}};
    for (const double y : places)
        for (const double x : places)
            plot.values.push_back(kernel_function(request, h, std::hypot(x, y)));
    return draw(plot);
}
} // namespace

std::vector<CsvOutputColumn> kernel_table(const KernelRequest& request)
{
    const std::vector<double> places = kernel_distances(request);
    std::vector<CsvOutputColumn> table{{.name = "d [m]", .cells = places}};
    for (const double h : request.supports)
    {
        std::vector<double> values = places;
        for (double& value : values)
            value = kernel_function(request, h, std::abs(value));
        table.push_back({.name = "h=" + short_number(h), .cells = std::move(values)});
    }
    return table;
}

Canvas draw_kernel(const KernelRequest& request)
{
    if (request.as_field)
        return draw_kernel_field(request);
    constexpr std::array<Color, 3> colors{{{0.80, 0.12, 0.12}, {0.12, 0.30, 0.75}, {0.50, 0.50, 0.50}}}; // as in T09 fig. 1 (b)
    LinePlot plot{.title = kernel_caption(request),
                  .x = {.title = "d [m]", .range = {}},
                  .y = {.title = kernel_title(request, "d"), .range = {}},
                  .series = {}};
    const std::vector<CsvOutputColumn> table = kernel_table(request);
    const auto& places = std::get<std::vector<double>>(table.front().cells);
    for (std::size_t k = 0; k < request.supports.size(); ++k)
        plot.series.push_back({.name = "h = " + metres(request.supports[k]),
                               .x = places,
                               .y = std::get<std::vector<double>>(table[k + 1].cells),
                               .color = k < colors.size() ? colors[k] : series_color(k),
                               .line_width = 3});
    return draw(plot);
}
