#pragma once

#include "aspic/neighbors/kd_tree.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/solvers/elasticity/stretch_matrix.h"
#include "point_sets.h"

#include <array>

// Elastic bodies at rest for tests and benchmarks of the matrices they make, with all numbers in double.

namespace aspic
{
/// What a StretchTerms views.
struct RestBody
{
    std::vector<std::int64_t> begin{0};
    std::vector<Index> neighbor;
    std::vector<Vec3d> gradient, offset;
    std::vector<double> zero_energy, stiffness, mass;
    std::vector<Index> fixed;
    double dt = 0;

    [[nodiscard]] StretchTerms terms() const
    {
        return {const_view(begin),  const_view(neighbor),    const_view(gradient),
                const_view(offset), const_view(zero_energy), const_view(stiffness),
                const_view(mass),   const_view(fixed),       dt};
    }
};

struct RestMaterial
{
    double young = 1e6; ///< [Pa]
    double poisson = 0.33;
    double density = 1000; ///< [kg/m³]
    double alpha = 0.1;    ///< of the zero-energy forces
    double dt = 2e-3;      ///< [s]
};

/// The inverse of a symmetric matrix given by xx, yy, zz, xy, xz, yz, with a little added to its diagonal so that flat neighbourhoods have one.
inline std::array<double, 6> inverse_of(std::array<double, 6> m)
{
    const double little = 1e-6 * (m[0] + m[1] + m[2]) + 1e-30;
    for (int axis = 0; axis < 3; ++axis)
        m[static_cast<std::size_t>(axis)] += little;
    const auto [a, b, c, d, e, f] = m;
    const double A = b * c - f * f, D = e * f - d * c, E = d * f - e * b, det = a * A + d * D + e * E;
    return {A / det, (a * c - e * e) / det, (a * b - d * d) / det, D / det, E / det, (d * e - a * f) / det};
}

/// Particles `spacing` apart with a cubic kernel of support 2 spacings, V = 1/ΣW, and k_ij = α μ V_i V_j W_ij / |X_ij|² (K21).
inline RestBody rest_body(const Points& points, double spacing, const RestMaterial& material = {}, double support = 2)
{
    const double h = support * spacing, mu = material.young / (2 * (1 + material.poisson));
    const Kernel<CubicSpline, double> kernel(h, 3);
    const KdTree tree(const_view(points));
    RestBody body;
    body.dt = material.dt;
    body.mass.assign(points.size(), material.density * spacing * spacing * spacing);
    std::vector<double> volume(points.size());
    std::vector<Index> found;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        tree.query(points[i], h, found);
        double sum = 0;
        for (const Index j : found)
            sum += kernel.w(norm(points[i] - points[static_cast<std::size_t>(j)]));
        volume[i] = 1 / sum;
        body.stiffness.push_back(2 * mu * volume[i]);
        for (const Index j : found)
            if (norm(points[i] - points[static_cast<std::size_t>(j)]) < h * (1 - 1e-9) && j != static_cast<Index>(i))
                body.neighbor.push_back(j);
        body.begin.push_back(static_cast<std::int64_t>(body.neighbor.size()));
    }
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        std::array<double, 6> moment{};
        const auto first = static_cast<std::size_t>(body.begin[i]), last = static_cast<std::size_t>(body.begin[i + 1]);
        for (std::size_t e = first; e < last; ++e)
        {
            const auto j = static_cast<std::size_t>(body.neighbor[e]);
            const Vec3d X = points[i] - points[j];
            const double w = -volume[j] * kernel.dw_over_r(norm(X));
            const std::array<double, 6> part{X.x * X.x, X.y * X.y, X.z * X.z, X.x * X.y, X.x * X.z, X.y * X.z};
            for (std::size_t k = 0; k < 6; ++k)
                moment[k] += w * part[k];
        }
        const auto [xx, yy, zz, xy, xz, yz] = inverse_of(moment);
        for (std::size_t e = first; e < last; ++e)
        {
            const auto j = static_cast<std::size_t>(body.neighbor[e]);
            const Vec3d X = points[i] - points[j], g = volume[j] * kernel.gradient(X);
            body.offset.push_back(X);
            body.gradient.push_back({xx * g.x + xy * g.y + xz * g.z, xy * g.x + yy * g.y + yz * g.z, xz * g.x + yz * g.y + zz * g.z});
            body.zero_energy.push_back(material.alpha * mu * volume[i] * volume[j] * kernel.w(norm(X)) / dot(X, X));
        }
    }
    return body;
}

/// n points or a few more or less in a ball of diameter 1 m, and their spacing.
inline std::pair<Points, double> ball_points(Index n)
{
    const double spacing = std::cbrt(pi / 6 / n);
    const int half = static_cast<int>(0.5 / spacing) + 1;
    Points points;
    for (int i = -half; i < half; ++i)
        for (int j = -half; j < half; ++j)
            for (int k = -half; k < half; ++k)
                if (const Vec3d x{spacing * (i + 0.5), spacing * (j + 0.5), spacing * (k + 0.5)}; dot(x, x) <= 0.25)
                    points.push_back(x);
    return {points, spacing};
}

/// About n points in a cube of 1 m, and their spacing.
inline std::pair<Points, double> cube_points(Index n)
{
    const int across = static_cast<int>(std::lround(std::cbrt(n)));
    return {lattice_points({across, across, across}, 1.0 / across, {0, 0, 0}), 1.0 / across};
}
} // namespace aspic
