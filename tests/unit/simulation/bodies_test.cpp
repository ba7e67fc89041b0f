// Objects and emitted bodies: they come at their time with their motion, filled as their sampling says; equal shapes share one filling.

#include "aspic/simulation/estimate.h"
#include "support/emission.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace aspic;

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
    drops.velocity = {0, 10, 0};
    drops.interval = 0.1;
    drops.count = 3;
    scene.emitters.push_back({"drops", drops});
    const WorldState state = after_emission(scene, 0.1, 5);
    const auto n = static_cast<Index>(std::lround(pi * 0.16 / 0.01));
    ASSERT_EQ(state.particles.size(), 3 * n);
    for (Index i = 0; i < 2 * n; ++i)
        EXPECT_NEAR(norm(state.particles.position[i] - state.particles.position[i + n] - Vec3d{0, 1, 0}), 0, 1e-12);
}
