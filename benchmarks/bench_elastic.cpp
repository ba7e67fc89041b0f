// Elastic solids: a cube of 1 m whose lowest layers are shaken (E = 1 MPa, ν = 0.33, 1000 kg/m³, α = 0.1, Δt = 2 ms), 4k to 64k particles on a lattice, cubic kernel of two spacings. The elastic part of a step by each
// method, with both preconditioners, as time of a step and of a simulated second. Flatness over E and Δt; eight bodies of one shape.
//
//   bench_elastic [--sizes N,N,…] [--steps N] [--threads N] [--bodies N] [--million 1] [--only NAME] [--direct-up-to N] [--poisson ν] [--young E] [--tolerance T]
//
// The solves by the factor alone against Eigen's are bench_cholesky's.

#include "measure.h"

#include "../tests/support/rest_body.h"
#include "aspic/solvers/elasticity/elastic_solver.h"

#include <cstdlib>

namespace
{
using namespace aspic;
using namespace aspic::bench;

struct Options
{
    std::vector<Index> sizes{4000, 8000, 16000, 32000, 64000};
    int steps = 15;
    int threads = static_cast<int>(std::thread::hardware_concurrency());
    int bodies = 8;
    bool has_million = false;
    std::string only;
    Index direct_up_to = 32000;
    double poisson = 0.33;
    double young = 1e6;      ///< [Pa]
    double tolerance = 1e-3; ///< of the solves by each method
};

struct Stuff
{
    double young = 1e6, poisson = 0.33, dt = 2e-3; ///< [Pa], –, [s]
};

struct Method
{
    const char* name;
    ElasticitySettings settings;
};

std::vector<Method> methods()
{
    using enum ElasticPreconditioning;
    return {{"default", {}},
            {"direct", {.preconditioner = direct}},
            {"two-level", {.preconditioner = two_level}},
            {"split", {.method = ElasticMethod::split}},
            {"split, direct", {.method = ElasticMethod::split, .preconditioner = direct}},
            {"split, two-level", {.method = ElasticMethod::split, .preconditioner = two_level}},
            {"peer", {.method = ElasticMethod::peer, .max_iterations = 5000}}};
}

ElasticStuff stuff_of(const RestShape& shape, const Stuff& stuff, double mass)
{
    ElasticMaterial material;
    material.young_modulus = stuff.young;
    material.poisson_ratio = stuff.poisson;
    const Lame lame = material.lame().value();
    ElasticStuff result;
    for (Index i = 0; i < shape.size(); ++i)
        result.stiffness.push_back({convert<Real>(Vec3d{2 * lame.mu, lame.lambda, 0.1 * lame.mu}), shape.volume()[i]});
    result.damping.assign(result.stiffness.size(), 0);
    result.mass.assign(result.stiffness.size(), static_cast<Real>(mass));
    return result;
}

/// One body on its way.
struct Body
{
    Array<Vec3d> x;
    Array<Vec3> v, v_before, change, volume_change;
    Array<Vec4> turn;
    double phase = 0;
};

/// Bodies of one shape, the lowest two layers of which are led to and fro.
class Shaken
{
public:
    Shaken(Index n, const Stuff& stuff, const ElasticitySettings& settings, int bodies = 1)
        : dt_(stuff.dt),
          across_(static_cast<int>(std::lround(std::cbrt(n)))),
          shape_(cube_points(n).first, *kernel_named("cubic", 2.0 / across_, 3), 2.0 / across_),
          solver_(shape_, stuff_of(shape_, stuff, 1000 / std::pow(across_, 3)), settings)
    {
        for (Index i = 0; i < shape_.size(); ++i)
            held_.push_back(shape_.points()[i].y < 1.5 / across_ ? 1 : 0);
        for (int b = 0; b < bodies; ++b)
        {
            Body body{.x = {shape_.points().begin(), shape_.points().end()},
                      .v = {},
                      .v_before = {},
                      .change = {},
                      .volume_change = {},
                      .turn = {},
                      .phase = 0.3 * b};
            body.v.assign(body.x.size(), Vec3{});
            body.change.assign(body.x.size(), Vec3{});
            body.volume_change.assign(body.x.size(), Vec3{});
            body.turn.assign(body.x.size(), Vec4{{}, 1});
            bodies_.push_back(std::move(body));
        }
    }

