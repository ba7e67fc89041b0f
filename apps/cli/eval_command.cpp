#include "commands.h"

#include "aspic/io/csv.h"
#include "aspic/io/read_particles.h"
#include "aspic/io/scene_file.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/simulation/fluid_model.h"
#include "aspic/simulation/world.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <numeric>

namespace
{
using namespace aspic;

struct EvalOptions
{
    std::string particles;
    std::string scene;
    std::vector<std::string> settings;
    std::vector<double> kernel_at;
    std::string output = "-";
    bool allow_files = false;

    [[nodiscard]] FileAccess access() const { return allow_files ? FileAccess::anywhere : FileAccess::below_folder; }
};

/// The scene whose formulas are evaluated: the given one, or an empty one with a material; settings apply to both.
Result<LoadedScene> settings_of(const EvalOptions& options)
{
    if (!options.scene.empty())
        return load_scene(options.scene, options.settings, options.access());
    return parse_scene(R"({"version": 1, "spacing": 0.02, "materials": {"fluid": {}}})", "eval", ".", options.settings);
}

/// The state of a particle file: what it does not say comes from the scene.
Result<WorldState> state_of(const ParticleFrame& frame, const LoadedScene& loaded)
{
    const Scene& scene = loaded.scene;
    WorldState state;
    Sources(scene, loaded.assets).prepare(state);
    state.time = frame.time;
    ParticleSet& particles = state.particles;
    particles.append(frame.size());
    particles.position.values = frame.position().values;
    if (const auto velocity = frame.values_as<Vec3>("velocity"))
        particles.velocity.values = *velocity;
    auto& material = particles.column<Index>("material");
    if (const auto given = frame.values_as<Index>("material"))
        material.values = *given;
    const auto most = static_cast<Index>(scene.materials.size());
    for (Index i = 0; i < particles.size(); ++i)
    {
        if (material[i] < 0 || material[i] >= most)
            return Problem{"",
                           "particle " + std::to_string(i) + " is of material " + std::to_string(material[i]) + ", the scene has " +
                               std::to_string(most),
                           "give the scene that it comes from with --scene"};
        particles.mass[i] =
            static_cast<Real>(scene.materials[static_cast<std::size_t>(material[i])].value.density * scene.particle_volume());
    }
    if (const auto mass = frame.values_as<Real>("mass"))
        particles.mass.values = *mass;
    for (Index i = 0; i < particles.size(); ++i)
        particles.column<Real>("rest_volume")[i] =
            static_cast<Real>(double(particles.mass[i]) / scene.materials[static_cast<std::size_t>(material[i])].value.density);
    if (const auto light = std::ranges::find_if(particles.mass.values, [](Real m) { return !(m > 0); });
        light != particles.mass.values.end())
        return Problem{"", "particle " + std::to_string(light - particles.mass.values.begin()) + " has no mass",
                       "masses are greater than zero"};
    return state;
}

class Table
{
public:
    explicit Table(std::vector<std::size_t> order) : order_(std::move(order)) {}

    template <class Values> void add(const std::string& name, const Values& values)
    {
        std::vector<double> cells;
        for (const std::size_t k : order_)
            cells.push_back(static_cast<double>(values[k]));
        columns.push_back({name, std::move(cells)});
    }
    template <class Values> void add_vector(const std::string& name, const std::string& unit, const Values& values)
    {
        for (int axis = 0; axis < 3; ++axis)
        {
            std::vector<double> cells;
            for (const std::size_t k : order_)
                cells.push_back(static_cast<double>(values[k][axis]));
            std::string title = name;
            title.append("_").append(1, "xyz"[axis]).append(" [").append(unit).append("]");
            columns.push_back({std::move(title), std::move(cells)});
        }
    }

