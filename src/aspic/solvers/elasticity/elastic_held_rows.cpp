#include "aspic/solvers/elasticity/elastic_system.h"

// What elasticity gives to held particles: rows of the system that its solve leaves out.

namespace aspic
{
/// r += Δt f, unless the particle is fixed.
void ElasticSystem::add_force(Index i, const Vec3& impulse)
{
    r_[i] += step_.is_fixed(i) ? Vec3{} : impulse;
    if (!step_.on_held.empty() && step_.is_held(i))
        step_.on_held[i] += impulse;
}

/// p → q = (m + K) p, rows of fixed particles too.
void ElasticSystem::multiply_all_rows(Real elastic)
{
    const RestView rest = shape_->view();
    const auto k = const_view(stuff_->stiffness);
    parallel_for(n_, ElasticResponse{.rest = rest,
                                     .u = p_,
                                     .stiffness = k,
                                     .mass = free_mass_,
                                     .turn = step_.turn,
                                     .resistance = resistance_,
                                     .elastic = elastic,
                                     .viscous = viscous_,
                                     .stress = stress_,
                                     .own = q_});
    parallel_for(n_, ElasticPull{.rest = rest, .stiffness = k, .mass = {}, .stress = stress_, .sign = -1, .result = q_});
}

/// Δt f − Δt² K (Δv − its first guess), as for all others: momentum is kept as well as the solve keeps it.
void ElasticSystem::find_impulses_on_held()
{
    parallel_for(n_, [&](Index i) { p_[i].xyz = step_.change[i] - guess_[i]; });
    multiply_all_rows(static_cast<Real>(step_.dt * step_.dt));
    parallel_for(n_, [&](Index i) {
        if (step_.is_held(i))
            step_.on_held[i] -= q_[i].xyz - free_mass_[i] * p_[i].xyz;
    });
}

/// r −= β Δt K v, strain rates only; v may be z.
void ElasticSystem::resist_strain_rates(View<const Vec3> v)
{
    parallel_for(n_, [&](Index i) { p_[i].xyz = v[i]; });
    weigh_ties(0);
    if (step_.on_held.empty())
        multiply(0);
    else
        multiply_all_rows(0);
    weigh_ties(static_cast<Real>(step_.dt * step_.dt));
    parallel_for(n_, [&](Index i) { add_force(i, free_mass_[i] * v[i] - q_[i].xyz); });
}
} // namespace aspic
