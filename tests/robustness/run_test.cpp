// `aspic run` under bad circumstances: the right exit code, one line of cause, and nothing lost.

#include "aspic/io/checkpoint.h"
#include "aspic/run/build_info.h"
#include "support/child.h"
#include "support/small_scene.h"

#include <gmock/gmock.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
namespace fs = std::filesystem;

class Run : public TestFolder
{
protected:
    Run() { std::ofstream(folder_ / "small.json") << small_scene; }

    /// `aspic run small.json …` ends with this code and says this on standard error.
    Outcome expect(const std::string& arguments, int code, const std::string& message = "") const
    {
        return expect_script("\"$ASPIC\" run small.json " + arguments, code, message);
    }

    Outcome expect_script(const std::string& script, int code, const std::string& message = "") const
    {
        Outcome outcome = run_shell(folder_, script);
        EXPECT_EQ(outcome.code, code) << script << "\n" << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr(message)) << script;
        return outcome;
    }

    /// Writes a checkpoint of the run in a folder again, as another program would have written it.
    void rewrite_checkpoint(const fs::path& path, const std::string& build) const
    {
        const std::string record = file_content(path.parent_path().parent_path() / "run.json");
        const std::size_t begin = record.find("\"id\": \"") + 7;
        auto checkpoint = read_checkpoint(path, record.substr(begin, record.find('"', begin) - begin));
        ASSERT_TRUE(checkpoint) << describe(checkpoint.problems());
        checkpoint->notes.build = build;
        write_checkpoint(path, checkpoint->notes, checkpoint->state);
    }
};
} // namespace

// ---------------------------------------------------------------- command line

TEST_F(Run, BadOptionsAreNamed)
{
    expect("--bogus", 2, "--bogus");
    expect("--threads 0", 2, "--threads");
    expect("--threads 1 --threads 2", 2, "--threads");
    expect("--frames -1", 2, "--frames");
    expect("--frames 2 --time 1", 2, "--time");
    expect("--resume --overwrite", 2, "--overwrite");
    expect("--resume --from x", 2, "--from");
    expect("--json-progress --quiet", 2, "--json-progress");
    expect("--hash-every 0", 2, "--hash-every");
    expect("--checkpoint-every '5 kg'", 2, "--checkpoint-every");
    expect("--checkpoint-every=-1", 2, "--checkpoint-every");
    expect("--max-memory much", 2, "--max-memory");
    expect("--set spacing", 2, "--set");
    expect("--seed x", 2, "--seed");
    for (const char* time : {"nan", "-1", "1e300", "inf", "2m", "''x"})
        expect(std::string("--time=") + time, 2, "--time");
    expect("--set output.columns='[\"spin\"]' -o x", 2, "position, velocity");
    EXPECT_FALSE(fs::exists(folder_ / "x/run.json"));
}

TEST_F(Run, HelpShowsExamples)
{
    const Outcome outcome = run_shell(folder_, "\"$ASPIC\" run --help");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Examples:"));
    EXPECT_THAT(outcome.out, HasSubstr("--checkpoint-every"));
}

TEST_F(Run, OddPathsAreJustPaths)
{
    const auto run_in = [&](const std::string& name) {
        fs::create_directories(folder_ / name);
        fs::copy_file(folder_ / "small.json", folder_ / name / (name + ".json"));
        Child child(folder_, {"run", "./" + name + "/" + name + ".json", "--output=" + name + "/out", "--frames", "1"});
        EXPECT_EQ(child.wait(), 0) << name << file_content(folder_ / "child.txt");
        EXPECT_TRUE(fs::exists(folder_ / name / "out/frame_0001.vtp")) << name;
    };
    for (const char* name : {"two words", "line\nbreak", "duck🦆", "latin\xe9", "-dash", "a'b"})
        run_in(name);
}

