#include "aspic/solvers/elasticity/rigid_group.h"

#include <algorithm>

namespace aspic
{
namespace
{
std::size_t at(Index i) { return static_cast<std::size_t>(i); }
} // namespace

GroupUnknowns::GroupUnknowns(std::span<RigidGroup> groups, std::span<const GroupLink> links)
    : groups_(groups), links_(links), speeds_(links.empty() ? 0 : groups.size())
{
    for (const GroupLink& link : links_)
        speeds_[at(link.group)].is_linked = true;
}

/// `visit(group, its speeds, number of the freedom)` of all that have links.
template <class Visit> void GroupUnknowns::for_each_freedom(const Visit& visit) const
{
    for (std::size_t g = 0; g < speeds_.size(); ++g)
        if (speeds_[g].is_linked)
            for (std::size_t k = 0; k < groups_[g].freedoms.size(); ++k)
                visit(g, k);
}

void GroupUnknowns::gather(View<const Vec3> residual)
{
    for (Speeds& speeds : speeds_)
        speeds.r = {};
    for (const GroupLink& link : links_)
        for (std::size_t k = 0; k < groups_[at(link.group)].freedoms.size(); ++k)
            speeds_[at(link.group)].r[k] += dot(groups_[at(link.group)].freedoms[k].at(link.arm), convert<double>(residual[link.particle]));
}

double GroupUnknowns::precondition()
{
    for (std::size_t g = 0; g < speeds_.size(); ++g)
        speeds_[g].z = speeds_[g].is_linked ? groups_[g].inertia.solve(speeds_[g].r) : SmallVector{};
    double progress = 0;
    for_each_freedom([&](std::size_t g, std::size_t k) { progress += speeds_[g].r[k] * speeds_[g].z[k]; });
    return progress;
}

void GroupUnknowns::turn_direction(double kept, View<Vec4> p)
{
    for_each_freedom([&](std::size_t g, std::size_t k) { speeds_[g].p[k] = speeds_[g].z[k] + kept * speeds_[g].p[k]; });
    for (const GroupLink& link : links_)
    {
        Vec3d v;
        for (std::size_t k = 0; k < groups_[at(link.group)].freedoms.size(); ++k)
            v += speeds_[at(link.group)].p[k] * groups_[at(link.group)].freedoms[k].at(link.arm);
        p[link.particle].xyz = convert<Real>(v);
    }
}

double GroupUnknowns::work() const
{
    double total = 0;
    for_each_freedom([&](std::size_t g, std::size_t k) { total += groups_[g].freedoms[k].inertia * speeds_[g].p[k] * speeds_[g].p[k]; });
    return total;
}

void GroupUnknowns::advance(double length, View<const Vec4> q)
{
    for_each_freedom([&](std::size_t g, std::size_t k) {
        groups_[g].change[k] += length * speeds_[g].p[k];
        speeds_[g].r[k] -= length * groups_[g].freedoms[k].inertia * speeds_[g].p[k];
    });
    for (const GroupLink& link : links_)
        for (std::size_t k = 0; k < groups_[at(link.group)].freedoms.size(); ++k)
            speeds_[at(link.group)].r[k] -=
                length * dot(groups_[at(link.group)].freedoms[k].at(link.arm), convert<double>(q[link.particle].xyz));
}

bool GroupUnknowns::move_freely() const
{
    bool all = true;
    for (std::size_t g = 0; g < speeds_.size(); ++g)
        all = all && (!speeds_[g].is_linked || std::ranges::any_of(groups_[g].freedoms, [](const auto& f) { return norm(f.shift) > 0; }));
    return all;
}

double GroupUnknowns::mass() const
{
    double total = 0;
    for_each_freedom([&](std::size_t g, std::size_t k) { total += norm(groups_[g].freedoms[k].shift) * groups_[g].freedoms[k].inertia; });
    return total / 3;
}

Vec3d GroupUnknowns::momentum_residual() const
{
    Vec3d total;
    for_each_freedom([&](std::size_t g, std::size_t k) { total += speeds_[g].r[k] * groups_[g].freedoms[k].shift; });
    return total;
}

void GroupUnknowns::add_velocity(const Vec3d& v) const
{
    for_each_freedom([&](std::size_t g, std::size_t k) { groups_[g].change[k] += dot(v, groups_[g].freedoms[k].shift); });
}
} // namespace aspic
