#include "aspic/solvers/smoothing/xsph.h"

#include "aspic/operators/velocity_smoothing.h"

namespace aspic
{
template <> const Structure& structure_of<NoSmoothing>()
{
    static const Structure table = structure<NoSmoothing>("none", "particles move with their own velocities", {});
    return table;
}

template <> const Structure& structure_of<XsphSettings>()
{
    static const Structure table = structure<XsphSettings>(
        "xsph", "particles move with velocities nearer to those of their neighbours (T09 (53), Monaghan 1992)",
        {field<&XsphSettings::strength>("strength", "0: not at all, 1: with the mean of the neighbours").range(0, 1),
         field<&XsphSettings::is_stored>("stored",
                                         "the smoothed velocity is kept, which is a stronger viscosity; else it only moves particles")});
    return table;
}

void smooth_velocity(const XsphSettings& settings, const Fluid& fluid, View<const Real> viscosity, View<Vec3> change)
{
    const ParticleSet& particles = fluid.particles;
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), VelocitySmoothing<std::remove_cvref_t<decltype(k)>>{
                                           fluid.neighborhood.view(), k, particles.velocity.view(), particles.mass.view(),
                                           particles.density.view(), viscosity, static_cast<Real>(settings.strength), change});
        },
        fluid.kernel);
}
} // namespace aspic