TEST_F(Run, RunsFromAnyFolder)
{
    fs::create_directories(folder_ / "elsewhere");
    expect_script("cd elsewhere && \"$ASPIC\" run ../small.json -o ../there --frames 1", 0);
    EXPECT_TRUE(fs::exists(folder_ / "there/frame_0001.vtp"));
    expect_script("cd / && \"$ASPIC\" run \"$OLDPWD/small.json\" -o \"$OLDPWD/there\" --resume --frames 2", 0);
    EXPECT_TRUE(fs::exists(folder_ / "there/frame_0002.vtp"));
    expect_script("\"$ASPIC\" run nowhere.json", 4, "nowhere.json");
}

TEST_F(Run, ClosedOrFullStreamsLoseNothing)
{
    expect("-o straight --frames 3", 0);
    expect("-o a --frames 3 <&-", 0);
    expect("-o b --frames 3 >&-", 0);
    expect("-o c --frames 3 --json-progress >&-", 0);
    expect("-o d --frames 3 --json-progress >/dev/full", 0);
    expect("-o e --frames 3 --json-progress | true; exit ${PIPESTATUS[0]}", 0);
    expect("-o f --frames 3 <&- >&- 2>&-", 0);
    for (const char* name : {"a", "b", "c", "d", "e", "f"})
        expect_same_results(folder_ / "straight", folder_ / name);
}

TEST_F(Run, JsonProgressIsAnObjectPerFrame)
{
    const Outcome outcome = expect("-o x --frames 3 --json-progress", 0);
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4);
    EXPECT_THAT(outcome.out, HasSubstr("{\"frame\": 3, \"frames\": 3, \"time\": 0.03"));
    EXPECT_EQ(expect("-o y --frames 1 --quiet", 0).out, "");
}

// ---------------------------------------------------------------- folders

TEST_F(Run, UsedFoldersAreNotWrittenOver)
{
    expect("-o x --frames 1", 0);
    const std::string before = file_content(folder_ / "x/run.json");
    expect("-o x --frames 2", 2, "--overwrite");
    EXPECT_EQ(file_content(folder_ / "x/run.json"), before);
    std::ofstream(folder_ / "x/mine.txt") << "mine";
    expect("-o x --frames 0 --overwrite", 0);
    EXPECT_FALSE(fs::exists(folder_ / "x/frame_0001.vtp"));
    EXPECT_TRUE(fs::exists(folder_ / "x/frame_0000.vtp"));
    EXPECT_TRUE(fs::exists(folder_ / "x/mine.txt"));

    for (int k = 0; k < 3; ++k)
        expect("--frames 1", 0);
    for (const char* name : {"out/small", "out/small-2", "out/small-3"})
        EXPECT_TRUE(fs::exists(folder_ / name / "frame_0001.vtp")) << name;
    expect("--frames 2 --resume", 0);
    EXPECT_TRUE(fs::exists(folder_ / "out/small-3/frame_0002.vtp"));
    EXPECT_FALSE(fs::exists(folder_ / "out/small-2/frame_0002.vtp"));
}

TEST_F(Run, TwoRunsCannotShareAFolder)
{
    Child first(folder_, {"run", "small.json", "-o", "x"});
    while (!fs::exists(folder_ / "x/frame_0000.vtp"))
        ::usleep(1000);
    first.signal(SIGSTOP);
    expect("-o x", 2, "another run is writing");
    expect("-o x --resume", 2, "another run is writing");
    expect("-o x --overwrite", 2, "another run is writing");
    first.signal(SIGCONT);
    EXPECT_EQ(first.wait(), 0);
    expect("-o y", 0);
    expect_same_results(folder_ / "y", folder_ / "x"); // also after it was stopped for a while
}

TEST_F(Run, FoldersThatCannotBeWrittenAreNamed)
{
    std::ofstream(folder_ / "file") << "x";
    expect("-o file", 4, "file");
    expect("-o file/below", 4, "file/below");
    expect("-o /dev/null/x", 4, "/dev/null/x");
    expect("-o /proc/aspic-cannot-write-here", 4, "/proc/aspic-cannot-write-here");
    if (::geteuid() == 0)
        return; // whom no folder is closed to
    fs::create_directories(folder_ / "closed");
    fs::permissions(folder_ / "closed", fs::perms::owner_read | fs::perms::owner_exec);
    expect("-o closed", 4, "closed");
    fs::permissions(folder_ / "closed", fs::perms::owner_all);
}

