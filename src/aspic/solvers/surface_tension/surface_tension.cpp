#include "aspic/solvers/surface_tension/surface_tension.h"

namespace aspic
{
template <> const Structure& structure_of<NoSurfaceTension>()
{
    static const Structure table = structure<NoSurfaceTension>("none", "no surface tension, whatever the materials say", {});
    return table;
}

template <> const Structure& structure_of<CohesionSettings>()
{
    static const Structure table = structure<CohesionSettings>("cohesion",
                                                               "particles of one fluid attract each other, so strongly that the material's "
                                                               "surface tension results (after Becker and Teschner 2007)",
                                                               {});
    return table;
}

template <> const Structure& structure_of<AkinciSettings>()
{
    using Settings = AkinciSettings;
    static const Structure table = structure<Settings>(
        "akinci",
        "cohesion and even normals, so strong that the material's surface tension results; walls and bodies may be wetted (Akinci et al. "
        "2013)",
        {field<&Settings::curvature>("curvature", "share of the surface tension that evens out normals; the rest is cohesion")
             .range(0, 1)});
    return table;
}
} // namespace aspic
