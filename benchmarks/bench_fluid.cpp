// Weakly compressible fluid: particle-steps per second of a dam break with about 30 neighbours, seconds per simulated second, where the time goes, memory per particle, and the
// memory traffic against the triad bandwidth of the same run.

#include "measure.h"

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <cstring>
#include <map>

using namespace aspic;
using namespace aspic::bench;

namespace
{
struct Options
{
    std::vector<double> sizes{50e3, 200e3, 1e6};
    int threads = static_cast<int>(std::thread::hardware_concurrency());
    int repetitions = 5;
    std::vector<std::string> settings;
};

/// A column of water, 1.5 × 1.5 × 1.5 m, in a tank 4 m long; `particles` of them.
LoadedScene dam_break(double particles, const std::vector<std::string>& settings)
{
    const double spacing = 1.5 / std::round(std::cbrt(particles));
    const std::string text = aspic::bench::text(R"({"version": 1, "spacing": %.17g, "frame_rate": 1,
            "materials": {"water": {"density": 1000, "viscosity": 0.001}},
            "objects": {"column": {"shape": {"box": {"from": [-2, 0, -0.75], "to": [-0.5, 1.5, 0.75]}}, "material": "water"}},
            "walls": {"tank": {"shape": {"box": {"from": [-2, 0, -0.75], "to": [2, 3, 0.75]}}, "keeps": "inside"}}})",
                                                spacing);
    return parse_scene(text, "dam break", ".", settings).value();
}

/// What some steps of one size took.
struct Measured
{
    double fluid = 0, ghosts = 0, neighbors = 0;
    double bytes = 0;                     ///< held, per fluid particle
    double traffic = 0;                   ///< [bytes] that a step must move at least, per particle
    double seconds = 0;                   ///< of a step, median
    double step = 0;                      ///< [s] its length, mean
    std::map<std::string, double> stages; ///< [s] of a step, median
};

/// Columns and lists that a step must read and write at least: once each for sorting, search, two pair passes and integration.
double least_traffic(double neighbors)
{
    constexpr double columns = sizeof(Vec3d) + 2 * sizeof(Vec3) + 4 * sizeof(Real) + sizeof(Identity) + 2 * sizeof(Index);
    const double sorting = 2 * columns;
    const double search = 4 * sizeof(LocalPosition) + sizeof(Index) * neighbors;
    const double pair_passes = 2 * (sizeof(Index) * neighbors + sizeof(LocalPosition) + 2 * sizeof(Vec3) + 4 * sizeof(Real));
    const double integration = 2 * sizeof(Vec3d) + 3 * sizeof(Vec3);
    return sorting + search + pair_passes + integration;
}

Measured measure(double particles, const Options& options)
{
    const LoadedScene loaded = dam_break(particles, options.settings);
    World world(loaded.scene, loaded.assets);
    const auto step = [&] { return world.step(1); };
    step(); // memory is taken
    step();
    const int steps = std::max(3, static_cast<int>(4e5 / static_cast<double>(world.particles().size())));
    std::vector<double> times;
    std::map<std::string, std::vector<double>> stages;
    const double start = world.time();
    for (int repetition = 0; repetition < options.repetitions; ++repetition)
    {
        std::map<std::string, double> sums;
        const double time = seconds_of([&] {
            for (int k = 0; k < steps; ++k)
                for (const StageReport& stage : step().stages)
                    sums[std::string(stage.name)] += stage.seconds / steps;
        });
        times.push_back(time / steps);
        for (const auto& [name, seconds] : sums)
            stages[name].push_back(seconds);
    }
    Measured result;
    result.fluid = world.state().fluid_size();
    result.ghosts = static_cast<double>(world.state().ghosts);
    const Evaluation evaluation = World(loaded.scene, loaded.assets).evaluate();
    for (const Index count : evaluation.neighbors)
        result.neighbors += (count - 1) / static_cast<double>(evaluation.neighbors.size());
    result.bytes = static_cast<double>(world.bytes()) / result.fluid;
    result.traffic = least_traffic(result.neighbors + 1) * (result.fluid + result.ghosts) / result.fluid;
    result.seconds = median(times);
    result.step = (world.time() - start) / (steps * options.repetitions);
    for (const auto& [name, list] : stages)
        result.stages[name] = median(list);
    return result;
}

Options read_options(int argc, char** argv)
{
    Options options;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        if (std::strcmp(argv[k], "--size") == 0)
            options.sizes = {std::stod(argv[k + 1])};
        else if (std::strcmp(argv[k], "--threads") == 0)
            options.threads = std::stoi(argv[k + 1]);
        else if (std::strcmp(argv[k], "--repetitions") == 0)
            options.repetitions = std::stoi(argv[k + 1]);
        else if (std::strcmp(argv[k], "--set") == 0)
            options.settings.emplace_back(argv[k + 1]);
    }
    return options;
}
} // namespace

int main(int argc, char** argv)
{
    const Options options = read_options(argc, argv);
    const ExecutionScope scope({.threads = options.threads, .instruction_set = current_execution().instruction_set});
    const double triad = triad_bandwidth(options.threads);
    std::printf("Weakly compressible dam break, %d threads, median of %d; triad %.1f GB/s\n\n", options.threads, options.repetitions,
                triad / 1e9);

    std::vector<Measured> all;
    Table summary({"fluid particles", "ghosts", "neighbours", "s per simulated s", "M particle-steps/s", "ns per particle",
                   "B per particle", "GB/s", "of triad"});
    for (const double size : options.sizes)
    {
        const Measured& m = all.emplace_back(measure(size, options));
        const double bandwidth = m.traffic * m.fluid / m.seconds;
        summary.add({text("%.0f", m.fluid), text("%.0f", m.ghosts), text("%.1f", m.neighbors), text("%.0f", m.seconds / m.step),
                     text("%.2f", m.fluid / m.seconds / 1e6), text("%.0f", m.seconds / m.fluid * 1e9), text("%.0f", m.bytes),
                     text("%.1f", bandwidth / 1e9), text("%.0f %%", 100 * bandwidth / triad)});
    }
    summary.print();

    std::vector<double> sizes, per;
    std::vector<std::map<std::string, double>> stages;
    for (const Measured& m : all)
    {
        sizes.push_back(m.fluid);
        per.push_back(m.fluid);
        stages.push_back(m.stages);
    }
    print_stages("stage [ns per particle]", sizes, stages, per);
    return 0;
}
