#include "aspic/solvers/elasticity/solid_contacts.h"

#include "aspic/solvers/elasticity/elastic_system.h"
#include "aspic/solvers/elasticity/rigid_group.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double tangential = 0.5; ///< stiffness along the surface, as a fraction of that along its normal

using Systems = SolidContacts::Systems;

Vec3d motion_at(const SolidParticle& particle, const Systems& systems)
{
    return particle.is_rigid ? particle.velocity + systems.groups.motion_at(particle.slot, particle.arm)
                             : systems.solids[particle.system]->motion_of(particle.slot);
}

Vec3d direction_at(const SolidParticle& particle, const Systems& systems)
{
    return particle.is_rigid ? systems.groups.direction_at(particle.slot, particle.arm)
                             : systems.solids[particle.system]->direction_of(particle.slot);
}

void add_residual(const SolidParticle& particle, const Systems& systems, const Vec3d& impulse)
{
    particle.is_rigid ? systems.groups.add_residual(particle.slot, particle.arm, impulse)
                      : systems.solids[particle.system]->add_residual(particle.slot, impulse);
}

void add_product(const SolidParticle& particle, const Systems& systems, const Vec3d& impulse)
{
    particle.is_rigid ? systems.groups.add_product(particle.slot, particle.arm, impulse)
                      : systems.solids[particle.system]->add_product(particle.slot, impulse);
}

Vec3d along(const Vec3d& v, const Vec3d& direction)
{
    const double square = dot(direction, direction);
    return square > 0 ? v - (dot(v, direction) / square) * direction : v;
}
} // namespace

template <class Velocity> SolidContacts::Motion SolidContacts::motion_of(const ParticleContact& contact, const Velocity& velocity) const
{
    const Vec3d own = velocity(contact.owner);
    Motion motion{0, own};
    for (const ParticleContact::Other& other : contact.others)
    {
        const Vec3d v = velocity(other.particle);
        motion.rate += dot(other.gradient, own - v);
        motion.sliding -= other.weight * v;
    }
    motion.sliding = along(motion.sliding, contact.gradient);
    return motion;
}

SolidContacts::Motion SolidContacts::motion_now(const ParticleContact& contact, Systems systems) const
{
    return motion_of(contact, [&](const SolidParticle& particle) { return motion_at(particle, systems); });
}

/// [kg/s] Friction for each m/s along the surface.
double SolidContacts::spring_along(const ParticleContact& contact) const
{
    return tangential * dt_ * contact.stiffness * dot(contact.gradient, contact.gradient);
}

SolidContacts::Force SolidContacts::force_of(const ParticleContact& contact, const Motion& motion) const
{
    if (!contact.presses)
        return {};
    return {contact.stiffness * (contact.excess + dt_ * motion.rate), contact.grip.force(motion.sliding, spring_along(contact))};
}

/// `use(particle, force on it, and from where it is predicted to be, where that acts)`
template <class Use> void SolidContacts::for_each_part(const ParticleContact& contact, const Force& force, const Use& use) const
{
    Vec3d between; // from the owner to the middle of the contact
    for (const ParticleContact::Other& other : contact.others)
        between -= 0.5 * other.weight * other.ahead;
    use(contact.owner, force.friction, between);
    for (const ParticleContact::Other& other : contact.others)
    {
        const Vec3d push = force.pressure * other.gradient;
        use(contact.owner, -push, Vec3d{});
        use(other.particle, push, other.apart - other.ahead);
        use(other.particle, -other.weight * force.friction, other.apart + between);
    }
}

