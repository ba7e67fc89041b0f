#include "aspic/simulation/sticky_walls.h"

#include "aspic/compute/parallel.h"

#include <cmath>

namespace aspic
{
namespace
{
using Six = std::array<double, 6>;

Six joined_six(const Vec3d& a, const Vec3d& b) { return {a.x, a.y, a.z, b.x, b.y, b.z}; }
Vec3d first_of(const Six& s) { return {s[0], s[1], s[2]}; }
Vec3d second_of(const Six& s) { return {s[3], s[4], s[5]}; }
Six added(const Six& a, const Six& b)
{
    Six sum;
    for (std::size_t k = 0; k < 6; ++k)
        sum[k] = a[k] + b[k];
    return sum;
}

/// Solves A x = b by elimination with the largest pivots; A by rows.
Six solved(std::array<Six, 6> A, Six b)
{
    for (std::size_t k = 0; k < 6; ++k)
    {
        std::size_t pivot = k;
        for (std::size_t row = k + 1; row < 6; ++row)
            if (std::abs(A[row][k]) > std::abs(A[pivot][k]))
                pivot = row;
        std::swap(A[k], A[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t row = k + 1; row < 6; ++row)
        {
            const double factor = A[row][k] / A[k][k];
            for (std::size_t column = k; column < 6; ++column)
                A[row][column] -= factor * A[k][column];
            b[row] -= factor * b[k];
        }
    }
    for (std::size_t k = 6; k-- > 0;)
    {
        for (std::size_t column = k + 1; column < 6; ++column)
            b[k] -= A[k][column] * b[column];
        b[k] /= A[k][k];
    }
    return b;
}
} // namespace

StickyWalls::StickyWalls(const SceneBoundaries& walls, const Fluid& fluid, View<const Real> viscosity, double dt)
    : sides_(walls.bodies().size()), dt_(dt)
{
    constexpr double least = 0.05; // of the support: nearer particles would be braked without bound
    for (Index i = 0; i < fluid.size(); ++i)
        for (const BoundaryTerm& term : walls.terms().of(i))
        {
            const Vec3d gradient = convert<double>(term.gradient);
            const double steepness = norm(gradient);
            if (steepness <= 0 || !walls.sticks(static_cast<std::size_t>(term.body)))
                continue;
            const double distance = std::max(walls.distance_of(term), least * fluid.neighborhood.support());
            const double weight = dt * 2 * double(viscosity[i]) / double(fluid.rest_density[i]) * steepness / distance;
            const Vec3d at_wall = fluid.particles.position[i] + (distance / steepness) * gradient; // the gradient points into the wall
            Side& side = sides_[static_cast<std::size_t>(term.body)];
            side.contacts.push_back({i, weight, double(fluid.particles.mass[i]) * weight,
                                     at_wall - walls.bodies()[static_cast<std::size_t>(term.body)].motion.center});
        }
    for (std::size_t w = 0; w < sides_.size(); ++w)
        find_response(sides_[w], walls.bodies()[w]);
}

/// (1 + M⁻¹ C) U = V + M⁻¹ Σ (m w v, r × m w v), with C the drag on the body's own motion.
void StickyWalls::find_response(Side& side, const BoundaryBody& body)
{
    side.before = body.motion;
    side.gives_way = body.gives_way() && !side.contacts.empty();
    if (!side.gives_way)
        return;
    const auto by_mass = [&](const Six& impulse) {
        return joined_six(body.inverse_mass * first_of(impulse), body.inverse_inertia * second_of(impulse));
    };
    std::array<Six, 6> A{}; // by rows
    for (std::size_t column = 0; column < 6; ++column)
    {
        Six unit{};
        unit[column] = 1;
        Six drag{};
        for (const Contact& contact : side.contacts)
        {
            const Vec3d force = contact.drag * (first_of(unit) + cross(second_of(unit), contact.arm));
            drag = added(drag, joined_six(force, cross(contact.arm, force)));
        }
        const Six slowed = by_mass(drag);
        for (std::size_t row = 0; row < 6; ++row)
            A[row][column] = slowed[row] + (row == column ? 1 : 0);
    }
    side.alone = solved(A, joined_six(body.motion.velocity, body.motion.angular_velocity));
    for (std::size_t column = 0; column < 6; ++column)
    {
        Six unit{};
        unit[column] = 1;
        side.response[column] = solved(A, by_mass(unit));
    }
}

/// U − U alone: how a body follows velocities of the fluid.
template <class V> StickyWalls::Six StickyWalls::pull(const Side& side, const V& v)
{
    Six result{};
    if (!side.gives_way)
        return result;
    const auto of_contact = [&](Index k) {
        const Contact& contact = side.contacts[static_cast<std::size_t>(k)];
        const Vec3d linear = contact.drag * v(contact.particle);
        return joined_six(linear, cross(contact.arm, linear));
    };
    const Six sums =
        reduce(static_cast<Index>(side.contacts.size()), Six{}, of_contact, [](const Six& a, const Six& b) { return added(a, b); });
    for (std::size_t column = 0; column < 6; ++column)
        for (std::size_t row = 0; row < 6; ++row)
            result[row] += side.response[column][row] * sums[column];
    return result;
}

template <class V> RigidMotion StickyWalls::motion_with(const Side& side, const V& v)
{
    RigidMotion motion = side.before;
    if (!side.gives_way)
        return motion;
    const Six U = added(side.alone, pull(side, v));
    motion.velocity = first_of(U);
    motion.angular_velocity = second_of(U);
    return motion;
}

void StickyWalls::find_grip(View<Vec4> grip) const
{
    parallel_for(grip.size(), [&](Index i) { grip[i] = {}; });
    for (const Side& side : sides_)
    {
        const Vec3d velocity = side.gives_way ? first_of(side.alone) : side.before.velocity;
        const Vec3d turning = side.gives_way ? second_of(side.alone) : side.before.angular_velocity;
        for (const Contact& contact : side.contacts)
        {
            Vec4& own = grip[contact.particle];
            own.xyz += convert<Real>(contact.weight * (velocity + cross(turning, contact.arm)));
            own.w += static_cast<Real>(contact.weight);
        }
    }
}

void StickyWalls::follow(View<const Vec4> v, View<Vec3> q) const
{
    for (const Side& side : sides_)
    {
        if (!side.gives_way)
            continue;
        const Six U = pull(side, [&](Index i) { return convert<double>(v[i].xyz); });
        for (const Contact& contact : side.contacts)
            q[contact.particle] -= convert<Real>(contact.weight * (first_of(U) + cross(second_of(U), contact.arm)));
    }
}

void StickyWalls::brake(View<const Vec3> v, View<Vec3> a) const
{
    for (const Side& side : sides_)
    {
        const RigidMotion motion = motion_with(side, [&](Index i) { return convert<double>(v[i]); });
        for (const Contact& contact : side.contacts)
        {
            const Vec3d slip = convert<double>(v[contact.particle]) - motion.velocity - cross(motion.angular_velocity, contact.arm);
            a[contact.particle] -= convert<Real>((contact.weight / dt_) * slip);
        }
    }
}

std::vector<BodyImpulse> StickyWalls::impulses(View<const Vec3> v) const
{
    std::vector<BodyImpulse> all(sides_.size());
    for (std::size_t w = 0; w < sides_.size(); ++w)
    {
        const Side& side = sides_[w];
        const RigidMotion motion = motion_with(side, [&](Index i) { return convert<double>(v[i]); });
        const auto of_contact = [&](Index k) {
            const Contact& contact = side.contacts[static_cast<std::size_t>(k)];
            const Vec3d linear =
                contact.drag * (convert<double>(v[contact.particle]) - motion.velocity - cross(motion.angular_velocity, contact.arm));
            return BodyImpulse{linear, cross(contact.arm, linear)};
        };
        all[w] = reduce(static_cast<Index>(side.contacts.size()), BodyImpulse{}, of_contact,
                        [](const BodyImpulse& a, const BodyImpulse& b) { return a + b; });
    }
    return all;
}
} // namespace aspic
