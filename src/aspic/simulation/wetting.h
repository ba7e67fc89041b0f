#pragma once

#include "aspic/simulation/scene_boundaries.h"
#include "aspic/solvers/surface_tension/akinci2013.h"

namespace aspic
{
/// How the walls and rigid bodies of a scene attract fluid that has a surface tension σ, such that it meets them at their contact angle θ. By Young and Dupré the work of parting them is
/// σ(1 + cos θ). Of cohesion's share of σ that is adhesion; of that of the normals, the wall's matter counts 1 + cos θ times as fluid in their sum.
class Wetting
{
public:
    explicit Wetting(const Scene& scene);

    [[nodiscard]] bool any() const { return any_; }

    /// [1/m] What walls add to the sum of normals: Σ (1 + cos θ) g.
    void find_normals(const BoundaryTerms& terms, View<Vec3> wall) const;

    /// Adds adhesion to a; returns what the walls and bodies get in a step, the opposite.
    ///   `tension`: σ/ρ0² of each particle [N m⁵/kg²]
    std::vector<BodyImpulse> add_adhesion(const Fluid& fluid, const SceneBoundaries& walls, View<const Real> tension, double dt,
                                          View<Vec3> a) const;

private:
    /// [m/s²] per unit of a term's gradient.
    [[nodiscard]] double pull(const Fluid& fluid, const SceneBoundaries& walls, Index i, const BoundaryTerm& term, double tension) const;

    std::vector<double> wetting_; ///< 1 + cos θ of each wall, then of each rigid body; 0: does not attract
    bool any_ = false;
    double cohesive_ = 0; ///< share of σ
    AdhesionProfile profile_;
};
} // namespace aspic
