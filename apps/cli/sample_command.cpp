#include "commands.h"
#include "mesh_picture.h"
#include "process.h"
#include "sample_picture.h"

#include "aspic/core/units.h"
#include "aspic/geometry/mass_properties.h"
#include "aspic/io/frame_format.h"
#include "aspic/io/mesh_file.h"
#include "aspic/io/output_file.h"
#include "aspic/io/scene_file.h"
#include "aspic/render/contact_sheet.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <memory>
#include <unistd.h>

namespace
{
using namespace aspic;
namespace fs = std::filesystem;

struct SampleOptions
{
    std::string input, output, picture, spacing, support, method = "relaxed";
    std::optional<int> dimension;
    double scale = 1;
    RelaxedSampling relaxed;
    int threads = 0;
    bool compares = false, reports = false, quiet = false, allow_files = false;
};

/// A shape to fill.
struct Subject
{
    std::string name;
    Shape shape;
    Assets assets;
    int dimension = 3;
    double spacing = 0; ///< [m] of its scene; 0: it has none
};

/// [m] from "5 mm"; nothing for no text.
Result<std::optional<double>> length_option(const char* option, const std::string& text)
{
    if (text.empty())
        return std::optional<double>{};
    const auto value = number_with_unit(text, "m");
    if (!value)
        return Problem{option, value.problems().front().what, value.problems().front().hint};
    if (!(*value > 0))
        return Problem{option, "'" + text + "' is not greater than zero", ""};
    return std::optional<double>{*value};
}

/// The scene with one object of a shape that is given as JSON.
std::string scene_around(const SampleOptions& options)
{
    return R"({"version": 1, "spacing": 1, "dimension": )" + std::to_string(options.dimension.value_or(3)) +
           R"(, "materials": {"any": {}}, "objects": {"shape": {"material": "any", "shape":)" + "\n" + options.input +
           "}}}"; // columns of problems are those of the input
}

Result<Subject> subject_of_mesh(const SampleOptions& options)
{
    const auto mesh = read_mesh(options.input);
    if (!mesh)
        return mesh.problems();
    Subject subject{
        .name = fs::path(options.input).stem(), .shape = {MeshFile{.file = options.input, .scale = options.scale}}, .assets = {}};
    subject.assets.meshes[options.input] = std::make_shared<const TriangleMesh>(*mesh);
    subject.dimension = options.dimension.value_or(3);
    return subject;
}

/// The body of that name among a scene's objects and emitters; without a name the only one there is.
Result<Subject> subject_of_scene(const LoadedScene& loaded, const std::string& source, const std::string& wanted)
{
    std::vector<std::pair<std::string, const Body*>> bodies;
    for (const auto& object : loaded.scene.objects)
        bodies.emplace_back(object.name, &object.value);
    for (const auto& emitter : loaded.scene.emitters)
        if (const auto* body = std::get_if<BodyEmitter>(&emitter.value))
            bodies.emplace_back(emitter.name, body);
    std::string names;
    for (const auto& [name, body] : bodies)
    {
        names += (names.empty() ? "" : ", ") + name;
        if (name == wanted || (wanted.empty() && bodies.size() == 1))
            return Subject{name, body->shape, loaded.assets, loaded.scene.dimension, loaded.scene.spacing};
    }
    if (bodies.empty())
        return Problem{source, "the scene has no object to fill", "name a mesh file, or give a shape as JSON"};
    return Problem{source, wanted.empty() ? "the scene has several objects" : "the scene has no object '" + wanted + "'",
                   "write one of them behind a colon: " + names};
}

Result<Subject> subject_of(const SampleOptions& options)
{
    if (options.input.starts_with("{"))
    {
        const auto loaded = parse_scene(scene_around(options), "shape", ".");
        if (!loaded)
            return loaded.problems();
        return Subject{"shape", loaded->scene.objects.front().value.shape, loaded->assets, loaded->scene.dimension, 0};
    }
    if (is_mesh(options.input))
        return subject_of_mesh(options);
    if (mesh_format_of(options.input))
        return Problem{options.input, fs::exists(options.input) ? "holds no triangles" : "there is no such file",
                       "a mesh is an .obj, .ply or .stl file with triangles"};
    const std::size_t colon = fs::exists(options.input) ? std::string::npos : options.input.rfind(':');
    const std::string source = options.input.substr(0, colon);
    const auto loaded = load_scene(source, {}, options.allow_files ? FileAccess::anywhere : FileAccess::below_folder);
    if (!loaded)
        return loaded.problems();
    return subject_of_scene(*loaded, source, colon == std::string::npos ? "" : options.input.substr(colon + 1));
}

/// Where no spacing is given: that of the scene, or a fortieth of the longest side.
double usual_spacing(const Subject& subject, const Solid& solid)
{
    if (subject.spacing > 0)
        return subject.spacing;
    const Vec3d size = solid.bounds().high - solid.bounds().low;
    return max(max(size.x, size.y), subject.dimension == 2 ? 0 : size.z) / 40;
}

Problems problems_of(const SampleOptions& options)
{
    Problems problems;
    if (!options.output.empty() && !format_of(options.output))
        problems.push_back({"-o", "'" + options.output + "' is no format for particles", "there are .ply, .vtp and .csv"});
    if (!options.picture.empty() && fs::path(options.picture).extension() != ".png")
        problems.push_back({"--picture", "'" + options.picture + "' is no name for a picture", "let it end in .png"});
    if (!(options.scale > 0 && std::isfinite(options.scale)))
        problems.push_back({"--scale", "is not greater than zero", ""});
    if (options.scale != 1 && !is_mesh(options.input))
        problems.push_back({"--scale", "is for mesh files", "a shape in a scene has its own sizes"});
    if (!options.input.starts_with("{") && !is_mesh(options.input) && options.dimension)
        problems.push_back({"--dimension", "a scene has its own", "leave it out"});
    return problems;
}

MeasuredSample measured(const SamplingTask& task, const std::string& method, const Sampling& sampling, const SolidPieces& pieces,
                        bool is_quiet)
{
    const bool tells = ::isatty(STDOUT_FILENO) != 0 && !is_quiet;
    const auto watch = [&](const SamplingProgress& progress) {
        if (tells)
            std::printf("\riteration %d of at most %d, particles move by %.4f spacings ", progress.iteration, progress.max_iterations,
                        progress.change);
        if (tells)
            std::fflush(stdout);
        return !is_asked_to_stop();
    };
    const auto begin = std::chrono::steady_clock::now();
    MeasuredSample result{.method = method, .sample = sample_solid(task, sampling, watch), .quality = {}};
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (tells && result.sample.iterations > 0)
        std::printf("\r\033[K");
    result.quality = sample_quality(result.sample.points, task.solid, pieces, task.spacing, *task.support, task.dimension);
    return result;
}

void write_points(const std::string& path, const std::vector<Vec3d>& points)
{
    ParticleSet particles;
    particles.append(static_cast<Index>(points.size()));
    for (Index i = 0; i < particles.size(); ++i)
        particles.position[i] = points[static_cast<std::size_t>(i)];
    write_output(path, frame_text(frame_of(particles, 0, {"position"}), *format_of(path)));
}

void tell(const SampleOptions& options, const std::vector<MeasuredSample>& samples, const SamplingTask& task)
{
    const MeasuredSample& chosen = samples.back();
    std::printf("%zu particles %g m apart, %s\n", chosen.sample.points.size(), task.spacing, end_of(chosen).c_str());
    if (chosen.sample.squeezed > 0)
        std::printf("  %d of them are nearer to the surface than half a spacing: the shape is thinner there\n", chosen.sample.squeezed);
    if (chosen.quality.empty_parts > 0)
        std::printf("  %d of %d parts of the shape have no particle: --method relaxed, or a smaller --spacing, gives them some\n",
                    chosen.quality.empty_parts, chosen.quality.parts);
    if (options.compares || options.reports)
        std::fputs(quality_table(samples).c_str(), stdout);
    if (options.reports)
        std::fputs(neighbor_histogram(samples).c_str(), stdout);
}

/// Fills the subject and writes what is asked for.
int fill(const SampleOptions& options, const Subject& subject, SamplingTask task)
{
    if (const auto mass = mass_properties(subject.shape, subject.dimension, subject.assets))
        task.volume = mass->volume;
    const SolidPieces pieces = pieces_of(task.solid, task.spacing, task.dimension);
    std::vector<MeasuredSample> samples;
    if (options.compares || options.method == "lattice")
        samples.push_back(measured(task, "lattice", LatticeSampling{}, pieces, options.quiet));
    if (options.compares || options.method == "relaxed")
        samples.push_back(measured(task, "relaxed", options.relaxed, pieces, options.quiet));
    if (is_asked_to_stop())
        return interrupted;
    if (options.compares && options.method == "lattice")
        std::swap(samples.front(), samples.back()); // the one that is written comes last
    if (!options.quiet)
        tell(options, samples, task);
    if (samples.back().sample.points.empty())
        return refuse({{options.input, "no particle fits in", "take a smaller --spacing, or --method relaxed"}});
    if (!options.output.empty())
        write_points(options.output, samples.back().sample.points);
    if (!options.picture.empty())
        write_output(options.picture, encode_png(draw_samples(samples, {subject.name, task.spacing, task.dimension})));
    return done;
}

int sample(const SampleOptions& options)
{
    if (const Problems problems = problems_of(options); !problems.empty())
        return refuse(problems);
    const Result<std::optional<double>> spacing = length_option("--spacing", options.spacing);
    const Result<std::optional<double>> support = length_option("--support", options.support);
    if (!spacing || !support)
        return refuse(spacing ? support.problems() : spacing.problems());
    const ExecutionScope scope(execution_with(options.threads));
    const Result<Subject> subject = subject_of(options);
    if (!subject)
        return refuse(subject.problems());
    const auto solid = make_solid(subject->shape, subject->dimension, subject->assets);
    if (!solid)
        return refuse(solid.problems());
    const Bounds bounds = (*solid)->bounds();
    if (!is_bounded(bounds))
        return refuse({{options.input, "the shape goes on for ever", "cut it with 'intersection'"}});
    SamplingTask task{.solid = **solid, .spacing = spacing->value_or(usual_spacing(*subject, **solid)), .dimension = subject->dimension};
    task.support = support->value_or(2 * task.spacing);
    if (!(task.spacing > 0))
        return refuse({{options.input, "the shape is empty", ""}});
    if (*task.support < 1.2 * task.spacing || *task.support > 6 * task.spacing)
        return refuse({{"--support", "must be 1.2 to 6 spacings", "twice the spacing is usual"}});
    catch_signals();
    return fill(options, *subject, task);
}
} // namespace

