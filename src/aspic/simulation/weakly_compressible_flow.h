#pragma once

#include "aspic/simulation/fluid_solver.h"
#include "aspic/simulation/ghosts.h"

namespace aspic
{
/// A weakly compressible fluid with ghost particles behind its walls (T09 sections 6.1 to 6.3).
class WeaklyCompressibleFlow final : public FluidSolver
{
public:
    WeaklyCompressibleFlow(std::shared_ptr<const Scene> scene, const Assets& assets);

    void prepare(WorldState& state) const override;
    void start(WorldState& state) const override;
    double step_length(WorldState& state, double limit, double longest) const override;
    void find_neighbors(FluidModel& model, WorldState& state) override;
    void advance_velocities(Stages& stages, const FluidStep& step) override;
    void follow_walls(const FluidStep& step) override;
    void end_step(const FluidStep& step) const override;
    [[nodiscard]] WallImpulse impulse(std::size_t wall) const override { return impulses_[wall]; }
    [[nodiscard]] Array<Real> pressure(const WorldState& state) const override;
    [[nodiscard]] double sound_speed(double time) const override;
    void evaluate(const FluidStep& step, Evaluation& result) override;
    [[nodiscard]] std::size_t bytes() const override { return ghosts_.bytes(); }

private:
    [[nodiscard]] Fluid fluid(const FluidStep& step) const;
    void update_pressure(const FluidStep& step);
    void sum_forces(const FluidStep& step);
    void measure_wall_forces(const FluidStep& step);
    void shift_particles(const FluidStep& step);

    std::shared_ptr<const Scene> scene_;
    double expected_speed_; ///< [m/s]
    Ghosts ghosts_;
    WeaklyCompressible pressure_;
    std::vector<WallImpulse> impulses_; ///< one for each wall
};
} // namespace aspic
