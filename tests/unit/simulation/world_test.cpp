// The world around the physics: time steps within their limits, periodic axes, memory as estimated, values that are not finite.

#include "aspic/simulation/world.h"

#include "aspic/math/quaternion.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
Scene block(int dimension, double spacing)
{
    Scene scene;
    scene.dimension = dimension;
    scene.spacing = spacing;
    scene.materials.push_back({"water", {}});
    Object object;
    object.shape = {Box{{0, 0, 0}, {1, 1, 1}}};
    object.material = "water";
    scene.objects.push_back({"block", object});
    return scene;
}
} // namespace

TEST(World, ExpectsTheSpeedOfAFallThroughTheScene)
{
    Scene scene = block(2, 0.1);
    EXPECT_NEAR(expected_speed(scene, {}), std::sqrt(2 * 9.81 * 1), 1e-12);
    Wall vessel;
    vessel.shape = {Box{{-1, -3, 0}, {2, 5, 0}}};
    vessel.keeps = Side::inside;
    scene.walls.push_back({"vessel", vessel});
    EXPECT_NEAR(expected_speed(scene, {}), std::sqrt(2 * 9.81 * 4), 1e-12);
    scene.objects[0].value.velocity = {3, 4, 0};
    EXPECT_NEAR(expected_speed(scene, {}), std::sqrt(25 + 2 * 9.81 * 4), 1e-12);
    EXPECT_NEAR(World(scene, {}).sound_speed(), 10 * expected_speed(scene, {}), 1e-9);
}

TEST(World, StepsKeepToEveryLimit)
{
    Scene scene = block(2, 0.1);
    scene.solvers.pressure = WeaklyCompressibleSettings{.sound_speed = Keyframed<double>(40)};
    EXPECT_NEAR(World(scene, {}).longest_stable_step(), 0.2 * 0.2 / 40, 1e-12); // Courant: 0.2 h/c
    scene.gravity = Vec3d{0, -1e6, 0};
    EXPECT_NEAR(World(scene, {}).longest_stable_step(), 0.25 * std::sqrt(0.2 / 1e6), 1e-12);
    scene.materials[0].value.viscosity = Keyframed<double>(1e7);
    EXPECT_NEAR(World(scene, {}).longest_stable_step(), 0.125 * 0.01 * 1000 / 1e7, 1e-15); // (h/2)²ρ/μ
    scene.solvers.viscosity = NoViscosity{};
    EXPECT_NEAR(World(scene, {}).longest_stable_step(), 0.25 * std::sqrt(0.2 / 1e6), 1e-12);
}

TEST(World, FixedStepIsKeptOrShortenedAndCounted)
{
    Scene scene = block(2, 0.1);
    scene.solvers.time_step.fixed = 1e-4;
    World world(scene, {});
    EXPECT_EQ(world.step(1).dt, 1e-4);
    EXPECT_EQ(world.step(3e-5).dt, 3e-5);
    EXPECT_EQ(world.state().shortened_steps, 0);
    scene.solvers.time_step.fixed = 1;
    World hasty(scene, {});
    const double limit = hasty.longest_stable_step();
    EXPECT_EQ(hasty.step(1).dt, limit);
    EXPECT_EQ(hasty.state().shortened_steps, 1);
}

TEST(World, PeriodicAxesBringParticlesBack)
{
    Scene scene = block(2, 0.1);
    scene.gravity = Vec3d{};
    scene.objects[0].value.velocity = {2, 0, 0};
    scene.periodic.x = Interval{0, 1};
    World world(scene, {});
    while (world.time() < 1 - 1e-12)
        ASSERT_FALSE(world.step(1 - world.time()).not_finite);
    double mean = 0;
    for (const Vec3d& x : world.particles().position.values)
    {
        EXPECT_TRUE(x.x >= 0 && x.x < 1);
        mean += x.x / world.particles().size();
    }
    EXPECT_NEAR(mean, 0.5, 1e-3);                          // it filled the period and still does
    EXPECT_NEAR(world.particles().velocity[0].x, 2, 1e-3); // nothing brakes it: there are no ends
}

TEST(World, MemoryIsAsEstimated)
{
    for (const auto& [dimension, spacing] : {std::pair{2, 0.002}, {3, 0.016}})
    {
        const Scene scene = block(dimension, spacing);
        const double particles = estimate_particles(scene, {});
        World world(scene, {});
        EXPECT_EQ(particles, world.particles().size());
        world.step(1);
        world.step(1);
        const double used = static_cast<double>(world.bytes());
        EXPECT_GT(estimate_memory(scene, {}, particles), used);              // never too little
        EXPECT_LT(estimate_memory(scene, {}, particles), 1.6 * used + 30e6); // and not much too much: 30 MB are the program's own
    }
}

