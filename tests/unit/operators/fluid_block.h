#pragma once

#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/particles/particle_set.h"
#include "support/random_numbers.h"

#include <cmath>
#include <type_traits>

namespace aspic
{
/// Particles with their neighbours, for tests of operators. The cubic spline reaches 0.3 m.
struct FluidBlock
{
    static constexpr double spacing = 0.1, support = 0.3; // [m]

    ParticleSet fluid;
    Neighborhood near{support};
    Kernel<CubicSpline> kernel;
    Kernel<CubicSpline, double> exact; ///< the same, for sums in double

    explicit FluidBlock(int dimension) : kernel(support, dimension), exact(support, dimension) {}

    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(fluid.size()); }

    /// All pairs within the support: calls f(i, j, x_ij, r), i = j left out.
    template <class F> void for_each_pair(const F& f) const
    {
        for (Index i = 0; i < fluid.size(); ++i)
            for (Index j = 0; j < fluid.size(); ++j)
            {
                const Vec3d x = fluid.position[i] - fluid.position[j];
                if (i != j && norm(x) < support)
                    f(i, j, x, norm(x));
            }
    }

    void find_neighbors()
    {
        fluid.reorder(near.sort(fluid.position.view()));
        near.set_columns(fluid.position.view());
        near.find_among_columns();
    }
};

/// n^d particles on a lattice around the origin, shifted at random by `jitter` spacings; their density is 1000, their masses fill the lattice.
inline FluidBlock lattice_block(int dimension, int n, double jitter)
{
    FluidBlock block(dimension);
    RandomNumbers random(8);
    const double dx = FluidBlock::spacing;
    block.fluid.append(dimension == 2 ? n * n : n * n * n);
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const double middle = 0.5 * (n - 1);
        const int floor = dimension == 2 ? 0 : i / n / n;
        const Vec3d place{dx * (i % n - middle), dx * (i / n % n - middle), dimension == 2 ? 0 : dx * (floor - middle)};
        Vec3d shift = random.in_box({-1, -1, -1}, {1, 1, 1});
        shift.z = dimension == 2 ? 0 : shift.z;
        block.fluid.position[i] = place + (dx * jitter) * shift;
        block.fluid.mass[i] = static_cast<Real>(1000 * std::pow(dx, dimension));
        block.fluid.density[i] = 1000;
    }
    block.find_neighbors();
    return block;
}

/// n particles anywhere in a unit cube (a unit square), with velocities, masses and densities as they come.
inline FluidBlock random_block(int dimension, Index n)
{
    FluidBlock block(dimension);
    RandomNumbers random(11);
    block.fluid.append(n);
    for (Index i = 0; i < n; ++i)
    {
        block.fluid.position[i] = random.in_box({0, 0, 0}, {1, 1, dimension == 2 ? 0.0 : 1.0});
        block.fluid.velocity[i] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
        block.fluid.mass[i] = static_cast<Real>(random.between(0.5, 2));
        block.fluid.density[i] = static_cast<Real>(random.between(700, 1300));
    }
    block.find_neighbors();
    return block;
}

template <class F> Array<Real> numbers_of(const FluidBlock& block, const F& number)
{
    Array<Real> numbers;
    for (Index i = 0; i < block.fluid.size(); ++i)
        numbers.push_back(static_cast<Real>(number(i)));
    return numbers;
}

/// Largest error of a float sum of some forty terms, relative to the sum of their sizes.
inline constexpr double sum_error = std::is_same_v<Real, float> ? 4e-6 : 1e-13;
} // namespace aspic
