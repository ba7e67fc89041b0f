// Hard walls in motion: no particle leaves a box that is shaken, with ghosts and without; the clearance, which saves most looks at walls, never changes a bit.

#include "support/fluid_of_world.h"

#include "aspic/simulation/pose.h"

#include <cmath>

using namespace aspic;

namespace
{
/// Water in a box in the plane that is shaken and tilted, hard enough to throw it about.
Scene shaken_box(GhostKind ghosts)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.05;
    scene.materials.push_back({"water", {}});
    Object water;
    water.shape = {Box{{0, 0, 0}, {1, 0.5, 0}}};
    water.material = "water";
    scene.objects.push_back({"water", water});
    Wall box;
    box.shape = {Box{{0, 0, 0}, {1, 1, 0}}};
    box.keeps = Side::inside;
    box.ghosts = ghosts;
    box.restitution = 0.3;
    box.motion = Motion{};
    box.motion->displacement = Keyframed<Vec3d>();
    box.motion->displacement->keyframes = {
        {0, {0, 0, 0}}, {0.1, {0.3, 0.1, 0}}, {0.25, {-0.2, -0.3, 0}}, {0.4, {0.3, 0.2, 0}}, {1, {0, 0, 0}}};
    box.motion->rotation = Keyframed<Vec3d>();
    box.motion->rotation->keyframes = {{0, {0, 0, 0}}, {0.2, {0, 0, 0.5}}, {0.5, {0, 0, -0.5}}};
    box.motion->center = {0.5, 0.5, 0};
    scene.walls.push_back({"box", box});
    pressure_of(scene).sound_speed = Keyframed<double>(20);
    return scene;
}

/// A column that falls apart in a resting box around a resting ball.
Scene resting_box(GhostKind ghosts)
{
    Scene scene = shaken_box(ghosts);
    scene.walls[0].value.motion.reset();
    scene.walls[0].value.fluid_friction = 0.1;
    scene.objects[0].value.shape = {Box{{0, 0, 0}, {0.4, 0.8, 0}}};
    Wall ball = scene.walls[0].value;
    ball.shape = {Sphere{{0.7, 0.1, 0}, 0.1}};
    ball.keeps = Side::outside;
    scene.walls.push_back({"ball", ball});
    scene.solvers.smoothing = XsphSettings{.strength = 0.2, .is_stored = false}; // moves particles besides their velocity
    pressure_of(scene).shifting = 0.5;                                           // so does this
    return scene;
}

/// Steps of a world, each from a state whose clearances are forgotten: every wall is looked at.
void step_without_clearance(std::optional<World>& world, const Scene& scene)
{
    WorldState state = world->state();
    auto& clearance = state.particles.column<Real>("clearance");
    for (Index i = 0; i < state.particles.size(); ++i)
        clearance[i] = 0;
    world.emplace(scene, Assets{}, std::move(state));
    ASSERT_FALSE(world->step(1).not_finite);
}
} // namespace

TEST(HardWalls, NothingLeavesAShakenBox)
{
    for (const GhostKind ghosts : {GhostKind::none, GhostKind::free_slip})
    {
        const Scene scene = shaken_box(ghosts);
        World world(scene, {});
        // Particles keep a radius away from a wall; where ghosts push, half of it.
        const double keeps = (ghosts == GhostKind::none ? 1 : 0.5) * scene.radius() - 1e-9;
        double highest = 0;
        for (int step = 0; step < 500; ++step)
        {
            ASSERT_FALSE(world.step(1).not_finite);
            const Pose pose = pose_at(scene.walls[0].value.motion, world.time());
            for_each_fluid(world, [&](Index i) {
                const Vec3d x = pose.material_point(world.particles().position[i]);
                ASSERT_TRUE(x.x >= keeps && x.x <= 1 - keeps && x.y >= keeps && x.y <= 1 - keeps && x.z == 0)
                    << step << ": " << x.x << ", " << x.y;
                highest = std::max(highest, x.y);
            });
        }
        EXPECT_EQ(world.state().fluid_size(), 200);
        EXPECT_GT(highest, 0.8); // it has been thrown about
    }
}

TEST(HardWalls, ClearanceChangesNothing)
{
    for (const GhostKind ghosts : {GhostKind::none, GhostKind::free_slip})
        for (const bool moves : {false, true})
        {
            Scene scene = resting_box(ghosts);
            if (moves) // one wall moves, the other rests
            {
                scene.walls[1].value.motion = Motion{};
                scene.walls[1].value.motion->velocity = Keyframed<Vec3d>({-1, 0, 0});
            }
            World with(scene, {});
            std::optional<World> without(std::in_place, scene, Assets{});
            int clear = 0;
            for (int step = 0; step < 250; ++step)
            {
                ASSERT_FALSE(with.step(1).not_finite);
                step_without_clearance(without, scene);
                if (step % 50 == 49)
                {
                    ASSERT_TRUE(places_of(with) == places_of(*without)) << step;
                    ASSERT_TRUE(velocities_of(with) == velocities_of(*without)) << step;
                }
                const auto clearance = with.particles().column<Real>("clearance").view();
                for_each_fluid(with, [&](Index i) { clear += clearance[i] > 0 ? 1 : 0; });
            }
            EXPECT_GT(clear, 250 * 128 / 2); // most are far from walls most of the time
        }
}

TEST(HardWalls, ClearanceFallsByTheWayOfEachParticle) // whatever moves it: velocity, smoothing, shifting
{
    Scene scene = resting_box(GhostKind::free_slip);
    scene.objects[0].value.jitter = 0.3;
    scene.objects[0].value.velocity = {1, 0, 0};
    pressure_of(scene).shifting = 2.5;
    World world(scene, {});
    ASSERT_FALSE(world.step(1).not_finite);
    int looked_at = 0;
    for (int step = 0; step < 20; ++step)
    {
        const std::map<Identity, Vec3d> before = places_of(world);
        std::map<Identity, double> room;
        for_each_fluid(world, [&](Index i) { room[world.particles().identity[i]] = world.particles().column<Real>("clearance")[i]; });
        ASSERT_FALSE(world.step(1).not_finite);
        for_each_fluid(world, [&](Index i) {
            const Identity identity = world.particles().identity[i];
            const double way = norm(world.particles().position[i] - before.at(identity));
            const double left = world.particles().column<Real>("clearance")[i];
            if (room[identity] < 0.1) // may have been measured anew
                return;
            EXPECT_LE(left, room[identity] - way + 1e-7); // floats of about 0.3
            ++looked_at;
        });
    }
    EXPECT_GT(looked_at, 1000);
}
