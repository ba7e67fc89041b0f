// Stop, resume, run on = run: the same bytes in every file, however a run was ended.

#include "aspic/run/runner.h"
#include "aspic/simulation/state_hash.h"
#include "aspic/simulation/world.h"
#include "support/child.h"
#include "support/small_scene.h"

#include <gmock/gmock.h>

#include <map>
#include <random>

using namespace aspic;
using testing::HasSubstr;

namespace
{
namespace fs = std::filesystem;

class Resume : public TestFolder
{
protected:
    Resume() { std::ofstream(folder_ / "small.json") << small_scene; }

    /// Runs the program to its end and expects an exit code.
    Outcome expect_code(int code, const std::string& arguments) const
    {
        Outcome outcome = run_program(folder_, "run small.json " + arguments);
        EXPECT_EQ(outcome.code, code) << arguments << "\n" << outcome.error;
        return outcome;
    }

    /// Runs or resumes and kills the program after some milliseconds: whether it was killed; else it has ended well.
    [[nodiscard]] bool is_killed_after(int milliseconds) const
    {
        Child child(folder_, {"run", "small.json", "-o", "killed", "--resume", "--checkpoint-every", "0.05 s"});
        ::usleep(static_cast<useconds_t>(1000 * milliseconds));
        child.signal(SIGKILL);
        const int code = child.wait();
        EXPECT_TRUE(code == 0 || code == -SIGKILL) << file_content(folder_ / "child.txt");
        return code == -SIGKILL;
    }
};

LoadedScene loaded_small_scene()
{
    auto scene = parse_scene(small_scene, "small.json", ".");
    EXPECT_TRUE(scene) << describe(scene.problems());
    return *scene;
}

RunSummary run_to_step(const LoadedScene& scene, const RunRequest& request, std::int64_t steps)
{
    RunSettings settings;
    settings.steps = steps;
    settings.hash_every = 3;
    auto start = start_run(scene, request);
    EXPECT_TRUE(start) << describe(start.problems());
    auto summary = run_scene(scene, std::move(*start), settings);
    EXPECT_TRUE(summary) << describe(summary.problems());
    return *summary;
}
} // namespace

TEST_F(Resume, AfterEveryStepEndsWithTheSameFiles)
{
    const LoadedScene scene = loaded_small_scene();
    constexpr int steps = 60;
    const RunSummary straight = run_to_step(scene, {.output = folder_ / "straight"}, steps);
    run_to_step(scene, {.output = folder_ / "halting"}, 0);
    RunSummary halting;
    for (int step = 1; step <= steps; ++step)
        halting = run_to_step(scene, {.output = folder_ / "halting", .resume = true}, step);
    EXPECT_EQ(halting.state_hash, straight.state_hash);
    expect_same_results(folder_ / "straight", folder_ / "halting");
}

TEST_F(Resume, AfterTwentyKillsEndsWithTheSameFiles)
{
    expect_code(0, "-o straight --quiet");
    std::mt19937 random(7);
    for (int kills = 0; kills < 20;)
    {
        // Until the run is over, which happens a few times; then it begins again.
        fs::remove_all(folder_ / "killed");
        while (kills < 20 && is_killed_after(20 + static_cast<int>(random() % 180)))
            ++kills;
        expect_code(0, "-o killed --resume");
        expect_same_results(folder_ / "straight", folder_ / "killed");
    }
}

TEST_F(Resume, SignalsEndARunWithACheckpoint)
{
    expect_code(0, "-o straight --quiet");
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        const std::string output = "signal" + std::to_string(signal);
        Child child(folder_, {"run", "small.json", "-o", output});
        while (!fs::exists(folder_ / output / "frame_0003.vtp"))
            ::usleep(1000);
        child.signal(signal);
        EXPECT_EQ(child.wait(), 130);
        EXPECT_THAT(file_content(folder_ / "child.txt"), HasSubstr("--resume"));
        EXPECT_THAT(file_content(folder_ / output / "run.json"), HasSubstr("\"interrupted\""));
        expect_code(0, "-o " + output + " --resume");
        expect_same_results(folder_ / "straight", folder_ / output);
    }
}

TEST_F(Resume, ThreadsDoNotChangeAByte)
{
    const auto run_with = [&](const std::string& threads) {
        expect_code(0, "--time 0.1 --hash-every 10 -o threads" + threads + " --threads " + threads);
        return folder_ / ("threads" + threads);
    };
    const fs::path one = run_with("1");
    EXPECT_THAT(file_content(one / "steps.csv"), testing::ContainsRegex(",[0-9a-f]{16}\n"));
    for (const char* threads : {"2", "3", "4", "8"})
        expect_same_results(one, run_with(threads));
}

TEST_F(Resume, FinishedRunHasNothingToDoUnlessItIsToGoOnLonger)
{
    expect_code(0, "-o straight");
    expect_code(0, "-o longer --frames 10");
    EXPECT_THAT(expect_code(0, "-o longer --frames 10 --resume").out, HasSubstr("nothing to do"));
    EXPECT_THAT(file_content(folder_ / "longer/run.json"), HasSubstr("\"finished\""));
    expect_code(0, "-o longer --steps 77 --resume"); // somewhere before: nothing to do either
    expect_code(0, "-o longer --resume");
    expect_same_results(folder_ / "straight", folder_ / "longer");
}

