// One state hash for every instruction set and number of threads; and the run behaves the same far from the origin.

#include "aspic/scene/built_in.h"
#include "aspic/simulation/state_hash.h"
#include "aspic/simulation/world.h"
#include "support/execution_variants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace aspic;

namespace
{
/// A small collapse in the plane or in space.
Scene collapse(int dimension)
{
    Scene scene = *built_in_scene("dam-break-2d");
    scene.dimension = dimension;
    scene.spacing = dimension == 2 ? 0.025 : 0.1;
    scene.tank = {{0, 0, 0}, {4, 4, 1}};
    scene.fluid = {{{0, 0, 0}, {1, 2, 1}}};
    return scene;
}

std::uint64_t hash_after(const Scene& scene, int steps, const Execution& execution)
{
    const ExecutionScope scope(execution);
    World world(scene);
    for (int i = 0; i < steps; ++i)
        EXPECT_TRUE(world.step(1).finite);
    return state_hash(world);
}
} // namespace

TEST(Determinism, OneHashForThreadsAndInstructionSets)
{
    for (const int dimension : {2, 3})
    {
        const std::uint64_t reference = hash_after(collapse(dimension), 60, {.threads = 1, .instruction_set = InstructionSet::scalar});
        for (Execution execution : execution_variants())
            EXPECT_EQ(hash_after(collapse(dimension), 60, execution), reference)
                << name(execution.instruction_set) << " " << execution.threads;
        for (const int threads : {3, 4, 8})
            EXPECT_EQ(hash_after(collapse(dimension), 60, {.threads = threads, .instruction_set = default_execution().instruction_set}),
                      reference);
    }
}

TEST(Determinism, HashSeesASingleBit)
{
    Scene scene = collapse(2);
    const World first(scene);
    scene.fluid[0].low.x = 2e-18; // the last bit of the first layer's position
    const World second(scene);
    EXPECT_NE(state_hash(first), state_hash(second));
}

TEST(Determinism, SceneMovedByTenThousandSpacingsBehavesTheSame)
{
    // Differences start at the last step of local positions, 2⁻²⁴ h, and grow with the flow; after 100 steps they stay below a thousandth of a
    // spacing (a thousand millionth in double builds).
    const double tolerance = std::is_same_v<Real, float> ? 1e-3 : 1e-9;
    Scene here = collapse(2);
    Scene there = here;
    const Vec3d shift{1e4 * here.spacing, -1e4 * here.spacing, 0};
    there.tank = {here.tank.low + shift, here.tank.high + shift};
    there.fluid = {{here.fluid[0].low + shift, here.fluid[0].high + shift}};
    World a(here), b(there);
    for (int i = 0; i < 100; ++i)
    {
        a.step(1);
        b.step(1);
    }
    std::map<Identity, Vec3d> places;
    for (Index i = 0; i < a.particles().size(); ++i)
        places[a.particles().identity[i]] = a.particles().position[i];
    double worst = 0;
    for (Index i = 0; i < b.particles().size(); ++i)
        worst = std::max(worst, norm(b.particles().position[i] - shift - places.at(b.particles().identity[i])));
    EXPECT_LT(worst, tolerance * here.spacing);
}