// ---------------------------------------------------------------- checkpoints

TEST_F(Run, ForeignCheckpointsAreRefusedInWords)
{
    expect("-o x --frames 2", 0);
    expect("-o x --resume --frames 4 --set materials.water.density=900", 2, "materials.water.density was '1000', is '900'");
    expect("-o x --resume --frames 4 --seed 9", 2, "seed was '1', is '9'");
    expect("-o x --resume --frames 2 --threads 1 --set output.formats='[\"ply\"]'", 0);

    ASSERT_TRUE(fs::remove(folder_ / "x/checkpoints/step_000000000_frame_0000.aspic")); // that a damaged one would fall back to
    const auto checkpoint = folder_ / "x/checkpoints" / fs::directory_iterator(folder_ / "x/checkpoints")->path().filename();
    const std::string whole = file_content(checkpoint);
    rewrite_checkpoint(checkpoint, "0.0.1 double Other 1.2.3");
    expect("-o x --resume --frames 4", 2, "'0.0.1 double Other 1.2.3'");
    std::ofstream(checkpoint, std::ios::binary) << whole.substr(0, whole.size() / 2);
    expect("-o x --resume --frames 4", 2, "is damaged");
    std::ofstream(checkpoint, std::ios::binary) << "something else";
    expect("-o x --resume --frames 4", 2, "is not a checkpoint");
    std::ofstream(checkpoint, std::ios::binary) << whole;
    fs::rename(folder_ / "x/steps.csv", folder_ / "x/steps.bak");
    expect("-o x --resume --frames 4", 2, "steps.csv");
    fs::rename(folder_ / "x/steps.bak", folder_ / "x/steps.csv");
    expect("-o x --resume --frames 4", 0);
}

TEST_F(Run, ResumeWithoutACheckpointRemovesNothing)
{
    expect("-o x --frames 2", 0);
    fs::remove_all(folder_ / "x/checkpoints");
    const auto before = results_in(folder_ / "x");
    expect("-o x --resume --frames 3", 2, "--overwrite");
    EXPECT_EQ(results_in(folder_ / "x"), before);
    expect("-o y --from x", 2, "hint: go on with that run first");
    expect("-o x --overwrite --frames 3", 0);
    fs::create_directories(folder_ / "empty");
    expect("-o empty --resume --frames 1", 0, "begins at the beginning"); // nothing there to lose
}

TEST_F(Run, FirstCheckpointIsWrittenBeforeTheFirstStep)
{
    expect("-o straight --frames 3", 0);
    expect("-o x --steps 0", 0);
    EXPECT_TRUE(fs::exists(folder_ / "x/checkpoints/step_000000000_frame_0000.aspic"));
    expect("-o x --frames 3 --resume", 0);
    expect_same_results(folder_ / "straight", folder_ / "x");
    // A frame that cannot be written ends the run, and the state before it is kept.
    fs::create_directories(folder_ / "y/frame_0002.vtp");
    expect("-o y --frames 3", 4, "--resume goes on");
    fs::remove(folder_ / "y/frame_0002.vtp");
    expect("-o y --frames 3 --resume", 0);
    expect_same_results(folder_ / "straight", folder_ / "y");
}

// ---------------------------------------------------------------- strangers' scenes

