#include "aspic/solvers/pressure/boundary_coupling.h"

#include <algorithm>
#include <limits>

namespace aspic
{
namespace
{
constexpr Real mirrored = 2; ///< k_i + k_b at the wall, and with it velocities turned back

/// T/(1 − T), bounded: a particle deep in a wall has hardly any fluid to learn the gradient from.
Real missing_part(Real share)
{
    constexpr Real most = Real(0.7);
    const Real t = std::clamp(share, Real(0), most);
    return t / (1 - t);
}
} // namespace

void BoundaryCoupling::take(const Fluid& fluid, const BoundaryTerms& terms, std::span<const BoundaryBody> bodies)
{
    terms_ = &terms;
    bodies_.assign(bodies.begin(), bodies.end());
    filled_ = fluid.scratch.take<Real>(fluid.size());
    compliance_ = fluid.scratch.take<Real>(fluid.size());
    boundary_ = fluid.scratch.take<Vec4>(fluid.size());
    near_.clear();
    parallel_for(fluid.size(), [&](Index i) {
        Real filled = 0;
        double compliance = 0;
        Vec3 gradient;
        for (const BoundaryTerm& term : terms.of(i))
        {
            const BoundaryBody& body = bodies[static_cast<std::size_t>(term.body)];
            const Vec3d g = convert<double>(term.gradient);
            const Vec3d moment = convert<double>(term.moment);
            filled += term.filled;
            gradient += mirrored * term.gradient;
            compliance += square(double(mirrored)) * (body.inverse_mass * dot(g, g) + dot(moment, body.inverse_inertia * moment));
        }
        filled_[i] = filled;
        compliance_[i] = static_cast<Real>(compliance);
        boundary_[i] = joined(gradient, 0);
    });
    for (Index i = 0; i < fluid.size() && !terms.terms.empty(); ++i)
        if (!terms.of(i).empty())
        {
            const Vec3 g = boundary_[i].xyz;
            near_.push_back({i, g / max(norm(g), std::numeric_limits<Real>::min()), missing_part(filled_[i]), {}});
        }
    update_flux(bodies);
}

void BoundaryCoupling::update_flux(std::span<const BoundaryBody> bodies)
{
    std::vector<RigidMotion> motions;
    for (const BoundaryBody& body : bodies)
        motions.push_back(body.motion);
    update_flux(motions);
}

void BoundaryCoupling::update_flux(const std::vector<RigidMotion>& motions)
{
    parallel_for(static_cast<Index>(near_.size()), [&](Index n) {
        const Index i = near_[static_cast<std::size_t>(n)].particle;
        double flux = 0;
        for (const BoundaryTerm& term : terms_->of(i))
        {
            const RigidMotion& motion = motions[static_cast<std::size_t>(term.body)];
            flux += dot(motion.velocity, convert<double>(term.gradient)) + dot(motion.angular_velocity, convert<double>(term.moment));
        }
        boundary_[i].w = mirrored * static_cast<Real>(flux);
    });
}

void BoundaryCoupling::continue_pressure(const Push& push, View<Vec4> v)
{
    parallel_for(static_cast<Index>(near_.size()), [&](Index n) {
        Near& near = near_[static_cast<std::size_t>(n)];
        const Index i = near.particle;
        const Vec4 own = push.gradient[i];
        const Real step = static_cast<Real>(push.dt) * own.w;
        if (!(step > 0))
            return;
        const Vec3 sum = (push.v_star[i] - v[i].xyz) / step;                       // k_i (Σ V ∇ω + 2 g) + Σ V_j k_j ∇ω
        const Vec3 seen = sum - v[i].w * (2 * own.xyz - boundary_[i].xyz);         // Σ V_j (k_j − k_i) ∇ω
        near.missing = near.share * (seen - dot(near.normal, seen) * near.normal); // T ∇k, along the wall
        v[i].xyz -= step * near.missing;
    });
}

std::vector<BodyImpulse> BoundaryCoupling::impulses(const Fluid& fluid, View<const Vec4> v, double dt) const
{
    std::vector<BodyImpulse> result(bodies_.size());
    for (const Near& near : near_)
    {
        const Index i = near.particle;
        const double push = dt * double(fluid.rest_volume[i]);
        for (const BoundaryTerm& term : terms_->of(i))
        {
            const auto b = static_cast<std::size_t>(term.body);
            const double share = double(term.filled) / std::max(double(filled_[i]), 1e-12);
            const Vec3d extra = (push * share) * convert<double>(near.missing);
            const Vec3d place = fluid.particles.position[i] - convert<double>(term.offset) - bodies_[b].motion.center;
            const double twice = double(mirrored) * push * double(v[i].w);
            result[b].linear += twice * convert<double>(term.gradient) + extra;
            result[b].angular += twice * convert<double>(term.moment) + cross(place, extra);
        }
    }
    return result;
}
} // namespace aspic
