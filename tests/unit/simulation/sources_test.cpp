// What comes and goes: the budget is kept, sinks take, room and memory are used again, identities are never given twice.

#include "aspic/simulation/doctor.h"
#include "aspic/simulation/estimate.h"
#include "support/emission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace aspic;

TEST(Sources, BudgetIsKeptAndTold)
{
    for (const std::int64_t budget : {0, 1, 2, 20, 45})
    {
        Scene scene = weightless(2);
        scene.max_particles = budget;
        scene.emitters.push_back({"jet", jet(2)}); // 63 particles in a second
        const WorldState state = after_emission(scene, 0.01, 100);
        EXPECT_EQ(state.particles.size(), budget);
        EXPECT_EQ(state.emitted, budget);
        EXPECT_EQ(state.emitted + state.withheld, 63);
        const auto advice = examine(scene, {});
        const bool is_told =
            std::ranges::any_of(advice, [](const Advice& a) { return a.where == "max_particles" && a.kind == Advice::Kind::warning; });
        EXPECT_TRUE(is_told);
        EXPECT_NEAR(estimate_particles(scene, {}), double(budget), 1e-9);
    }
    Scene enough = weightless(2);
    enough.max_particles = 1000;
    enough.emitters.push_back({"jet", jet(2)});
    EXPECT_EQ(after_emission(enough, 0.01, 100).withheld, 0);
    for (const Advice& advice : examine(enough, {}))
        EXPECT_NE(advice.where, "max_particles");
}

TEST(Sources, BodiesThatDoNotFitIntoTheBudgetStayOut)
{
    Scene scene = weightless(2);
    scene.max_particles = 10;
    BodyEmitter bodies;
    bodies.shape = {Box{{0, 0, 0}, {0.2, 0.2, 0}}}; // 4 particles
    bodies.material = "water";
    bodies.velocity = {0, 5, 0};
    bodies.interval = 0.25;
    scene.emitters.push_back({"drops", bodies});
    const WorldState state = after_emission(scene, 0.01, 100);
    EXPECT_EQ(state.particles.size(), 8); // whole bodies
    EXPECT_EQ(state.withheld, 3 * 4);     // of five
}

/// What sinks take makes room again, in the budget and in memory; identities go on.
TEST(Sources, RoomAndMemoryOfRemovedParticlesAreUsedAgain)
{
    Scene scene = weightless(2);
    scene.max_particles = 30;
    scene.emitters.push_back({"jet", jet(2)});
    Sink sink;
    sink.shape = {HalfSpace{{0.65, 0, 0}, {-1, 0, 0}}};
    scene.sinks.push_back({"drain", sink});
    const WorldState early = after_emission(scene, 0.01, 100), late = after_emission(scene, 0.01, 2000);
    EXPECT_LE(late.particles.size(), 30);
    EXPECT_GT(late.emitted, 1000);
    EXPECT_EQ(late.withheld, 0); // never more than 24 on their way
    EXPECT_EQ(late.particles.bytes(), early.particles.bytes());
    EXPECT_EQ(late.particles.next_identity(), static_cast<Identity>(late.emitted));
}

TEST(Sources, SinksTakeAndIdentitiesAreNeverReused)
{
    Scene scene = weightless(2);
    scene.emitters.push_back({"jet", jet(2)});
    Sink sink;
    sink.shape = {HalfSpace{{0.55, 0, 0}, {-1, 0, 0}}}; // all beyond x = 0.55
    scene.sinks.push_back({"drain", sink});
    const WorldState state = after_emission(scene, 0.01, 100);
    EXPECT_GT(state.removed, 30);
    EXPECT_EQ(state.emitted - state.removed, state.particles.size());
    std::set<Identity> identities;
    for (Index i = 0; i < state.particles.size(); ++i)
    {
        EXPECT_LE(state.particles.position[i].x, 0.57 + 1e-12);
        EXPECT_TRUE(identities.insert(state.particles.identity[i]).second);
    }
    EXPECT_EQ(state.particles.next_identity(), static_cast<Identity>(state.emitted));
    EXPECT_GE(*identities.begin(), static_cast<Identity>(state.removed)); // a queue: the oldest went first
}

TEST(Sources, AFountainNeverUsesAnIdentityTwice)
{
    Scene scene = weightless(2);
    scene.spacing = 0.05;
    scene.gravity = Vec3d{0, -10, 0};
    FluidEmitter fountain = jet(4);
    fountain.position = {1, 0.3, 0};
    fountain.direction = {0.3, -1, 0};
    scene.emitters.push_back({"fountain", fountain});
    BodyEmitter drops;
    drops.shape = {Sphere{{0, 0, 0}, 0.1}};
    drops.material = "water";
    drops.position = {0.3, 0.2, 0};
    drops.interval = 0.05;
    scene.emitters.push_back({"drops", drops});
    Wall basin;
    basin.shape = {Box{{0, 0, 0}, {2, 3, 0}}};
    basin.keeps = Side::inside;
    scene.walls.push_back({"basin", basin});
    Sink drain;
    drain.shape = {Box{{0.8, -1, 0}, {3, 0.15, 0}}}; // with the floor and its ghosts
    drain.start = 0.02;
    scene.sinks.push_back({"drain", drain});
    scene.solvers.time_step.fixed = 2e-3;
    scene.solvers.pressure = WeaklyCompressibleSettings{.sound_speed = Keyframed<double>(8)};
    World world(scene, {});
    std::set<Identity> now, ever;
    std::int64_t gone = 0, most_ghosts = 0;
    for (int step = 0; step < 200; ++step)
    {
        ASSERT_FALSE(world.step(1).not_finite);
        const auto material = world.particles().column<Index>("material").view();
        std::set<Identity> there, ghosts;
        for (Index i = 0; i < world.particles().size(); ++i)
            ASSERT_TRUE((material[i] == ghost_material ? ghosts : there).insert(world.particles().identity[i]).second);
        most_ghosts = std::max(most_ghosts, static_cast<std::int64_t>(ghosts.size()));
        ASSERT_EQ(world.state().ghosts, static_cast<std::int64_t>(ghosts.size()));
        for (const Identity identity : ghosts)
            ASSERT_GE(identity, first_chosen_identity);
        for (const Identity identity : there)
        {
            ASSERT_LT(identity, first_chosen_identity);
            ASSERT_TRUE(now.contains(identity) || !ever.contains(identity)) << identity << " came back";
        }
        for (const Identity identity : now)
            gone += there.contains(identity) ? 0 : 1;
        ever.insert(there.begin(), there.end());
        now = std::move(there);
    }
    EXPECT_GT(gone, 50);
    EXPECT_GT(most_ghosts, 0);
    EXPECT_LE(gone, world.state().removed); // some come and go in one step
    EXPECT_EQ(static_cast<std::int64_t>(now.size()), world.state().emitted - world.state().removed);
}
