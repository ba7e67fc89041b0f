// R3, B4.7: a free weightless blob keeps its linear and angular momentum with T09 (51), but not with T09 (50). R7a: physics does not know the origin.

#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
constexpr bool is_double = std::is_same_v<Real, double>;

/// An irregular blob that turns and flies, with strong pressures: where particles crowd, and tension where they are few.
constexpr const char* blob = R"({
  "version": 1, "dimension": 3, "spacing": 0.01, "gravity": [0, 0, 0],
  "materials": {"water": {"surface_tension": 0.5}},
  "objects": {"blob": {
    "shape": {"sphere": {"radius": 0.0482}}, "material": "water", "jitter": 0.3, "velocity": [0.5, -0.2, 0.1], "angular_velocity": [3, 1, -2]
  }},
  "solvers": {
    "pressure": {"weakly_compressible": {"sound_speed": 10, "negative_factor": 1, "density": {"summation": {}}}}, "viscosity": {"none": {}}
  }
})";

struct Momentum
{
    Vec3d linear, angular;
};

Momentum momentum_of(const World& world)
{
    Momentum total;
    for_each_fluid(world, [&](Index i) {
        const Vec3d p = double(world.particles().mass[i]) * convert<double>(world.particles().velocity[i]);
        total.linear += p;
        total.angular += cross(world.particles().position[i], p);
    });
    return total;
}

/// How much 100 steps change linear and angular momentum, relative to what all the pushes of particles add up to.
std::pair<double, double> change_of_momentum(const std::string& gradient)
{
    World world = world_of(blob, {"solvers.pressure.weakly_compressible.gradient=" + gradient});
    const Momentum before = momentum_of(world);
    double pushes = 0;
    for (int step = 0; step < 100; ++step)
    {
        const StepReport report = world.step(1);
        EXPECT_FALSE(report.not_finite);
        const auto a = world.particles().column<Vec3>("acceleration").view();
        for_each_fluid(world, [&](Index i) { pushes += report.dt * double(world.particles().mass[i]) * double(norm(a[i])); });
    }
    const Momentum after = momentum_of(world);
    return {norm(after.linear - before.linear) / pushes, norm(after.angular - before.angular) / (0.05 * pushes)};
}

constexpr const char* column = R"({
  "version": 1, "dimension": 2, "spacing": 0.04, "kernel": "wendland", "support": 0.16,
  "materials": {"water": {}},
  "objects": {"column": {"shape": {"box": {"from": [0, 0], "to": [0.48, 0.96]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [2, 2]}}, "keeps": "inside"}},
  "solvers": {"pressure": {"weakly_compressible": {"sound_speed": 45}}, "time_step": {"fixed": 4e-4}}
})";

std::map<Identity, Vec3d> column_after_200_steps(const std::string& corner, const std::string& end)
{
    World world =
        world_of(column, {"objects.column.position=" + corner, "walls.tank.shape.box.from=" + corner, "walls.tank.shape.box.to=" + end});
    for (int step = 0; step < 200; ++step)
        EXPECT_FALSE(world.step(1).not_finite);
    EXPECT_EQ(world.state().shortened_steps, 0);
    return places_of(world);
}
} // namespace

TEST(FluidInvariants, SymmetricAndAveragedPressureKeepMomentum)
{
    // Velocities are rounded in each step: a random walk of float's 6e-8.
    const double tolerance = is_double ? 1e-13 : 3e-7;
    for (const char* gradient : {"symmetric", "averaged"})
    {
        const auto [linear, angular] = change_of_momentum(gradient);
        EXPECT_LT(linear, tolerance) << gradient;
        EXPECT_LT(angular, tolerance) << gradient;
    }
    const auto [linear, angular] = change_of_momentum("plain");
    EXPECT_GT(linear, 1e-3);
    EXPECT_GT(angular, 1e-3);
}

TEST(FluidInvariants, AKilometreAwayTheSameHappens)
{
    const auto here = column_after_200_steps("[0, 0]", "[2, 2]");
    const auto there = column_after_200_steps("[1000, 1000]", "[1002, 1002]");
    ASSERT_EQ(here.size(), 12U * 24);
    ASSERT_EQ(there.size(), here.size());
    double farthest = 0, moved = 0;
    for (const auto& [identity, place] : here)
    {
        farthest = std::max(farthest, norm(there.at(identity) - place - Vec3d{1000, 1000, 0}));
        moved = std::max(moved, place.x);
    }
    EXPECT_GT(moved, 0.5); // it has begun to fall apart
    // Positions are doubles and neighbours see differences in steps of h/2²⁴: what rounds differently grows with the flow.
    EXPECT_LT(farthest, is_double ? 1e-6 : 1e-3);
}
