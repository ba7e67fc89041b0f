#include "aspic/solvers/elasticity/solid_contacts.h"

#include "aspic/solvers/elasticity/elastic_system.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double tangential = 0.5; ///< stiffness along the surface, as a fraction of that along its normal

ElasticSystem& system_of(const SolidParticle& particle, SolidContacts::Systems systems) { return *systems[particle.system]; }

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
    return motion_of(contact, [&](const SolidParticle& particle) { return system_of(particle, systems).motion_of(particle.slot); });
}

double SolidContacts::grip_stiffness(const ParticleContact& contact) const
{
    switch (contact.grip)
    {
    case WallContact::Grip::stick:
        return tangential * dt_ * contact.stiffness * dot(contact.gradient, contact.gradient);
    case WallContact::Grip::slide:
        return contact.drag;
    case WallContact::Grip::none:
        break;
    }
    return 0;
}

SolidContacts::Force SolidContacts::force_of(const ParticleContact& contact, const Motion& motion) const
{
    if (!contact.presses)
        return {};
    const Vec3d before = contact.grip == WallContact::Grip::stick ? contact.held_by : Vec3d{};
    return {contact.stiffness * (contact.excess + dt_ * motion.rate), before - grip_stiffness(contact) * motion.sliding};
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

void SolidContacts::find_gradients(ParticleContact& contact, Systems systems) const
{
    const ElasticSystem& own = system_of(contact.owner, systems);
    const Vec3d u = own.motion_of(contact.owner.slot), predicted = own.predicted_motion_of(contact.owner.slot);
    contact.excess = contact.filled;
    contact.gradient = {};
    double total = 0, rate = 0;
    for (ParticleContact::Other& other : contact.others)
    {
        const ElasticSystem& system = system_of(other.particle, systems);
        const Vec3d relative = u - system.motion_of(other.particle.slot);
        other.ahead = other.offset + dt_ * relative;
        other.apart = other.offset + dt_ * (predicted - system.predicted_motion_of(other.particle.slot));
        const double r = norm(other.ahead);
        std::visit(
            [&](const auto& kernel) {
                contact.excess += other.volume * kernel.w(r);
                other.gradient = (other.volume * kernel.dw_over_r(r)) * other.ahead;
            },
            kernel_);
        rate += dot(other.gradient, relative);
        other.weight = norm(other.gradient);
        total += other.weight;
        contact.gradient += other.gradient;
    }
    contact.excess -= dt_ * rate;
    contact.friction = 0;
    for (ParticleContact::Other& other : contact.others)
    {
        other.weight = total > 0 ? other.weight / total : 0;
        contact.friction += other.weight * other.friction;
    }
}

/// Coulomb's law for what a spring and the pressure would be; whether the choice is another than before.
bool SolidContacts::choose(ParticleContact& contact, const Motion& motion, bool is_first) const
{
    constexpr double enough = 0.1; // by which friction may be off
    const bool did_press = contact.presses;
    const WallContact::Grip old_grip = contact.grip;
    const double old_drag = contact.drag;
    const double pressure = contact.stiffness * (contact.excess + dt_ * motion.rate);
    contact.presses = pressure > 0;
    if (!contact.presses || !(contact.friction > 0))
    {
        contact.grip = WallContact::Grip::none;
        return contact.presses != did_press;
    }
    const double most = contact.friction * pressure * norm(contact.gradient);
    const double spring = tangential * dt_ * contact.stiffness * dot(contact.gradient, contact.gradient);
    if (is_first)
    {
        contact.grip = norm(contact.held_by) > 0 ? WallContact::Grip::stick : WallContact::Grip::none;
        return true;
    }
    contact.grip = norm(contact.held_by - spring * motion.sliding) <= most ? WallContact::Grip::stick : WallContact::Grip::slide;
    if (contact.grip == WallContact::Grip::slide)
        contact.drag = std::min(most / std::max(norm(motion.sliding), 1e-12), spring);
    return contact.presses != did_press || contact.grip != old_grip ||
           (contact.grip == WallContact::Grip::slide && std::abs(contact.drag - old_drag) > enough * contact.drag);
}

void SolidContacts::begin(Systems systems)
{
    for (ParticleContact& contact : contacts_)
    {
        find_gradients(contact, systems);
        contact.held_by = along(contact.force, contact.gradient);
        const Motion motion = motion_now(contact, systems);
        choose(contact, motion, true);
        for_each_part(contact, force_of(contact, motion), [&](const SolidParticle& particle, const Vec3d& force, const Vec3d&) {
            system_of(particle, systems).add_residual(particle.slot, dt_ * force);
        });
    }
}

double SolidContacts::multiply(Systems systems) const
{
    double work = 0;
    for (const ParticleContact& contact : contacts_)
        if (contact.presses)
        {
            const Motion motion =
                motion_of(contact, [&](const SolidParticle& particle) { return system_of(particle, systems).direction_of(particle.slot); });
            const double push = square(dt_) * contact.stiffness * motion.rate;
            const Vec3d drag = (dt_ * grip_stiffness(contact)) * motion.sliding;
            work += push * motion.rate + dot(drag, motion.sliding);
            for_each_part(contact, {push, -drag}, [&](const SolidParticle& particle, const Vec3d& force, const Vec3d&) {
                system_of(particle, systems).add_product(particle.slot, -force);
            });
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
        any_changed = choose(contact, motion, false) || any_changed;
        const Force after = force_of(contact, motion);
        for_each_part(contact, {after.pressure - before.pressure, after.friction - before.friction},
                      [&](const SolidParticle& particle, const Vec3d& force, const Vec3d&) {
                          system_of(particle, systems).add_residual(particle.slot, dt_ * force);
                      });
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
            system_of(particle, systems).note_impulse(particle.slot, dt_ * part, from);
        });
    }
}
} // namespace aspic
