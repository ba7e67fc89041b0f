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
    const double speed = dot(contact.normal, u - contact.velocity);
    const double stopped = contact.approaches ? contact.inertia * (speed + std::max(contact.gap, 0.0) / dt_) : 0;
    return -contact.stiffness * (contact.gap + dt_ * speed) - stopped;
}

/// [kg/s] Force along the normal for each m/s.
double WallContacts::normal_stiffness(const WallContact& contact) const
{
    return dt_ * contact.stiffness + (contact.approaches ? contact.inertia : 0);
}

/// [kg/s] Friction for each m/s along the wall.
double WallContacts::spring_along(const WallContact& contact) const { return tangential * dt_ * contact.stiffness; }

Vec3d WallContacts::force_of(const WallContact& contact, const Vec3d& u) const
{
    if (!contact.presses)
        return {};
    const Vec3d sliding = along_wall(u - contact.velocity, contact.normal);
    return pressure_of(contact, u) * contact.normal + contact.grip.force(sliding, spring_along(contact));
}

Mat3d WallContacts::stiffness_of(const WallContact& contact) const
{
    const double along = dt_ * contact.grip.fraction * spring_along(contact), across = dt_ * normal_stiffness(contact);
    return diagonal(along, along, along) + (across - along) * outer(contact.normal, contact.normal);
}

/// What presses and how it grips; whether that is otherwise than before. At first pressure is not known yet: that of the step before counts.
bool WallContacts::choose(WallContact& contact, const Vec3d& u, bool is_first) const
{
    const bool did_press = contact.presses, did_approach = contact.approaches;
    contact.approaches = dot(contact.normal, u - contact.velocity) < -std::max(contact.gap, 0.0) / dt_;
    const double pressure = pressure_of(contact, u);
    contact.presses = pressure > 0;
    bool has_changed = contact.presses != did_press || (contact.presses && contact.approaches != did_approach && contact.inertia > 0);
    if (contact.presses && contact.friction > 0)
    {
        const double most = contact.friction * (is_first ? dot(contact.force, contact.normal) : pressure);
        has_changed = contact.grip.limit(along_wall(u - contact.velocity, contact.normal), spring_along(contact), most) || has_changed;
    }
    else
        contact.grip.fraction = 0;
    return has_changed;
}

void WallContacts::begin(View<const Vec3> u)
{
    for (WallContact& contact : contacts_)
    {
        constexpr double deep = 0.2; // spacings
        const double gap = contact.gap + dt_ * dot(contact.normal, convert<double>(u[contact.slot]) - contact.velocity);
        contact.stiffness *= 1 + square(std::min(gap, 0.0) / (deep * contact.spacing));
        contact.grip = {.held_by = along_wall(contact.force, contact.normal)};
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
            const double across = dot(direction, contact.normal), along = dt_ * contact.grip.fraction * spring_along(contact);
            const Vec3d response = along * direction + ((dt_ * normal_stiffness(contact) - along) * across) * contact.normal;
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
