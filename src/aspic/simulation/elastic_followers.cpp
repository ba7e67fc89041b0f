#include "aspic/simulation/elastic_followers.h"

#include "aspic/compute/parallel.h"

namespace aspic
{
void ElasticFollowers::add(ElasticFollower follower)
{
    all_.push_back(std::move(follower));
    all_.back().island.systems = {&all_.back().system};
}

bool ElasticFollowers::follow(View<const Vec3> v_star, View<Vec4> v, Scratch& scratch)
{
    bool all_converged = true;
    for (ElasticFollower& each : all_)
    {
        parallel_for(each.push.size(), [&](Index k) {
            const Index i = each.particle[k];
            each.push[k] = each.step.is_held(k) ? Vec3{} : v[i].xyz - v_star[i];
        });
        all_converged = each.solver->answer(each.island, each.push, scratch).converged && all_converged;
        parallel_for(each.push.size(), [&](Index k) {
            const Index i = each.particle[k];
            if (!each.step.is_held(k))
                v[i].xyz = v_star[i] + each.step.change[k];
        });
    }
    return all_converged;
}

/// What solves left on other particles goes the same way, so that momentum is kept.
void ElasticFollowers::pull_attached(ParticleSet& particles) const
{
    for (const ElasticFollower& each : all_)
    {
        const auto is_attached = [&](Index k) { return each.step.is_held(k) && !each.step.is_fixed(k); };
        const auto mass = [&](Index k) { return particles.mass[each.particle[k]]; };
        const View<const Vec3> r = each.system.residual().r;
        const Index n = each.push.size();
        const double attached = sum(n, [&](Index k) { return is_attached(k) ? mass(k) : Real(0); });
        if (attached == 0)
            continue;
        const auto left = [&](int axis) { return sum(n, [&](Index k) { return each.step.is_held(k) ? Real(0) : r[k][axis]; }); };
        const Vec3 common = convert<Real>((1 / attached) * Vec3d{left(0), left(1), left(2)});
        parallel_for(n, [&](Index k) {
            if (is_attached(k))
                particles.velocity[each.particle[k]] += (1 / mass(k)) * r[k] + common;
        });
    }
}
} // namespace aspic
