#include "aspic/solvers/contact/rigid_solver.h"

#include "support/execution_variants.h"
#include "support/mesh_shapes.h"
#include "support/rigid_bodies.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
/// Some of every kind, above a vessel's bottom.
std::vector<RigidBody> heap(int count, const ContactSurface& surface)
{
    RigidBodySettings vessel;
    vessel.shape = Shape{Box{{-0.5, 0, -0.5}, {0.5, 5, 0.5}}};
    vessel.keeps_inside = vessel.is_given = true;
    vessel.surface = surface;
    std::vector<RigidBody> bodies{made(vessel)};
    const Shape shapes[] = {box_shape({0.15, 0.12, 0.1}),
                            Shape{Sphere{{0, 0, 0}, 0.07}},
                            Shape{Cylinder{{0, -0.06, 0}, {0, 0.06, 0}, 0.06}},
                            Shape{Capsule{{0, -0.05, 0}, {0, 0.05, 0}, 0.05}},
                            Shape{Torus{{0, 0, 0}, {0, 1, 0}, 0.06, 0.025}},
                            Shape{Union{{box_shape({0.12, 0.04, 0.04}), box_shape({0.04, 0.12, 0.04})}}}};
    for (int k = 0; k < count; ++k)
        bodies.push_back(body_at(shapes[k % 6], {-0.3 + 0.2 * (k % 4), 0.15 + 0.2 * (k / 12), -0.3 + 0.25 * (k / 4 % 3)}, surface,
                                 {0.1 * k, 0.2 * k, 0.05 * k}));
    return bodies;
}

struct Momenta
{
    Vec3d linear, angular;
};
Momenta momenta_of(const std::vector<RigidBody>& bodies)
{
    Momenta sum;
    for (const RigidBody& body : bodies)
    {
        sum.linear += body.mass * body.state.velocity;
        sum.angular += body.state.angular_momentum + body.mass * cross(body.state.position, body.state.velocity);
    }
    return sum;
}
double energy_of(const std::vector<RigidBody>& bodies)
{
    double sum = 0;
    for (const RigidBody& body : bodies)
        sum += body.kinetic_energy() + body.mass * 9.81 * body.state.position.y;
    return sum;
}
bool is_sound(const std::vector<RigidBody>& bodies, double fastest)
{
    for (const RigidBody& body : bodies)
        if (!(norm(body.state.velocity) <= fastest) || !is_finite(body.state.position) || !is_finite(body.angular_velocity()))
            return false;
    return true;
}

TEST(RigidSolver, CollisionInFreeSpaceConservesMomenta)
{
    const Shape shapes[] = {box_shape({0.2, 0.3, 0.1}), Shape{Capsule{{-0.1, 0, 0}, {0.1, 0, 0}, 0.1}},
                            Shape{Cylinder{{0, -0.1, 0}, {0, 0.1, 0}, 0.1}}};
    for (const Shape& shape : shapes)
    {
        std::vector<RigidBody> bodies{body_at(shape, {0, 0, 0}, {0.5, 0.4}, {0.3, 0.4, 0.5}),
                                      body_at(box_shape({0.2, 0.2, 0.2}), {0.5, 0.07, 0.03}, {0.5, 0.4}, {0.7, 0.1, 0.2})};
        bodies[0].state.velocity = {1, 0.1, 0};
        bodies[0].state.angular_momentum = {0.02, 0.03, 0.1};
        bodies[1].state.velocity = {-1, 0, 0.05};
        const Momenta before = momenta_of(bodies);
        const double energy = bodies[0].kinetic_energy() + bodies[1].kinetic_energy();
        RigidSolver solver;
        bool touched = false;
        for (int step = 0; step < 300; ++step)
        {
            const Momenta start = momenta_of(bodies);
            solver.apply_forces(bodies, {}, {0, 0, 0}, 0.001);
            solver.solve_contacts(bodies, 0.001);
            const Momenta end = momenta_of(bodies);
            touched = touched || !(end.linear == start.linear && end.angular == start.angular);
            EXPECT_LT(norm(end.linear - start.linear), 1e-12);
            EXPECT_LT(norm(end.angular - start.angular), 1e-12);
            solver.move(bodies, 0.001);
        }
        EXPECT_TRUE(touched);
        EXPECT_LT(norm(momenta_of(bodies).linear - before.linear), 1e-12);
        EXPECT_LT(norm(momenta_of(bodies).angular - before.angular), 1e-11);
        EXPECT_LT(bodies[0].kinetic_energy() + bodies[1].kinetic_energy(), energy);
    }
}

TEST(RigidSolver, SameBitsForAnyNumberOfThreads)
{
    std::vector<std::vector<RigidBody>> results;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        std::vector<RigidBody> bodies = heap(24, {0.5, 0.3});
        RigidSolver solver;
        simulate(solver, bodies, 0.6, 0.002);
        results.push_back(bodies);
    }
    for (const auto& result : results)
        for (std::size_t k = 0; k < result.size(); ++k)
            EXPECT_EQ(result[k].state, results.front()[k].state) << k;
}

