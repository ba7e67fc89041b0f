// Blocks of fluid and of a solid are shot at plates of random thickness, at random speed. The reference is exact: seen
// from the plate, no particle is on the other side.

#include "measure.h"
#include "walls/walls_cases.h"

#include "aspic/io/number_text.h"
#include "aspic/simulation/pose.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a block flies at a plate across a vessel",
  "dimension": $dimension,
  "spacing": 0.05,
  "gravity": [0, 0, 0],
  "materials": {"stuff": $material},
  "objects": {"block": {"shape": {"box": {"from": [-0.45, 0.2, 0.05], "to": [-0.1, 0.55, 0.2]}}, "material": "stuff", "velocity": [$speed, $aside]}},
  "walls": {"vessel": {"shape": {"box": {"from": [-1, 0, 0], "to": [1, 1, 0.25]}}, "keeps": "inside"}$plate_of_wall},
  "rigid_bodies": {$plate_of_body},
  "solvers": {"pressure": {"$pressure": {}}}
})";

/// A number between 0 and 1 for a shot.
double random_number(std::uint64_t shot, std::uint64_t which)
{
    std::uint64_t z = (shot * 16 + which + 1) * 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

enum class Kind
{
    fluid,
    sound, ///< weakly compressible
    solid,
    moving, ///< the plate comes to meet the block, and turns
    sheet   ///< the plate is a rigid body
};

struct Shot
{
    Kind kind = Kind::fluid;
    int dimension = 2;
    double thickness = 0; ///< [m]
    double speed = 0;     ///< [m/s]
};

Shot shot_of(Kind kind, std::uint64_t number)
{
    const double decades = random_number(number, 1);
    return {.kind = kind,
            .dimension = number % 4 == 3 ? 3 : 2,
            .thickness = 0.05 * std::pow(10.0, -9 * random_number(number, 0)), // 1e-9 … 1 spacing
            .speed = std::pow(10.0, 5 * decades)};                             // 1 … 1e5 m/s
}

std::string scene_of(const Shot& shot)
{
    const std::string box = R"("plate": {"shape": {"box": {"from": [0, -3, -1], "to": [)" + number_text(shot.thickness) + ", 4, 1.2]}}";
    const std::string motion = R"(, "motion": {"velocity": [)" + number_text(-0.5 * shot.speed) +
                               R"(, 0, 0], "angular_velocity": [0, 0, )" + number_text(shot.speed) + R"(], "center": [0, 0.4, 0]})";
    const bool is_body = shot.kind == Kind::sheet;
    return filled_in(scene, {{"dimension", double(shot.dimension)},
                             {"material", std::string(shot.kind == Kind::solid ? R"({"elastic": {"young_modulus": 1e5}})" : "{}")},
                             {"speed", shot.speed},
                             {"aside", 0.3 * shot.speed},
                             {"plate_of_wall", is_body ? "" : ", " + box + (shot.kind == Kind::moving ? motion : "") + "}"},
                             {"plate_of_body", is_body ? box + R"(, "mass": 1e5})" : ""},
                             {"pressure", std::string(shot.kind == Kind::sound ? "weakly_compressible" : "dfsph")}});
}

/// Particles on the other side of the plate.
double count_through(const Experiment& experiment, double thickness)
{
    const World& world = experiment.world();
    double count = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d x = experiment.particles().position[i];
        const Vec3d X = world.scene().rigid_bodies.empty() ? pose_at(world.scene().walls[1].value.motion, world.time()).material_point(x)
                                                           : world.rigid_body(0).pose().material_point(x);
        count += X.x > 0.5 * thickness ? 1 : 0;
    });
    return count;
}

void run(const Context& context, Outcome& outcome)
{
    const std::uint64_t shots = context.quick ? 4 : 40;
    const std::vector<std::pair<Kind, std::string>> kinds{{Kind::fluid, "incompressible fluid"},
                                                          {Kind::sound, "weakly compressible fluid"},
                                                          {Kind::solid, "elastic solid"},
                                                          {Kind::moving, "plate that moves and turns"},
                                                          {Kind::sheet, "rigid sheet"}};
    for (const auto& [kind, name] : kinds)
    {
        double through = 0, tried = 0, seconds = 0;
        const std::string label = name;
        attempt(outcome, label, true, [&, kind = kind] {
            for (std::uint64_t k = 0; k < shots; ++k)
            {
                const Shot shot = shot_of(kind, k + 100 * static_cast<std::uint64_t>(kind));
                const double duration = 0.6 / shot.speed;
                Experiment experiment(context, outcome, {"passage-" + std::to_string(outcome.scenes.size() + 1), scene_of(shot)},
                                      {duration});
                experiment.run_until(duration);
                through += count_through(experiment, shot.thickness);
                tried += static_cast<double>(experiment.world().state().fluid_size());
                seconds += experiment.seconds();
            }
        });
        outcome.rows.push_back({label + ": particles that passed", 0, through, Comparison::absolute, 0, true, seconds});
        outcome.rows.push_back({label + ": particles that were shot", 0, tried, Comparison::absolute, 0, false, seconds});
    }
}
} // namespace

Case passage_case()
{
    return {
        .name = "passage",
        .id = "W2",
        .group = "walls",
        .description =
            "Blocks are shot at plates of 1e-9 to 1 spacing at 1 to 1e5 m/s, which rest, move, turn, or are rigid bodies, in 2D and 3D.",
        .source = "Seen from the plate, all stay on their side.",
        .seconds = 120,
        .quick_seconds = 10,
        .run = run};
}
} // namespace aspic::validation