TEST_F(Run, ScenesReadBelowTheirFolderOnly)
{
    fs::create_directories(folder_ / "scene");
    std::ofstream(folder_ / "secret.csv") << "x,y\n0.5,0.5\n";
    std::ofstream(folder_ / "scene/own.csv") << "x,y\n0.5,0.5\n";
    fs::create_symlink("../secret.csv", folder_ / "scene/link.csv");
    const auto run = [&](const std::string& file, const std::string& options, int code) {
        std::ofstream(folder_ / "scene/a.json") << R"({"version": 1, "dimension": 2, "spacing": 0.1, "materials": {"water": {}},
          "objects": {"dots": {"shape": {"particles": {"file": ")"
                                                << file << R"("}}, "material": "water"}}})";
        expect_script("\"$ASPIC\" run scene/a.json --overwrite -o x --steps 1 --quiet " + options, code, code == 2 ? "--allow-files" : "");
    };
    run("own.csv", "", 0);
    for (const std::string& file : {std::string("../secret.csv"), std::string("link.csv"), (folder_ / "secret.csv").string()})
    {
        run(file, "", 2);
        run(file, "--allow-files", 0);
    }
    expect_script("mkfifo pipe; timeout 60 \"$ASPIC\" run ./pipe", 2, "a device or a pipe");
    expect_script("timeout 60 \"$ASPIC\" run /dev/zero", 2, "a device or a pipe");
}

TEST_F(Run, AMovieThatWasAskedForMustCome)
{
    std::ofstream(folder_ / "ffmpeg") << "#!/bin/sh\ncat > /dev/null\necho no >&2\nexit 1\n";
    fs::permissions(folder_ / "ffmpeg", fs::perms::owner_all);
    const std::string tiny = "\"$ASPIC\" run small.json --frames 1 --quiet ";
    expect_script("PATH=\"$PWD:$PATH\" " + tiny + "-o a --movie", 4, "no movie");
    expect_script("PATH=/nonexistent " + tiny + "-o b --movie", 4, "ffmpeg");
    expect_script(tiny + "-o run:1 --movie", 0);
    EXPECT_TRUE(fs::exists(folder_ / "run:1/movie.mp4"));
    expect_script(tiny + "--output=-x --movie", 0);
    EXPECT_TRUE(fs::exists(folder_ / "-x/movie.mp4"));
}

TEST_F(Run, WhatCannotBePrintedIsSaid)
{
    expect_script("\"$ASPIC\" list >/dev/full", 4, "standard output");
    expect_script("\"$ASPIC\" check small.json >/dev/full", 4, "standard output");
    expect("-o x --frames 1 --json-progress >/dev/full", 0, "standard output cannot be written"); // its files are whole
}

TEST_F(Run, AbsurdParametersAreBadInput)
{
    for (const char* key : {"spacing", "support", "materials.water.viscosity", "materials.water.surface_tension", "walls.tank.friction",
                            "objects.column.start", "objects.column.velocity[0]", "solvers.time_step.largest", "solvers.time_step.courant"})
        expect("-o x --frames 0 --set " + std::string(key) + "=1e308", 2, key);
    for (const char* key : {"spacing", "frame_rate", "solvers.time_step.largest", "solvers.time_step.fixed", "solvers.time_step.courant"})
        expect("-o x --frames 0 --set " + std::string(key) + "=5e-324", 2, key);
    std::ofstream(folder_ / "rubber.json") << R"({"version": 1, "spacing": 0.1, "solvers": {"pressure": {"dfsph": {}}},
      "materials": {"rubber": {"elastic": {"young_modulus": 1e5, "poisson_ratio": 0.495}}},
      "objects": {"cube": {"shape": {"box": {"from": [0, 0, 0], "to": [0.5, 0.5, 0.5]}}, "material": "rubber"}}})";
    expect_script("\"$ASPIC\" check rubber.json", 0); // the end of the range that its table tells
    expect_script("\"$ASPIC\" check rubber.json --set materials.rubber.elastic.poisson_ratio=0.496", 2, "0.495");
}

// ---------------------------------------------------------------- resources

TEST_F(Run, MemoryIsEstimatedBeforeItIsTaken)
{
    expect("-o x --max-memory 1MB", 5, "are allowed");
    expect("-o x --set spacing=0.00001 --set walls.tank.ghosts=none", 5, "particles");
    expect("-o x --set spacing=0.0001 --max-memory '1 GB'", 5, "are allowed"); // ghosts among them
    expect("-o x --set spacing=0.00001", 2, "too large to be filled with ghost particles");
    expect("-o x --max-memory '1 GB' --frames 1", 0);
}

