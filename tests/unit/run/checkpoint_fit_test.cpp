// Checkpoints with a right checksum and wrong contents: every number that something is looked up with is checked.

#include "aspic/run/checkpoint_fit.h"

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <gmock/gmock.h>

#include <limits>

using namespace aspic;
using testing::HasSubstr;

namespace
{
constexpr const char* scene_text_of_all = R"({
  "version": 1, "dimension": 2, "spacing": 0.1,
  "materials": {"water": {}, "rubber": {"elastic": {"young_modulus": 1e5, "poisson_ratio": 0.3}}},
  "objects": {
    "pool": {"shape": {"box": {"from": [0, 0], "to": [0.5, 0.3]}}, "material": "water"},
    "block": {"shape": {"box": {"from": [0.6, 0], "to": [0.9, 0.3]}}, "material": "rubber",
              "pins": {"foot": {"region": {"box": {"from": [0.6, 0], "to": [0.9, 0.1]}}, "attach_to": "tank"}}}
  },
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "keeps": "inside"}},
  "rigid_bodies": {"cube": {"shape": {"box": {"from": [-0.1, -0.1], "to": [0.1, 0.1]}}, "position": [0.3, 0.6]}},
  "emitters": {"jet": {"fluid": {"material": "water", "nozzle": {"circle": {"radius": 0.1}}, "position": [0.2, 0.9],
                                 "direction": [0, -1], "speed": 1, "start": 1}}},
  "probes": {"one": {"particle": {"nearest": [0.2, 0.2]}}},
  "solvers": {"pressure": {"dfsph": {}}}
})";

class CheckpointFit : public testing::Test
{
protected:
    CheckpointFit() : loaded_(parse_scene(scene_text_of_all, "test", ".").value())
    {
        World world(loaded_.scene, loaded_.assets);
        world.measure(world.step(1e-3));
        state_ = world.state();
    }

    /// Whether a state is refused once `change` is made to it.
    template <class F> bool is_refused(const F& change) const
    {
        WorldState state = state_;
        change(state);
        if (!damage_of(state, "test").empty() || !misfit_of(loaded_.scene, state, "test").empty())
            return true;
        return !World(loaded_.scene, loaded_.assets, std::move(state)).solids_are_whole();
    }

    LoadedScene loaded_;
    WorldState state_;
};
} // namespace

TEST_F(CheckpointFit, TakesWhatAWorldHasWritten)
{
    EXPECT_FALSE(is_refused([](WorldState&) {}));
}

TEST_F(CheckpointFit, RefusesEveryIndexThatNamesNothing)
{
    for (const char* column : {"material", "origin", "solid", "slot", "held_by", "beside"})
        for (const Index wrong :
             {std::numeric_limits<Index>::min(), Index(-7), Index(100), Index(1'000'000), std::numeric_limits<Index>::max()})
            for (const Index particle : {Index(0), Index(state_.particles.size() - 1)})
                EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.column<Index>(column)[particle] = wrong; })) << column << wrong;
}

TEST_F(CheckpointFit, RefusesSolidsThatAreNotWhole)
{
    const Index last = state_.particles.size() - 1; // of the block, as are those before it
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.column<Index>("slot")[last] = s.particles.column<Index>("slot")[last - 1]; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.column<Index>("solid")[last] = 1; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.column<Index>("solid")[last] = -1; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.column<Index>("solid")[0] = 0; }));
}

TEST_F(CheckpointFit, RefusesNumbersThatMakeNoSense)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.position[3].y = nan; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.position[3].y = 1e30; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.velocity[3].x = static_cast<Real>(nan); }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.column<Real>("rest_volume")[0] = -1; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.particles.identity[1] = s.particles.identity[0]; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.time = nan; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.time = 1e300; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.steps = -1; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.ghosts = 5; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.held_motions = 9; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.object_is_there[0] = 3; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.emitters[0].passed = 1e300; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.probes[0].rows = -1; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.rigid_bodies[0].orientation.w = 7; }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.contacts.push_back({.a = 0, .b = 9, .key = 0, .place = {}, .force = {}}); }));
    EXPECT_TRUE(is_refused([&](WorldState& s) { s.rigid_bodies.clear(); }));
}

TEST_F(CheckpointFit, RefusesColumnsOfAnotherType)
{
    WorldState state;
    state.particles.add_column<Real>("material", "1", "m");
    state.particles.add_column<Index>("origin", "1", "o");
    state.particles.add_column<Real>("rest_volume", "1", "V");
    state.particles.add_column<Vec3>("acceleration", "1", "a");
    EXPECT_THAT(describe(damage_of(state, "test")), HasSubstr("another type"));
    EXPECT_THAT(describe(damage_of(WorldState{}, "test")), HasSubstr("missing"));
}
