// No particle passes a wall, a sheet or a rigid body, however thin it is and however fast the particle. The reference
// is exact: seen from the plate, each particle is on the side where it began.
#include "aspic/simulation/pose.h"
#include "support/scene_world.h"

#include <cmath>
#include <string>

using namespace aspic;

namespace
{
std::string number(double x)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.12g", x);
    return text;
}

/// A thin upright plate across a vessel, and a block of something that flies at it.
struct Shot
{
    int dimension = 2;
    double thickness = 1e-12; ///< [m]; the spacing is 0.05
    double speed = 10;        ///< [m/s]
    std::string pressure = "dfsph";
    std::string material = "{}";
    std::string plate_motion = {}; ///< of a wall; empty: it rests
    bool plate_is_rigid = false;
    std::string plate_more = {}; ///< of a rigid body
};

std::string scene_of(const Shot& shot)
{
    const bool is_flat = shot.dimension == 2;
    const std::string depth = is_flat ? "" : ", 0.2", low = is_flat ? "" : ", 0", wide_low = is_flat ? "" : ", -1",
                      wide = is_flat ? "" : ", 1.2";
    const std::string plate =
        R"({"shape": {"box": {"from": [0, -1)" + wide_low + R"(], "to": [)" + number(shot.thickness) + ", 2" + wide + "]}}";
    return R"({"version": 1, "dimension": )" + std::to_string(shot.dimension) + R"(, "spacing": 0.05, "gravity": [0, 0, 0],
      "materials": {"stuff": )" +
           shot.material + R"(},
      "objects": {"block": {"shape": {"box": {"from": [-0.4, 0.2)" +
           low + R"(], "to": [-0.1, 0.5)" + depth + R"(]}}, "material": "stuff", "velocity": [)" + number(shot.speed) + ", " +
           number(0.3 * shot.speed) + R"(]}},
      "walls": {"vessel": {"shape": {"box": {"from": [-1, 0)" +
           low + R"(], "to": [1, 1)" + depth + R"(]}}, "keeps": "inside"})" +
           (shot.plate_is_rigid ? ""
                                : R"(, "plate": )" + plate + R"(, "ghosts": "none")" +
                                      (shot.plate_motion.empty() ? "" : ", \"motion\": " + shot.plate_motion) + "}") +
           "}," + (shot.plate_is_rigid ? R"("rigid_bodies": {"plate": )" + plate + shot.plate_more + "}}," : "") +
           R"("solvers": {"pressure": {")" + shot.pressure + R"(": {}}}})";
}

/// Where particles stand seen from the plate [m]: negative where they began.
double farthest_through(const World& world)
{
    double farthest = -1;
    const auto material = world.particles().column<Index>("material").view();
    for (Index i = 0; i < world.particles().size(); ++i)
    {
        if (material[i] < 0)
            continue;
        const Vec3d x = world.particles().position[i];
        const Vec3d X = world.scene().rigid_bodies.empty() ? pose_at(world.scene().walls[1].value.motion, world.time()).material_point(x)
                                                           : world.rigid_body(0).pose().material_point(x);
        farthest = std::max(farthest, X.x);
    }
    return farthest;
}

void expect_none_through(const Shot& shot, int steps)
{
    World world = world_of(scene_of(shot));
    const Index particles = world.state().fluid_size();
    ASSERT_GT(particles, 30);
    bool came_near = false;
    for (int step = 0; step < steps; ++step)
    {
        const StepReport report = world.step(1);
        ASSERT_FALSE(report.not_finite) << step;
        ASSERT_FALSE(report.lost) << step;
        const double farthest = farthest_through(world);
        came_near = came_near || farthest > -0.05;
        ASSERT_LT(farthest, 0.5 * shot.thickness) << "thickness " << shot.thickness << ", speed " << shot.speed << ", step " << step;
    }
    EXPECT_TRUE(came_near); // else nothing was tried
    EXPECT_EQ(world.state().fluid_size(), particles);
}

TEST(Passing, PlatesOfAnyThicknessAtAnySpeed)
{
    for (const char* pressure : {"dfsph", "weakly_compressible"})
        for (const double thickness : {1e-12, 1e-6, 0.005, 0.03})
            for (const double speed : {1.0, 100.0, 1e5})
                expect_none_through({.thickness = thickness, .speed = speed, .pressure = pressure}, pressure[0] == 'd' ? 40 : 150);
}

TEST(Passing, InSpace)
{
    expect_none_through({.dimension = 3, .thickness = 1e-9, .speed = 1e5}, 30);
    expect_none_through({.dimension = 3, .thickness = 1e-9, .speed = 3}, 30);
}

TEST(Passing, Solids)
{
    const std::string rubber = R"({"elastic": {"young_modulus": 1e5, "poisson_ratio": 0.3}})";
    for (const double speed : {3.0, 100.0})
        expect_none_through({.thickness = 1e-9, .speed = speed, .material = rubber}, 60);
}

/// The plate comes to meet the block, and turns.
TEST(Passing, MovingAndTurningPlates)
{
    for (const double speed : {1.0, 1e3, 1e5})
    {
        const std::string back = R"({"velocity": [)" + number(-speed) + ", 0, 0]}";
        expect_none_through({.thickness = 1e-9, .speed = speed, .plate_motion = back}, 15);
        const std::string turn = R"({"angular_velocity": [0, 0, )" + number(2 * speed) + R"(], "center": [0, 0.4, 0]})";
        expect_none_through({.thickness = 1e-9, .speed = speed, .plate_motion = turn}, 15);
    }
}

TEST(Passing, RigidSheets)
{
    for (const double speed : {1.0, 100.0, 1e5})
    {
        expect_none_through({.thickness = 1e-6, .speed = speed, .plate_is_rigid = true, .plate_more = R"(, "mass": 1e6)"}, 30);
        expect_none_through({.thickness = 1e-6,
                             .speed = speed,
                             .plate_is_rigid = true,
                             .plate_more = R"(, "motion": {"angular_velocity": [0, 0, )" + number(speed) + "]}"},
                            15);
    }
}

/// What a plate stops gives it its momentum: m v of the block along x, with the plate at rest and without restitution.
TEST(Passing, ARigidSheetTakesTheMomentum)
{
    World world =
        world_of(scene_of({.thickness = 1e-6, .speed = 100, .plate_is_rigid = true, .plate_more = R"(, "mass": 1e4, "friction": 0)"}));
    const auto momentum = [&] {
        double sum = world.rigid_body(0).mass * world.rigid_body(0).state.velocity.x;
        for (Index i = 0; i < world.particles().size(); ++i)
            sum += double(world.particles().mass[i]) * double(world.particles().velocity[i].x);
        return sum;
    };
    const double before = momentum();
    for (int step = 0; step < 20; ++step)
        world.step(1);
    EXPECT_GT(world.rigid_body(0).state.velocity.x, 0);
    EXPECT_NEAR(momentum(), before, 1e-5 * before); // sums in float
}

/// On a smooth slope of 30° a drop of one particle goes where its velocity leads, with g sin 30°; nothing holds it.
TEST(Passing, ALoneParticleSlidesOnARigidBody)
{
    World world = world_of(R"({"version": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, -10], "materials": {"water": {}},
      "objects": {"drop": {"shape": {"box": {"from": [-0.025, -0.025], "to": [0.025, 0.025]}}, "position": [0, 0.04], "material": "water"}},
      "rigid_bodies": {"slope": {"shape": {"box": {"from": [-3, -0.3], "to": [3, 0]}}, "rotation": [0, 0, "-30 deg"], "friction": 0, "motion": {}}},
      "solvers": {"pressure": {"dfsph": {}}}})");
    ASSERT_EQ(world.state().fluid_size(), 1);
    while (world.time() < 0.2) // it has landed
        ASSERT_FALSE(world.step(0.004).lost);
    const Vec3d begin = world.particles().position[0];
    const double from = world.time(), speed = norm(convert<double>(world.particles().velocity[0]));
    while (world.time() < 0.5)
        ASSERT_FALSE(world.step(0.004).lost);
    const double t = world.time() - from;
    EXPECT_NEAR(norm(world.particles().position[0] - begin), speed * t + 0.5 * 5 * t * t, 0.02 * 5 * t * t); // steps of 1 % of t
    EXPECT_NEAR(norm(convert<double>(world.particles().velocity[0])), speed + 5 * t, 0.02 * 5 * t);
}

/// A thin plate a fifth of a spacing before the nozzle: nothing comes out behind it.
TEST(Passing, JetsBeforeAPlate)
{
    World world = world_of(R"({"version": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0, 0], "materials": {"water": {}},
      "emitters": {"jet": {"fluid": {"material": "water", "nozzle": {"circle": {"radius": 0.2}}, "position": [-0.01, 0.5], "direction": [1, 0], "speed": 5}}},
      "walls": {"plate": {"shape": {"box": {"from": [0, -3], "to": [1e-9, 4]}}, "ghosts": "none"}}, "solvers": {"pressure": {"dfsph": {}}}})");
    double farthest = -1;
    for (int step = 0; step < 60; ++step)
    {
        ASSERT_FALSE(world.step(1e-3).not_finite);
        for (Index i = 0; i < world.particles().size(); ++i)
            farthest = std::max(farthest, world.particles().position[i].x);
    }
    EXPECT_LT(farthest, 1e-9);
}

TEST(Lost, LeavingTheDomainIsAnErrorUnlessAllowed)
{
    const std::string text = R"({"version": 1, "dimension": 2, "spacing": 0.05, "gravity": [0, 0, 0], "materials": {"water": {}},
      "objects": {"block": {"shape": {"box": {"from": [0, 0], "to": [0.3, 0.3]}}, "material": "water", "velocity": [1, 0]}},
      "domain": {"from": [-1, -1], "to": [0.5, 1]}, "solvers": {"pressure": {"dfsph": {}}}})";
    World world = world_of(text);
    StepReport report;
    while (!report.lost && world.time() < 1)
        report = world.step(0.01);
    ASSERT_TRUE(report.lost);
    EXPECT_GT(report.lost->place.x, 0.5);
    EXPECT_NEAR(world.time(), 0.5 - 0.275, 0.02); // the front row is at 0.275
    World open = world_of(text, {"lost_particles=\"delete\""});
    while (open.time() < 0.4)
        EXPECT_FALSE(open.step(0.01).lost);
    EXPECT_GT(open.state().lost, 0);
    EXPECT_EQ(open.state().lost + open.state().fluid_size(), 36);
}
} // namespace
