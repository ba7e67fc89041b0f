// What comes and goes: a jet brings as much volume as it should, in layers one spacing apart; bodies come one after the other; sinks take; pins hold;
// identities are never given twice.

#include "aspic/simulation/doctor.h"
#include "aspic/simulation/estimate.h"
#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

using namespace aspic;

namespace
{
Scene weightless(int dimension)
{
    Scene scene;
    scene.dimension = dimension;
    scene.spacing = 0.1;
    scene.gravity = Vec3d{};
    scene.materials.push_back({"water", {}});
    scene.duration = 1;
    return scene;
}

FluidEmitter jet(double speed)
{
    FluidEmitter emitter;
    emitter.material = "water";
    emitter.nozzle = RectangleNozzle{0.3, 0.2};
    emitter.direction = {1, 0, 0};
    emitter.speed = speed;
    return emitter;
}

/// The state after emitting in steps of dt, without any other physics.
WorldState after_emission(const Scene& scene, double dt, int steps)
{
    const Assets assets;
    const Sources sources(scene, assets);
    const HeldParticles held(scene, assets);
    WorldState state;
    sources.prepare(state);
    held.prepare(state);
    sources.start_objects(state, held);
    for (int k = 0; k < steps; ++k)
    {
        for (Index i = 0; i < state.particles.size(); ++i)
            state.particles.position[i] += dt * convert<double>(state.particles.velocity[i]);
        state.time += dt;
        ++state.steps;
        sources.drain(state);
        sources.start_objects(state, held);
        sources.emit(state, dt);
    }
    return state;
}

void run_until(World& world, double end)
{
    while (world.time() < end - 1e-12)
        ASSERT_FALSE(world.step(end - world.time()).not_finite);
}
} // namespace

TEST(Sources, JetBringsLayersOneSpacingApart)
{
    Scene scene = weightless(3);
    scene.emitters.push_back({"jet", jet(2)});
    const WorldState state = after_emission(scene, 0.013, 50); // 0.65 s: 13 layers and the first, 3 × 2 particles each
    EXPECT_EQ(state.particles.size(), 14 * 6);
    EXPECT_EQ(state.emitted, 14 * 6);
    std::set<long> layers;
    for (const Vec3d& x : state.particles.position.values)
    {
        const double layer = (1.3 - x.x) / 0.1;
        EXPECT_NEAR(layer, std::round(layer), 1e-6);
        layers.insert(std::lround(layer));
        EXPECT_LE(std::max(std::abs(x.y), std::abs(x.z)), 0.1 + 1e-12);
    }
    EXPECT_EQ(layers.size(), 14U);
}

TEST(Sources, RateLimitAndStopAreKept)
{
    Scene scene = weightless(2);
    FluidEmitter emitter = jet(2);
    emitter.rate = Keyframed<double>(0.3); // m²/s: half of what fills the slit of 0.3 m at 2 m/s
    scene.emitters.push_back({"jet", emitter});
    EXPECT_NEAR(after_emission(scene, 0.01, 100).particles.size(), 0.3 / 0.01, 3.1); // area/dx², to a layer of 3

    std::get<FluidEmitter>(scene.emitters[0].value).limit = 10;
    EXPECT_EQ(after_emission(scene, 0.01, 100).particles.size(), 10);

    FluidEmitter late = jet(2);
    late.start = 0.5;
    late.stop = 0.75;
    scene.emitters = {{"jet", late}};
    EXPECT_EQ(after_emission(scene, 0.01, 49).particles.size(), 0);
    EXPECT_NEAR(after_emission(scene, 0.01, 100).particles.size(), 3 * (0.25 * 2 / 0.1 + 1), 3.1);
}

