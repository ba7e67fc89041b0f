#include "aspic/simulation/fluid_solver.h"

#include "aspic/simulation/incompressible_flow.h"
#include "aspic/simulation/weakly_compressible_flow.h"

namespace aspic
{
namespace
{
struct MakeSolver
{
    const std::shared_ptr<const Scene>& scene;
    const Assets& assets;

    std::unique_ptr<FluidSolver> operator()(const WeaklyCompressibleSettings&) const
    {
        return std::make_unique<WeaklyCompressibleFlow>(scene, assets);
    }
    std::unique_ptr<FluidSolver> operator()(const DfsphSettings&) const { return std::make_unique<IncompressibleFlow>(scene, assets); }
};
} // namespace

std::unique_ptr<FluidSolver> make_fluid_solver(std::shared_ptr<const Scene> scene, const Assets& assets)
{
    return std::visit(MakeSolver{scene, assets}, scene->solvers.pressure);
}
} // namespace aspic