/// States and memory are all that a continuation needs.
TEST(RigidSolver, ContinuesFromItsMemory)
{
    std::vector<RigidBody> bodies = heap(12, {0.5, 0.3});
    RigidSolver solver;
    simulate(solver, bodies, 0.4, 0.002);
    std::vector<RigidBody> copies = heap(12, {0.5, 0.3});
    for (std::size_t k = 0; k < bodies.size(); ++k)
        copies[k].state = bodies[k].state;
    RigidSolver other;
    other.set_memory(solver.memory());
    simulate(solver, bodies, 0.2, 0.002);
    simulate(other, copies, 0.2, 0.002);
    for (std::size_t k = 0; k < bodies.size(); ++k)
        EXPECT_EQ(bodies[k].state, copies[k].state) << k;
}

TEST(RigidSolver, HeapLosesEnergyAndComesToRest)
{
    std::vector<RigidBody> bodies = heap(30, {0.6, 0.3});
    const double start = energy_of(bodies);
    double most = start;
    RigidSolver solver;
    simulate(solver, bodies, 4, 0.002, [&](double) { most = max(most, energy_of(bodies)); });
    EXPECT_LE(most, start * 1.001);
    EXPECT_TRUE(is_sound(bodies, 1));
    for (std::size_t k = 1; k < bodies.size(); ++k)
    {
        EXPECT_GT(bodies[k].state.position.y, 0.019) << k;
        EXPECT_LT(max(abs(bodies[k].state.position.x), abs(bodies[k].state.position.z)), 0.5) << k;
        EXPECT_LT(norm(bodies[k].state.velocity), k % 6 == 1 ? 0.01 : 1) << k; // boxes stand; what is round may roll on
    }
}

TEST(RigidSolver, OverlapAtFirstIsResolvedSlowly)
{
    const ContactSurface surface{0.5, 0.5};
    for (const Vec3d apart : {Vec3d{0.05, 0.02, 0.01}, Vec3d{0, 0, 0}}) // the second: one inside the other
    {
        std::vector<RigidBody> bodies{ground(surface), body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.05, 0}, surface),
                                      body_at(box_shape({0.2, 0.2, 0.2}), Vec3d{0, 0.05, 0} + apart, surface)};
        RigidSolver solver;
        double fastest = 0;
        simulate(solver, bodies, 3, 0.002,
                 [&](double) { fastest = max(fastest, max(norm(bodies[1].state.velocity), norm(bodies[2].state.velocity))); });
        EXPECT_LT(fastest, 2.5); // that of a fall from 0.3 m
        EXPECT_TRUE(is_sound(bodies, 0.01));
        double deepest = 0;
        for (const Contact& contact : find_contacts(bodies, 0, 0.01))
            deepest = max(deepest, -contact.gap);
        EXPECT_LT(deepest, 1e-3);
    }
}

TEST(RigidSolver, StandsAtHugeCoordinates)
{
    const Vec3d far{1e7, 3e6, -2e7}; // numbers there are 2e-9 m apart
    RigidBodySettings table;
    table.shape = box_shape({1, 0.1, 1});
    table.position = far;
    table.is_given = true;
    std::vector<RigidBody> bodies{made(table)};
    for (int k = 0; k < 3; ++k)
        bodies.push_back(body_at(box_shape({0.2, 0.2, 0.2}), far + Vec3d{0, 0.15 + 0.2 * k, 0}, {}));
    RigidSolver solver;
    simulate(solver, bodies, 2, 0.002);
    EXPECT_TRUE(is_sound(bodies, 1e-4));
    for (int k = 0; k < 3; ++k)
        EXPECT_LT(norm(bodies[static_cast<std::size_t>(k) + 1].state.position - far - Vec3d{0, 0.15 + 0.2 * k, 0}), 1e-3);
}

TEST(RigidSolver, NamesALostBodyAndKeepsTheOthers)
{
    std::vector<RigidBody> bodies{ground({}), body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.1, 0}, {}),
                                  body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.3, 0}, {})};
    bodies[2].state.velocity.x = std::nan("");
    RigidSolver solver;
    const RigidReport report = solver.advance(bodies, {}, earth, 0.002);
    EXPECT_EQ(report.lost_body, 2);
    EXPECT_TRUE(is_finite(bodies[1].state.position));
}

TEST(RigidSolver, BulletDoesNotPassThroughASheet)
{
    RigidBodySettings sheet;
    sheet.shape = box_shape({0.01, 2, 2});
    sheet.is_given = true;
    std::vector<RigidBody> bodies{made(sheet), body_at(Shape{Sphere{{0, 0, 0}, 0.02}}, {-1, 0, 0}, {})};
    bodies[1].state.velocity = {300, 0, 0};
    RigidSolver solver;
    for (int step = 0; step < 20; ++step)
        solver.advance(bodies, {}, {0, 0, 0}, 0.005);
    EXPECT_LT(bodies[1].state.position.x, -0.024);
}