/// Fluid that comes back to a nozzle which has given all it has is not pushed any more.
TEST(Sources, SpentNozzleDoesNotPump)
{
    Scene scene = weightless(2);
    FluidEmitter emitter = jet(2);
    emitter.limit = 3;
    scene.emitters.push_back({"jet", emitter});
    const Assets assets;
    const Sources sources(scene, assets);
    WorldState state = after_emission(scene, 0.01, 10);
    ASSERT_EQ(state.particles.size(), 3);
    const auto pushed = [&] {
        for (Index i = 0; i < 3; ++i)
        {
            state.particles.position[i] = emitter.position + 0.05 * emitter.direction;
            state.particles.velocity[i] = Vec3{};
        }
        sources.emit(state, 1e-4);
        return norm(state.particles.velocity[0]) > 0;
    };
    EXPECT_FALSE(pushed());
    state.emitters[0].emitted = 0; // with more to come it is
    EXPECT_TRUE(pushed());
}

TEST(Sources, BlockedNozzleNeverMakesParticlesOverlap)
{
    Scene scene = weightless(2);
    scene.emitters.push_back({"jet", jet(2)});
    Object plug; // rests in front of the nozzle
    plug.shape = {Box{{-0.2, -0.2, 0}, {0.2, 0.02, 0}}};
    plug.material = "water";
    scene.objects.push_back({"plug", plug});
    const WorldState state = after_emission(scene, 0.001, 1);
    double nearest = 1;
    for (Index i = 0; i < state.particles.size(); ++i)
        for (Index j = 0; j < i; ++j)
            nearest = std::min(nearest, norm(state.particles.position[i] - state.particles.position[j]));
    EXPECT_GE(nearest, 0.7 * scene.spacing - 1e-12);
    EXPECT_GT(state.emitted, 0); // the part of the nozzle that is free still works
    EXPECT_LT(state.emitted, 3);
}

/// The smallest distance of a particle with at least this identity to any other.
double nearest_of_new(const ParticleSet& particles, Identity first_new)
{
    double nearest = HUGE_VAL;
    for (Index i = 0; i < particles.size(); ++i)
        for (Index j = 0; j < particles.size() && particles.identity[i] >= first_new; ++j)
            if (j != i)
                nearest = std::min(nearest, norm(particles.position[i] - particles.position[j]));
    return nearest;
}

/// The smallest distance to anything that particles had when they came, in a second of flight without forces.
double nearest_at_birth(const FluidEmitter& emitter, int dimension, double dt)
{
    Scene scene = weightless(dimension);
    scene.emitters.push_back({"jet", emitter});
    const Sources sources(scene, Assets{});
    WorldState state;
    sources.prepare(state);
    double nearest = HUGE_VAL;
    while (state.time < 1)
    {
        for (Index i = 0; i < state.particles.size(); ++i)
            state.particles.position[i] += dt * convert<double>(state.particles.velocity[i]);
        state.time += dt;
        const Identity first_new = state.particles.next_identity();
        sources.emit(state, dt);
        nearest = std::min(nearest, nearest_of_new(state.particles, first_new));
    }
    EXPECT_GT(state.emitted, 10);
    return nearest;
}

TEST(Sources, JetsNeverMakeParticlesOverlap)
{
    const double spacing = weightless(2).spacing;
    for (const double speed : {0.3, 1.5, 6.0})
        for (const double dt : {0.0007, 0.013, 0.11}) // from many steps per layer to many layers per step
            for (const auto& [direction, dimension] :
                 {std::pair{Vec3d{1, 0, 0}, 2}, {Vec3d{-1, 2, 0}, 2}, {Vec3d{0, -1, 0}, 3}, {Vec3d{1, 2, 3}, 3}})
            {
                FluidEmitter emitter = jet(speed);
                emitter.direction = direction;
                EXPECT_NEAR(nearest_at_birth(emitter, dimension, dt), spacing, 1e-5 * spacing)
                    << speed << " " << dt; // velocities are floats
            }
}

