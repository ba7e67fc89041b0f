// How iterations of the pressure solves grow with depth: still tanks 10 … 160 particles deep at the same tolerances, by Jacobi steps and with Nesterov's acceleration, from the pressures of the step
// before and from zero. A 2D tank 20 particles wide. Options: --steps N (50), --threads N, --set path=value.

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
    int steps = 50;
    int threads = static_cast<int>(std::thread::hardware_concurrency());
    std::vector<std::string> settings;
};

struct Measured
{
    double pressure = 0, density = 0; ///< iterations per step
    int not_converged = 0;            ///< solves
    double milliseconds = 0;          ///< per step
};

Measured measure(int depth, bool is_accelerated, bool is_warm, const Options& options)
{
    std::vector<std::string> settings = options.settings;
    settings.push_back(std::string("solvers.pressure.dfsph.accelerated=") + (is_accelerated ? "true" : "false"));
    settings.push_back(std::string("solvers.pressure.dfsph.warm_start=") + (is_warm ? "1" : "0"));
    const std::string text = aspic::bench::text(
        R"({"version": 1, "dimension": 2, "spacing": 0.02, "materials": {"water": {}},
            "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.4, %.17g]}}, "material": "water"}},
            "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [0.4, 10]}}, "keeps": "inside"}},
            "solvers": {"pressure": {"dfsph": {"max_iterations": 1000}}}})",
        0.02 * depth);
    const LoadedScene loaded = parse_scene(text, "tank", ".", settings).value();
    World world(loaded.scene, loaded.assets);
    Measured m;
    for (int k = 0; k < options.steps; ++k)
    {
        StepReport report;
        m.milliseconds += 1e3 * seconds_of([&] { report = world.step(1); }) / options.steps;
        for (const StageReport& stage : report.stages)
            if (stage.iterates)
            {
                (stage.name == "pressure" ? m.pressure : m.density) += static_cast<double>(stage.iterations) / options.steps;
                m.not_converged += stage.converged ? 0 : 1;
            }
    }
    return m;
}

Options read_options(int argc, char** argv)
{
    Options options;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        if (std::strcmp(argv[k], "--steps") == 0)
            options.steps = std::max(1, std::stoi(argv[k + 1]));
        else if (std::strcmp(argv[k], "--threads") == 0)
            options.threads = std::stoi(argv[k + 1]);
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
    std::printf("Still tanks, first %d steps, %d threads; %s\nmean iterations of the pressure / density solve in a step (solves that did "
                "not converge), ms per step\n\n",
                options.steps, options.threads, machine_description().c_str());
    Table table({"deep", "Jacobi", "accelerated", "Jacobi, from zero", "accelerated, from zero"});
    for (const int depth : {10, 20, 40, 80, 160})
    {
        std::vector<std::string> row{text("%d", depth)};
        for (const auto& [is_accelerated, is_warm] : {std::pair{false, true}, {true, true}, {false, false}, {true, false}})
        {
            const Measured m = measure(depth, is_accelerated, is_warm, options);
            row.push_back(text("%.1f / %.1f (%d), %.2f", m.pressure, m.density, m.not_converged, m.milliseconds));
        }
        table.add(row);
    }
    table.print();
    return 0;
}
