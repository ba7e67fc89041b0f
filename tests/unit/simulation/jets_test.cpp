// Fluid emitters: a jet brings as much volume as it should, in layers one spacing apart, with its profile; nothing is born near to anything.

#include "support/emission.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace aspic;

namespace
{
/// The smallest distance to anything that particles had when they came, in a second of flight without forces.
double nearest_at_birth(const FluidEmitter& emitter, int dimension, double dt)
{
    Scene scene = weightless(dimension);
    scene.emitters.push_back({"jet", emitter});
    const Assets assets;
    const Sources sources(scene, assets);
    const RigidBodies rigid(scene, assets);
    WorldState state;
    sources.prepare(state);
    double nearest = HUGE_VAL;
    while (state.time < 1)
    {
        for (Index i = 0; i < state.particles.size(); ++i)
            state.particles.position[i] += dt * convert<double>(state.particles.velocity[i]);
        state.time += dt;
        const Identity first_new = state.particles.next_identity();
        sources.emit(state, rigid, dt);
        nearest = std::min(nearest, nearest_of_new(state.particles, first_new));
    }
    EXPECT_GT(state.emitted, 10);
    return nearest;
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
        sources.emit(state, RigidBodies(scene, assets), 1e-4);
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