/// Layers that leave faster come nearer to those before them; they are left out where they would come too near.
TEST(Sources, JetsThatChangeTheirSpeedNeverMakeParticlesOverlap)
{
    const double spacing = weightless(2).spacing;
    const std::vector<std::vector<Keyframe<double>>> courses{
        {{0, 0.0}, {1, 4.0}}, {{0, 4.0}, {1, 0.2}}, {{0, 0.5}, {0.5, 0.5}, {0.501, 6.0}}, {{0, 1.0}, {0.3, 5.0}, {0.6, 0.5}, {0.9, 5.0}}};
    for (const auto& course : courses)
        for (const double dt : {0.0007, 0.013, 0.11})
            for (const int dimension : {2, 3})
            {
                FluidEmitter emitter = jet(1);
                emitter.speed.keyframes = course;
                EXPECT_GE(nearest_at_birth(emitter, dimension, dt), 0.7 * spacing - 1e-6) << course[1].value << " " << dt;
            }
}

/// With pressure too: a jet that speeds up to eight times its speed, and one that does not. What is faster runs into what is before it, as in any flow (fluids without tension come together where
/// they are thin); but nothing is born too near, and a steady jet stays as it was emitted.
TEST(Sources, ParticlesOfAnIncompressibleJetStayApart)
{
    const auto nearest_in_jet = [](const Keyframed<double>& speed, double largest_step) {
        Scene scene = weightless(2);
        scene.spacing = 0.05;
        scene.solvers.pressure = DfsphSettings{};
        scene.solvers.time_step.largest = largest_step;
        FluidEmitter emitter = jet(1);
        emitter.direction = {1, 0.3, 0};
        emitter.speed = speed;
        scene.emitters = {{"jet", emitter}};
        World world(scene, {});
        std::pair nearest(HUGE_VAL, HUGE_VAL); // at birth, ever
        while (world.time() < 1)
        {
            const Identity first_new = world.particles().next_identity();
            EXPECT_FALSE(world.step(1).not_finite);
            nearest.first = std::min(nearest.first, nearest_of_new(world.particles(), first_new) / scene.spacing);
            nearest.second = std::min(nearest.second, nearest_of_new(world.particles(), 0) / scene.spacing);
        }
        EXPECT_GT(world.particles().size(), 150);
        return nearest;
    };
    Keyframed<double> swelling;
    swelling.keyframes = {{0, 0.5}, {0.6, 4.0}, {0.8, 1.0}};
    for (const double largest_step : {0.001, 0.005})
    {
        EXPECT_GE(nearest_in_jet(swelling, largest_step).first, 0.7 - 1e-6);
        EXPECT_GE(nearest_in_jet(2.0, largest_step).second, 0.9);
    }
}

/// The mean speed is the one that is given, the profile that of a channel or a pipe, the volume that of a flat jet; particles of neighbouring rows do not come near each other when they leave.
TEST(Sources, JetsHaveTheirProfile)
{
    const double spacing = weightless(2).spacing;
    for (const int dimension : {2, 3})
        for (const VelocityProfile profile : {VelocityProfile::parabolic, VelocityProfile::turbulent})
        {
            FluidEmitter emitter = jet(2);
            emitter.nozzle = CircleNozzle{1.0};
            emitter.profile = profile;
            for (const double dt : {0.0007, 0.05})
                EXPECT_GE(nearest_at_birth(emitter, dimension, dt), 0.7 * spacing - 1e-6);
            Scene scene = weightless(dimension);
            scene.emitters = {{"jet", emitter}};
            const NozzleLayer layer = nozzle_layer(emitter, scene);
            const WorldState state = after_emission(scene, 0.01, 100);
            EXPECT_NEAR(static_cast<double>(state.emitted), static_cast<double>(layer.points.size()) * (2 / spacing + 0.5),
                        0.5 * static_cast<double>(layer.points.size())); // to a layer, that each point is within
            // Means over the opening by hand: 1 − s² has 2/3 in a channel and 1/2 in a pipe, (1 − s)^(1/7) 7/8 and 49/60. 0.02: 20 points across do not see the edge as an integral does.
            const bool is_parabola = profile == VelocityProfile::parabolic;
            const double mean = is_parabola ? (dimension == 2 ? 2.0 / 3 : 0.5) : (dimension == 2 ? 7.0 / 8 : 49.0 / 60);
            EXPECT_NEAR(largest_share(emitter, dimension), 1 / mean, 1e-12);
            for (Index i = 0; i < state.particles.size(); ++i)
            {
                const Vec3d& x = state.particles.position[i];
                const double s = std::hypot(x.y, x.z);
                const double expected = 2 / mean * (is_parabola ? 1 - s * s : std::pow(1 - s, 1.0 / 7));
                EXPECT_NEAR(state.particles.velocity[i].x, expected, 0.02 * 2 / mean) << s;
            }
        }
}

