// Probes against sums and formulas: a turning disc, a still column, particles at known places.

#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
Scene disc_scene()
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.05;
    scene.gravity = Vec3d{0, -10, 0};
    scene.materials.push_back({"water", {}});
    Object disc;
    disc.shape = {Sphere{{0, 0, 0}, 1}};
    disc.material = "water";
    disc.position = {3, 2, 0};
    disc.velocity = {1, -1, 0};
    disc.angular_velocity = {0, 0, 0.5};
    scene.objects.push_back({"disc", disc});
    return scene;
}

std::vector<double> first_row(const Scene& scene)
{
    World world(scene, {});
    const auto rows = world.measure({});
    EXPECT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].values.size(), probe_columns(scene, 0).size());
    return rows[0].values;
}
} // namespace

TEST(Probes, BodyOfATurningDisc)
{
    Scene scene = disc_scene();
    scene.probes.push_back({"disc", BodyProbe{{}, "disc", true}});
    const auto row = first_row(scene);
    const double n = row[2], mass = row[3];
    EXPECT_NEAR(mass, n * 1000 * 0.05 * 0.05, 1e-3);
    EXPECT_NEAR(mass, 1000 * pi, 0.02 * mass); // staircase at the rim
    EXPECT_NEAR(row[4], mass / 1000, 1e-6);
    EXPECT_NEAR(row[5], 3, 1e-9);
    EXPECT_NEAR(row[6], 2, 1e-9);
    EXPECT_NEAR(row[8], mass, 1e-3);
    EXPECT_NEAR(row[9], -mass, 1e-3);
    const double inertia = mass / 2;                                               // m r²/2
    EXPECT_NEAR(row[13], mass * (3 * -1 - 2 * 1) + 0.5 * inertia, 0.02 * inertia); // orbital + spin
    EXPECT_NEAR(row[14], 0.5 * mass * 2 + 0.5 * inertia * 0.25, 0.01 * inertia);
    EXPECT_NEAR(row[15], mass * 10 * 2, 1e-3 * mass);
    EXPECT_EQ(row[16], 0); // at rest density
    for (const std::size_t k : {17U, 18U, 19U})
        EXPECT_NEAR(row[k], 0, 1e-6);
}

TEST(Probes, RotationFollowsTheTurn)
{
    Scene scene = disc_scene();
    scene.gravity = Vec3d{};
    scene.solvers.pressure = WeaklyCompressibleSettings{.sound_speed = Keyframed<double>(1e-3)}; // too soft to matter
    scene.solvers.viscosity = NoViscosity{};
    scene.solvers.time_step.largest = 0.01;
    scene.probes.push_back({"disc", BodyProbe{{}, "disc", true}});
    World world(scene, {});
    world.measure({});
    std::vector<ProbeRow> rows;
    while (world.time() < 0.5 - 1e-12)
        rows = world.measure(world.step(0.5 - world.time()));
    // Free particles fly straight on: x = X + t ω × X, whose nearest rotation is atan(ω t).
    EXPECT_NEAR(rows[0].values[19], std::atan(0.5 * 0.5), 1e-3);
}

TEST(Probes, LevelFrontCountsAndParticles)
{
    Scene scene = disc_scene();
    scene.objects[0].value.shape = {Box{{-1, -0.5, 0}, {1, 0.5, 0}}};
    scene.objects[0].value.angular_velocity = {};
    scene.probes = {{"level", LevelProbe{{}, {3, 0, 0}, {0, 2, 0}, 0.2}},
                    {"empty", LevelProbe{{}, {30, 0, 0}, {0, 1, 0}, 0.2}},
                    {"front", FrontProbe{{}, {2, 0, 0}}},
                    {"counts", CountProbe{}},
                    {"corner", ParticleProbe{{}, {}, Vec3d{2, 1.5, 0}}}};
    World world(scene, {});
    const auto rows = world.measure({});
    EXPECT_NEAR(rows[0].values[2], 2.5, 1e-9);
    EXPECT_TRUE(std::isnan(rows[1].values[2]));
    EXPECT_NEAR(rows[2].values[2], 4, 1e-9);
    EXPECT_EQ(rows[3].values, (std::vector<double>{0, 0, 800, 800, 0, 0}));
    EXPECT_NEAR(rows[4].values[3], 2.025, 1e-9);
    EXPECT_NEAR(rows[4].values[4], 1.525, 1e-9);
    const double identity = rows[4].values[2];
    const auto later = world.measure(world.step(1));
    EXPECT_EQ(later[4].values[2], identity); // the same particle, wherever sorting puts it
    EXPECT_NEAR(later[4].values[3], 2.025 + later[4].values[0] * later[4].values[6], 1e-9);
}

TEST(Probes, PressureIsTheShepardMean)
{
    // With the same density everywhere the mean is the pressure of that density: T09 (47).
    Scene scene = disc_scene();
    scene.solvers.pressure = WeaklyCompressibleSettings{.sound_speed = Keyframed<double>(20)};
    scene.probes = {{"inside", PressureProbe{{}, {3.01, 2.02, 0}}}, {"outside", PressureProbe{{}, {9, 9, 0}}}};
    World fresh(scene, {});
    WorldState state = fresh.state();
    for (Real& rho : state.particles.density.values)
        rho = 1010;
    World world(scene, {}, state);
    const auto rows = world.measure({});
    const double p = 1000 * 400 / 7.0 * (std::pow(1.01, 7) - 1);
    EXPECT_NEAR(rows[0].values[2], p, 1e-3 * p);
    EXPECT_TRUE(std::isnan(rows[1].values[2]));
}

TEST(Probes, WallCarriesTheWeightOfWaterAtRest)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.05;
    scene.materials.push_back({"water", {1000, Keyframed<double>(1.0), 0, std::nullopt}});
    Object water;
    water.shape = {Box{{0, 0, 0}, {1, 0.5, 0}}};
    water.material = "water";
    scene.objects.push_back({"water", water});
    Wall tank;
    tank.shape = {Box{{0, 0, 0}, {1, 2, 0}}};
    tank.keeps = Side::inside;
    scene.walls.push_back({"tank", tank});
    scene.probes = {{"tank", WallProbe{{0.5}, "tank", {}}}};
    World world(scene, {});
    world.measure({});
    std::vector<ProbeRow> rows;
    while (world.time() < 2)
        for (auto& row : world.measure(world.step(1)))
            rows.push_back(row);
    ASSERT_EQ(rows.size(), 4U);
    const double weight = 500 * 9.81;
    for (std::size_t k = 1; k < rows.size(); ++k)
    {
        EXPECT_NEAR(rows[k].values[3], -weight, 0.05 * weight); // means over half a second of slight sloshing
        EXPECT_NEAR(rows[k].values[2], 0, 0.05 * weight);
        EXPECT_NEAR(rows[k].values[7], -0.5 * weight, 0.05 * weight); // torque about the origin: the weight acts at x = 0.5
    }
}

TEST(Probes, SlowRowsComeAtTheirInterval)
{
    Scene scene = disc_scene();
    scene.probes = {{"each", CountProbe{}}, {"tenth", CountProbe{{0.1}}}};
    World world(scene, {});
    std::size_t each = world.measure({}).size() - 1, tenth = 1, steps = 0;
    while (world.time() < 1 - 1e-12)
    {
        ++steps;
        for (const ProbeRow& row : world.measure(world.step(0.1 * (std::floor(world.time() / 0.1 + 1e-9) + 1) - world.time())))
            (row.probe == 0 ? each : tenth) += 1;
    }
    EXPECT_EQ(each, steps + 1);
    EXPECT_EQ(tenth, 11U);
}
