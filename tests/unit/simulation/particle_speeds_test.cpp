// Steps go by the speed of most particles: the quantile against sorted speeds, solids that all count, and what limits the step.

#include "aspic/simulation/particle_speeds.h"

#include "aspic/simulation/world.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace aspic;

namespace
{
constexpr Index count = 150000; // more than two pieces are counted in

/// Speeds between 0 and 1, few of them large.
ParticleSet moving_particles()
{
    RandomNumbers random(3);
    ParticleSet particles;
    particles.append(count);
    for (Index i = 0; i < count; ++i)
    {
        const Vec3d at = random.in_box({0, 0, 0}, {1, 1, 1});
        particles.velocity[i] = convert<Real>(Vec3d{0, at.x * at.x * at.x * at.y * at.y, 0});
    }
    return particles;
}

/// A block of fluid, 10 across, that moves at 1 m/s but for some particles.
double step_with_outliers(Index outliers, double speed, const DfsphSettings& settings)
{
    Scene scene;
    scene.spacing = 0.1;
    scene.gravity = Vec3d{};
    scene.solvers.pressure = settings;
    scene.materials.push_back({"water", {}});
    Object object;
    object.shape = {Box{{0, 0, 0}, {1, 1, 1}}};
    object.material = "water";
    scene.objects.push_back({"block", object});
    WorldState state = World(scene, {}).state();
    for (Index i = 0; i < state.particles.size(); ++i)
        state.particles.velocity[i] = {static_cast<Real>(i < outliers ? speed : 1), 0, 0};
    return World(scene, {}, std::move(state)).longest_stable_step();
}
} // namespace

TEST(ParticleSpeeds, QuantileIsThatOfSortedSpeeds)
{
    const ParticleSet particles = moving_particles();
    std::vector<double> sorted;
    for (const Vec3& v : particles.velocity.values)
        sorted.push_back(norm(convert<double>(v)));
    std::ranges::sort(sorted, std::greater{});
    for (const double outliers : {0.0, 1e-3, 0.1, 1.0})
    {
        const auto spared = static_cast<std::size_t>(outliers * count);
        const double exact = spared < sorted.size() ? sorted[spared] : 0; // so many are faster
        const Speeds speeds = speeds_of(particles, outliers);
        EXPECT_EQ(speeds.largest, sorted[0]);
        EXPECT_GE(speeds.of_most, exact) << outliers;
        EXPECT_LE(speeds.of_most, exact + sorted[0] / 512 * (1 + 1e-9)) << outliers; // the width of a bin
    }
}

TEST(ParticleSpeeds, DoNotDependOnThreads)
{
    const ParticleSet particles = moving_particles();
    const double expected = speeds_of(particles, 1e-3).of_most;
    for (const Execution& variant : execution_variants())
    {
        const ExecutionScope scope(variant);
        EXPECT_EQ(speeds_of(particles, 1e-3).of_most, expected);
    }
}

TEST(ParticleSpeeds, EveryParticleOfASolidCounts)
{
    ParticleSet particles = moving_particles();
    particles.add_column<Index>("solid", "", "");
    const auto solid = particles.column<Index>("solid").view();
    for (Index i = 0; i < count; ++i)
        solid[i] = -1;
    const double of_fluid = speeds_of(particles, 1e-3).of_most;
    particles.velocity[7] = {0, 0, 5};
    EXPECT_LE(speeds_of(particles, 1e-3).of_most, of_fluid + 5.0 / 512); // one drop
    solid[7] = 0;
    EXPECT_EQ(speeds_of(particles, 1e-3).of_most, 5);
}

TEST(ParticleSpeeds, FewDropsDoNotShortenSteps)
{
    const double usual = 0.4 * 0.1 / 1;   // `courant` spacings at 1 m/s
    constexpr double bin = 1 + 2.0 / 512; // the largest speed is twice the usual one
    const DfsphSettings one_of_thousand{.outliers = 0.001};
    EXPECT_LE(step_with_outliers(1, 2, one_of_thousand), usual);
    EXPECT_GE(step_with_outliers(1, 2, one_of_thousand), usual / bin - 1e-9);
    EXPECT_NEAR(step_with_outliers(2, 2, one_of_thousand), 0.5 * usual, 1e-9);
    EXPECT_NEAR(step_with_outliers(1, 2, {.outliers = 0}), 0.5 * usual, 1e-9);
    // The fastest moves one spacing, or what is asked for.
    EXPECT_NEAR(step_with_outliers(1, 50, one_of_thousand), 0.1 / 50, 1e-9);
    EXPECT_NEAR(step_with_outliers(1, 50, {.outliers = 0.001, .fastest = 2}), 0.2 / 50, 1e-9);
}
