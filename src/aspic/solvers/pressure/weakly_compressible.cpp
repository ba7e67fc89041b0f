#include "aspic/solvers/pressure/weakly_compressible.h"

#include "aspic/operators/pressure_acceleration.h"
#include "aspic/solvers/pressure/tait.h"

namespace aspic
{
void WeaklyCompressible::add_acceleration(const Neighborhood& neighborhood, const AnyKernel& kernel, const ParticleSet& fluid, View<Vec3> a)
{
    const Index n = fluid.size();
    p_over_rho2_.resize(static_cast<std::size_t>(n));

    parallel_for(n, TaitPressure{.rho = fluid.density.view(), // ρ → p
                                 .rho_0 = static_cast<Real>(settings_.rest_density),
                                 .stiffness = static_cast<Real>(settings_.stiffness()),
                                 .gamma = settings_.gamma,
                                 .negative_factor = static_cast<Real>(settings_.negative_factor),
                                 .p_over_rho2 = view(p_over_rho2_)});
    std::visit(
        [&](const auto& k) {
            parallel_for(n, PressureAcceleration<std::remove_cvref_t<decltype(k)>>{neighborhood.view(), k, fluid.mass.view(),
                                                                                   const_view(p_over_rho2_), a}); // p → a
        },
        kernel);
}
} // namespace aspic