/// What fills how much where particles will be, and along which lines.
void SolidContacts::find_gradients(ParticleContact& contact, Systems systems) const
{
    const ElasticSystem& own = *systems.solids[contact.owner.system];
    const Vec3d u = own.motion_of(contact.owner.slot), predicted = own.predicted_motion_of(contact.owner.slot);
    contact.excess = contact.filled;
    contact.gradient = {};
    double total = 0;
    for (ParticleContact::Other& other : contact.others)
    {
        const Vec3d relative = u - motion_at(other.particle, systems);
        if (other.particle.is_rigid) // acts where the owner is; its gradient is given
            contact.excess += dt_ * dot(other.gradient, relative);
        else
        {
            other.ahead = other.offset + dt_ * relative;
            other.apart =
                other.offset + dt_ * (predicted - systems.solids[other.particle.system]->predicted_motion_of(other.particle.slot));
            const double r = norm(other.ahead);
            std::visit(
                [&](const auto& kernel) {
                    contact.excess += other.volume * kernel.w(r);
                    other.gradient = (other.volume * kernel.dw_over_r(r)) * other.ahead;
                },
                kernel_);
        }
        contact.excess -= dt_ * dot(other.gradient, relative);
        other.weight = norm(other.gradient);
        total += other.weight;
        contact.gradient += other.gradient;
    }
    contact.friction = 0;
    for (ParticleContact::Other& other : contact.others)
    {
        other.weight = total > 0 ? other.weight / total : 0;
        contact.friction += other.weight * other.friction;
    }
}

/// What presses and how it grips; whether that is otherwise than before.
bool SolidContacts::choose(ParticleContact& contact, const Motion& motion) const
{
    const bool did_press = contact.presses;
    const double pressure = contact.stiffness * (contact.excess + dt_ * motion.rate);
    contact.presses = pressure > 0;
    bool has_changed = contact.presses != did_press;
    if (contact.presses && contact.friction > 0)
        has_changed =
            contact.grip.limit(motion.sliding, spring_along(contact), contact.friction * pressure * norm(contact.gradient)) || has_changed;
    else
        contact.grip.fraction = 0;
    return has_changed;
}

void SolidContacts::begin(Systems systems)
{
    for (ParticleContact& contact : contacts_)
    {
        find_gradients(contact, systems);
        contact.grip = {.held_by = along(contact.force, contact.gradient)};
        const Motion motion = motion_now(contact, systems);
        choose(contact, motion);
        for_each_part(contact, force_of(contact, motion), [&](const SolidParticle& particle, const Vec3d& force, const Vec3d&) {
            add_residual(particle, systems, dt_ * force);
        });
    }
}

double SolidContacts::multiply(Systems systems) const
{
    double work = 0;
    for (const ParticleContact& contact : contacts_)
        if (contact.presses)
        {
            const Motion motion = motion_of(contact, [&](const SolidParticle& particle) { return direction_at(particle, systems); });
            const double push = square(dt_) * contact.stiffness * motion.rate;
            const Vec3d drag = (dt_ * contact.grip.fraction * spring_along(contact)) * motion.sliding;
            work += push * motion.rate + dot(drag, motion.sliding);
            for_each_part(contact, {push, -drag},
                          [&](const SolidParticle& particle, const Vec3d& force, const Vec3d&) { add_product(particle, systems, -force); });
        }
    return work;
}

bool SolidContacts::revise(Systems systems)
{
    bool any_changed = false;
    for (ParticleContact& contact : contacts_)
    {
        const Motion motion = motion_now(contact, systems);
        const Force before = force_of(contact, motion);
        any_changed = choose(contact, motion) || any_changed;
        const Force after = force_of(contact, motion);
        for_each_part(
            contact, {after.pressure - before.pressure, after.friction - before.friction},
            [&](const SolidParticle& particle, const Vec3d& force, const Vec3d&) { add_residual(particle, systems, dt_ * force); });
    }
    return any_changed;
}

void SolidContacts::finish(Systems systems)
{
    for (ParticleContact& contact : contacts_)
    {
        const Force force = force_of(contact, motion_now(contact, systems));
        contact.force = force.friction;
        for_each_part(contact, force, [&](const SolidParticle& particle, const Vec3d& part, const Vec3d& from) {
            if (particle.is_rigid)
                systems.groups.note_impulse(particle.slot, particle.arm, dt_ * part);
            else
                systems.solids[particle.system]->note_impulse(particle.slot, dt_ * part, from);
        });
    }
}
} // namespace aspic
