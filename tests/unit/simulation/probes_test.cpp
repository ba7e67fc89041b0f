// Probes against sums and formulas: a turning disc, a still column, particles at known places.

#include "aspic/simulation/area_pressure.h"
#include "aspic/simulation/derived.h"
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
    EXPECT_EQ(rows[3].values, (std::vector<double>{0, 0, 800, 800, 0, 0, 0, 0, 0}));
    EXPECT_NEAR(rows[4].values[3], 2.025, 1e-9);
    EXPECT_NEAR(rows[4].values[4], 1.525, 1e-9);
    const double identity = rows[4].values[2];
    const auto later = world.measure(world.step(1));
    EXPECT_EQ(later[4].values[2], identity); // the same particle, wherever sorting puts it
    EXPECT_NEAR(later[4].values[3], 2.025 + later[4].values[0] * later[4].values[6], 1e-9);
}

TEST(Probes, PercentilesIgnoreSingleDrops)
{
    Scene scene = disc_scene();
    scene.objects[0].value.shape = {Box{{-1, -0.5, 0}, {1, 0.5, 0}}};
    Object drop = scene.objects[0].value;
    drop.shape = {Box{{0, 0, 0}, {0.05, 0.05, 0}}};
    drop.position = {3, 7, 0};
    scene.objects.push_back({"drop", drop});
    scene.probes = {{"level", LevelProbe{{}, {3.025, 0, 0}, {0, 1, 0}, 0.2}},
                    {"most", LevelProbe{{}, {3.025, 0, 0}, {0, 1, 0}, 0.2, 95}},
                    {"half", FrontProbe{{}, {0, 1, 0}, 50}}};
    World world(scene, {});
    const auto rows = world.measure({});
    EXPECT_NEAR(rows[0].values[2], 7.05, 1e-9);
    // 5 or so columns of 20 particles and the drop: a twentieth of them are the uppermost row and the drop
    EXPECT_NEAR(rows[1].values[2], 2.475, 0.03);
    EXPECT_NEAR(rows[2].values[2], 2.05, 1e-9); // the middle one of 801 particles is the first of row 11 of 20
}

/// A plane of pressure is met exactly, at walls too, where all particles are on one side; where there is nothing there is no pressure.
TEST(Probes, CellsMeasureTheMeanPressureOfTheirArea)
{
    Scene scene = disc_scene();
    scene.objects[0].value.shape = {Box{{-1, -0.5, 0}, {1, 0.5, 0}}}; // 2 ≤ x ≤ 4, 1.5 ≤ y ≤ 2.5
    World world(scene, {});
    Array<Real> pressure;
    for (const Vec3d& x : world.particles().position.values)
        pressure.push_back(static_cast<Real>(5000 - 2000 * x.y + 300 * x.x));
    const AnyKernel kernel = kernel_of(scene);
    const auto mean = [&](const Vec3d& center, const Vec3d& normal) {
        return mean_pressure({center, normal, 0.3, 0.05, 2}, world.particles(), const_view(pressure), kernel, {});
    };
    EXPECT_NEAR(mean({3, 1.5, 0}, {0, 1, 0}), 5000 - 3000 + 900, 0.5); // pressures are floats of 4000
    EXPECT_NEAR(mean({4, 2, 0}, {-1, 0, 0}), 5000 - 4000 + 1200, 0.5);
    EXPECT_NEAR(mean({3, 2, 0}, {1, 1, 0}), 5000 - 4000 + 900, 0.5);
    EXPECT_EQ(mean({9, 9, 0}, {1, 0, 0}), 0);
    const double half_dry = mean({2, 1.5, 0}, {0, 1, 0}), of_wet = 5000 - 3000 + 300 * 2.15;
    EXPECT_GT(half_dry, 0.5 * of_wet);
    EXPECT_LT(half_dry, (0.5 + 0.1 / 0.6) * of_wet); // the kernel sees particles at a tenth of a metre
}