/// ∫ v dt over the spacing is the number of layers, also of a jet that begins at rest.
TEST(Sources, JetsThatSwellBringTheirVolume)
{
    for (const double dt : {0.0007, 0.013})
    {
        Scene scene = weightless(2);
        FluidEmitter swelling = jet(1);
        swelling.speed.keyframes = {{0, 0.0}, {1, 4.0}};
        scene.emitters = {{"jet", swelling}};
        const WorldState state = after_emission(scene, dt, static_cast<int>(std::lround(1 / dt)));
        EXPECT_NEAR(static_cast<double>(state.emitted), 3 * (2 / 0.1 + 1),
                    3 * (1 + 4 * dt / 0.1)); // to a layer, and what the last step brings
    }
}

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

TEST(Sources, BodiesComeOneAfterTheOther)
{
    Scene scene = weightless(2);
    BodyEmitter bodies;
    bodies.shape = {Box{{0, 0, 0}, {0.2, 0.2, 0}}};
    bodies.material = "water";
    bodies.velocity = {0, 5, 0};
    bodies.interval = 0.25;
    bodies.start = 0.1;
    bodies.count = 3;
    scene.emitters.push_back({"drops", bodies});
    EXPECT_EQ(after_emission(scene, 0.01, 5).particles.size(), 0);
    EXPECT_EQ(after_emission(scene, 0.01, 20).particles.size(), 4);
    EXPECT_EQ(after_emission(scene, 0.01, 37).particles.size(), 8);
    EXPECT_EQ(after_emission(scene, 0.01, 200).particles.size(), 12);
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

TEST(Sources, ObjectsStartAtTheirTimeWithTheirMotion)
{
    Scene scene = weightless(2);
    Object object;
    object.shape = {Sphere{{0, 0, 0}, 0.3}};
    object.material = "water";
    object.position = {1, 2, 0};
    object.velocity = {1, 0, 0};
    object.angular_velocity = {0, 0, 2};
    object.start = 0.2;
    scene.objects.push_back({"disc", object});
    EXPECT_EQ(after_emission(scene, 0.01, 19).particles.size(), 0);
    const WorldState state = after_emission(scene, 0.01, 20);
    ASSERT_GT(state.particles.size(), 20);
    for (Index i = 0; i < state.particles.size(); ++i)
    {
        const Vec3d arm = state.particles.position[i] - Vec3d{1, 2, 0};
        EXPECT_LT(norm(convert<double>(state.particles.velocity[i]) - Vec3d{1 - 2 * arm.y, 2 * arm.x, 0}), 1e-6);
    }
}

TEST(Sources, JitterIsRandomButTheSameForASeed)
{
    Scene scene = weightless(2);
    Object object;
    object.shape = {Box{{0, 0, 0}, {1, 1, 0}}};
    object.material = "water";
    object.jitter = 0.2;
    scene.objects.push_back({"block", object});
    const WorldState a = after_emission(scene, 0.01, 0), b = after_emission(scene, 0.01, 0);
    EXPECT_EQ(a.particles.position.values, b.particles.position.values);
    scene.seed = 2;
    EXPECT_NE(after_emission(scene, 0.01, 0).particles.position.values, a.particles.position.values);
    double largest = 0;
    for (Index i = 0; i < a.particles.size(); ++i)
        for (int axis = 0; axis < 2; ++axis)
        {
            const double cell = a.particles.position[i][axis] / 0.1 - 0.5;
            largest = std::max(largest, std::abs(cell - std::round(cell)));
        }
    EXPECT_LE(largest, 0.2 + 1e-12);
    EXPECT_GT(largest, 0.15);
}

// As many particles as the volume holds, in the estimate too; equal shapes are filled once, and bodies are turned copies of one filling.
TEST(Sources, RelaxedBodiesShareOneFilling)
{
    Scene scene = weightless(3);
    Object ball;
    ball.shape = {Sphere{{0, 0, 0}, 0.5}};
    ball.material = "water";
    ball.sampling = RelaxedSampling{.max_iterations = 30};
    Object turned = ball;
    turned.position = {3, 0, 0};
    turned.rotation = {0, 0, 0.5 * pi};
    scene.objects = {{"ball", ball}, {"turned", turned}};
    const WorldState state = after_emission(scene, 0.01, 0);
    const auto n = static_cast<Index>(std::lround(4.0 / 3 * pi * 0.125 / 0.001));
    ASSERT_EQ(state.particles.size(), 2 * n);
    EXPECT_EQ(estimate_particles(scene, {}), 2.0 * n);
    for (Index i = 0; i < n; ++i)
    {
        const Vec3d x = state.particles.position[i];
        EXPECT_LE(norm(x), 0.45 + 1e-7);
        EXPECT_LT(norm(state.particles.position[n + i] - Vec3d{3 - x.y, x.x, x.z}), 1e-12);
    }
    FilledShapes known;
    const Assets assets;
    const Vec3d* first = known.points(ball, scene, assets).data();
    EXPECT_EQ(known.points(turned, scene, assets).data(), first);
    turned.sampling = RelaxedSampling{.cohesion = 2, .max_iterations = 30};
    EXPECT_NE(known.points(turned, scene, assets).data(), first);
}

TEST(Sources, RelaxedBodiesAreEmittedAllAlike)
{
    Scene scene = weightless(2);
    BodyEmitter drops;
    drops.shape = {Sphere{{0, 0, 0}, 0.4}};
    drops.material = "water";
    drops.sampling = RelaxedSampling{};
    drops.interval = 0.1;
    drops.count = 3;
    scene.emitters.push_back({"drops", drops});
    const WorldState state = after_emission(scene, 0.1, 5);
    const auto n = static_cast<Index>(std::lround(pi * 0.16 / 0.01));
    ASSERT_EQ(state.particles.size(), 3 * n);
    for (Index i = 0; i < 2 * n; ++i)
        EXPECT_EQ(state.particles.position[i], state.particles.position[i + n]);
}

TEST(HeldParticles, FollowTheirMotionExactlyAndOthersDoNot)
{
    Scene scene = weightless(2);
    Object object;
    object.shape = {Box{{0, 0, 0}, {1, 0.5, 0}}};
    object.material = "water";
    Pin pin;
    pin.region = {Box{{0, 0, 0}, {0.3, 1, 0}}};
    pin.motion = Motion{};
    pin.motion->displacement = Keyframed<Vec3d>{};
    pin.motion->displacement->keyframes = {{0, {0, 0, 0}}, {1, {-2, 0, 0}}};
    object.pins.push_back({"left", pin});
    scene.objects.push_back({"block", object});
    World world(scene, {});
    const ParticleSet first = world.particles();
    run_until(world, 0.25);
    const auto& held = world.particles().column<Index>("held_by");
    int count = 0;
    for (Index i = 0; i < world.particles().size(); ++i)
    {
        const auto k = static_cast<Index>(world.particles().identity[i]); // identities count from 0 in the order of the first state
        if (held[i] == 0)
            continue;
        ++count;
        EXPECT_NEAR(norm(world.particles().position[i] - first.position[k] - Vec3d{-0.5, 0, 0}), 0, 1e-12);
        EXPECT_NEAR(world.particles().velocity[i].x, -2, 1e-5);
    }
    EXPECT_EQ(count, 3 * 5);
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
