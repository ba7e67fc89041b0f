#include "aspic/simulation/attachments.h"

namespace aspic
{
namespace
{
std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Three ways to go, and turns about the principal axes; on an axle the turn about it.
std::vector<RigidFreedom> freedoms_of(const RigidBody& body)
{
    std::vector<RigidFreedom> result;
    if (body.inverse_mass > 0)
        for (int axis = 0; axis < 3; ++axis)
        {
            Vec3d shift;
            shift[axis] = 1;
            result.push_back({.shift = shift, .axis = {}, .inertia = body.mass});
        }
    const Mat3d axes = transpose(matrix_of(body.state.orientation * body.principal_axes));
    for (int axis = 0; axis < 3; ++axis)
        if (body.inverse_inertia[axis] > 0)
            result.push_back({.shift = {}, .axis = axes.row[static_cast<std::size_t>(axis)], .inertia = 1 / body.inverse_inertia[axis]});
    return result;
}

void add_particle(std::span<const RigidFreedom> freedoms, const Vec3d& arm, double mass, SmallMatrix& inertia)
{
    for (std::size_t k = 0; k < freedoms.size(); ++k)
        for (std::size_t l = 0; l < freedoms.size(); ++l)
            inertia(static_cast<int>(k), static_cast<int>(l)) += mass * dot(freedoms[k].at(arm), freedoms[l].at(arm));
}

double speed_along(const RigidFreedom& freedom, const RigidMotion& motion)
{
    return dot(freedom.shift, motion.velocity) + dot(freedom.axis, motion.angular_velocity);
}
} // namespace

void Attachments::find(const ParticleSet& particles, const HeldParticles& held, const RigidBodies& rigid)
{
    links_ = held.links(particles, rigid);
    groups_.assign(rigid.size(), {});
    centers_.clear();
    std::vector<SmallMatrix> inertia;
    for (std::size_t g = 0; g < groups_.size(); ++g)
    {
        centers_.push_back(rigid[g].state.position);
        groups_[g].freedoms = freedoms_of(rigid[g]);
        const auto n = static_cast<int>(groups_[g].freedoms.size());
        inertia.emplace_back(n, n);
        for (int k = 0; k < n; ++k)
            inertia[g](k, k) = groups_[g].freedoms[static_cast<std::size_t>(k)].inertia;
    }
    for (const GroupLink& link : links_)
        add_particle(groups_[at(link.group)].freedoms, link.arm, double(particles.mass[link.particle]), inertia[at(link.group)]);
    for (std::size_t g = 0; g < groups_.size(); ++g)
        groups_[g].inertia = SmallCholesky(inertia[g]);
}

std::vector<Attachments::Momenta> Attachments::momenta(const ParticleSet& particles) const
{
    std::vector<Momenta> result(groups_.size());
    for (const GroupLink& link : links_)
    {
        const Vec3d p = double(particles.mass[link.particle]) * convert<double>(particles.velocity[link.particle]);
        result[at(link.group)].linear += p;
        result[at(link.group)].angular += cross(centers_[at(link.group)] + link.arm, p);
    }
    return result;
}

/// Bodies and particles that had these momenta move as one.
void Attachments::join(ParticleSet& particles, RigidBodies& rigid, std::span<const Momenta> of_particles)
{
    for (std::size_t g = 0; g < groups_.size(); ++g)
    {
        RigidGroup& group = groups_[g];
        const RigidMotion motion = rigid[g].motion();
        const Vec3d p = of_particles[g].linear, L = of_particles[g].angular - cross(centers_[g], p);
        SmallVector momentum{};
        for (std::size_t k = 0; k < group.freedoms.size(); ++k)
            momentum[k] = dot(group.freedoms[k].shift, p) + dot(group.freedoms[k].axis, L) +
                          group.freedoms[k].inertia * speed_along(group.freedoms[k], motion);
        group.change = group.inertia.solve(momentum);
        for (std::size_t k = 0; k < group.freedoms.size(); ++k)
            group.change[k] -= speed_along(group.freedoms[k], motion);
    }
    apply_changes(rigid);
    for (const GroupLink& link : links_)
    {
        const RigidMotion motion = rigid[at(link.group)].motion();
        particles.velocity[link.particle] = convert<Real>(motion.velocity + cross(motion.angular_velocity, link.arm));
    }
}

void Attachments::share_momentum(ParticleSet& particles, RigidBodies& rigid)
{
    if (any())
        join(particles, rigid, momenta(particles));
}

/// About the body's own centre and principal axes: what is off them is left to sharing momentum.
RigidBody Attachments::with_particles(const RigidBody& body, Index group, const ParticleSet& particles) const
{
    RigidBody result = body;
    const Mat3d axes = transpose(matrix_of(body.state.orientation * body.principal_axes));
    for (const GroupLink& link : links_)
    {
        if (link.group != group)
            continue;
        const double mass = double(particles.mass[link.particle]);
        result.mass += mass;
        for (int axis = 0; axis < 3; ++axis)
        {
            const Vec3d arm = cross(axes.row[static_cast<std::size_t>(axis)], link.arm);
            result.principal_inertia[axis] += mass * dot(arm, arm);
        }
    }
    result.inverse_mass = body.inverse_mass > 0 ? 1 / result.mass : 0;
    const Vec3d omega = body.angular_velocity();
    result.state.angular_momentum = {};
    for (int axis = 0; axis < 3; ++axis)
    {
        const Vec3d& direction = axes.row[static_cast<std::size_t>(axis)];
        const double inertia = result.principal_inertia[axis];
        result.inverse_inertia[axis] = body.inverse_inertia[axis] > 0 ? 1 / inertia : 0;
        result.state.angular_momentum += (inertia * dot(direction, omega)) * direction;
    }
    return result;
}

RigidReport Attachments::solve_contacts(ParticleSet& particles, RigidBodies& rigid, double dt)
{
    share_momentum(particles, rigid);
    std::vector<RigidBody> bare, heavy;
    for (std::size_t g = 0; g < groups_.size(); ++g)
    {
        bare.push_back(rigid[g]);
        heavy.push_back(rigid[g].is_given() ? rigid[g] : with_particles(rigid[g], static_cast<Index>(g), particles));
        rigid.replace(g, heavy.back());
    }
    const RigidReport report = rigid.solve_contacts(dt);
    for (std::size_t g = 0; g < groups_.size(); ++g)
    {
        const RigidBodyState after = rigid[g].state;
        rigid.replace(g, bare[g]);
        rigid.apply(g,
                    {heavy[g].mass * (after.velocity - heavy[g].state.velocity), after.angular_momentum - heavy[g].state.angular_momentum});
    }
    share_momentum(particles, rigid);
    return report;
}

void Attachments::follow(WorldState& state, const HeldParticles& held, RigidBodies& rigid)
{
    if (!any())
        return;
    const std::vector<Momenta> before = momenta(state.particles);
    find(state.particles, held, rigid);
    for (const GroupLink& link : links_)
        state.particles.position[link.particle] = centers_[at(link.group)] + link.arm;
    join(state.particles, rigid, before);
    for (std::size_t k = 0; k < rigid.size(); ++k)
        state.rigid_bodies[k] = rigid[k].state;
}

void Attachments::apply_changes(RigidBodies& rigid)
{
    for (std::size_t g = 0; g < groups_.size(); ++g)
    {
        Wrench impulse;
        for (std::size_t k = 0; k < groups_[g].freedoms.size(); ++k)
        {
            const RigidFreedom& freedom = groups_[g].freedoms[k];
            impulse.force += (freedom.inertia * groups_[g].change[k]) * freedom.shift;
            impulse.torque += (freedom.inertia * groups_[g].change[k]) * freedom.axis;
        }
        rigid.apply(g, impulse);
        groups_[g].change = {};
    }
}

void Attachments::look_ahead(const RigidBodies& rigid, double dt, View<Vec3> v)
{
    std::vector<Mat3d> turns;
    for (std::size_t g = 0; g < groups_.size(); ++g)
        turns.push_back(rotation_matrix(dt * rigid[g].motion().angular_velocity));
    links_ahead_ = links_;
    for (GroupLink& link : links_ahead_)
    {
        const Vec3d turned = turns[at(link.group)] * link.arm;
        v[link.particle] = convert<Real>(rigid[at(link.group)].state.velocity + (turned - link.arm) / dt);
        link.arm = turned;
    }
}
} // namespace aspic
