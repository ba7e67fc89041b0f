// One state hash for every instruction set and number of threads; and the run behaves the same far from the origin.

#include "aspic/io/scene_file.h"
#include "aspic/simulation/state_hash.h"
#include "aspic/simulation/world.h"
#include "support/execution_variants.h"
#include "support/fluid_of_world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

using namespace aspic;

namespace
{
/// A small collapse in the plane or in space, somewhere.
Scene collapse(int dimension, const Vec3d& shift = {})
{
    Scene scene = load_scene("dam-break-2d")->scene;
    scene.dimension = dimension;
    scene.spacing = dimension == 2 ? 0.025 : 0.1;
    scene.walls[0].value.shape = {Box{shift, shift + Vec3d{4, 4, 1}}};
    scene.objects[0].value.shape = {Box{shift, shift + Vec3d{1, 2, 1}}};
    return scene;
}

std::uint64_t hash_after(const Scene& scene, int steps, const Execution& execution, const Assets& assets = {})
{
    const ExecutionScope scope(execution);
    World world(scene, assets);
    world.measure({});
    for (int i = 0; i < steps; ++i)
    {
        const StepReport report = world.step(1);
        EXPECT_FALSE(report.not_finite);
        world.measure(report);
    }
    return state_hash(world.state());
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

TEST(Determinism, SlowOneHashForEachBuiltInScene) // emitters, sinks, moving walls, pins and probes included
{
    const std::map<std::string, double, std::less<>> spacings{{"dam-break", 0.15},        {"dam-break-incompressible", 0.15},
                                                              {"floating-bodies", 0.08},  {"dam-break-obstacles", 0.12},
                                                              {"double-dam-break", 0.15}, {"funnel", 0.06},
                                                              {"rigid-pool", 0.09},       {"water-wheel", 0.06},
                                                              {"wave-maker", 0.09},       {"drop-into-pool", 0.08},
                                                              {"elliptical-drop", 0.1},   {"soft-bodies", 0.09},
                                                              {"shaken-bunny", 0.1},      {"twisted-beam", 0.2},
                                                              {"cantilevers", 0.1},       {"jelly-stack", 0.1},
                                                              {"tumbling-bodies", 0.06},  {"ducks", 0.1},
                                                              {"soft-wheel", 0.06},       {"randomised-body", 0.3},
                                                              {"soft-funnel", 0.3},       {"water-park", 0.1},
                                                              {"elastic-gate", 0.0025}};
    for (const BuiltInFile& built_in : built_in_scenes())
    {
        const auto known = spacings.find(built_in.name);
        const double spacing = known == spacings.end() ? 0.04 : known->second;
        const std::vector<std::string> coarse{"spacing=" + std::to_string(spacing), "support=" + std::to_string(2.5 * spacing)};
        const Result<LoadedScene> coarsened = load_scene(std::string(built_in.name), coarse);
        ASSERT_TRUE(coarsened) << built_in.name << describe(coarsened.problems());
        const LoadedScene& loaded = *coarsened;
        const std::uint64_t reference =
            hash_after(loaded.scene, 150, {.threads = 1, .instruction_set = InstructionSet::scalar}, loaded.assets);
        for (const int threads : {2, 3, 4, 8})
            EXPECT_EQ(
                hash_after(loaded.scene, 150, {.threads = threads, .instruction_set = default_execution().instruction_set}, loaded.assets),
                reference)
                << built_in.name << ", " << threads << " threads";
    }
}

TEST(Determinism, HashSeesASingleBit)
{
    const World first(collapse(2), {});
    WorldState state = first.state();
    ASSERT_EQ(state_hash(state), state_hash(first.state()));
    state.particles.position[7].x = std::nextafter(state.particles.position[7].x, 1);
    EXPECT_NE(state_hash(state), state_hash(first.state()));
    state = first.state();
    state.probes[0].rows += 1;
    EXPECT_NE(state_hash(state), state_hash(first.state()));
}

TEST(Determinism, SceneMovedByTenThousandSpacingsBehavesTheSame)
{
    // Differences start at the last step of local positions, 2⁻²⁴ h, and grow with the flow; after 100 steps they stay below a thousandth of a
    // spacing (a thousand millionth in double builds).
    const double tolerance = std::is_same_v<Real, float> ? 1e-3 : 1e-9;
    const double spacing = collapse(2).spacing;
    const Vec3d shift{1e4 * spacing, -1e4 * spacing, 0};
    World a(collapse(2), {}), b(collapse(2, shift), {});
    for (int i = 0; i < 100; ++i)
    {
        a.step(1);
        b.step(1);
    }
    // The fluid: which ghosts are awake depends on cells, and so on the origin.
    const std::map<Identity, Vec3d> here = places_of(a), there = places_of(b);
    ASSERT_EQ(here.size(), there.size());
    double worst = 0;
    for (const auto& [identity, place] : there)
        worst = std::max(worst, norm(place - shift - here.at(identity)));
    EXPECT_LT(worst, tolerance * spacing);
}
