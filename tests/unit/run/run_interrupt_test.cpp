// An interrupt is heard while a run is prepared and while factors are made, not only after a step. Counted in work, not in seconds.

#include "aspic/run/runner.h"
#include "support/child.h"

using namespace aspic;

namespace
{
namespace fs = std::filesystem;

class RunInterrupt : public TestFolder
{
protected:
    RunInterrupt()
        : loaded_(parse_scene(R"({
              "version": 1, "spacing": 0.1, "duration": 0.05, "frame_rate": 100,
              "materials": {"rubber": {"elastic": {"young_modulus": 1e6, "poisson_ratio": 0.3}}},
              "objects": {"block": {"shape": {"box": {"from": [0, 0, 0], "to": [1, 1, 1]}}, "material": "rubber"}},
              "walls": {"floor": {"shape": {"box": {"from": [-1, -1, -1], "to": [2, 0, 2]}}}},
              "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"preconditioner": "direct"}}})",
                              "test", ".")
                      .value())
    {
    }

    RunSummary run(const std::string& name, bool resume, const std::function<bool()>& is_stopped) const
    {
        auto start = start_run(loaded_, {.output = folder_ / name, .resume = resume});
        EXPECT_TRUE(start) << describe(start.problems());
        RunSettings settings;
        settings.is_stopped = is_stopped;
        auto summary = run_scene(loaded_, std::move(*start), settings);
        EXPECT_TRUE(summary) << describe(summary.problems());
        return *summary;
    }

    LoadedScene loaded_;
};
} // namespace

TEST_F(RunInterrupt, IsHeardWhileTheWorldIsMade)
{
    const RunSummary summary = run("x", false, [] { return true; });
    EXPECT_EQ(summary.status, RunStatus::interrupted);
    EXPECT_FALSE(holds_run(folder_ / "x")); // nothing was begun
}

TEST_F(RunInterrupt, IsHeardWhileFactorsAreMadeAndLosesNothing)
{
    const fs::path first = folder_ / "x/checkpoints/step_000000000_frame_0000.aspic";
    const RunSummary cut = run("x", false, [&] { return fs::exists(first); });
    EXPECT_EQ(cut.status, RunStatus::interrupted);
    EXPECT_EQ(cut.last.steps, 0); // not at the end of the first step, which makes the factor
    const auto never = [] { return false; };
    EXPECT_EQ(run("x", true, never).state_hash, run("straight", false, never).state_hash);
    expect_same_results(folder_ / "straight", folder_ / "x");
}
