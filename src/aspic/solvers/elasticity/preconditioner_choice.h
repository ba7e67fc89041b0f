#pragma once

#include "aspic/solvers/elasticity/elasticity_settings.h"
#include "aspic/solvers/elasticity/preconditioner.h"

#include <list>

namespace aspic
{
/// Numbers in the factor of the stretch matrix of a body, estimated before anything is built: nested dissection of its places by planes.
///   `reach`: [m] particles as far apart are not coupled
double estimated_factor_entries(View<const Vec3d> points, double reach);

/// Chooses and keeps preconditioners of one rest shape. What is chosen, and what it does, depends on the step, the held particles and the number of bodies alone, not on the steps before: a run that was
/// interrupted goes on with the same bits.
class PreconditionerChoice
{
public:
    PreconditionerChoice(const RestShape& shape, const ElasticStuff& stuff, const ElasticitySettings& settings);

    struct Occasion
    {
        double dt = 0;          ///< [s]
        double usual_dt = 0;    ///< [s] that most steps have; 0: not known
        View<const Index> held; ///< not zero for particles that do not move; empty: none
        Index bodies = 1;       ///< that are solved together
    };
    /// Made for the step that is nearest to Δt among the usual one times powers of √2: so that it need not be made anew often. A preconditioner for such a step serves the others near it.
    ElasticPreconditioner& find(const Occasion& occasion);

    [[nodiscard]] bool is_direct_better(Index bodies);
    void keep_factors_in(FactorCache& cache) { factors_ = &cache; }
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Kept
    {
        bool is_direct;
        double dt;
        Array<Index> held;
        std::unique_ptr<ElasticPreconditioner> preconditioner;
        std::shared_ptr<const EliminationPlan> plan;
    };

    [[nodiscard]] Kept make(bool is_direct, double dt, View<const Index> held);
    void forget_old();

    const RestShape* shape_;
    const ElasticStuff* stuff_;
    ElasticitySettings settings_;
    FactorCache* factors_ = nullptr;         ///< of earlier and later runs
    std::shared_ptr<const CoarseGrid> grid_; ///< none before it is needed
    double factor_entries_ = -1;             ///< estimate; −1: not known yet
    std::list<Kept> kept_;                   ///< those used last first
};
} // namespace aspic
