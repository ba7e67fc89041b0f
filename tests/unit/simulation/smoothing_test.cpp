// XSPH in a world, T09 (53): the smoothed velocity moves the particles; it is kept only where the scene says so. Against the sum over all pairs in double.

#include "support/fluid_of_world.h"

#include <cmath>

using namespace aspic;

namespace
{
/// Vortices in a free block of water that pressure is too soft to matter for.
Scene vortices(const VelocitySmoother& smoothing)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.05;
    scene.gravity = Vec3d{};
    scene.materials.push_back({"water", {}});
    Object water;
    water.shape = {Box{{0, 0, 0}, {1, 1, 0}}};
    water.material = "water";
    water.jitter = 0.2;
    water.flow = VortexFlow{1, 0.7};
    scene.objects.push_back({"water", water});
    scene.solvers.viscosity = NoViscosity{};
    scene.solvers.smoothing = smoothing;
    scene.solvers.time_step.fixed = 1e-3;
    pressure_of(scene).sound_speed = Keyframed<double>(1);
    return scene;
}

struct State
{
    std::map<Identity, Vec3d> places;
    std::map<Identity, Vec3> velocities;
};

State after_a_step(const VelocitySmoother& smoothing)
{
    World world(vortices(smoothing), {});
    EXPECT_FALSE(world.step(1).not_finite);
    EXPECT_EQ(world.time(), 1e-3);
    return {places_of(world), velocities_of(world)};
}

/// ξ Σ m/ρ̄ (v_j − v_i) ω_ij at first.
std::map<Identity, Vec3d> smoothing_at_first(double strength)
{
    const World world(vortices(NoSmoothing{}), {});
    const ParticleSet& particles = world.particles();
    const Kernel<CubicSpline, double> kernel(0.1, 2);
    std::map<Identity, Vec3d> changes;
    for (Index i = 0; i < particles.size(); ++i)
        for (Index j = 0; j < particles.size(); ++j)
            changes[particles.identity[i]] += (strength * 0.05 * 0.05 * kernel.w(norm(particles.position[i] - particles.position[j]))) *
                                              (convert<double>(particles.velocity[j]) - convert<double>(particles.velocity[i]));
    return changes;
}
} // namespace

TEST(Smoothing, MovesParticlesAndIsKeptOnlyIfStored)
{
    constexpr double strength = 0.4, dt = 1e-3;
    const State none = after_a_step(NoSmoothing{});
    const State moved = after_a_step(XsphSettings{.strength = strength, .is_stored = false});
    const State stored = after_a_step(XsphSettings{.strength = strength, .is_stored = true});
    const std::map<Identity, Vec3d> expected = smoothing_at_first(strength);
    ASSERT_EQ(none.places.size(), 400U);
    double largest = 0;
    for (const auto& [identity, change] : expected)
        largest = std::max(largest, norm(change));
    EXPECT_GT(largest, 0.03); // of a speed of 1 m/s
    // The density has changed by v dt/h in the step, about 1 %, before velocities are smoothed with it.
    const double tolerance = 0.01 * largest;
    for (const auto& [identity, change] : expected)
    {
        EXPECT_EQ(moved.velocities.at(identity), none.velocities.at(identity)); // to the bit
        EXPECT_LT(norm((moved.places.at(identity) - none.places.at(identity)) / dt - change), tolerance);
        EXPECT_LT(norm((stored.places.at(identity) - none.places.at(identity)) / dt - change), tolerance);
        EXPECT_LT(norm(convert<double>(stored.velocities.at(identity) - none.velocities.at(identity)) - change), tolerance);
    }
}

TEST(Smoothing, OfNoStrengthIsNone)
{
    const State none = after_a_step(NoSmoothing{});
    const State weakest = after_a_step(XsphSettings{.strength = 0, .is_stored = true});
    EXPECT_TRUE(none.places == weakest.places);
    EXPECT_TRUE(none.velocities == weakest.velocities);
}
