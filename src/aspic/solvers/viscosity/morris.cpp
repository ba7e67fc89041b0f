#include "aspic/solvers/viscosity/morris.h"

#include "aspic/operators/viscous_acceleration.h"

namespace aspic
{
template <> const Structure& structure_of<NoViscosity>()
{
    static const Structure table = structure<NoViscosity>("none", "no viscosity, whatever the materials say", {});
    return table;
}

template <> const Structure& structure_of<MorrisSettings>()
{
    static const Structure table = structure<MorrisSettings>(
        "morris", "explicit, momentum conserving (Morris, Fox and Zhu 1997); its step shrinks with viscosity", {});
    return table;
}

void add_viscous_acceleration(const Neighborhood& neighborhood, const AnyKernel& kernel, const ParticleSet& fluid,
                              View<const Real> viscosity, View<Vec3> a)
{
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(),
                         ViscousAcceleration<std::remove_cvref_t<decltype(k)>>{neighborhood.view(), k, fluid.velocity.view(),
                                                                               fluid.mass.view(), fluid.density.view(), viscosity, a});
        },
        kernel);
}
} // namespace aspic
