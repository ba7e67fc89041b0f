#include "aspic/solvers/viscosity/viscosity.h"

namespace aspic
{
template <> const Structure& structure_of<MorrisSettings>()
{
    static const Structure table = structure<MorrisSettings>(
        "morris", "explicit, momentum conserving (Morris, Fox and Zhu 1997); its step shrinks with viscosity", {});
    return table;
}

template <> const Structure& structure_of<LaplacianViscositySettings>()
{
    static const Structure table = structure<LaplacianViscositySettings>(
        "laplacian", "the kernel's Laplacian (T09 (52)): explicit, momentum conserving, noisier than morris; for comparison", {});
    return table;
}

template <> const Structure& structure_of<ImplicitViscositySettings>()
{
    using Settings = ImplicitViscositySettings;
    static const Structure table = structure<Settings>(
        "implicit", "for thick incompressible fluids (Weiler et al. 2018): steps stay long however large the viscosity; conserves momentum",
        {field<&Settings::tolerance>("tolerance", "what a solve may leave, as a share of the velocity change by viscosity")
             .range_within({.low = 0, .high = 0.5, .without_low = true}),
         field<&Settings::max_iterations>("max_iterations", "after so many a solve ends as it is").range(1, 10000)});
    return table;
}

template <> const Structure& structure_of<NoViscosity>()
{
    static const Structure table = structure<NoViscosity>("none", "no viscosity, whatever the materials say", {});
    return table;
}
} // namespace aspic
