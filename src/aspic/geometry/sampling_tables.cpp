#include "aspic/geometry/sampling_settings.h"

namespace aspic
{
template <> const Structure& structure_of<LatticeSampling>()
{
    static const Structure table = structure<LatticeSampling>("lattice", "particles on a cubic lattice, wherever it is inside", {});
    return table;
}

template <> const Structure& structure_of<RelaxedSampling>()
{
    using Settings = RelaxedSampling;
    static const Structure table = structure<Settings>(
        "relaxed", "particles that fill the shape evenly and touch its surface (K21 section 7): slower, for thin and curved shapes",
        {field<&Settings::cohesion>("cohesion", "how strongly neighbours keep a distance of one spacing").range(0, 100),
         field<&Settings::adhesion>("adhesion", "how strongly the surface attracts particles").range(0, 100),
         field<&Settings::step>("step", "longest way of a particle in an iteration, in 0.4 spacings").range_within({0, 1, true}),
         field<&Settings::tolerance>("tolerance", "root mean square of the way of particles in an iteration at which it ends, in spacings")
             .range(0, 1),
         field<&Settings::max_iterations>("max_iterations", "after which it ends in any case; 0: particles are only put in")
             .range(0, 100000)});
    return table;
}
} // namespace aspic
