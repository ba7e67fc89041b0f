// Incompressible fluid: the dam break of performance.md at three sizes, as SPlisHSPlasH runs it. Seconds per simulated second, particle-steps and particle-iterations per second, where the time goes, memory per particle, and the
// memory traffic of the iterations against the triad bandwidth of the same run.
// Options: --radius R (one size), --time S (instead of 0.5, 0.2, 0.15 s), --threads N, --set path=value.

#include "measure.h"

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <cstring>
#include <map>
#include <stdexcept>

using namespace aspic;
using namespace aspic::bench;

namespace
{
struct Size
{
    double radius = 0, time = 0; ///< [m], [s]
};

struct Options
{
    std::vector<Size> sizes{{0.02036, 0.5}, {0.01282, 0.2}, {0.0075, 0.15}};
    int threads = static_cast<int>(std::thread::hardware_concurrency());
    std::vector<std::string> settings;
};

LoadedScene dam_break(double r, const std::vector<std::string>& settings)
{
    const double d = 2 * r;
    const std::string text = aspic::bench::text(
        R"({"version": 1, "spacing": %.17g, "kernel": "cubic", "frame_rate": 1,
            "materials": {"water": {"density": 1000, "viscosity": 10}},
            "objects": {"column": {"shape": {"box": {"from": [%.17g, %.17g, %.17g], "to": [-0.5, 1.5, %.17g]}}, "material": "water"}},
            "walls": {"tank": {"shape": {"box": {"from": [-2, 0, -0.75], "to": [2, 3, 0.75]}}, "keeps": "inside"}},
            "solvers": {"pressure": {"dfsph": {"density_error": 5e-4, "divergence_error": 1e-3, "smallest_step": 1e-4}},
                        "time_step": {"largest": 5e-3}}})",
        d, -2 + d, d, -0.75 + d, 0.75 - d);
    return parse_scene(text, "dam break", ".", settings).value();
}

/// What a run of one size took.
struct Measured
{
    double particles = 0, neighbors = 0, steps = 0, seconds = 0, bytes = 0;
    double particle_steps = 0, particle_iterations = 0, iterating = 0; ///< the last: [s] in stages that iterate
    std::map<std::string, double> stages;                              ///< [s]
    std::map<std::string, double> iterations;                          ///< per step
    int not_converged = 0;
};

/// [bytes] that an iteration must move at least per particle: lists and slopes twice, positions, velocities, pressures and the rest of a row once or twice.
double least_traffic(double neighbors)
{
    return 2 * neighbors * (sizeof(Index) + sizeof(Real)) + 2 * sizeof(LocalPosition) + 3 * sizeof(Vec4) + sizeof(Vec3) + sizeof(Vec4) +
           9 * sizeof(Real);
}

Measured measure(const Size& size, const Options& options)
{
    const LoadedScene loaded = dam_break(size.radius, options.settings);
    World world(loaded.scene, loaded.assets);
    Measured m;
    m.particles = world.particles().size();
    while (world.time() < size.time * (1 - 1e-9))
    {
        StepReport report;
        m.seconds += seconds_of([&] { report = world.step(size.time - world.time()); });
        m.steps += 1;
        if (report.not_finite || report.lost)
            throw std::runtime_error("the dam break failed in step " + std::to_string(m.steps));
        for (const StageReport& stage : report.stages)
        {
            m.stages[std::string(stage.name)] += stage.seconds;
            if (!stage.iterates)
                continue;
            m.iterations[std::string(stage.name)] += stage.iterations;
            m.particle_iterations += m.particles * stage.iterations;
            m.iterating += stage.seconds;
            m.not_converged += stage.converged ? 0 : 1;
        }
        m.particle_steps += m.particles;
        if (report.not_finite)
            throw std::runtime_error("the " + report.not_finite->field + " of a particle is not finite: no figures");
    }
    m.bytes = static_cast<double>(world.bytes()) / m.particles;
    for (const Index count : world.evaluate().neighbors)
        m.neighbors += count / m.particles;
    return m;
}

Options read_options(int argc, char** argv)
{
    Options options;
    double time = 0;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        if (std::strcmp(argv[k], "--radius") == 0)
            options.sizes = {{std::stod(argv[k + 1]), 0.15}};
        else if (std::strcmp(argv[k], "--time") == 0)
            time = std::stod(argv[k + 1]);
        else if (std::strcmp(argv[k], "--threads") == 0)
            options.threads = std::stoi(argv[k + 1]);
        else if (std::strcmp(argv[k], "--set") == 0)
            options.settings.emplace_back(argv[k + 1]);
    }
    for (Size& size : options.sizes)
        size.time = time > 0 ? time : size.time;
    return options;
}
} // namespace

int main(int argc, char** argv)
{
    const Options options = read_options(argc, argv);
    const ExecutionScope scope({.threads = options.threads, .instruction_set = current_execution().instruction_set});
    const double triad = triad_bandwidth(options.threads);
    std::printf("Incompressible dam break, %d threads; triad %.1f GB/s; %s\n\n", options.threads, triad / 1e9,
                machine_description().c_str());

    std::vector<Measured> all;
    Table summary({"particles", "neighbours", "steps", "iterations p / ρ", "not converged", "ms per step", "s per simulated s",
                   "M particle-steps/s", "M particle-iterations/s", "GB/s", "of triad", "B per particle"});
    for (const Size& size : options.sizes)
    {
        const Measured& m = all.emplace_back(measure(size, options));
        const double bandwidth = least_traffic(m.neighbors) * m.particle_iterations / m.iterating;
        summary.add({text("%.0f", m.particles), text("%.1f", m.neighbors), text("%.0f", m.steps),
                     text("%.1f / %.1f", m.iterations.at("pressure") / m.steps, m.iterations.at("density error") / m.steps),
                     text("%d", m.not_converged), text("%.1f", 1e3 * m.seconds / m.steps), text("%.1f", m.seconds / size.time),
                     text("%.2f", m.particle_steps / m.seconds / 1e6), text("%.1f", m.particle_iterations / m.iterating / 1e6),
                     text("%.1f", bandwidth / 1e9), text("%.0f %%", 100 * bandwidth / triad), text("%.0f", m.bytes)});
    }
    summary.print();

    std::vector<double> sizes, per;
    std::vector<std::map<std::string, double>> stages;
    for (const Measured& m : all)
    {
        sizes.push_back(m.particles);
        per.push_back(m.particle_steps);
        stages.push_back(m.stages);
    }
    print_stages("stage [ns per particle and step]", sizes, stages, per);
    return 0;
}
