#include "aspic/solvers/pressure/dfsph_settings.h"

namespace aspic
{
template <> const Structure& structure_of<DfsphSettings>()
{
    using Settings = DfsphSettings;
    static const Structure table = structure<Settings>(
        "dfsph", "incompressible: velocities are corrected until density neither is too high nor grows (Bender and Koschier 2015, 2017)",
        {field<&Settings::density_error>("density_error", "mean compression that a step may leave")
             .range_within({.low = 0, .high = 0.1, .without_low = true}),
         field<&Settings::divergence_error>("divergence_error", "mean compression in a step that velocities may lead to")
             .range_within({.low = 0, .high = 0.1, .without_low = true}),
         field<&Settings::reduction>("reduction",
                                     "and its share of the largest one that there would be without pressure; 0: does not matter")
             .range(0, 1),
         field<&Settings::recovery>("recovery",
                                    "share of the compression there is that velocities undo in a step; the rest is undone by moving places")
             .range(0, 1),
         field<&Settings::min_iterations>("min_iterations", "of either solve").range(1, 10000),
         field<&Settings::max_iterations>("max_iterations", "after so many a solve ends as it is").range(1, 10000),
         field<&Settings::relaxation>("relaxation", "share of a Jacobi step that is taken")
             .range_within({.low = 0, .high = 1, .without_low = true}),
         field<&Settings::accelerated>("accelerated",
                                       "steps go on in the direction of the last ones (Nesterov): far fewer are needed in deep fluid"),
         field<&Settings::warm_start>("warm_start", "share of the last pressures with which a solve begins; 0: with none").range(0, 1),
         field<&Settings::courant>("courant", "spacings that particles may move in a step").range(1e-6, 2),
         field<&Settings::outliers>("outliers", "fraction of the fluid's particles that may move farther: drops that are shot away")
             .range(0, 1),
         field<&Settings::fastest>("fastest", "spacings that the fastest of these may move in a step").range(1e-6, 10),
         field<&Settings::growth>("growth", "how much longer a step may be than the one before").range(1, 10),
         field<&Settings::fall>("fall",
                                "times √(h/a), a the largest acceleration: what falls freely in a step must be a small share of the "
                                "support. Does not count at rest, unless there are solids, rigid bodies or surface tension")
             .range_within({.low = 0, .high = 2, .without_low = true}),
         field<&Settings::smallest_step>("smallest_step", "steps are not shortened below this because of the speed; 0: no such limit")
             .unit("s")
             .range(0, 1e9),
         field<&Settings::calming>("calming",
                                   "viscosity that lets particles come to rest, in spacings times the speed of pressure √(2 p/ρ); 0: none")
             .range(0, 1)});
    return table;
}
} // namespace aspic
