// Pins hold particles, or move them as given.

#include "support/emission.h"

#include <gtest/gtest.h>

using namespace aspic;

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
    while (world.time() < 0.25 - 1e-12)
        ASSERT_FALSE(world.step(0.25 - world.time()).not_finite);
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
