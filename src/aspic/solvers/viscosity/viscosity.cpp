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

template <> const Structure& structure_of<NoViscosity>()
{
    static const Structure table = structure<NoViscosity>("none", "no viscosity, whatever the materials say", {});
    return table;
}
} // namespace aspic