void add_sample_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<SampleOptions>();
    CLI::App* command = app.add_subcommand("sample", "fill a shape with particles");
    command->add_option("shape", options->input, "a mesh file (.obj, .ply, .stl), an object of a scene (SCENE:NAME), or a shape as JSON")
        ->required();
    command->add_option("-o,--output", options->output,
                        "particles.ply, .vtp or .csv: a scene takes it as the shape {\"particles\": {\"file\": …}}");
    command->add_option("--spacing", options->spacing,
                        "distance of particles, such as \"5 mm\" (default: the scene's, or a fortieth of the longest side)");
    command->add_option("--method", options->method, "relaxed (default): evenly and along the surface; lattice: rows and columns")
        ->check(CLI::IsMember({"relaxed", "lattice"}));
    command->add_option("--support", options->support, "radius of the kernel that relaxes and measures (default: twice the spacing)");
    command->add_option("--cohesion", options->relaxed.cohesion, "how strongly neighbours keep their distance (default: 1)")
        ->check(CLI::Range(0.0, 100.0));
    command->add_option("--adhesion", options->relaxed.adhesion, "how strongly the surface attracts particles (default: 0.2)")
        ->check(CLI::Range(0.0, 100.0));
    command
        ->add_option("--tolerance", options->relaxed.tolerance,
                     "mean way of a particle, in spacings, at which the relaxation ends (default: 0.001)")
        ->check(CLI::Range(0.0, 1.0));
    command->add_option("--max-iterations", options->relaxed.max_iterations, "after which it ends in any case (default: 400)")
        ->check(CLI::Range(0, 100000));
    command->add_option("--scale", options->scale, "factor for a mesh (default: 1)");
    command->add_option("--dimension", options->dimension, "2: the cut of the shape by the plane z = 0 (default: 3)")
        ->check(CLI::Range(2, 3));
    command->add_flag("--allow-files", options->allow_files, "the scene may name files that lie outside of its folder");
    command->add_flag("--report", options->reports, "print how good the particles are, and how many neighbours they have");
    command->add_flag("--compare", options->compares, "print lattice and relaxed particles side by side");
    command->add_option("--picture", options->picture, "draw the particles and their numbers of neighbours into a .png file");
    command->add_option("--threads", options->threads, "number of threads (default: all cores); the result is the same for any")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--quiet", options->quiet, "print nothing but problems");
    command->footer("Lengths in the report are in spacings d; densities are relative to those of a full lattice.\n\n"
                    "Examples:\n"
                    "  aspic sample duck.obj -o duck.ply --spacing \"5 mm\"\n"
                    "  aspic sample duck.obj --compare --picture duck.png      which method suits it?\n"
                    "  aspic sample drop-into-pool:drop --report               an object of a scene\n"
                    "  aspic sample '{\"torus\": {\"radius\": 1, \"thickness\": 0.3}}' --spacing 0.1 -o ring.csv");
    command->callback([options, &exit_code] { exit_code = sample(*options); });
}