TEST_F(Resume, DamagedCheckpointFallsBackToTheOneBefore)
{
    expect_code(0, "-o straight");
    expect_code(0, "-o damaged --steps 60");
    expect_code(0, "-o damaged --steps 90 --resume");
    const fs::path newest = folder_ / "damaged/checkpoints/step_000000090.aspic";
    ASSERT_TRUE(fs::exists(newest));
    fs::resize_file(newest, fs::file_size(newest) - 100);
    const Outcome outcome = expect_code(0, "-o damaged --resume");
    EXPECT_THAT(outcome.error, HasSubstr("is damaged"));
    expect_same_results(folder_ / "straight", folder_ / "damaged");
}

TEST_F(Resume, BranchBeginsWithACheckpointAndSaysSo)
{
    expect_code(0, "-o first");
    // The same scene from frame 10 on is the same run from there on.
    expect_code(0, "-o same --from first@10");
    EXPECT_FALSE(fs::exists(folder_ / "same/frame_0009.vtp"));
    for (const char* frame : {"frame_0010.vtp", "frame_0030.csv"})
        EXPECT_EQ(file_content(folder_ / "same" / frame), file_content(folder_ / "first" / frame)) << frame;
    // Another scene goes another way, also when it is resumed.
    expect_code(0, "-o other --from first@10 --set gravity=[0,0,0] --steps 200");
    expect_code(0, "-o other --set gravity=[0,0,0] --resume");
    EXPECT_NE(file_content(folder_ / "other/frame_0030.csv"), file_content(folder_ / "first/frame_0030.csv"));
    const std::string record = file_content(folder_ / "other/run.json");
    EXPECT_THAT(record, HasSubstr("branched_from"));
    EXPECT_THAT(record, HasSubstr("\"frame\": 10"));
    EXPECT_THAT(record, HasSubstr("gravity was"));
    EXPECT_THAT(expect_code(2, "-o none --from first@11").error, HasSubstr("5, 10, 15, 20, 25, 30"));
    EXPECT_THAT(expect_code(2, "-o none --from nowhere").error, HasSubstr("nowhere"));
    EXPECT_THAT(expect_code(2, "-o none --from first@10 --set emitters={}").error, HasSubstr("emitters"));
}

/// A rest shape is not saved: a branch with another one would have other particles in other places.
TEST_F(Resume, BranchKeepsTheShapesOfSolids)
{
    const std::string scene = "soft-bodies --set spacing=9cm --no-movie --quiet --steps 3 ";
    const auto run = [&](const std::string& arguments) { return run_program(folder_, "run " + scene + arguments); };
    ASSERT_EQ(run("-o first").code, 0);
    EXPECT_EQ(run("-o same --from first --set gravity=[0,-5,0]").code, 0);
    for (const char* change : {R"(--set 'objects.ball.shape={"sphere":{"radius":0.2}}')", "--set objects.ball.material=water",
                               R"(--set 'objects.ring.sampling={"relaxed":{}}')",
                               R"(--set 'objects.ball.parts={"core":{"region":{"sphere":{"radius":0.1}},"material":"rubber"}}')"})
    {
        const auto refused = run(std::string("-o other --from first ") + change);
        EXPECT_EQ(refused.code, 2) << change;
        EXPECT_THAT(refused.error, HasSubstr("whose elastic shape was changed"));
    }
}

TEST(Checkpoint, SlowAfterEveryStepOfEveryBuiltInSceneGivesTheSameState)
{
    for (const BuiltInFile& built_in : built_in_scenes())
    {
        // a million particles, and those whose maps of walls take seconds to make
        static const std::map<std::string_view, std::string> coarser{
            {"dam-break-obstacles", "10cm"}, {"double-dam-break", "10cm"}, {"funnel", "6cm"},       {"rigid-pool", "8cm"},
            {"water-wheel", "6cm"},          {"wave-maker", "8cm"},        {"soft-bodies", "9cm"},  {"shaken-bunny", "10cm"},
            {"twisted-beam", "20cm"},        {"cantilevers", "10cm"},      {"jelly-stack", "10cm"}, {"ducks", "10cm"},
            {"soft-wheel", "6cm"},           {"randomised-body", "30cm"},  {"soft-funnel", "30cm"}, {"water-park", "10cm"},
            {"elastic-gate", "2.5mm"},       {"tumbling-bodies", "6cm"}};
        const auto spacing = coarser.find(built_in.name);
        const auto settings =
            spacing == coarser.end() ? std::vector<std::string>{} : std::vector<std::string>{"spacing=" + spacing->second};
        const auto scene = load_scene(std::string(built_in.name), settings);
        ASSERT_TRUE(scene) << describe(scene.problems());
        World straight(scene->scene, scene->assets);
        World halting(scene->scene, scene->assets);
        for (int step = 0; step < 12; ++step)
        {
            const std::string text = checkpoint_text({.build = "b", .physics = scene->physics}, halting.state());
            auto saved = parse_checkpoint(text, "memory", "b");
            ASSERT_TRUE(saved) << describe(saved.problems());
            halting = World(scene->scene, scene->assets, std::move(saved->state));
            straight.step(1);
            halting.step(1);
            EXPECT_EQ(state_hash(halting.state()), state_hash(straight.state())) << built_in.name << " " << step;
        }
    }
}
