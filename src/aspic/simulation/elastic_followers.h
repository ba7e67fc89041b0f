#pragma once

#include "aspic/particles/particle_set.h"
#include "aspic/solvers/elasticity/elastic_solver.h"

#include <list>

namespace aspic
{
/// A solid that answers while pressure is found.
struct ElasticFollower
{
    ElasticSolver* solver;
    const Index* particle; ///< of each slot
    ElasticStep step;
    ElasticSystem system;
    View<Vec3> push;         ///< [m/s]
    SolidIsland island = {}; ///< the system alone
};

/// How solids follow pressures while these are found, for particles as they stand.
class ElasticFollowers
{
public:
    void add(ElasticFollower follower);
    [[nodiscard]] bool any() const { return !all_.empty(); }

    /// v* + what pressure gave to loose particles → v* + (m + Δt² K)⁻¹ m of it; whether all solves converged. Held particles and those of rigid bodies keep what they have.
    bool follow(View<const Vec3> v_star, View<Vec4> v, Scratch& scratch);

    /// After the last of them: what solids that have given way pull their particles with that are parts of rigid bodies.
    void pull_attached(ParticleSet& particles) const;

private:
    std::list<ElasticFollower> all_; ///< which islands point into
};
} // namespace aspic