    /// Returns the time of the elastic solve [s]: by the clock, for one thread that of its processor, so that other work on the machine disturbs it little.
    double step(SolveReport& report)
    {
        time_ += dt_;
        std::vector<ElasticStep> steps;
        for (Body& body : bodies_)
        {
            const auto lead = static_cast<Real>(1.5 * std::cos(12 * time_ + body.phase));
            body.v_before.resize(body.v.size());
            parallel_for(shape_.size(), [&](Index i) {
                body.v_before[at(i)] = held_[at(i)] != 0 ? Vec3{lead, 0, 0} : body.v[at(i)];
                body.v[at(i)] = held_[at(i)] != 0 ? Vec3{lead, 0, 0} : body.v[at(i)] + static_cast<Real>(dt_) * Vec3{0, Real(-9.81), 0};
            });
            steps.push_back({.x = const_view(body.x),
                             .v = const_view(body.v),
                             .held = const_view(held_),
                             .turn = view(body.turn),
                             .dt = dt_,
                             .change = view(body.change),
                             .usual_dt = dt_,
                             .v_before = const_view(body.v_before),
                             .volume_change = view(body.volume_change)});
        }
        const auto solve = [&] { report = solver_.solve(steps, scratch_); };
        const double seconds = current_execution().threads == 1 ? thread_seconds_of(solve) : seconds_of(solve);
        for (Body& body : bodies_)
            parallel_for(shape_.size(), [&](Index i) {
                body.v[at(i)] += body.change[at(i)];
                body.x[at(i)] += dt_ * convert<double>(body.v[at(i)]);
            });
        return seconds;
    }

    [[nodiscard]] Index size() const { return shape_.size(); }
    [[nodiscard]] double bytes() const { return static_cast<double>(shape_.bytes() + solver_.bytes() + scratch_.bytes()); }

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

