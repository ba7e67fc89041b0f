// D11: bodies of random shape, pose, stiffness, spacing and friction fall on a floor: energy never grows by more than 1
// % of what there was (kinetic, or m g L). More of these: ./aspic scan.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"
#include "scan/scene_check.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::uint64_t seed = 16;

void run(const Context& context, Outcome& outcome)
{
    const std::uint64_t count = context.quick ? 4 : 20, compared = context.quick ? 0 : 5;
    const std::vector<Method> others = compared_methods();
    const std::uint64_t parts = count + compared * others.size();
    std::uint64_t done = 0;
    const auto check = [&](std::uint64_t k, const Method& method) {
        const RandomScene scene = random_scene({seed, Happening::drop, method.settings}, k);
        const SceneCheck found = check_scene(context, outcome, scene, label_of("drop-" + std::to_string(k) + "-", method.name),
                                             part(scene.duration, done++, parts));
        if (!found.broken.empty())
            outcome.remarks.push_back(scene.name + ": " + found.broken);
        return std::pair{scene.name, found};
    };
    for (std::uint64_t k = 0; k < count; ++k)
    {
        const auto [name, found] = check(k, own_method);
        outcome.rows.push_back({name + ": energy gained", 0.01, found.broken.empty() ? found.energy_gain : std::nan(""),
                                Comparison::at_most, 0, true, found.seconds});
    }
    for (const Method& method : others)
    {
        double largest = 0;
        for (std::uint64_t k = 0; k < compared; ++k)
            largest = std::max(largest, check(k, method).second.energy_gain);
        if (compared > 0)
            outcome.rows.push_back(
                {"the first five, " + method.name + ": largest energy gained", 0.01, largest, Comparison::at_most, 0, false, 0});
    }
}
} // namespace

Case random_drops_case()
{
    return {.name = "random-drops",
            .id = "D11",
            .group = "dynamics",
            .description = "Boxes, bars, plates, tetrahedra and balls, of random pose, stiffness, spacing and friction, fall on a floor.",
            .source = "Energy that nothing adds to: what there is above that at first, of its scale.",
            .seconds = 20,
            .quick_seconds = 5,
            .run = run};
}
} // namespace aspic::validation