TEST(World, MemoryOfSolidsIsAsEstimated)
{
    for (const auto& [spacing, preconditioner] : {std::pair{0.1, ElasticPreconditioning::direct},
                                                  {0.05, ElasticPreconditioning::direct},
                                                  {0.05, ElasticPreconditioning::two_level},
                                                  {0.05, ElasticPreconditioning::automatic},
                                                  {0.03, ElasticPreconditioning::two_level}})
    {
        Scene scene = block(3, spacing);
        scene.materials[0].value.elastic = ElasticMaterial{};
        scene.materials[0].value.elastic->young_modulus = 1e6;
        scene.materials[0].value.elastic->poisson_ratio = 0.3;
        scene.solvers.pressure = DfsphSettings{};
        scene.solvers.elasticity.preconditioner = preconditioner;
        World world(scene, {});
        world.step(1);
        world.step(1);
        const double used = static_cast<double>(world.bytes());
        const double estimated = estimate_memory(scene, {}, world.particles().size());
        EXPECT_GT(estimated, used) << spacing << " " << int(preconditioner);
        EXPECT_LT(estimated, 2 * used + 30e6) << spacing << " " << int(preconditioner) << " " << used;
    }
}

TEST(World, FirstValueThatIsNotFiniteIsNamed)
{
    const Scene scene = block(2, 0.1);
    WorldState state = World(scene, {}).state();
    state.particles.mass[7] = std::numeric_limits<Real>::infinity();
    World world(scene, {}, state);
    const StepReport report = world.step(1);
    ASSERT_TRUE(report.not_finite);
    EXPECT_EQ(report.not_finite->stage, "density");
    EXPECT_EQ(report.not_finite->field, "density");
    EXPECT_EQ(world.state().steps, 0);

    // Density that is followed feels a velocity at once, density that is summed does not.
    for (const auto& [density, stage] : {std::pair<DensityEstimate, std::string>{ContinuitySettings{}, "density"},
                                         std::pair<DensityEstimate, std::string>{SummationSettings{}, "forces"}})
    {
        Scene other = scene;
        std::get<WeaklyCompressibleSettings>(other.solvers.pressure).density = density;
        state = World(other, {}).state();
        state.particles.velocity[3].x = std::numeric_limits<Real>::max();
        World fast(other, {}, state);
        const StepReport second = fast.step(1);
        ASSERT_TRUE(second.not_finite);
        EXPECT_EQ(second.not_finite->stage, stage);
    }
}

TEST(World, ExpectsTheSpeedOfFlowAndWind)
{
    Scene scene = block(2, 0.1);
    scene.gravity = Vec3d{};
    scene.objects[0].value.flow = Flow{ShearFlow{2, 1}}; // nothing moves at the corners of the unit square
    EXPECT_NEAR(expected_speed(scene, {}), 2, 1e-12);
    scene.air = Air{};
    scene.air->velocity = Keyframed<Vec3d>({0, 30, 40});
    EXPECT_NEAR(expected_speed(scene, {}), 50, 1e-12);
}

TEST(World, ExpectsTheSpeedOfWhatTurns)
{
    Scene scene = block(2, 0.1);
    scene.gravity = Vec3d{};
    scene.objects[0].value.angular_velocity = {0, 0, 5};
    EXPECT_NEAR(expected_speed(scene, {}), 5 * std::sqrt(2.0), 1e-12); // the far corner of the unit square
    scene.objects[0].value.angular_velocity = {};
    Wall paddle;
    paddle.shape = {Capsule{{-2, 0, 0}, {2, 0, 0}, 0.1}};
    paddle.motion = Motion{};
    paddle.motion->angular_velocity = Keyframed<Vec3d>({0, 0, 3});
    scene.walls.push_back({"paddle", paddle});
    EXPECT_GE(expected_speed(scene, {}), 3 * 2.1);
    EXPECT_LE(expected_speed(scene, {}), 3 * 2.2);
}

TEST(World, ElasticEnergyIsThatOfStrainOnly)
{
    for (const int dimension : {2, 3})
    {
        Scene scene = block(dimension, 0.1);
        scene.solvers.pressure = DfsphSettings{};
        ElasticMaterial& elastic = scene.materials[0].value.elastic.emplace();
        elastic.young_modulus = 1e6;
        elastic.poisson_ratio = 0;
        const World at_rest(scene, {});
        EXPECT_NEAR(at_rest.elastic_energy(), 0, 1e-6);
        const auto energy_of = [&](const Vec3d& stretch, double angle) {
            WorldState state = at_rest.state();
            for (Vec3d& x : state.particles.position.values)
                x = matrix_of(rotation_by({0, 0, angle})) * Vec3d{stretch.x * x.x, stretch.y * x.y, stretch.z * x.z};
            return World(scene, {}, std::move(state)).elastic_energy();
        };
        EXPECT_NEAR(energy_of({1, 1, 1}, 2), 0, 1e-6);
        const double energy = energy_of({1.01, 1, 1}, 0);
        EXPECT_GT(energy, 0.5 * 1e6 * 1e-4); // E ε²/2 of 1 m³, and of somewhat more: the volumes of particles at surfaces are larger
        EXPECT_LT(energy, 0.5 * 1e6 * 1e-4 * 1.5);
        EXPECT_NEAR(energy_of({1.02, 1, 1}, 0) / energy, 4, 1e-4);
        EXPECT_NEAR(energy_of({1.01, 1, 1}, 1) / energy, 1, 1e-4);
    }
}
