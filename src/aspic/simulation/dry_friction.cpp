#include "aspic/simulation/dry_friction.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
bool is_held(const DryFriction::Pressed& pressed, Index i) { return !pressed.held.empty() && pressed.held[i] > 0; }

/// [N s] Against sliding: at most `most`, and not more than takes all of it from two masses.
Vec3d brake(const Vec3d& sliding, double most, double inverse_mass)
{
    const double speed = norm(sliding);
    return speed > 0 ? -(std::min(most, speed / inverse_mass) / speed) * sliding : Vec3d{};
}

Vec3d along_surface(const Vec3d& v, const Vec3d& normal) { return v - dot(v, normal) * normal; }
} // namespace

/// A particle that is pressed to a wall or body.
struct DryFriction::Contact
{
    Index particle = 0;
    std::size_t body = 0;
    Vec3d normal;      ///< into the body
    Vec3d arm;         ///< [m] from the body's centre
    double most = 0;   ///< [N s] μ times what presses
    BodyImpulse given; ///< to the body
};

std::vector<DryFriction::Contact> DryFriction::contacts_of(const Pressed& pressed, const SceneBoundaries& walls) const
{
    std::vector<Contact> contacts;
    const Fluid& fluid = pressed.fluid;
    const auto material = fluid.particles.column<Index>("material").view();
    for (Index i = 0; i < fluid.size(); ++i)
        for (const BoundaryTerm& term : walls.terms().of(i))
        {
            const auto body = static_cast<std::size_t>(term.body);
            const double coefficient = table_.with_body(material[i], body);
            const Vec3d gradient = convert<double>(term.gradient);
            if (!(coefficient > 0) || !(pressed.k[i] > 0) || !(dot(gradient, gradient) > 0))
                continue;
            const double steepness = norm(gradient);
            const double push =
                2 * pressed.dt * double(fluid.rest_volume[i]) * double(pressed.k[i]) * steepness; // as BoundaryCoupling has it
            const Vec3d arm = fluid.particles.position[i] - convert<double>(term.offset) - walls.bodies()[body].motion.center;
            contacts.push_back({i, body, gradient / steepness, arm, coefficient * push, {}});
        }
    return contacts;
}

std::vector<BodyImpulse> DryFriction::brake_at_bodies(const Pressed& pressed, const SceneBoundaries& walls) const
{
    std::vector<BodyImpulse> impulses(walls.bodies().size());
    if (!table_.any_with_bodies())
        return impulses;
    std::vector<Contact> contacts = contacts_of(pressed, walls);
    std::vector<double> shares(impulses.size(), 0);
    for (const Contact& contact : contacts)
        ++shares[contact.body];
    ParticleSet& particles = pressed.fluid.particles;
    const auto brake_one = [&](Contact& contact) {
        const BoundaryBody& body = walls.bodies()[contact.body];
        Vec3& v = particles.velocity[contact.particle];
        const double inverse_mass = is_held(pressed, contact.particle) ? 0 : 1 / double(particles.mass[contact.particle]);
        const Vec3d sliding =
            along_surface(convert<double>(v) - body.motion.velocity - cross(body.motion.angular_velocity, contact.arm), contact.normal);
        const Vec3d turning = cross(contact.arm, sliding / std::max(norm(sliding), 1e-30));
        const double of_body = body.inverse_mass + dot(turning, body.inverse_inertia * turning);
        const double of_both = inverse_mass + shares[contact.body] * of_body;
        if (!(of_both > 0)) // held at a wall
            return;
        const Vec3d impulse = brake(sliding, contact.most, of_both);
        v += convert<Real>(inverse_mass * impulse);
        contact.given = {-impulse, cross(contact.arm, -impulse)};
    };
    for (Contact& contact : contacts) // those of a particle follow each other: one after the other, it slides less
        brake_one(contact);
    for (const Contact& contact : contacts)
        impulses[contact.body] = impulses[contact.body] + contact.given;
    return impulses;
}

namespace
{
/// Σ of what pressure gives to a particle of a solid from others that are not its neighbours at rest [N s], and how many there are.
struct Touch
{
    Vec3d push;
    double contacts = 0;
};

/// [N s] −Δt V_i V_j (k_i + k_j) ∇_i ω_ij
Vec3d push_of_pair(const DryFriction::Pressed& pressed, Index i, const Neighbor& j)
{
    const double s_ij = pressed.slope[j];
    const double k = double(pressed.k[i]) + double(pressed.k[j.column]);
    return (-pressed.dt * double(pressed.fluid.rest_volume[i]) * k * s_ij) *
           convert<double>(pressed.fluid.neighborhood.view().offset(i, j));
}
} // namespace

void DryFriction::brake_between_solids(const Pressed& pressed, View<const Index> solid) const
{
    const Fluid& fluid = pressed.fluid;
    const Scratch::Turn turn(fluid.scratch);
    const auto material = fluid.particles.column<Index>("material").view();
    const View<Touch> touch = fluid.scratch.take<Touch>(fluid.size());
    const View<Vec3> change = fluid.scratch.take<Vec3>(fluid.size());
    const bool press_themselves = fluid.own_body.place.empty(); // K21's contact: pairs of one solid need not be a fold of it
    const auto for_each_contact = [&](Index i, const auto& use) {
        if (solid[i] < 0)
            return;
        for_each_neighbor(fluid.neighborhood.view(), i, [&](const Neighbor& j) {
            if (solid[j.column] < 0 || pressed.slope[j] == 0 || (press_themselves && solid[i] == solid[j.column]))
                return;
            if (const Vec3d push = push_of_pair(pressed, i, j); dot(push, push) > 0)
                use(j.column, push);
        });
    };
    parallel_for(fluid.size(), [&](Index i) {
        touch[i] = {};
        for_each_contact(i, [&](Index, const Vec3d& push) { touch[i] = {touch[i].push + push, touch[i].contacts + 1}; });
    });
    const auto share = [&](Index i) { return is_held(pressed, i) ? 0 : touch[i].contacts / double(fluid.particles.mass[i]); };
    parallel_for(fluid.size(), [&](Index i) {
        Vec3d impulse;
        for_each_contact(i, [&](Index j, const Vec3d& push) {
            const Vec3d between = touch[i].push - touch[j].push;
            const double size = norm(between);
            const double inverse_mass = share(i) + share(j);
            if (!(size > 0) || !(inverse_mass > 0))
                return;
            const Vec3d normal = between / size; // of the surface: that of a pair depends on where particles happen to be
            const Vec3d sliding = along_surface(convert<double>(fluid.particles.velocity[i] - fluid.particles.velocity[j]), normal);
            impulse += brake(sliding, table_.between(material[i], material[j]) * std::abs(dot(push, normal)), inverse_mass);
        });
        change[i] = is_held(pressed, i) ? Vec3{} : convert<Real>(impulse / double(fluid.particles.mass[i]));
    });
    parallel_for(fluid.size(), [&](Index i) { fluid.particles.velocity[i] += change[i]; });
}
} // namespace aspic
