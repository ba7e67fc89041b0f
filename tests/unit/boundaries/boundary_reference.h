#pragma once

#include "aspic/boundaries/boundary.h"
#include "aspic/boundaries/half_space_profile.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

// Integrals of the kernel over matter, by counting the points of a fine lattice: no distances, no maps, no samples.

namespace aspic
{
struct ReferenceSums
{
    double filled = 0, volume = 0;
    Vec3d gradient, offset;
};

/// The kernel that a wall's profile stands for, from a table.
class WallKernel
{
public:
    double h;
    int dimension;

    explicit WallKernel(const HalfSpaceProfile& profile, int d) : h(profile.support()), dimension(d)
    {
        for (int k = 0; k <= intervals; ++k)
            table_.push_back(profile.kernel_at(h * k / intervals));
    }
    [[nodiscard]] double w(double r) const
    {
        const double place = std::min(r / h * intervals, intervals - 1e-9);
        const auto k = static_cast<std::size_t>(place);
        return table_[k] + (place - static_cast<double>(k)) * (table_[k + 1] - table_[k]);
    }
    [[nodiscard]] Vec3d gradient(const Vec3d& apart) const
    {
        const double r = norm(apart), step = h / intervals;
        return (w(r + 0.5 * step) - w(std::abs(r - 0.5 * step))) / (step * r) * apart;
    }

private:
    static constexpr int intervals = 400;
    std::vector<double> table_;
};

/// Sums over the matter that `is_matter(y)` says. `per_support`: points of the lattice on a support radius. The lattice is moved by odd parts of its spacing, so that no
/// face of a shape lies in it.
template <class K, class IsMatter>
ReferenceSums integrated(const K& kernel, const Vec3d& x, const IsMatter& is_matter, int per_support = 48)
{
    const double step = kernel.h / per_support;
    const double cell = kernel.dimension == 2 ? step * step : step * step * step;
    const int layers = kernel.dimension == 2 ? 0 : per_support;
    ReferenceSums sums;
    for (int k = -layers; k <= layers; ++k)
        for (int j = -per_support; j <= per_support; ++j)
            for (int i = -per_support; i <= per_support; ++i)
            {
                const Vec3d apart{(i + 0.137) * step, (j - 0.291) * step, kernel.dimension == 2 ? 0 : (k + 0.413) * step};
                const double r = norm(apart);
                if (r >= kernel.h || !is_matter(x - apart))
                    continue;
                sums.filled += cell * kernel.w(r);
                sums.volume += cell;
                sums.gradient += cell * kernel.gradient(apart);
                sums.offset += cell * kernel.w(r) * apart;
            }
    if (sums.filled > 0)
        sums.offset = sums.offset / sums.filled;
    return sums;
}

inline BoundaryShape boundary_shape(const Shape& shape, bool is_vessel, int dimension = 3, double ratio = 2, const char* kernel = "cubic",
                                    const Assets& assets = {})
{
    constexpr double spacing = 0.1;
    return {make_solid(shape, dimension, assets).value(), is_vessel, *kernel_named<double>(kernel, ratio * spacing, dimension), spacing,
            endless_bounds()};
}

/// Σ V W over a lattice of fluid in a box from 0, `n` particles along each axis.
inline double lattice_density(const BoundaryShape& shape, const Vec3d& x, int n)
{
    const double dx = shape.spacing;
    double sum = 0;
    for (int k = 0; k < (shape.dimension() == 2 ? 1 : n); ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
            {
                const Vec3d y{(i + 0.5) * dx, (j + 0.5) * dx, shape.dimension() == 2 ? 0 : (k + 0.5) * dx};
                sum += std::visit([&](const auto& w) { return w.w(norm(x - y)); }, shape.kernel);
            }
    return sum * std::pow(dx, shape.dimension());
}

inline Vec3d gradient_of(const std::optional<BoundaryTerm>& term) { return term ? convert<double>(term->gradient) : Vec3d{}; }
inline double filled_of(const std::optional<BoundaryTerm>& term) { return term ? static_cast<double>(term->filled) : 0; }
} // namespace aspic
