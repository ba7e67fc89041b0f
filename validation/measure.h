#pragma once

#include "experiment.h"

#include <span>

// From particles and time series to figures.

namespace aspic::validation
{
/// Numbers over time, or over any other axis.
struct Curve
{
    std::vector<double> x, y;

    void add(double at, double value)
    {
        x.push_back(at);
        y.push_back(value);
    }
    /// The value at a place between points, joined by straight lines; NaN outside.
    [[nodiscard]] double at(double place) const;
    /// The mean of the values whose x is within the range; NaN if there are none.
    [[nodiscard]] double mean(double from, double to) const;
};

/// A straight line y = offset + slope · x, by least squares.
struct StraightLine
{
    double offset = 0, slope = 0;
};
StraightLine line_through(std::span<const double> x, std::span<const double> y);

/// What a decaying oscillation about zero shows.
struct Oscillation
{
    double period = 0;          ///< NaN if there are fewer than three changes of sign
    double loss_per_period = 0; ///< share of the amplitude that a period takes away
    Curve peaks;                ///< the extreme value between changes of sign
};
Oscillation oscillation_of(const Curve& curve);

/// Points along one coordinate with a value each: local quadratic fits smooth the noise of particles without flattening a parabola.
class Profile
{
public:
    void add(double place, double value) { points_.add(place, value); }
    /// The fit at a place from the points within the radius; NaN if they are too few.
    [[nodiscard]] double at(double place, double radius) const;
    [[nodiscard]] const Curve& points() const { return points_; }

private:
    Curve points_;
};

/// The centre of mass of the fluid [m].
Vec3d center_of_mass(const Experiment& experiment);
/// The largest speed in the fluid [m/s].
double largest_speed(const Experiment& experiment);
/// Amplitude of the surface mode cos(kx) in a tank of that length [m]: (2/L) Σ V cos(kx), for whole numbers of half waves.
double mode_amplitude(const Experiment& experiment, double k, double length);

// Measured curves and a reference, ready for a plot.
PlotSeries reference_line(std::string name, const Curve& curve);
PlotSeries measured_line(std::string name, const Curve& curve, std::size_t color);
PlotSeries measured_dots(std::string name, const Curve& curve, std::size_t color);
} // namespace aspic::validation