/// 0.06 √(h/g) = 6 ms here: binds what falls, not what rests; with surface tension it always does.
TEST(StepLimit, OfFallDoesNotCountAtRest)
{
    Scene scene = disc_scene();
    scene.solvers.pressure = DfsphSettings{};
    const double cap = 0.06 * std::sqrt(0.1 / 10);
    EXPECT_DOUBLE_EQ(step_limit(scene, {.speed = 1e-4}), cap);
    EXPECT_DOUBLE_EQ(step_limit(scene, {.speed = 0.06, .acceleration = 10, .last_step = cap}), cap);
    const double at_rest = step_limit(scene, {.speed = 1e-4, .acceleration = 10, .last_step = cap});
    EXPECT_GT(at_rest, 4 * cap);
    EXPECT_LE(at_rest, 0.25 * std::sqrt(0.1 / 10)); // solvers.time_step.force
    scene.solvers.pressure = DfsphSettings{.fall = 0.03};
    EXPECT_DOUBLE_EQ(step_limit(scene, {.speed = 1e-4}), cap / 2);
    scene.solvers.pressure = DfsphSettings{};
    scene.materials[0].value.surface_tension = 0.07;
    EXPECT_DOUBLE_EQ(step_limit(scene, {.speed = 1e-4, .acceleration = 10, .last_step = cap}), cap);
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
    scene.materials.push_back({"water", {1000, Keyframed<double>(1.0), 0, std::nullopt, std::nullopt}});
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

namespace
{
/// A ball of 0.1 m radius in the plane, and a probe of it.
Scene scene_with_ball(const RigidObject& ball)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.02;
    scene.gravity = Vec3d{0, -10, 0};
    scene.solvers.pressure = DfsphSettings{};
    scene.rigid_bodies.push_back({"ball", ball});
    scene.probes.push_back({"ball", RigidProbe{{}, "ball"}});
    return scene;
}

RigidObject ball_at(const Vec3d& position, double density)
{
    RigidObject ball;
    ball.shape = {Sphere{{0, 0, 0}, 0.1}};
    ball.density = density;
    ball.position = position;
    return ball;
}

/// Adds water 0.5 m wide and 0.4 m deep around the ball, in a tank.
void add_water_around(Scene& scene)
{
    scene.materials.push_back({"water", {1000, Keyframed<double>(1.0), 0, std::nullopt, std::nullopt}});
    const Shape pool{Box{{0, 0, 0}, {0.5, 0.4, 0}}}, ball{Sphere{scene.rigid_bodies[0].value.position, 0.1}};
    Object water;
    water.shape = {Difference{pool, {ball}}};
    water.material = "water";
    scene.objects.push_back({"water", water});
    Wall tank;
    tank.shape = {Box{{0, 0, 0}, {0.5, 1, 0}}};
    tank.keeps = Side::inside;
    scene.walls.push_back({"tank", tank});
}

constexpr std::size_t velocity_y = 6, force_x = 14, force_y = 15, torque_z = 19; // columns of the probe
} // namespace

TEST(Probes, RigidBodyInFreeFlight)
{
    RigidObject ball = ball_at({1, 2, 0}, 500);
    ball.velocity = {3, 1, 0};
    ball.angular_velocity = {0, 0, 2};
    const Scene scene = scene_with_ball(ball);
    World world(scene, {});
    EXPECT_EQ(world.measure({})[0].values.size(), probe_columns(scene, 0).size());
    std::vector<ProbeRow> rows;
    while (world.time() < 0.5 - 1e-12)
        rows = world.measure(world.step(0.5 - world.time()));
    const std::vector<double>& row = rows[0].values;
    const double m = 500 * pi * 0.01, inertia = m * 0.01 / 2, fall = 10 * 0.5;
    // time, step, place, velocity, rotation, angular velocity, force, torque, energy; a parabola is met exactly
    const std::vector<double> expected{0.5, row[1], 1 + 3 * 0.5, 2 + 0.5 - 1.25, 0, 3, 1 - fall, 0, 0, 0, 2 * 0.5, 0, 0, 2, 0, 0, 0, 0,
                                       0,   0};
    for (std::size_t k = 0; k < expected.size(); ++k)
        EXPECT_NEAR(row[k], expected[k], 1e-9) << k;
    EXPECT_NEAR(row[20], 0.5 * m * (9 + (1 - fall) * (1 - fall)) + 0.5 * inertia * 4, 1e-6 * row[20]);
}

TEST(Probes, RigidBodyThatIsHeldFeelsItsBuoyancy)
{
    RigidObject ball = ball_at({0.25, 0.2, 0}, 500);
    ball.motion = Motion{};
    Scene scene = scene_with_ball(ball);
    add_water_around(scene);
    std::get<RigidProbe>(scene.probes[0].value).every = 0.5;
    World world(scene, {});
    std::vector<ProbeRow> rows = world.measure({});
    while (world.time() < 1 - 1e-12)
        for (ProbeRow& row : world.measure(world.step(0.5)))
            rows.push_back(std::move(row));
    const double buoyancy = 1000 * 10 * pi * 0.01;
    const std::vector<double>& row = rows.back().values;  // mean over half a second
    EXPECT_NEAR(row[force_y], buoyancy, 0.05 * buoyancy); // B3 allows 5 %
    EXPECT_NEAR(row[force_x], 0, 0.05 * buoyancy);
    EXPECT_NEAR(row[torque_z], 0,
                0.01 * buoyancy *
                    0.1); // pressure of a ball points at its centre, as far as the map's gradients do: 2 % at a point, 0.6 % in all
}

// Without contacts the force is all that changes the momentum besides gravity: m dv = (F + m g) dt, in every step, up to rounding.
TEST(Probes, ForceOnAFreeRigidBodyIsItsChangeOfMomentum)
{
    Scene scene = scene_with_ball(ball_at({0.25, 0.35, 0}, 300));
    scene.rigid_bodies[0].value.sticks = true;
    scene.rigid_bodies[0].value.velocity = {0.1, -1, 0};
    add_water_around(scene);
    World world(scene, {});
    world.measure({});
    const double m = 300 * pi * 0.01;
    double last = -1, strongest = 0;
    for (int k = 0; k < 50; ++k)
    {
        const StepReport report = world.step(1);
        const std::vector<double> row = world.measure(report)[0].values;
        EXPECT_NEAR(m * (row[velocity_y] - last), (row[force_y] - m * 10) * report.dt, 1e-9 * m) << k;
        last = row[velocity_y];
        strongest = std::max(strongest, row[force_y]);
    }
    EXPECT_GT(strongest, m * 10); // it was in the water
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
