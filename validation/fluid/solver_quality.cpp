// L2: what DFSPH promises with its settings at their defaults: mean density error at most 0.1 %, divergence error at most its tolerance, and solves that end by themselves at rest.
// The solver's own numbers stand beside a density that is summed here, over all pairs.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include "aspic/boundaries/half_space_profile.h"
#include "aspic/solvers/pressure/dfsph.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "$summary",
  "dimension": 2,
  "spacing": $dx,
  "duration": 3,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [$length, 1.4]}}, "keeps": "inside"}},
  "solvers": {"pressure": {"dfsph": {}}}
})";

struct Variant
{
    std::string name, summary;
    double length;           ///< [m] of the tank
    double from, to;         ///< [s] when it is looked at
    bool must_end_by_itself; ///< whether no solve may be ended by the limit
};

/// What one of the two solves did in all steps.
struct Solve
{
    double iterations = 0;
    double largest_residual = 0;
    int ended_by_limit = 0;

    void add(const StepReport& report, std::string_view stage)
    {
        const auto found = std::ranges::find(report.stages, stage, &StageReport::name);
        if (found == report.stages.end())
            return;
        iterations += found->iterations;
        largest_residual = std::max(largest_residual, found->residual);
        ended_by_limit += found->converged ? 0 : 1;
    }
};

struct Quality
{
    int steps = 0;
    Solve divergence, density;
    double mean_compression = 0, worst_compression = 0; ///< means over particles: over all steps, in the worst step
    double summed_compression = 0;                      ///< the worst of some moments, by a sum of its own
};

/// Mean of max(ρ/ρ0 − 1, 0) over particles whose support the walls do not cut, with ρ/ρ0 = Σ V ω over all pairs, relative to a lattice.
double summed_compression(Experiment& experiment, double length)
{
    const ParticleSet& particles = experiment.particles();
    const Scene& of = experiment.world().scene();
    const double h = of.support_radius(), volume = of.particle_volume();
    const auto kernel = exact_kernel_of(of);
    const double full = lattice_sum(kernel, of.spacing); // what counts as no compression
    double sum = 0;
    int n = 0;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d& x = particles.position[i];
        if (x.x < h || x.x > length - h || x.y < h)
            continue;
        double filled = 0;
        for (Index j = 0; j < particles.size(); ++j)
            if (const double r = norm(particles.position[j] - x); r < h)
                filled += volume * std::visit([&](const auto& k) { return k.w(r); }, kernel);
        sum += std::max(0.0, filled / full - 1);
        ++n;
    }
    return n > 0 ? sum / n : 0;
}

Quality quality_of(Experiment& experiment, const Variant& variant)
{
    Quality quality;
    experiment.run_until(variant.from);
    experiment.watch_steps([&](const StepReport& report) {
        ++quality.steps;
        quality.divergence.add(report, "pressure");
        quality.density.add(report, "density error");
        quality.mean_compression += report.mean_compression;
        quality.worst_compression = std::max(quality.worst_compression, report.mean_compression);
    });
    experiment.run_until(variant.to, (variant.to - variant.from) / 10, [&] {
        quality.summed_compression = std::max(quality.summed_compression, summed_compression(experiment, variant.length));
    });
    quality.mean_compression /= quality.steps;
    return quality;
}

void add_rows(Outcome& outcome, const Variant& variant, const Quality& found, double seconds)
{
    const DfsphSettings asked;
    const auto add = [&](const char* figure, double reference, double measured, bool gated = true) {
        outcome.rows.push_back({variant.name + ": " + figure, reference, measured, Comparison::at_most, 0, gated, seconds});
    };
    add("mean compression, all steps", 1e-3, found.mean_compression);
    add("mean compression, worst step", 1e-3, found.worst_compression);
    add("mean compression, summed here", 1e-3, found.summed_compression);
    add("density error of the solver", asked.density_error, found.density.largest_residual);
    add("divergence error of the solver", asked.divergence_error, found.divergence.largest_residual);
    add("solves ended by the limit", 0, found.divergence.ended_by_limit + found.density.ended_by_limit, variant.must_end_by_itself);
    add("iterations for divergence, mean", asked.max_iterations, found.divergence.iterations / found.steps, false);
    add("iterations for density, mean", asked.max_iterations, found.density.iterations / found.steps, false);
}

void run(const Context& context, Outcome& outcome)
{
    const double end = context.quick ? 1.5 : 3;
    const std::vector<Variant> variants{{"at rest", "still water in a tank, 1 m deep", 1, 1, end, true},
                                        {"dam break", "water 1 m high collapses and hits a wall", 3, 0, end, false}};
    for (std::size_t k = 0; k < variants.size(); ++k)
        attempt(outcome, variants[k].name, true, [&] {
            const Variant& variant = variants[k];
            const std::string text =
                filled_in(scene, {{"summary", variant.summary}, {"dx", context.quick ? 0.05 : 0.02}, {"length", variant.length}});
            Experiment experiment(context, outcome, {"solver-quality-" + std::to_string(k + 1), text}, part(end, k, variants.size()));
            const Quality found = quality_of(experiment, variant);
            add_rows(outcome, variant, found, experiment.seconds());
        });
}
} // namespace

Case solver_quality_case()
{
    return {.name = "solver-quality",
            .id = "L2",
            .group = "fluid",
            .description = "DFSPH as it is by default: 1 m² of water, 50 particles high, at rest from 1 to 3 s, and collapsing for 3 s.",
            .source = "Bender & Koschier 2015: what the solver is asked for.",
            .seconds = 20,
            .quick_seconds = 5,
            .run = run};
}
} // namespace aspic::validation