/// A belt carries what lies on it: the speed grows by μ g t until it is that of the belt.
TEST(RigidSolver, BeltCarriesABox)
{
    std::vector<RigidBody> bodies{ground({0.3, 0}), body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.1, 0}, {0.3, 0})};
    bodies[0].state.velocity = {1, 0, 0};
    RigidSolver solver;
    simulate(solver, bodies, 0.1, 0.002);
    EXPECT_NEAR(bodies[1].state.velocity.x, 0.2943, 0.003);
    simulate(solver, bodies, 0.9, 0.002);
    EXPECT_NEAR(bodies[1].state.velocity.x, 1, 1e-4);
}

/// A fluid that carries the weight between the parts of a step leaves nothing for contacts to do.
TEST(RigidSolver, ImpulsesBetweenThePartsCount)
{
    std::vector<RigidBody> bodies{ground({}), body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.101, 0}, {})};
    const Vec3d start = bodies[1].state.position;
    RigidSolver solver;
    for (int step = 0; step < 100; ++step)
    {
        solver.apply_forces(bodies, {}, earth, 0.002);
        apply_impulse(bodies[1], {{0, 9.81 * 0.002 * bodies[1].mass, 0}, {}});
        solver.solve_contacts(bodies, 0.002);
        solver.move(bodies, 0.002);
    }
    EXPECT_LT(norm(bodies[1].state.position - start), 1e-12);
    const Wrench forces[] = {{}, {{0, 9.81 * bodies[1].mass, 0}, {}}};
    for (int step = 0; step < 100; ++step)
        solver.advance(bodies, forces, earth, 0.002);
    EXPECT_LT(norm(bodies[1].state.position - start), 1e-12);
}

/// Loads pass through twenty boxes, and a body a thousand times as heavy stands on a light one.
TEST(RigidSolver, TowersAndHeavyLoadsStand)
{
    std::vector<RigidBody> tower{ground({})};
    for (int k = 0; k < 20; ++k)
        tower.push_back(body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.1 + 0.2 * k, 0}, {}));
    const Vec3d top = tower.back().state.position;
    RigidSolver solver;
    simulate(solver, tower, 5, 0.005);
    EXPECT_LT(norm(tower.back().state.position - top), 0.002);

    std::vector<RigidBody> heavy{ground({}), body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.1, 0}, {}),
                                 body_at(box_shape({2, 2, 2}), {0, 1.2, 0}, {})};
    RigidSolver other;
    simulate(other, heavy, 2, 0.002);
    EXPECT_LT(norm(heavy[2].state.position - Vec3d{0, 1.2, 0}), 0.005);
}

/// One millimetre, a hundred metres, and sheets a hundred times as wide as thick.
TEST(RigidSolver, StacksOfAnySizeRest)
{
    for (const Vec3d size : {Vec3d{0.001, 0.001, 0.001}, Vec3d{100, 100, 100}, Vec3d{1, 0.01, 1}})
    {
        std::vector<RigidBody> bodies{ground({})};
        for (int k = 0; k < 5; ++k)
            bodies.push_back(body_at(box_shape(size), {0, (0.5 + k) * size.y, 0}, {}));
        RigidSolver solver;
        simulate(solver, bodies, 2, 0.002);
        for (int k = 0; k < 5; ++k)
            EXPECT_LT(norm(bodies[static_cast<std::size_t>(k) + 1].state.position - Vec3d{0, (0.5 + k) * size.y, 0}), 0.01 * size.y);
    }
}

TEST(RigidSolver, MeshesStackOnGroundOfHeights)
{
    Assets assets;
    assets.meshes["cube"] = std::make_shared<TriangleMesh>(box_mesh({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.1}));
    RigidBodySettings land;
    land.shape = Shape{HeightField{{-1, -1, -1}, {1, 0, 1}, 3, {0, 0, 0, 0, 0, 0, 0, 0, 0}}};
    land.is_given = true;
    std::vector<RigidBody> bodies{made(land)};
    for (int k = 0; k < 3; ++k)
    {
        RigidBodySettings block;
        block.shape = Shape{MeshFile{"cube", 1}};
        block.position = {0.3, 0.1 + 0.2 * k, 0.2};
        bodies.push_back(make_rigid_body(block, 3, assets).value());
    }
    RigidSolver solver;
    simulate(solver, bodies, 1, 0.002);
    for (int k = 0; k < 3; ++k)
        EXPECT_LT(norm(bodies[static_cast<std::size_t>(k) + 1].state.position - Vec3d{0.3, 0.1 + 0.2 * k, 0.2}), 1e-3) << k;
}
} // namespace
} // namespace aspic
