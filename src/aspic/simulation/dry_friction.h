#pragma once

#include "aspic/simulation/friction_table.h"
#include "aspic/simulation/scene_boundaries.h"

namespace aspic
{
/// Coulomb's friction where pressure keeps particles apart from walls, rigid bodies and other solids: against their sliding, by at most μ times what pressure gave in the step, and never more than stops it.
/// Each contact of a particle or body may use an equal share of its mass, so that all of them together do not overshoot either.
class DryFriction
{
public:
    explicit DryFriction(const Scene& scene) : table_(scene) {}
    [[nodiscard]] const FrictionTable& table() const { return table_; }

    /// What pressure did in the step.
    struct Pressed
    {
        const Fluid& fluid;
        PairView<const Real> slope; ///< [1/m²] s_ij; 0 between particles of one solid
        View<const Real> k;         ///< [Pa]
        View<const Index> held;     ///< positive for particles that nothing moves; empty: none
        double dt = 0;              ///< [s]
    };

    /// v → v; returns what the walls and bodies get, the opposite.
    std::vector<BodyImpulse> brake_at_bodies(const Pressed& pressed, const SceneBoundaries& walls) const;

    /// v → v: solids that touch each other, or themselves.
    ///   `solid`: number of the solid; −1: a fluid
    void brake_between_solids(const Pressed& pressed, View<const Index> solid) const;

private:
    struct Contact;
    [[nodiscard]] std::vector<Contact> contacts_of(const Pressed& pressed, const SceneBoundaries& walls) const;

    FrictionTable table_;
};
} // namespace aspic
