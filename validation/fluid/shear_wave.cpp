// A shear wave v = U sin(ky) in a periodic box decays as e^(−νk²t), exactly, and nothing else moves. For both ways to solve for viscosity in incompressible fluid.
// Tolerances: those of the channel (L4): decay rate 5 % with 20 particles to a wave, 2 % with 50.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double speed = 1e-3, k = 2 * pi; // [m/s]: particles hardly move; [1/m]

// The cubic kernel at 4 spacings: a lattice of that spacing has the density of rest (0.99996). With one above it, as of Wendland's kernel, a box that is full cannot come to its density, and particles
// are pushed about.
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "layers that slide along each other come to rest",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "cubic", "support": $h,
  "duration": $duration,
  "gravity": [0, 0],
  "periodic": {"x": {"from": 0, "to": 0.6}, "y": {"from": 0, "to": 1}},
  "materials": {"oil": {"density": 1000, "viscosity": $mu}},
  "objects": {"oil": {"shape": {"box": {"from": [0, 0], "to": [0.6, 1]}}, "material": "oil", "flow": {"shear": {"speed": 1e-3, "wavelength": 1}}}},
  "solvers": {"pressure": {"dfsph": {}}, "viscosity": {"$viscosity": {}}, "time_step": {"largest": $dt}}
})";

struct Wave
{
    std::string viscosity; ///< explicit or implicit
    int across;            ///< particles to a wave
    double nu;             ///< [m²/s]
};

/// U now: 2 ⟨v sin(ky)⟩.
double amplitude_of(const Experiment& experiment)
{
    double sum = 0;
    experiment.for_each_fluid([&](Index i) {
        sum += static_cast<double>(experiment.particles().velocity[i].x) * std::sin(k * experiment.particles().position[i].y);
    });
    return 2 * sum / experiment.particles().size();
}

void run_wave(const Context& context, Outcome& outcome, const Wave& wave, const Stretch& share, LinePlot& plot)
{
    const double dx = 1.0 / wave.across, rate = wave.nu * k * k, end = 1 / rate;
    // A hundredth of the time that is looked at: backward Euler errs by half of that.
    const std::string text = filled_in(scene, {{"dx", dx},
                                               {"h", 4 * dx},
                                               {"duration", end},
                                               {"mu", 1000 * wave.nu},
                                               {"viscosity", wave.viscosity == "implicit" ? "implicit" : "morris"},
                                               {"dt", 0.01 * end}});
    std::array<char, 64> name{};
    std::snprintf(name.data(), name.size(), "%s, %d across, ν %g m²/s", wave.viscosity.c_str(), wave.across, wave.nu);
    const std::string label = "shear-wave-" + wave.viscosity + "-" + std::to_string(outcome.scenes.size() + 1);
    Experiment experiment(context, outcome, {label, text}, {end, share.from, share.to});
    Curve logarithm, decay;
    experiment.run_until(end, 0.02 * end, [&] {
        const double amplitude = amplitude_of(experiment) / speed;
        logarithm.add(experiment.time() * rate, std::log(amplitude));
        decay.add(experiment.time() * rate, amplitude);
    });
    outcome.rows.push_back({name.data() + std::string(": rate / νk²"), 1, -line_through(logarithm.x, logarithm.y).slope,
                            Comparison::relative, wave.across >= 50 ? 0.02 : 0.05, true, experiment.seconds()});
    plot.series.push_back(measured_line(name.data(), decay, plot.series.size()));
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Decay of the wave", {"t νk²", {}}, {"speed / speed at first", {}}, {}};
    std::vector<Wave> waves;
    for (const char* viscosity : {"explicit", "implicit"})
        for (const int across : context.quick ? std::vector<int>{20} : std::vector<int>{20, 50})
            for (const double nu : {0.01, 1.0})
                waves.push_back({viscosity, across, nu});
    for (std::size_t n = 0; n < waves.size(); ++n)
        attempt(outcome, waves[n].viscosity, true, [&] { run_wave(context, outcome, waves[n], part(1, n, waves.size()), plot); });
    Curve exact;
    for (int n = 0; n <= 50; ++n)
        exact.add(0.02 * n, std::exp(-0.02 * n));
    plot.series.push_back(reference_line("exact", exact));
    outcome.plots.push_back(plot);
}
} // namespace

Case shear_wave_case()
{
    return {.name = "shear-wave",
            .id = "",
            .group = "fluid",
            .description =
                "A shear wave in incompressible fluid decays, by explicit viscosity and by implicit, 20 and 50 particles to a wave.",
            .source = "Exact solution of Navier and Stokes's equations: every speed decays as exp(−νk²t).",
            .seconds = 20,
            .quick_seconds = 2,
            .run = run};
}
} // namespace aspic::validation
