#pragma once

#include "aspic/solvers/fluid.h"

#include <random>

namespace aspic
{
/// Particles at random in a cube, of one density or two, ready for a solver: sorted, with lists of neighbours.
struct FluidCloud
{
    static constexpr double support = 0.2, volume = 1.2e-3;

    ParticleSet particles;
    AnyKernel kernel = *kernel_named("cubic", support, 3);
    Neighborhood neighborhood{support};
    Scratch scratch;
    Array<Real> rest_density, rest_volume;

    FluidCloud(Index n, double edge, bool has_two_fluids)
    {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> place(0, edge), speed(-1, 1);
        particles.append(n);
        for (Index i = 0; i < n; ++i)
        {
            particles.position[i] = {place(random), place(random), place(random)};
            particles.velocity[i] = convert<Real>(Vec3d{speed(random), speed(random), speed(random)});
        }
        particles.reorder(neighborhood.sort(particles.position.view(), scratch), scratch);
        neighborhood.set_columns(particles.position.view());
        neighborhood.find_among_columns();
        for (Index i = 0; i < n; ++i)
        {
            rest_density.push_back(has_two_fluids && i % 3 == 0 ? Real(200) : Real(1000));
            rest_volume.push_back(static_cast<Real>(volume));
            particles.mass[i] = rest_density.back() * rest_volume.back();
        }
    }

    Fluid fluid()
    {
        return {.neighborhood = neighborhood,
                .kernel = kernel,
                .particles = particles,
                .scratch = scratch,
                .rest_density = const_view(rest_density),
                .rest_volume = const_view(rest_volume)};
    }
};
} // namespace aspic