TEST_F(Run, LittleAddressSpaceIsAnError)
{
    if (!build_info().sanitizers.empty())
        GTEST_SKIP() << "sanitizers need all address space";
    expect_script("ulimit -v 400000; \"$ASPIC\" run small.json -o x --set spacing=0.0008 --frames 1", 5, "memory");
    expect_script("ulimit -v 400000; \"$ASPIC\" run small.json -o x --set spacing=0.0008 --frames 1 --max-memory '50 GB'", 5, "memory");
}

TEST_F(Run, FewOpenFilesAreEnoughOrAnError)
{
    if (!build_info().sanitizers.empty())
        GTEST_SKIP() << "sanitizers need files of their own";
    const Outcome outcome = run_shell(folder_, "ulimit -n 16; \"$ASPIC\" run small.json -o x --frames 1");
    EXPECT_TRUE(outcome.code == 0 || outcome.code == 4) << outcome.code << outcome.error;
    expect_script("ulimit -n 10; \"$ASPIC\" run small.json -o y --frames 1", 4, "Too many open files");
}

TEST_F(Run, FilesThatMayNotGrowAreAnError)
{
    expect_script("ulimit -f 4; \"$ASPIC\" run small.json -o x", 4, "File too large");
    expect("-o y", 0);
    expect("-o x --resume", 0);
    expect_same_results(folder_ / "y", folder_ / "x");
}

TEST_F(Run, FullDiskIsAnErrorAndLosesNothing)
{
    fs::create_directories(folder_ / "disk");
    if (run_shell(folder_, "mount -t tmpfs -o size=512k aspic-test disk").code != 0)
        GTEST_SKIP() << "no right to mount a small disk";
    expect("-o straight", 0);
    expect("-o disk/x --checkpoint-every 0.02", 4, "No space left on device");
    EXPECT_EQ(run_shell(folder_, "mount -o remount,size=64m disk").code, 0);
    expect("-o disk/x --resume", 0);
    expect_same_results(folder_ / "straight", folder_ / "disk/x");
    EXPECT_EQ(run_shell(folder_, "umount disk").code, 0);
}

TEST_F(Run, OddThreadNumbersInTheEnvironmentDoNoHarm)
{
    expect("-o straight --frames 2", 0);
    const auto run_with = [&](const std::string& threads) {
        expect_script("OMP_NUM_THREADS=" + threads + " \"$ASPIC\" run small.json --frames 2 -o threads" + threads, 0);
        return folder_ / ("threads" + threads);
    };
    for (const char* threads : {"0", "-1", "10000", "many"})
        expect_same_results(folder_ / "straight", run_with(threads));
}

// ---------------------------------------------------------------- numbers

TEST_F(Run, InstabilityStopsTheRunAndIsNeverWritten)
{
    // Light water that falls faster than its pressure can hold: floats overflow, doubles fly out of reach.
    const std::string wild =
        "--set materials.water.density=0.001 --set gravity=[0,-1e6,0] --set solvers.time_step.courant=2 --set solvers.time_step.force=2";
    const std::string cause =
        "((particle [0-9]+|the wall 'tank') is not finite( or too far away)? after the stage '[a-z]+'|the time step became too small: .*)";
    const Outcome outcome = expect("-o x --checkpoint-every 0 " + wild, 3);
    EXPECT_THAT(outcome.error,
                testing::ContainsRegex(cause + " at t = .* s, step [0-9]+; the last good checkpoint is 'x/checkpoints/step_"));
    EXPECT_THAT(outcome.error, HasSubstr("hint:"));
    EXPECT_THAT(file_content(folder_ / "x/run.json"), HasSubstr("\"failed\""));
    for (const auto& [name, content] : results_in(folder_ / "x"))
    {
        const bool is_text = name.ends_with(".csv");
        EXPECT_FALSE(is_text && content.find("nan") != std::string::npos) << name;
        EXPECT_FALSE(is_text && content.find("inf") != std::string::npos) << name;
    }
}
