#include "aspic/solvers/vorticity/vorticity.h"

namespace aspic
{
template <> const Structure& structure_of<NoVorticity>()
{
    static const Structure table = structure<NoVorticity>("none", "vortices live as long as viscosity and the particles let them", {});
    return table;
}

template <> const Structure& structure_of<MicropolarSettings>()
{
    using Settings = MicropolarSettings;
    static const Structure table = structure<Settings>(
        "micropolar", "particles spin and give their spin back to the flow: vortices live longer (Bender et al. 2017); conserves momentum",
        {field<&Settings::transfer>("transfer", "how fast spins and flow even out; about a hundredth of speed times size of the vortices")
             .unit("m²/s")
             .range(0, 1e6)
             .required(),
         field<&Settings::inertia>(
             "inertia",
             "of a spinning particle: its squared radius of gyration; without it (2h)². Larger vortices than this are hardly kept alive")
             .unit("m²")
             .positive(),
         field<&Settings::balance>("balance",
                                   "1: the flow loses what spins gain; 0: it does not, and vortices grow by themselves (the authors' form)")
             .range(0, 1)});
    return table;
}

template <> const Structure& structure_of<ConfinementSettings>()
{
    using Settings = ConfinementSettings;
    static const Structure table = structure<Settings>(
        "confinement", "a force that drives vortices around their middle (Fedkiw et al. 2001); adds energy and momentum",
        {field<&Settings::strength>("strength", "of the force").unit("1/s").range(0, 1e6)});
    return table;
}
} // namespace aspic
