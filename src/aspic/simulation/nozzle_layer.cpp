#include "aspic/simulation/nozzle_layer.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
/// Two directions across a third.
struct Across
{
    Vec3d u, w;
};

Vec3d unit(const Vec3d& v) { return (1 / norm(v)) * v; }

Across across(const Vec3d& direction, int dimension)
{
    if (dimension == 2)
        return {unit({-direction.y, direction.x, 0}), {0, 0, 1}};
    const Vec3d helper = std::abs(direction.y) < 0.9 * norm(direction) ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
    const Vec3d u = unit(cross(helper, direction));
    return {u, cross(unit(direction), u)};
}

/// Places of n points in a row, a spacing apart, around zero.
double place_in_row(int k, int n, double spacing) { return (k - 0.5 * (n - 1)) * spacing; }

int points_across(double width, double spacing) { return std::max(1, static_cast<int>(std::lround(width / spacing))); }

/// Speed at a distance from the middle (1: at the edge) relative to that in the middle.
double relative_speed(VelocityProfile profile, double distance)
{
    const double from_edge = std::max(0.0, 1 - std::abs(distance));
    switch (profile)
    {
    case VelocityProfile::parabolic:
        return from_edge * (2 - from_edge);
    case VelocityProfile::turbulent:
        return std::pow(from_edge, 1.0 / 7);
    case VelocityProfile::flat:
        break;
    }
    return 1;
}

/// Shares less than this of the mean count as at rest: such particles would stay in the nozzle.
constexpr double at_rest = 0.01;

/// Takes out what does not move, and relates all speeds to their mean.
void normalize(NozzleLayer& layer)
{
    const auto mean = [&] {
        return std::accumulate(layer.shares.begin(), layer.shares.end(), 0.0) / static_cast<double>(layer.shares.size());
    };
    const double least = at_rest * mean();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < layer.points.size(); ++k)
        if (layer.shares[k] > least)
        {
            layer.points[kept] = layer.points[k];
            layer.shares[kept++] = layer.shares[k];
        }
    layer.points.resize(kept);
    layer.shares.resize(kept);
    const double scale = 1 / mean();
    for (double& share : layer.shares)
        share *= scale;
}
} // namespace

NozzleLayer nozzle_layer(const FluidEmitter& emitter, const Scene& scene)
{
    const double dx = scene.spacing;
    const bool is_flat = emitter.profile == VelocityProfile::flat;
    const auto* circle = std::get_if<CircleNozzle>(&emitter.nozzle);
    const auto* rectangle = std::get_if<RectangleNozzle>(&emitter.nozzle);
    const int columns = points_across(circle != nullptr ? 2 * circle->radius : rectangle->width, dx);
    const int rows = scene.dimension == 2 ? 1 : circle != nullptr ? columns : points_across(rectangle->height, dx);
    const auto [u, w] = across(emitter.direction, scene.dimension);
    NozzleLayer layer;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
        {
            const double a = place_in_row(column, columns, dx);
            const double b = place_in_row(row, rows, dx);
            const double radius = std::hypot(a, b);
            if (circle != nullptr && radius > circle->radius && columns != 1)
                continue;
            layer.points.push_back(emitter.position + a * u + b * w);
            layer.shares.push_back(is_flat             ? 1
                                   : circle != nullptr ? relative_speed(emitter.profile, radius / circle->radius)
                                                       : relative_speed(emitter.profile, 2 * a / (columns * dx)) *
                                                             relative_speed(emitter.profile, 2 * b / (rows * dx)));
        }
    if (!is_flat)
        normalize(layer);
    return layer;
}

double nozzle_point_count(const FluidEmitter& emitter, const Scene& scene)
{
    const auto across = [&](double width) { return std::max(1.0, std::round(width / scene.spacing)); };
    if (const auto* circle = std::get_if<CircleNozzle>(&emitter.nozzle))
        return scene.dimension == 2 ? across(2 * circle->radius) : std::max(1.0, pi * square(circle->radius / scene.spacing));
    const auto& rectangle = std::get<RectangleNozzle>(emitter.nozzle);
    return across(rectangle.width) * (scene.dimension == 2 ? 1 : across(rectangle.height));
}

double largest_share(const FluidEmitter& emitter, int dimension)
{
    // Means over the opening: of 1 − s² over a channel 2/3, over a pipe 1/2; of (1 − s)^(1/7) 7/8 and 49/60.
    const bool is_pipe = std::holds_alternative<CircleNozzle>(emitter.nozzle) && dimension == 3;
    const bool is_duct = !is_pipe && dimension == 3;
    const auto in = [&](double channel, double pipe) { return is_pipe ? pipe : is_duct ? channel * channel : channel; };
    switch (emitter.profile)
    {
    case VelocityProfile::parabolic:
        return in(3.0 / 2, 2);
    case VelocityProfile::turbulent:
        return in(8.0 / 7, 60.0 / 49);
    case VelocityProfile::flat:
        break;
    }
    return 1;
}
} // namespace aspic
