#pragma once

#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <map>

namespace aspic
{
/// Calls f(i) for each particle of a world that is no ghost.
template <class F> void for_each_fluid(const World& world, const F& f)
{
    const auto material = world.particles().column<Index>("material").view();
    for (Index i = 0; i < world.particles().size(); ++i)
        if (material[i] != ghost_material)
            f(i);
}

/// Calls f(i) for each ghost.
template <class F> void for_each_ghost(const World& world, const F& f)
{
    const auto material = world.particles().column<Index>("material").view();
    for (Index i = 0; i < world.particles().size(); ++i)
        if (material[i] == ghost_material)
            f(i);
}

/// Where each fluid particle is.
inline std::map<Identity, Vec3d> places_of(const World& world)
{
    std::map<Identity, Vec3d> places;
    for_each_fluid(world, [&](Index i) { places[world.particles().identity[i]] = world.particles().position[i]; });
    return places;
}

/// Velocity of each fluid particle.
inline std::map<Identity, Vec3> velocities_of(const World& world)
{
    std::map<Identity, Vec3> velocities;
    for_each_fluid(world, [&](Index i) { velocities[world.particles().identity[i]] = world.particles().velocity[i]; });
    return velocities;
}

/// Steps until a time.
inline void run_world(World& world, double end)
{
    while (world.time() < end * (1 - 1e-12))
    {
        const StepReport report = world.step(end - world.time());
        ASSERT_FALSE(report.not_finite || report.lost);
    }
}

inline WeaklyCompressibleSettings& pressure_of(Scene& scene) { return std::get<WeaklyCompressibleSettings>(scene.solvers.pressure); }
} // namespace aspic
