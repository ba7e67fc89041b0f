#include "aspic/solvers/elasticity/wall_contacts.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double tangential = 0.5; ///< stiffness along the wall, as a fraction of that along its normal

Vec3d along_wall(const Vec3d& v, const Vec3d& normal) { return v - dot(v, normal) * normal; }
} // namespace

/// [N] Along the normal.
double WallContacts::pressure_of(const WallContact& contact, const Vec3d& u) const
{
    return -contact.stiffness * (contact.gap + dt_ * dot(contact.normal, u - contact.velocity));
}

/// [kg/s] Force along the wall for each m/s.
double WallContacts::grip_stiffness(const WallContact& contact) const
{
    switch (contact.grip)
    {
    case WallContact::Grip::stick:
        return tangential * dt_ * contact.stiffness;
    case WallContact::Grip::slide:
        return contact.drag;
    case WallContact::Grip::none:
        break;
    }
    return 0;
}

Vec3d WallContacts::force_of(const WallContact& contact, const Vec3d& u) const
{
    if (!contact.presses)
        return {};
    const Vec3d sliding = along_wall(u - contact.velocity, contact.normal);
    const Vec3d before = contact.grip == WallContact::Grip::stick ? contact.held_by : Vec3d{};
    return pressure_of(contact, u) * contact.normal + before - grip_stiffness(contact) * sliding;
}

Mat3d WallContacts::stiffness_of(const WallContact& contact) const
{
    const double along = dt_ * grip_stiffness(contact), across = dt_ * dt_ * contact.stiffness;
    return diagonal(along, along, along) + (across - along) * outer(contact.normal, contact.normal);
}

/// Coulomb's law for what a spring and the pressure would be; whether the choice is another than before.
bool WallContacts::choose(WallContact& contact, const Vec3d& u, bool is_first) const
{
    constexpr double enough = 0.1; // by which friction may be off
    const WallContact before = contact;
    const double pressure = pressure_of(contact, u);
    contact.presses = pressure > 0;
    if (contact.presses != before.presses || is_first)
        contact.grip = contact.presses && contact.friction > 0 ? WallContact::Grip::stick : WallContact::Grip::none;
    if (!contact.presses || !(contact.friction > 0))
        return contact.presses != before.presses;
    const double most = contact.friction * (is_first ? std::max(dot(contact.force, contact.normal), 0.0) : pressure);
    const Vec3d sliding = along_wall(u - contact.velocity, contact.normal);
    const double speed = norm(sliding), spring = tangential * dt_ * contact.stiffness;
    if (is_first && !(most > 0))
        return true; // pressed for the first time: nothing is known of how much
    contact.grip = norm(contact.held_by - spring * sliding) <= most ? WallContact::Grip::stick : WallContact::Grip::slide;
    if (contact.grip == WallContact::Grip::slide)
        contact.drag = std::min(most / std::max(speed, 1e-12), spring);
    return contact.presses != before.presses || contact.grip != before.grip ||
           (contact.grip == WallContact::Grip::slide && std::abs(contact.drag - before.drag) > enough * contact.drag);
}

void WallContacts::begin(View<const Vec3> u)
{
    for (WallContact& contact : contacts_)
    {
        contact.held_by = along_wall(contact.force, contact.normal);
        contact.presses = false;
        choose(contact, convert<double>(u[contact.slot]), true);
    }
}

void WallContacts::add_forces(View<const Vec3> u, View<Vec3> r) const
{
    for (const WallContact& contact : contacts_)
        r[contact.slot] += convert<Real>(dt_ * force_of(contact, convert<double>(u[contact.slot])));
}

double WallContacts::multiply(View<const Vec4> p, View<Vec4> q) const
{
    double work = 0;
    for (const WallContact& contact : contacts_)
        if (contact.presses)
        {
            const Vec3d direction = convert<double>(p[contact.slot].xyz);
            const double across = dot(direction, contact.normal), along = dt_ * grip_stiffness(contact);
            const Vec3d response = along * direction + ((dt_ * dt_ * contact.stiffness - along) * across) * contact.normal;
            q[contact.slot].xyz += convert<Real>(response);
            work += dot(direction, response);
        }
    return work;
}

bool WallContacts::revise(View<const Vec3> u, View<Vec3> r)
{
    bool any_changed = false;
    for (WallContact& contact : contacts_)
    {
        const Vec3d velocity = convert<double>(u[contact.slot]);
        const Vec3d before = force_of(contact, velocity);
        any_changed = choose(contact, velocity, false) || any_changed;
        r[contact.slot] += convert<Real>(dt_ * (force_of(contact, velocity) - before));
    }
    return any_changed;
}

void WallContacts::finish(View<const Vec3> u)
{
    for (WallContact& contact : contacts_)
        contact.force = force_of(contact, convert<double>(u[contact.slot]));
}
} // namespace aspic
