#pragma once

#include "aspic/simulation/dry_friction.h"
#include "aspic/simulation/fluid_solver.h"
#include "aspic/simulation/rigid_forces.h"
#include "aspic/simulation/sticky_walls.h"
#include "aspic/simulation/wetting.h"
#include "aspic/solvers/pressure/dfsph.h"
#include "aspic/solvers/viscosity/implicit_viscosity.h"

#include <optional>

namespace aspic
{
/// An incompressible fluid (DFSPH) whose walls stand in its sums as boundary terms; there are no ghost particles. The column `last_pressure` holds the pressures of the
/// last step, with which the next solve begins; `viscous_change` that of velocities by implicit viscosity.
class IncompressibleFlow final : public FluidSolver
{
public:
    IncompressibleFlow(std::shared_ptr<const Scene> scene, const Assets& assets);

    void prepare(WorldState& state) const override;
    void start(WorldState& state) const override;
    double step_length(WorldState& state, double limit, double longest) const override;
    void find_neighbors(FluidModel& model, WorldState& state) override { model.find_neighbors(state); }
    void advance_velocities(Stages& stages, const FluidStep& step) override;
    [[nodiscard]] WallImpulse impulse(std::size_t wall) const override;
    [[nodiscard]] Array<Real> pressure(const WorldState& state) const override;
    [[nodiscard]] double sound_speed(double /*time*/) const override { return 0; }
    void evaluate(const FluidStep& step, Evaluation& result) override;
    [[nodiscard]] std::size_t bytes() const override { return walls_.bytes(); }

private:
    class WithFollowers;

    [[nodiscard]] ElasticBodies::Step elastic_step(const FluidStep& step, const Fluid& fluid) const;
    void collect_walls(const FluidStep& step);
    void find_density(const FluidStep& step);
    [[nodiscard]] double calming(const FluidStep& step) const;
    void sum_forces(const FluidStep& step);
    void add_surface_tension(const FluidStep& step);
    void drag(const FluidStep& step);
    [[nodiscard]] ViscousStep viscous_step(const FluidStep& step, const StickyWalls& sticky, double dt) const;
    void push_by_friction(const FluidStep& step);
    SolveReport diffuse(const FluidStep& step);
    void begin_rigid_bodies(const FluidStep& step);
    SolveReport deform(const FluidStep& step);
    SolveReport correct_velocities(const FluidStep& step);
    void measure_pressure_on_held(const FluidStep& step);
    void rub(const FluidStep& step);
    SolveReport solve_contacts(const FluidStep& step);
    SolveReport correct_places(const FluidStep& step);

    std::shared_ptr<const Scene> scene_;
    SceneBoundaries walls_;
    Dfsph dfsph_;
    std::optional<ImplicitViscosity> implicit_viscosity_; ///< none: viscosity is among the forces
    Wetting wetting_;
    DryFriction dry_friction_;
    RigidForces rigid_forces_;
    std::vector<BodyImpulse> friction_; ///< on each wall, in the step
    std::vector<BodyImpulse> adhesion_; ///< the same
};
} // namespace aspic
