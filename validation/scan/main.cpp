// aspic_scan: runs random scenes of elastic bodies and looks for what no body does: energy out of nothing, lost
// momentum, rotation at rest, floors that do not hold.

#include "scan/scene_check.h"

#include "aspic/compute/execution.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <thread>

namespace
{
using namespace aspic;
using namespace aspic::validation;

constexpr int all_passed = 0, some_failed = 1, bad_input = 2, io_failure = 4;

struct Options
{
    RandomScenes scenes;
    std::uint64_t count = 200, first = 0;
    int threads = 0;
    bool all = false;
    std::optional<std::uint64_t> write;
    std::string file;
};

int write_scene(const Options& options)
{
    const RandomScene scene = random_scene(options.scenes, *options.write);
    std::ofstream(options.file) << scene.text << '\n';
    if (!std::ifstream(options.file))
    {
        std::fprintf(stderr, "aspic scan: cannot write %s\n", options.file.c_str());
        return io_failure;
    }
    std::printf("%s: %s\n", options.file.c_str(), scene.name.c_str());
    return all_passed;
}

/// Runs scenes side by side, each on one thread, and prints those that failed.
class Scan
{
public:
    explicit Scan(const Options& options) : options_(options), next_(options.first) {}

    int run()
    {
        const auto begin = std::chrono::steady_clock::now();
        const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
        std::vector<std::thread> workers;
        const int count = options_.threads > 0 ? options_.threads : cores;
        workers.reserve(static_cast<std::size_t>(count));
        for (int k = 0; k < count; ++k)
            workers.emplace_back([this] { work(); });
        for (std::thread& worker : workers)
            worker.join();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        std::printf("seed %llu: %llu of %llu scenes failed; the largest gain of energy is %.3g of its scale (scene %llu); %.0f s\n",
                    number(options_.scenes.seed), number(failed_), number(options_.count), largest_gain_, number(worst_), seconds);
        if (failed_ > 0)
            std::printf("To see one: ./aspic scan --seed %llu --write NUMBER scene.json; ./aspic run scene.json\n",
                        number(options_.scenes.seed));
        return failed_ > 0 ? some_failed : all_passed;
    }

private:
    static unsigned long long number(std::uint64_t value) { return value; }

    void work()
    {
        Execution execution = default_execution();
        execution.threads = 1;
        const ExecutionScope scope(execution);
        for (std::uint64_t k = next_++; k < options_.first + options_.count; k = next_++)
        {
            Outcome outcome;
            const RandomScene scene = random_scene(options_.scenes, k);
            const SceneCheck check = check_scene({}, outcome, scene, "scene-" + std::to_string(k), {scene.duration});
            tell(k, scene, check);
        }
    }

    void tell(std::uint64_t k, const RandomScene& scene, const SceneCheck& check)
    {
        const std::scoped_lock lock(telling_);
        const std::string faults = check.faults();
        failed_ += faults.empty() ? 0 : 1;
        if (check.energy_gain > largest_gain_)
        {
            largest_gain_ = check.energy_gain;
            worst_ = k;
        }
        if (!faults.empty() || options_.all)
            std::printf("%5llu  %-70s %s\n", number(k), scene.name.c_str(), faults.empty() ? "right" : faults.c_str());
        std::fflush(stdout);
    }

    const Options& options_;
    std::atomic<std::uint64_t> next_;
    std::mutex telling_;
    std::uint64_t failed_ = 0, worst_ = 0;
    double largest_gain_ = 0;
};
} // namespace

int main(int argc, char** argv)
{
    Options options;
    std::vector<std::string> to_write;
    CLI::App app{"Runs random scenes of elastic bodies and looks for energy out of nothing, lost momentum, rotation at rest, floors that "
                 "do not hold",
                 "aspic scan"};
    app.add_option("--seed", options.scenes.seed, "other scenes (default: 1)");
    app.add_option("--count", options.count, "how many scenes (default: 200)");
    app.add_option("--first", options.first, "number of the first (default: 0)");
    app.add_option("--threads", options.threads, "scenes at a time (default: one per core)")->check(CLI::Range(1, 1024));
    app.add_option("--write", to_write, "NUMBER FILE: write that scene, and do not run any")->expected(2);
    app.add_option("--elasticity", options.scenes.elasticity, R"(keys of solvers.elasticity, such as '"coupling": "strong"')");
    app.add_flag("--all", options.all, "print scenes that are right too");
    app.footer("Exit code 0: every scene was right; 1: one was not; 2: bad arguments; 4: a file could not be written.");
    try
    {
        app.parse(argc, argv);
        if (to_write.empty())
            return Scan(options).run();
        options.write = std::stoull(to_write[0]);
        options.file = to_write[1];
        return write_scene(options);
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error) == 0 ? all_passed : bad_input;
    }
    catch (const std::logic_error&)
    {
        std::fprintf(stderr, "aspic scan: '%s' is not the number of a scene\n", to_write.empty() ? "" : to_write[0].c_str());
        return bad_input;
    }
}