    std::vector<CsvOutputColumn> columns;

private:
    std::vector<std::size_t> order_; ///< row k of the table is particle order_[k]
};

Table table_of(const Evaluation& evaluation)
{
    const ParticleSet& particles = evaluation.particles;
    std::vector<std::size_t> order(static_cast<std::size_t>(particles.size()));
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto& material = particles.column<Index>("material");
    std::erase_if(order, [&](std::size_t k) { return material.values[k] == ghost_material; });
    std::ranges::sort(order, {}, [&](std::size_t k) { return particles.identity.values[k]; });
    Table table(order);
    table.add("particle", particles.identity.values);
    table.add_vector("position", "m", particles.position.values);
    table.add_vector("velocity", "m/s", particles.velocity.values);
    table.add("mass [kg]", particles.mass.values);
    table.add("neighbors", evaluation.neighbors);
    table.add("density [kg/m³]", particles.density.values);
    table.add("kernel_sum", evaluation.kernel_sum);
    if (!evaluation.density_rate.empty())
        table.add("density_rate [kg/(m³ s)]", evaluation.density_rate);
    table.add("pressure [Pa]", evaluation.pressure);
    table.add_vector("gravity", "m/s²", evaluation.gravity);
    table.add_vector("viscous_acceleration", "m/s²", evaluation.viscous);
    table.add_vector("artificial_viscosity", "m/s²", evaluation.artificial);
    table.add_vector("cohesion", "m/s²", evaluation.cohesion);
    table.add_vector("pressure_acceleration", "m/s²", evaluation.pressure_gradient);
    return table;
}

int evaluate_kernel(const EvalOptions& options, const Scene& scene)
{
    const auto kernel = exact_kernel_of(scene);
    std::vector<double> w, dw, d2w, laplacian;
    for (const double r : options.kernel_at)
        std::visit(
            [&](const auto& k) {
                w.push_back(k.w(r));
                dw.push_back(k.dw(r));
                d2w.push_back(k.d2w(r));
                laplacian.push_back(k.laplacian(r));
            },
            kernel);
    const std::vector<CsvOutputColumn> columns{{"r [m]", options.kernel_at}, {"w", w}, {"dw", dw}, {"d2w", d2w}, {"laplacian", laplacian}};
    write_csv(options.output, columns);
    return done;
}

int evaluate(const EvalOptions& options)
{
    const Result<LoadedScene> loaded = settings_of(options);
    if (!loaded)
        return refuse(loaded.problems());
    if (!options.kernel_at.empty())
        return evaluate_kernel(options, loaded->scene);
    if (options.particles.empty())
        return refuse({{"aspic eval", "a particle file is missing", "give a .vtp, .ply or .csv file, or --kernel-at with distances"}});
    const Result<ParticleFrame> frame = read_particles(options.particles);
    if (!frame)
        return refuse(frame.problems());
    Result<WorldState> state = state_of(*frame, *loaded);
    if (!state)
        return refuse({{options.particles, state.problems()[0].what, state.problems()[0].hint}});
    World world(loaded->scene, loaded->assets, std::move(*state));
    write_csv(options.output, table_of(world.evaluate()).columns);
    return done;
}
} // namespace

void add_eval_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<EvalOptions>();
    CLI::App* command = app.add_subcommand("eval", "evaluate the formulas for one particle state, or a kernel, and print every digit");
    command->add_option("particles", options->particles,
                        "particles: .vtp, .ply or .csv; mass, velocity and material are taken if they are there");
    command->add_option("--scene", options->scene, "scene with spacing, kernel, materials and solvers; its objects do not matter");
    command->add_option("--set", options->settings, "change a setting, for example --set spacing=0.01; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--allow-files", options->allow_files, "the scene may name files that lie outside of its folder");
    command->add_option("--kernel-at", options->kernel_at, "distances [m] at which the kernel and its derivatives are printed instead")
        ->delimiter(',');
    command->add_option("-o,--output", options->output, "CSV file (default: standard output)");
    command->footer("Examples:\n"
                    "  aspic eval out/dam-break-2d/frame_0010.vtp --scene dam-break-2d -o terms.csv\n"
                    "  aspic eval points.csv --set spacing=0.1 --set dimension=2 --set gravity='[0,0]'\n"
                    "  aspic eval --kernel-at 0,0.01,0.02 --set spacing=0.01 --set kernel=wendland");
    command->callback([options, &exit_code] { exit_code = evaluate(*options); });
}
