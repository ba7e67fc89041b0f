#pragma once

#include "aspic/operators/mls_fit.h"

#include <algorithm>
#include <cmath>
#include <random>

// Point sets and fields for the tests of moving least squares.

namespace aspic
{
/// Numbers in [0, 1), the same on every machine.
class UnitRandom
{
public:
    explicit UnitRandom(std::uint64_t seed) : engine_(seed) {}
    double operator()() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }

private:
    std::mt19937_64 engine_;
};

/// A point of the unit interval, square or cube.
inline Vec3d random_point(UnitRandom& random, int dimension)
{
    Vec3d x;
    for (int axis = 0; axis < dimension; ++axis)
        x[axis] = random();
    return x;
}

inline Array<Vec3d> random_points(UnitRandom& random, int dimension, int n, const Vec3d& shift = {})
{
    Array<Vec3d> points;
    for (int i = 0; i < n; ++i)
        points.push_back(random_point(random, dimension) + shift);
    return points;
}

/// x_i − x
inline Array<Vec3d> offsets_from(const Vec3d& x, const Array<Vec3d>& points)
{
    Array<Vec3d> offsets;
    for (const Vec3d& x_i : points)
        offsets.push_back(x_i - x);
    return offsets;
}

/// The points closer than h to x.
inline Array<Vec3d> points_near(const Vec3d& x, const Array<Vec3d>& points, double h)
{
    Array<Vec3d> near;
    std::copy_if(points.begin(), points.end(), std::back_inserter(near), [&](const Vec3d& x_i) { return norm(x_i - x) < h; });
    return near;
}

/// f at each point
template <class F> auto sampled(const Array<Vec3d>& points, const F& f)
{
    Array<decltype(f(Vec3d()))> values;
    for (const Vec3d& x : points)
        values.push_back(f(x));
    return values;
}

/// A fit at x to all of the points.
inline MlsFit fit_at(const MlsSettings& settings, double h, const Vec3d& x, const Array<Vec3d>& points)
{
    MlsFit fit(settings, h);
    fit.fit(const_view(offsets_from(x, points)));
    return fit;
}

inline bool is_finite(const SecondDerivatives& a) { return std::isfinite(a.xx + a.yy + a.zz + a.xy + a.yz + a.zx); }

/// All numbers of a fit are finite.
inline bool is_finite(const MlsFit& fit)
{
    const ShapeFunctionRow row = fit.row();
    return std::all_of(row.phi.begin(), row.phi.end(), [](double phi) { return std::isfinite(phi); }) &&
           std::all_of(row.gradient.begin(), row.gradient.end(), [](const Vec3d& g) { return std::isfinite(g.x + g.y + g.z); }) &&
           std::all_of(row.second.begin(), row.second.end(), [](const SecondDerivatives& s) { return is_finite(s); });
}

/// Rotation about (1, 2, 3) by 0.7 rad.
inline Vec3d rotated(const Vec3d& x)
{
    const Vec3d axis = Vec3d{1, 2, 3} / std::sqrt(14.0);
    return std::cos(0.7) * x + std::sin(0.7) * cross(axis, x) + ((1 - std::cos(0.7)) * dot(axis, x)) * axis;
}

/// f = 1 + 2x − 3y + ½z, and for degree 2 also + x² − 2xy + 3z² + yz, in the coordinates of the dimension, as function of x − origin.
struct TestPolynomial
{
    int dimension;
    int degree;
    Vec3d origin;

    double operator()(const Vec3d& point) const
    {
        const auto [x, y, z] = local(point);
        return 1 + 2 * x - 3 * y + 0.5 * z + (degree == 2 ? x * x - 2 * x * y + 3 * z * z + y * z : 0);
    }
    [[nodiscard]] Vec3d gradient(const Vec3d& point) const
    {
        const auto [x, y, z] = local(point);
        const double q = degree == 2 ? 1 : 0;
        return local(Vec3d{2 + q * (2 * x - 2 * y), -3 + q * (z - 2 * x), 0.5 + q * (6 * z + y)} + origin);
    }
    [[nodiscard]] double laplacian() const { return degree == 2 ? (dimension == 3 ? 8 : 2) : 0; }

private:
    [[nodiscard]] Vec3d local(const Vec3d& point) const
    {
        const Vec3d x = point - origin;
        return {x.x, dimension >= 2 ? x.y : 0, dimension >= 3 ? x.z : 0};
    }
};
} // namespace aspic
