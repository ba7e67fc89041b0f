// Still water right at its walls: p = ρg(H − y) row by row, and walls that bear the weight (hydrostatics). Kernel, support and solver are the defaults.
// Rows: particles by their distance from the nearest wall, in spacings; each row's mean of p/p_exact over the second half of the time, below a quarter of the depth. H is fitted to
// the pressure farther than five spacings from walls, so that what is found is the error at the wall alone.
// Tolerances: rows 3 % (curved walls 5 %), force 0.5 %, speed 0.002 √(gH).

#include "fluid/fluid_cases.h"
#include "measure.h"
#include "probe_watch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double density = 1000, g = 9.81, width = 1, height = 1.4; // [kg/m³], [m/s²], [m] of the tanks
constexpr std::size_t row_count = 4;

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "still water in a vessel",
  "dimension": 2,
  "spacing": $dx,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"intersection": {"of": [$shape, {"half_space": {"point": [0, $level], "normal": [0, 1]}}]}}, "material": "water"}},
  "walls": {"vessel": {"shape": $shape, "keeps": "inside"}},
  "solvers": {"pressure": {"dfsph": {}}},
  "probes": {"wall": {"wall": {"wall": "vessel"}}}
})";

/// A tank, turned against gravity and the lattice of the water about its low corner, or a round vessel of 0.5 m radius about the origin.
struct Vessel
{
    std::string name;
    double angle = 0; ///< [degrees]
    bool is_round = false;
    double level = 1; ///< [m] of the water
    double tolerance = 0.03;
};

std::string shape_of(const Vessel& vessel)
{
    if (vessel.is_round)
        return R"({"sphere": {"radius": 0.5}})";
    return filled_in(R"({"moved": {"shape": {"box": {"from": [0, 0], "to": [1, 1.4]}}, "rotation": [0, 0, $angle]}})",
                     {{"angle", vessel.angle * pi / 180}});
}

double distance_from_wall(const Vessel& vessel, const Vec3d& x)
{
    if (vessel.is_round)
        return 0.5 - norm(x);
    const double c = std::cos(vessel.angle * pi / 180), s = std::sin(vessel.angle * pi / 180);
    const Vec3d y{c * x.x + s * x.y, c * x.y - s * x.x, 0};
    return std::min({y.x, y.y, width - y.x, height - y.y});
}

/// Means of p/p_exact row by row.
class Rows
{
public:
    void add(Experiment& experiment, const Vessel& vessel)
    {
        const Array<Real> pressure = experiment.world().pressure();
        const double dx = experiment.spacing();
        const auto of = [&](Index i) { return static_cast<double>(pressure[static_cast<std::size_t>(i)]); };
        double level = 0, bottom = HUGE_VAL;
        int n = 0;
        experiment.for_each_fluid([&](Index i) {
            const Vec3d& x = experiment.particles().position[i];
            bottom = std::min(bottom, x.y);
            if (distance_from_wall(vessel, x) < 5 * dx || of(i) < 6 * density * g * dx)
                return;
            level += of(i) / (density * g) + x.y;
            ++n;
        });
        level /= n;
        experiment.for_each_fluid([&](Index i) {
            const Vec3d& x = experiment.particles().position[i];
            const auto row = static_cast<std::size_t>(std::max(0.0, distance_from_wall(vessel, x) / dx));
            if (row >= row_count || level - x.y < 0.25 * (level - bottom))
                return;
            sum_[row] += of(i) / (density * g * (level - x.y));
            ++count_[row];
        });
    }
    [[nodiscard]] double mean(std::size_t row) const { return sum_[row] / count_[row]; }

private:
    std::array<double, row_count> sum_{};
    std::array<int, row_count> count_{};
};

void run_vessel(const Context& context, Outcome& outcome, const Vessel& vessel, const Stretch& stretch)
{
    const RunScene text{
        "water-at-walls-" + std::to_string(outcome.scenes.size() + 1),
        filled_in(
            scene,
            {{"dx", context.quick ? 0.04 : 0.02}, {"duration", stretch.duration}, {"shape", shape_of(vessel)}, {"level", vessel.level}})};
    Experiment experiment(context, outcome, text, stretch);
    double mass = 0;
    experiment.for_each_fluid([&](Index i) { mass += static_cast<double>(experiment.particles().mass[i]); });
    ProbeWatch force(experiment, 0);
    Rows rows;
    experiment.run_until(0.5 * stretch.duration);
    experiment.run_until(stretch.duration, stretch.duration / 40, [&] { rows.add(experiment, vessel); });

    const auto add = [&](const std::string& figure, double reference, double measured, double tolerance) {
        outcome.rows.push_back(
            {vessel.name + ": " + figure, reference, measured, Comparison::relative, tolerance, true, experiment.seconds()});
    };
    for (std::size_t row = 0; row < row_count; ++row)
        add("p / p exact in row " + std::to_string(row + 1), 1, rows.mean(row), vessel.tolerance);
    add("force on the walls [N]", -mass * g, force.curve("force_y [N]").mean(0.5 * stretch.duration, stretch.duration), 0.005);
    outcome.rows.push_back({vessel.name + ": largest speed at the end / √(gH)", 0, largest_speed(experiment) / std::sqrt(g * vessel.level),
                            Comparison::absolute, 0.002, true, experiment.seconds()});
}

void run(const Context& context, Outcome& outcome)
{
    const std::vector<Vessel> vessels{{.name = "level tank"},
                                      {.name = "tank turned by 17°", .angle = 17},
                                      {.name = "tank turned by 45°", .angle = 45},
                                      {.name = "round vessel", .is_round = true, .level = 0.2, .tolerance = 0.05}};
    for (std::size_t k = 0; k < vessels.size(); ++k)
        attempt(outcome, vessels[k].name, true,
                [&] { run_vessel(context, outcome, vessels[k], part(context.quick ? 2 : 10, k, vessels.size())); });
}
} // namespace

Case water_at_walls_case()
{
    return {.name = "water-at-walls",
            .id = "L16",
            .group = "fluid",
            .description = "Water 1 m deep stands for 10 s in tanks at three angles and in a round vessel, 50 particles across.",
            .source = "Hydrostatics: p = ρg(H − y), and the walls bear the weight.",
            .seconds = 60,
            .quick_seconds = 8,
            .run = run};
}
} // namespace aspic::validation
