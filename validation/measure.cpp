#include "measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace aspic::validation
{
namespace
{
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Determinant of three columns.
double determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c) { return dot(a, cross(b, c)); }

/// Where a curve changes its sign, by straight lines between its points.
std::vector<double> sign_changes(const Curve& curve)
{
    std::vector<double> places;
    for (std::size_t k = 1; k < curve.x.size(); ++k)
        if ((curve.y[k - 1] < 0) != (curve.y[k] < 0))
            places.push_back(curve.x[k - 1] + (curve.x[k] - curve.x[k - 1]) * curve.y[k - 1] / (curve.y[k - 1] - curve.y[k]));
    return places;
}

/// The values of largest size between changes of sign.
Curve peaks_between(const Curve& curve, const std::vector<double>& changes)
{
    Curve peaks;
    for (std::size_t c = 1; c < changes.size(); ++c)
    {
        std::size_t best = curve.x.size();
        for (std::size_t k = 0; k < curve.x.size(); ++k)
            if (curve.x[k] > changes[c - 1] && curve.x[k] < changes[c] &&
                (best == curve.x.size() || std::abs(curve.y[k]) > std::abs(curve.y[best])))
                best = k;
        if (best < curve.x.size())
            peaks.add(curve.x[best], curve.y[best]);
    }
    return peaks;
}
} // namespace

double Curve::at(double place) const
{
    const auto above = static_cast<std::size_t>(std::ranges::lower_bound(x, place) - x.begin());
    if (above == x.size())
        return nothing;
    if (x[above] == place)
        return y[above];
    if (above == 0)
        return nothing;
    return std::lerp(y[above - 1], y[above], (place - x[above - 1]) / (x[above] - x[above - 1]));
}

double Curve::mean(double from, double to) const
{
    double sum = 0;
    int n = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
        if (x[k] >= from && x[k] <= to)
        {
            sum += y[k];
            ++n;
        }
    return n > 0 ? sum / n : nothing;
}

StraightLine line_through(std::span<const double> x, std::span<const double> y)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    const auto n = static_cast<double>(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
    {
        mean_x += x[k] / n;
        mean_y += y[k] / n;
    }
    for (std::size_t k = 0; k < x.size(); ++k)
    {
        xx += (x[k] - mean_x) * (x[k] - mean_x);
        xy += (x[k] - mean_x) * (y[k] - mean_y);
    }
    return {mean_y - xy / xx * mean_x, xy / xx};
}

Oscillation oscillation_of(const Curve& curve)
{
    const std::vector<double> changes = sign_changes(curve);
    if (changes.size() < 3)
        return {nothing, nothing, {}};
    std::vector<double> numbers(changes.size()), logarithms;
    for (std::size_t k = 0; k < changes.size(); ++k)
        numbers[k] = static_cast<double>(k);
    Oscillation result;
    result.period = 2 * line_through(numbers, changes).slope;
    result.peaks = peaks_between(curve, changes);
    for (const double peak : result.peaks.y)
        logarithms.push_back(std::log(std::abs(peak)));
    result.loss_per_period = 1 - std::exp(result.period * line_through(result.peaks.x, logarithms).slope);
    return result;
}

double Profile::at(double place, double radius) const
{
    // Σ w (a + b s + c s² − v)² → min: the normal equations by Cramer's rule, with s in units of the radius.
    Vec3d c0, c1, c2, right;
    for (std::size_t k = 0; k < points_.x.size(); ++k)
    {
        const double s = (points_.x[k] - place) / radius;
        const double w = std::max(0.0, 1 - s * s);
        const Vec3d basis{w, w * s, w * s * s};
        c0 += basis;
        c1 += s * basis;
        c2 += s * s * basis;
        right += points_.y[k] * basis;
    }
    const double whole = determinant(c0, c1, c2);
    const bool is_enough = whole > 1e-9 * c0.x * c0.x * c0.x;
    return is_enough ? determinant(right, c1, c2) / whole : nothing;
}

Vec3d center_of_mass(const Experiment& experiment)
{
    Vec3d sum;
    double mass = 0;
    experiment.for_each_fluid([&](Index i) {
        const double m = experiment.particles().mass[i];
        sum += m * experiment.particles().position[i];
        mass += m;
    });
    return (1 / mass) * sum;
}

double largest_speed(const Experiment& experiment)
{
    double speed = 0;
    experiment.for_each_fluid([&](Index i) { speed = std::max(speed, norm(convert<double>(experiment.particles().velocity[i]))); });
    return speed;
}

double mode_amplitude(const Experiment& experiment, double k, double length)
{
    const double volume = experiment.spacing() * experiment.spacing();
    double sum = 0;
    experiment.for_each_fluid([&](Index i) { sum += volume * std::cos(k * experiment.particles().position[i].x); });
    return 2 / length * sum;
}

namespace
{
/// Colours that the colour-blind tell apart (Okabe and Ito 2008).
Color curve_color(std::size_t k)
{
    constexpr std::array colors{Color{0, 0.447, 0.698},   Color{0.835, 0.369, 0}, Color{0, 0.620, 0.451},
                                Color{0.8, 0.475, 0.655}, Color{0.902, 0.624, 0}, Color{0.337, 0.706, 0.914}};
    return colors.at(k % colors.size());
}
} // namespace

PlotSeries reference_line(std::string name, const Curve& curve)
{
    return {.name = std::move(name), .x = curve.x, .y = curve.y, .color = Color{0.2, 0.2, 0.2}, .line_width = 1.5};
}

PlotSeries measured_line(std::string name, const Curve& curve, std::size_t color)
{
    return {.name = std::move(name), .x = curve.x, .y = curve.y, .color = curve_color(color), .line_width = 2.5};
}

PlotSeries measured_dots(std::string name, const Curve& curve, std::size_t color)
{
    return {.name = std::move(name), .x = curve.x, .y = curve.y, .color = curve_color(color), .line_width = 0, .dot_radius = 3.5};
}
} // namespace aspic::validation
