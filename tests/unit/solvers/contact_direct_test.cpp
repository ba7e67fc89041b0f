// Stacks with the heaviest body on top. References: what rests remains at rest; each contact pair bears the weight of
// what is above it.
#include "aspic/solvers/contact/contact_direct.h"
#include "aspic/solvers/contact/rigid_solver.h"

#include "support/rigid_bodies.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
RigidBody box_of_mass(double mass, const Vec3d& position, const ContactSurface& surface, int dimension)
{
    RigidBodySettings settings;
    settings.shape = box_shape({0.2, 0.2, 0.2});
    settings.mass = mass;
    settings.position = position;
    settings.surface = surface;
    return made(settings, dimension);
}

std::vector<RigidBody> stack(const std::vector<double>& masses, int dimension, double friction = 0.5)
{
    const ContactSurface surface{friction, 0};
    std::vector<RigidBody> bodies{ground(surface, {0, 1, 0}, dimension)};
    for (std::size_t k = 0; k < masses.size(); ++k)
        bodies.push_back(box_of_mass(masses[k], {0, 0.1 + 0.2 * static_cast<double>(k), 0}, surface, dimension));
    return bodies;
}

/// Largest drift [m] after a time, and whether all steps converged.
double drift_of(std::vector<RigidBody> bodies, double time, double dt, bool& converged)
{
    const std::vector<RigidBody> first = bodies;
    RigidSolver solver;
    converged = true;
    const int steps = static_cast<int>(time / dt + 0.5);
    for (int step = 0; step < steps; ++step)
        converged = solver.advance(bodies, {}, earth, dt).converged && converged;
    double drift = 0;
    for (std::size_t k = 1; k < bodies.size(); ++k)
        drift = std::max(drift, norm(bodies[k].state.position - first[k].state.position));
    return drift;
}

/// Tolerance: the overlap that is let be (1e-4 of the size) under each of five boxes, and as much again.
TEST(ContactDirect, HeavyOnLightRests)
{
    for (const int dimension : {3, 2})
        for (const std::vector<double>& masses : {std::vector<double>{1, 1, 1, 1, 1e4}, {1, 10, 100, 1000, 1e4}, {1, 1e3, 1, 1e3, 1}})
            for (const double dt : {0.005, 0.001})
            {
                bool converged = false;
                EXPECT_LT(drift_of(stack(masses, dimension), 300 * dt, dt, converged), 2e-4) << dimension << " " << masses[4] << " " << dt;
                EXPECT_TRUE(converged) << dimension << " " << masses[4] << " " << dt;
            }
}

TEST(ContactDirect, TenEqualBoxesConverge)
{
    bool converged = false;
    EXPECT_LT(drift_of(stack(std::vector<double>(10, 8.0), 3), 1, 0.005, converged), 4e-4);
    EXPECT_TRUE(converged);
}

TEST(ContactDirect, SlowHeavyOnLightRestsForAMinute)
{
    for (const std::vector<double>& masses : {std::vector<double>{1, 1, 1, 1, 1e4}, {1, 10, 100, 1000, 1e4}})
    {
        bool converged = false;
        EXPECT_LT(drift_of(stack(masses, 3), 60, 0.005, converged), 2e-4);
        EXPECT_TRUE(converged);
    }
}

/// The forces of the contacts between two boxes, summed up, are the weight above.
TEST(ContactDirect, ContactsBearTheWeightAbove)
{
    const std::vector<double> masses{1, 10, 100, 1000, 1e4};
    std::vector<RigidBody> bodies = stack(masses, 3);
    RigidSolver solver;
    for (int step = 0; step < 50; ++step)
        solver.advance(bodies, {}, earth, 0.002);
    double above = 0;
    for (std::size_t k = masses.size(); k > 0; --k)
    {
        above += masses[k - 1] * 9.81;
        double force = 0;
        for (const ContactMemory& contact : solver.memory())
            if (contact.b == static_cast<Index>(k) || contact.a == static_cast<Index>(k))
                if (contact.a == static_cast<Index>(k - 1) || contact.b == static_cast<Index>(k - 1))
                    force += std::abs(contact.force.y);
        EXPECT_NEAR(force, above, 1e-3 * above) << k;
    }
}

/// A light block carries a heavy one along a floor, which alone brakes both: between them is more friction than at the
/// floor, μ = √(0.15 · 0.6) = 0.3.
TEST(ContactDirect, HeavyBlockSlidesAsCoulombSays)
{
    const ContactSurface surface{0.6, 0};
    std::vector<RigidBody> bodies{ground({0.15, 0}), box_of_mass(1, {0, 0.1, 0}, surface, 3), box_of_mass(1000, {0, 0.3, 0}, surface, 3)};
    bodies[1].state.velocity = bodies[2].state.velocity = {2, 0, 0};
    RigidSolver solver;
    simulate(solver, bodies, 0.2, 0.001);
    const double expected = 2 - 0.3 * 9.81 * 0.2;
    EXPECT_NEAR(bodies[2].state.velocity.x, expected, 0.01 * expected);
    EXPECT_NEAR(bodies[1].state.velocity.x, expected, 0.01 * expected);
}

TEST(ContactDirect, GroupsAreJoinedByBodiesThatMove)
{
    const ContactSurface surface{0.5, 0};
    std::vector<RigidBody> bodies{ground(surface), box_of_mass(1, {0, 0.1, 0}, surface, 3), box_of_mass(50, {0, 0.3, 0}, surface, 3),
                                  box_of_mass(7, {1, 0.1, 0}, surface, 3)};
    std::vector<SweptBody> moving(bodies.begin(), bodies.end());
    std::vector<SweptContact> contacts;
    for (const Contact& contact : find_contacts(bodies, 0.001, 0.01))
    {
        SweptContact c;
        c.a = static_cast<std::size_t>(contact.a);
        c.b = static_cast<std::size_t>(contact.b);
        c.normal.direction = contact.normal;
        c.r_a = contact.r_a;
        c.r_b = contact.r_b;
        prepare(c, moving);
        contacts.push_back(c);
    }
    const std::vector<ContactGroup> groups = contact_groups(contacts, moving);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].members.size(), 8U);
    EXPECT_EQ(groups[1].members.size(), 4U);
    EXPECT_NEAR(groups[0].mass_ratio, 50, 1e-9);
    EXPECT_EQ(groups[1].mass_ratio, 1);
}
} // namespace
} // namespace aspic
