#include "aspic/solvers/elasticity/rigid_group.h"

#include "aspic/solvers/elasticity/elastic_system.h"

#include <algorithm>

namespace aspic
{
namespace
{
std::size_t at(Index i) { return static_cast<std::size_t>(i); }
} // namespace

void GroupUnknowns::attach(std::size_t system, const GroupLink& link)
{
    links_.push_back({system, link});
    take_part(link.group);
}

/// `visit(group, its speeds, number of the freedom)` of all that take part.
template <class Visit> void GroupUnknowns::for_each_freedom(const Visit& visit) const
{
    for (std::size_t g = 0; g < speeds_.size(); ++g)
        if (speeds_[g].takes_part)
            for (std::size_t k = 0; k < groups_[g].freedoms.size(); ++k)
                visit(g, k);
}

Vec3d GroupUnknowns::velocity_at(Index group, const Vec3d& arm, const SmallVector& speeds) const
{
    Vec3d v;
    for (std::size_t k = 0; k < groups_[at(group)].freedoms.size(); ++k)
        v += speeds[k] * groups_[at(group)].freedoms[k].at(arm);
    return v;
}

void GroupUnknowns::add(Index group, const Vec3d& arm, const Vec3d& impulse, SmallVector Speeds::*to)
{
    for (std::size_t k = 0; k < groups_[at(group)].freedoms.size(); ++k)
        (speeds_[at(group)].*to)[k] += dot(groups_[at(group)].freedoms[k].at(arm), impulse);
}

void GroupUnknowns::gather(Systems systems)
{
    for (Speeds& speeds : speeds_)
        speeds.r = speeds.given = {};
    for (const auto& [system, link] : links_)
        add(link.group, link.arm, convert<double>(systems[system]->residual().r[link.particle]), &Speeds::r);
}

double GroupUnknowns::precondition()
{
    for (std::size_t g = 0; g < speeds_.size(); ++g)
        speeds_[g].z = speeds_[g].takes_part ? groups_[g].inertia.solve(speeds_[g].r) : SmallVector{};
    double progress = 0;
    for_each_freedom([&](std::size_t g, std::size_t k) { progress += speeds_[g].r[k] * speeds_[g].z[k]; });
    return progress;
}

void GroupUnknowns::turn_direction(double kept, Systems systems)
{
    for_each_freedom([&](std::size_t g, std::size_t k) { speeds_[g].p[k] = speeds_[g].z[k] + (kept == 0 ? 0 : kept * speeds_[g].p[k]); });
    for (const auto& [system, link] : links_)
        systems[system]->set_direction_of(link.particle, direction_at(link.group, link.arm));
}

double GroupUnknowns::begin_product()
{
    double work = 0;
    for_each_freedom([&](std::size_t g, std::size_t k) {
        speeds_[g].q[k] = groups_[g].freedoms[k].inertia * speeds_[g].p[k];
        work += speeds_[g].q[k] * speeds_[g].p[k];
    });
    return work;
}

void GroupUnknowns::advance(double length, Systems systems)
{
    for (const auto& [system, link] : links_)
        add(link.group, link.arm, systems[system]->product_of(link.particle), &Speeds::q);
    for_each_freedom([&](std::size_t g, std::size_t k) {
        groups_[g].change[k] += length * speeds_[g].p[k];
        speeds_[g].r[k] -= length * speeds_[g].q[k];
    });
}

Vec3d GroupUnknowns::motion_at(Index group, const Vec3d& arm) const { return velocity_at(group, arm, groups_[at(group)].change); }

Vec3d GroupUnknowns::direction_at(Index group, const Vec3d& arm) const { return velocity_at(group, arm, speeds_[at(group)].p); }

void GroupUnknowns::add_residual(Index group, const Vec3d& arm, const Vec3d& impulse) { add(group, arm, impulse, &Speeds::r); }

void GroupUnknowns::add_product(Index group, const Vec3d& arm, const Vec3d& impulse) { add(group, arm, impulse, &Speeds::q); }

GroupUnknowns::Surplus GroupUnknowns::surplus(Index group) const
{
    Surplus result;
    const RigidGroup& body = groups_[at(group)];
    for (std::size_t k = 0; k < body.freedoms.size(); ++k)
    {
        const double left = speeds_[at(group)].given[k] - body.freedoms[k].inertia * body.change[k];
        result.momentum += left * body.freedoms[k].shift;
        result.angular_momentum += left * body.freedoms[k].axis;
    }
    return result;
}

void GroupUnknowns::keep_momentum(Systems systems)
{
    bool is_free = true;
    double mass = 0;
    Vec3d residual;
    std::vector<ElasticSystem*> attached;
    std::ranges::copy_if(systems, std::back_inserter(attached), [](const ElasticSystem* system) { return !system->links().empty(); });
    for (const ElasticSystem* system : attached)
    {
        is_free = is_free && !system->is_anything_fixed();
        mass += system->mass();
        residual += system->loose_residual();
    }
    for (std::size_t g = 0; g < speeds_.size(); ++g)
        is_free = is_free && (!speeds_[g].takes_part ||
                              std::ranges::any_of(groups_[g].freedoms, [](const auto& freedom) { return norm(freedom.shift) > 0; }));
    if (!is_free || links_.empty())
        return;
    for_each_freedom([&](std::size_t g, std::size_t k) {
        mass += norm(groups_[g].freedoms[k].shift) * groups_[g].freedoms[k].inertia / 3;
        residual += speeds_[g].r[k] * groups_[g].freedoms[k].shift;
    });
    const Vec3d common = residual / mass;
    for (ElasticSystem* system : attached)
        system->add_velocity(common);
    for_each_freedom([&](std::size_t g, std::size_t k) { groups_[g].change[k] += dot(common, groups_[g].freedoms[k].shift); });
}
} // namespace aspic