    double dt_, time_ = 0;
    int across_;
    RestShape shape_;
    ElasticSolver solver_;
    Array<Index> held_;
    std::vector<Body> bodies_;
    Scratch scratch_;
};

struct Figures
{
    double n = 0, set_up = 0, step = 0; ///< –, [s], [s]
    double iterations = 0;              ///< of a step
    double bytes = 0;                   ///< per particle of one body
    int not_converged = 0;
};

Figures measure(Index n, const Stuff& stuff, const Options& options, const ElasticitySettings& settings, int bodies = 1)
{
    Figures f;
    std::unique_ptr<Shaken> shaken;
    SolveReport report;
    f.set_up = seconds_of([&] {
        shaken = std::make_unique<Shaken>(n, stuff, settings, bodies);
        shaken->step(report);
    });
    std::vector<double> times;
    for (int k = 0; k < options.steps; ++k)
    {
        times.push_back(shaken->step(report));
        f.iterations += static_cast<double>(report.iterations) / options.steps;
        f.not_converged += report.converged ? 0 : 1;
    }
    f.n = shaken->size();
    f.step = median(times);
    f.bytes = shaken->bytes() / f.n / bodies;
    return f;
}

void compare_methods(const Options& options)
{
    Table table({"n", "method", "step [ms]", "s per simulated s", "iterations", "ns per particle and iteration", "set-up [s]",
                 "bytes per particle", "not converged"});
    for (const Index size : options.sizes)
        for (const Method& method : methods())
        {
            const bool is_direct = method.settings.preconditioner == ElasticPreconditioning::direct;
            if ((!options.only.empty() && options.only != method.name) || (is_direct && size > options.direct_up_to))
                continue;
            ElasticitySettings settings = method.settings;
            settings.tolerance = options.tolerance;
            const Stuff stuff{.young = options.young, .poisson = options.poisson};
            const Figures f = measure(size, stuff, options, settings);
            table.add({text("%.0f", f.n), method.name, text("%.1f", f.step * 1e3), text("%.2f", f.step / stuff.dt),
                       text("%.1f", f.iterations), text("%.0f", f.step / f.n / std::max(1.0, f.iterations) * 1e9), text("%.2f", f.set_up),
                       text("%.0f", f.bytes), text("%d", f.not_converged)});
            std::printf("%.0f %s: %.1f ms, %.1f iterations\n", f.n, method.name, f.step * 1e3, f.iterations);
            std::fflush(stdout);
        }
    table.print();
}

/// The stretch part alone (ν = 0) must not depend on stiffness and step.
void vary_stiffness(const Options& options)
{
    Table table({"E [Pa]", "Δt [ms]", "preconditioner", "iterations", "step [ms]"});
    for (const double young : {1e4, 1e6, 1e8})
        for (const double dt : {5e-4, 2e-3, 8e-3})
            for (const auto& [name, choice] :
                 {std::pair{"direct", ElasticPreconditioning::direct}, {"two-level", ElasticPreconditioning::two_level}})
            {
                const Figures f = measure(8000, {young, 0, dt}, options, {.preconditioner = choice, .tolerance = 1e-4});
                table.add({text("%.0e", young), text("%.1f", dt * 1e3), name, text("%.1f", f.iterations), text("%.1f", f.step * 1e3)});
            }
    std::printf("\nν = 0, 8000 particles, tolerance 1e-4\n");
    table.print();
}

void several_bodies(const Options& options)
{
    for (const auto& [name, choice] :
         {std::pair{"direct", ElasticPreconditioning::direct}, {"two-level", ElasticPreconditioning::two_level}})
    {
        const Figures f = measure(30000, {.poisson = options.poisson}, options, {.preconditioner = choice}, options.bodies);
        const Figures stretch = measure(30000, {.poisson = 0}, options, {.preconditioner = choice}, options.bodies);
        std::printf("\n%d bodies of %.0f particles, %s: %.0f ms with %.1f iterations; stretch alone (ν = 0) %.0f ms with %.1f iterations\n",
                    options.bodies, f.n, name, f.step * 1e3, f.iterations, stretch.step * 1e3, stretch.iterations);
    }
}

void one_million(const Options& options)
{
    const Figures f = measure(1000000, {.poisson = 0}, options, {.preconditioner = ElasticPreconditioning::two_level, .tolerance = 1e-4});
    std::printf("\none body of %.0f particles, ν = 0, tolerance 1e-4: %.2f s, %.1f iterations, %.0f bytes per particle, set-up %.1f s\n",
                f.n, f.step, f.iterations, f.bytes, f.set_up);
}

Options options_of(int argc, char** argv)
{
    Options options;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        const std::string name = argv[k];
        if (name == "--sizes")
            options.sizes = sizes_of(argv[k + 1]);
        else if (name == "--steps")
            options.steps = std::atoi(argv[k + 1]);
        else if (name == "--threads")
            options.threads = std::atoi(argv[k + 1]);
        else if (name == "--bodies")
            options.bodies = std::atoi(argv[k + 1]);
        else if (name == "--million")
            options.has_million = std::atoi(argv[k + 1]) != 0;
        else if (name == "--only")
            options.only = argv[k + 1];
        else if (name == "--direct-up-to")
            options.direct_up_to = static_cast<Index>(std::atof(argv[k + 1]));
        else if (name == "--poisson")
            options.poisson = std::atof(argv[k + 1]);
        else if (name == "--young")
            options.young = std::atof(argv[k + 1]);
        else if (name == "--tolerance")
            options.tolerance = std::atof(argv[k + 1]);
    }
    return options;
}
} // namespace

int main(int argc, char** argv)
{
    const Options options = options_of(argc, argv);
    const ExecutionScope scope({.threads = options.threads, .instruction_set = default_execution().instruction_set});
    const double triad = triad_bandwidth(options.threads);
    std::printf("%s\n%d threads, triad %.1f GB/s\n\n", machine_description().c_str(), options.threads, triad * 1e-9);
    compare_methods(options);
    if (options.only.empty())
        vary_stiffness(options);
    if (options.bodies > 1)
        several_bodies(options);
    if (options.has_million)
        one_million(options);
    return 0;
}
