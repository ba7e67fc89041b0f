// What holds solids, by the balance of momentum: pins, attachments, walls; what forces of the scene do to solids and rigid bodies; stretched bodies.

#include "aspic/math/best_rotation.h"
#include "support/scene_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace aspic;

namespace
{
/// A scene in the plane, 5 cm between particles, without gravity unless said.
std::string scene_with(const std::string& rest)
{
    return R"({"version": 1, "dimension": 2, "spacing": 0.05, "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "2 ms"}}, )" +
           rest + "}";
}

std::string rubber(const std::string& young_modulus, const std::string& more = "")
{
    return R"("materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": ")" + young_modulus + R"(", "poisson_ratio": 0.3)" +
           more + "}}}, ";
}

const std::string weightless = R"("gravity": [0, 0], )";

/// A bar along x from 0 to 0.6 m, 0.2 m thick: 48 particles, 120 kg.
std::string bar(const std::string& pins, const std::string& more = "")
{
    return R"("objects": {"bar": {"shape": {"box": {"from": [0, -0.1], "to": [0.6, 0.1]}}, "material": "rubber", )" + more +
           R"("pins": {)" + pins + "}}}, ";
}
const std::string root = R"("root": {"region": {"box": {"from": [-1, -1], "to": [0.1, 1]}})";
const std::string tip = R"("tip": {"region": {"box": {"from": [0.5, -1], "to": [1, 1]}})";

using Values = std::vector<double>;

/// All rows of the first probe from now to `end`; each begins with time and step.
std::vector<Values> run_until(World& world, double end)
{
    std::vector<Values> rows;
    for (auto& row : world.measure({}))
        rows.push_back(row.values);
    while (world.time() < end - 1e-12)
    {
        const StepReport report = world.step(end - world.time());
        EXPECT_FALSE(report.not_finite);
        if (report.not_finite)
            break;
        for (auto& row : world.measure(report))
            if (row.probe == 0)
                rows.push_back(row.values);
    }
    return rows;
}

/// Mean over the rows after a time.
Vec3d mean_after(const std::vector<Values>& rows, double time, std::size_t column)
{
    Vec3d sum;
    double count = 0;
    for (const Values& row : rows)
        if (row[0] > time)
        {
            sum += Vec3d{row[column], row[column + 1], row[column + 2]};
            count += 1;
        }
    return sum / count;
}

struct Momenta
{
    double mass = 0;
    Vec3d linear, angular;
};

Momenta momenta(const World& world)
{
    Momenta total;
    const auto& particles = world.particles();
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d p = double(particles.mass[i]) * convert<double>(particles.velocity[i]);
        total.mass += double(particles.mass[i]);
        total.linear += p;
        total.angular += cross(particles.position[i], p);
    }
    return total;
}
} // namespace

/// At rest a pin carries the weight of all of the bar, and its moment about the origin is m g times the arm of the centre of mass. Damping lets it rest.
TEST(ReactionForces, PinCarriesTheWeight)
{
    World world = world_of(scene_with(rubber("5 MPa", R"(, "damping": "20 ms")") + bar(root + "}") +
                                      R"("probes": {"pin": {"pin": {"object": "bar", "pin": "root"}}})"));
    const auto rows = run_until(world, 1.0);
    const double weight = 9.81 * momenta(world).mass;
    double arm = 0;
    for (Index i = 0; i < world.particles().size(); ++i)
        arm += double(world.particles().mass[i]) * world.particles().position[i].x;
    EXPECT_NEAR(mean_after(rows, 0.8, 2).y, weight, 0.001 * weight); // float sums, tolerance 1e-3 of the solve
    EXPECT_NEAR(mean_after(rows, 0.8, 2).x, 0, 0.001 * weight);
    EXPECT_NEAR(mean_after(rows, 0.8, 5).z, 9.81 * arm, 0.005 * 9.81 * arm);
}

/// Whatever the bar does: what the pin gave is what momentum grew by, less what weight gave, in every step. Stiff and soft, damped, with K21's split, with zero-energy modes as a force,
/// with steps of second order; the pin moves and turns.
TEST(ReactionForces, PinGivesWhatMomentumGrowsBy)
{
    for (const std::string& settings :
         {std::string("solvers.elasticity.max_iterations=1000"), std::string("solvers.elasticity.method=\"split\""),
          std::string("solvers.elasticity.preconditioner=\"two-level\""),
          std::string("solvers.elasticity.zero_energy_control=\"explicit\""), std::string("solvers.elasticity.integrator=\"sdirk2\"")})
    {
        World world = world_of(
            scene_with(
                rubber("500 kPa", R"(, "damping": "1 ms")") +
                bar(root + R"x(, "motion": {"displacement": ["0.02*sin(20*t)", "0.03*sin(11*t)"], "rotation": [0, 0, "0.5*sin(9*t)"]}})x") +
                R"("probes": {"pin": {"pin": {"object": "bar"}}})"),
            {settings, "solvers.elasticity.tolerance=1e-5"});
        world.measure({});
        double worst = 0, largest = 0;
        Vec3d total;
        const Vec3d first = momenta(world).linear;
        while (world.time() < 0.3)
        {
            const Momenta before = momenta(world);
            const double start = world.time();
            const auto rows = world.measure(world.step(0.1));
            const double dt = world.time() - start;
            const Vec3d impulse = dt * Vec3d{rows[0].values[2], rows[0].values[3], rows[0].values[4]};
            const Vec3d weight{0, -9.81 * before.mass * dt, 0};
            worst = std::max(worst, norm(momenta(world).linear - before.linear - weight - impulse));
            largest = std::max(largest, norm(impulse));
            total += impulse + weight;
        }
        EXPECT_LT(worst, 0.002 * largest) << settings; // what the solve leaves: its tolerance is 1e-5 of the first residual
        // 150 steps. Between the stages of second order velocities go on in a frame that turns with the pin: in its order only.
        const double share = settings.find("sdirk2") == std::string::npos ? 2e-4 : 5e-4;
        EXPECT_LT(norm(momenta(world).linear - first - total), share * largest * 150) << settings;
    }
}

/// Two pins share the weight, by symmetry.
TEST(ReactionForces, EachPinHasItsShare)
{
    const std::string scene = scene_with(rubber("5 MPa", R"(, "damping": "20 ms")") + bar(root + "}, " + tip + "}") +
                                         R"("probes": {"pin": {"pin": {"object": "bar", "pin": "tip"}}})");
    World world = world_of(scene);
    const auto rows = run_until(world, 0.6);
    const double weight = 9.81 * momenta(world).mass;
    EXPECT_NEAR(mean_after(rows, 0.5, 2).y, 0.5 * weight, 0.005 * weight);
}

/// The box that a bar is a part of: what the attachment gives to the bar it takes from the box.
TEST(ReactionForces, AttachmentsTakeFromTheBodyWhatTheyGive)
{
    World world = world_of(scene_with(
        rubber("200 kPa") + bar(root + R"(, "attach_to": "box"})") +
        R"("rigid_bodies": {"box": {"shape": {"box": {"from": [-0.2, -0.15], "to": [0.1, 0.15]}}, "velocity": [0.3, 0.2], "angular_velocity": [0, 0, 3]}},
        "probes": {"pin": {"pin": {"object": "bar"}}})"));
    world.measure({});
    const double mass = world.rigid_body(0).mass;
    double largest = 0;
    Vec3d on_box, on_bar;
    const Vec3d box_first = mass * world.rigid_body(0).state.velocity, bar_first = momenta(world).linear;
    while (world.time() < 0.3)
    {
        const double start = world.time();
        const auto rows = world.measure(world.step(0.1));
        const double dt = world.time() - start;
        const Vec3d impulse = dt * Vec3d{rows[0].values[2], rows[0].values[3], rows[0].values[4]};
        const Vec3d gravity{0, -9.81 * dt, 0};
        on_bar += impulse + momenta(world).mass * gravity;
        on_box += mass * gravity - impulse;
        largest = std::max(largest, norm(impulse));
    }
    EXPECT_LT(norm(momenta(world).linear - bar_first - on_bar), 0.05 * largest);
    EXPECT_LT(norm(mass * world.rigid_body(0).state.velocity - box_first - on_box), 0.05 * largest);
    EXPECT_GT(largest, 0.1);
}

/// A floor carries a block of rubber and a rigid one, with all of their weights.
TEST(ReactionForces, WallsCarrySolidsAndRigidBodies)
{
    World world = world_of(scene_with(rubber("1 MPa", R"(, "damping": "20 ms")") +
                                      R"("objects": {"block": {"shape": {"box": {"from": [0, 0], "to": [0.4, 0.3]}}, "material": "rubber"}},
        "rigid_bodies": {"crate": {"shape": {"box": {"from": [1, 0], "to": [1.3, 0.2]}}, "density": 500}},
        "walls": {"floor": {"shape": {"box": {"from": [-1, -0.5], "to": [3, 0]}}}},
        "probes": {"floor": {"wall": {"wall": "floor"}}})"));
    const auto rows = run_until(world, 1.0);
    const double of_block = 9.81 * momenta(world).mass, of_crate = 9.81 * 500 * 0.06;
    const Vec3d force = mean_after(rows, 0.7, 2), torque = mean_after(rows, 0.7, 5);
    EXPECT_NEAR(force.y, -(of_block + of_crate), 0.01 * (of_block + of_crate)); // it is not quite at rest
    EXPECT_NEAR(torque.z, -(0.2 * of_block + 1.15 * of_crate), 0.02 * of_crate);
}

/// Water in a tank around a block that is held: what the tank and the pin give is what momentum grows by, with weight. So the pressure on the block counts.
TEST(ReactionForces, PressureOnWhatIsHeldCounts)
{
    World world = world_of(
        scene_with(R"("materials": {"water": {}, "rubber": {"density": 2000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0.3}}},
        "objects": {"block": {"shape": {"box": {"from": [0.4, 0.2], "to": [0.6, 0.4]}}, "material": "rubber", "motion": {"displacement": [0, 0]}},
            "water": {"material": "water", "shape": {"difference": {"of": {"box": {"from": [0, 0], "to": [1, 0.6]}}, "without": [{"box": {"from": [0.4, 0.2], "to": [0.6, 0.4]}}]}}}},
        "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "keeps": "inside"}},
        "probes": {"pin": {"pin": {"object": "block"}}, "tank": {"wall": {"wall": "tank"}}})"));
    world.measure({});
    const Momenta first = momenta(world);
    Vec3d given, by_pin;
    while (world.time() < 0.5)
    {
        const double start = world.time();
        const auto rows = world.measure(world.step(0.5 - start));
        const double dt = world.time() - start;
        const auto force = [&](std::size_t k) { return Vec3d{rows[k].values[2], rows[k].values[3], rows[k].values[4]}; };
        by_pin += dt * force(0);
        given += dt * (force(0) - force(1) + Vec3d{0, -9.81 * first.mass, 0});
    }
    const double weight = 9.81 * 0.04 * 2000, buoyancy = 9.81 * 0.04 * 1000;
    EXPECT_LT(norm(momenta(world).linear - first.linear - given), 1e-3 * 0.5 * 9.81 * first.mass);
    EXPECT_NEAR(by_pin.y / 0.5, weight - buoyancy, 0.1 * buoyancy); // four particles across: pressures are that coarse
}

/// A stretch by 10 % along x and 5 % along y of all particles: the energy of K21 (10) with F − R = diag(0.1, 0.05), and nothing is needed to hold it as a whole.
TEST(ReactionForces, StretchedBlocksStoreWhatStrainSays)
{
    World world = world_of(scene_with(weightless + rubber("1 MPa") +
                                      R"x("objects": {"block": {"shape": {"box": {"from": [0, 0], "to": [0.6, 0.6]}}, "material": "rubber",
            "motion": {"center": [0.3, 0.3], "deformation": {"along_x": ["1+min(t,0.1)", 0], "along_y": [0, "1+min(t,0.1)/2"]}}}},
        "probes": {"energy": {"elastic_energy": {"object": "block"}}})x"),
                           {R"(solvers.elasticity.volumes="normalized")"});
    const auto rows = run_until(world, 0.2);
    const double mu = 1e6 / 2.6, lambda = 1e6 * 0.3 / (1.3 * 0.4); // the law of the plane is that of plane strain
    const double density = mu * (0.01 + 0.0025) + 0.5 * lambda * 0.15 * 0.15;
    EXPECT_NEAR(rows.back()[2], 0.36 * density, 0.005 * 0.36 * density);
    EXPECT_NEAR(rows.front()[2], 0, 1e-6 * density);
}

/// Patch test: the rim of a block is stretched and sheared, and what is free inside follows as the rim says.
TEST(ReactionForces, PinsThatDeformLeadTheInsideAffinely)
{
    World world = world_of(
        scene_with(weightless + rubber("1 MPa", R"(, "damping": "20 ms")") +
                   R"x("objects": {"block": {"shape": {"box": {"from": [-0.4, -0.4], "to": [0.4, 0.4]}}, "material": "rubber", "pins": {
            "rim": {"region": {"difference": {"of": {"box": {"from": [-1, -1], "to": [1, 1]}}, "without": [{"box": {"from": [-0.25, -0.25], "to": [0.25, 0.25]}}]}},
                "motion": {"deformation": {"along_x": ["1+0.05*min(t/0.1,1)", 0], "along_y": ["0.04*min(t/0.1,1)", "1-0.02*min(t/0.1,1)"]}}}}}},
        "probes": {"rim": {"pin": {"object": "block"}}})x"));
    const ParticleSet at_first = world.particles();
    const auto rows = run_until(world, 0.5);
    double worst = 0;
    int inside = 0;
    for (Index i = 0; i < at_first.size(); ++i)
        for (Index j = 0; j < at_first.size(); ++j)
            if (world.particles().identity[j] == at_first.identity[i])
            {
                const Vec3d X = at_first.position[i];
                const Vec3d x{1.05 * X.x + 0.04 * X.y, 0.98 * X.y, 0};
                worst = std::max(worst, norm(world.particles().position[j] - x));
                inside += std::max(std::abs(X.x), std::abs(X.y)) < 0.25 ? 1 : 0;
            }
    EXPECT_EQ(inside, 100);
    EXPECT_LT(worst, 0.01 * 0.05); // of a spacing: rotations of particles differ by rounding and by what the solve leaves
    EXPECT_LT(norm(mean_after(rows, 0.4, 2)), 1e-3 * 1e6); // nothing as a whole, beside the stress
}

/// v = a t for fluids, solids and rigid bodies; half a body in the region: half the acceleration, and a turn about the other half.
TEST(ReactionForces, ForcesActOnEverything)
{
    World world = world_of(scene_with(weightless + rubber("1 MPa") +
                                      R"("objects": {"block": {"shape": {"box": {"from": [0, 0], "to": [0.4, 0.4]}}, "material": "rubber"}},
        "rigid_bodies": {"box": {"shape": {"box": {"from": [2, 0], "to": [2.4, 0.2]}}}, "half": {"shape": {"box": {"from": [4, 0], "to": [4.4, 0.2]}}}},
        "forces": {"all": {"acceleration": [3, 0], "region": {"box": {"from": [-1, -1], "to": [3, 1]}}},
                   "end": {"acceleration": [0, 2], "region": {"box": {"from": [4.2, -1], "to": [9, 1]}}},
                   "rubber": {"acceleration": [0, 1], "material": "rubber"}})"));
    const double time = 0.1;
    run_until(world, time);
    const Momenta block = momenta(world);
    EXPECT_NEAR(block.linear.x / block.mass, 3 * time, 1e-4 * 3 * time);
    EXPECT_NEAR(block.linear.y / block.mass, 1 * time, 1e-4 * time);
    EXPECT_NEAR(world.rigid_body(0).state.velocity.x, 3 * time, 1e-9);
    EXPECT_NEAR(world.rigid_body(0).state.velocity.y, 0, 1e-9);
    EXPECT_NEAR(world.rigid_body(1).state.velocity.y, 0.5 * 2 * time, 1e-3); // it turns by half a degree meanwhile
    const double inertia = (0.4 * 0.4 + 0.2 * 0.2) / 12;                     // per mass
    EXPECT_NEAR(world.rigid_body(1).angular_velocity().z, 0.1 * 0.5 * 2 * time / inertia, 0.01);
}

/// What moves with a wall or a body sees what it saw at first.
TEST(ReactionForces, ProbesMoveWithWallsAndBodies)
{
    for (const char* carrier : {"wall", "body"})
    {
        World world = world_of(
            scene_with(weightless + rubber("1 MPa") +
                       std::string(R"("objects": {"block": {"shape": {"box": {"from": [0, 0], "to": [0.4, 0.4]}}, "material": "rubber",
            "motion": {"displacement": ["0.3*t", 0], "rotation": [0, 0, "t"], "center": [1, 0]}}},
        "walls": {"wall": {"shape": {"box": {"from": [5, 5], "to": [6, 6]}}, "motion": {"displacement": ["0.3*t", 0], "rotation": [0, 0, "t"], "center": [1, 0]}}},
        "rigid_bodies": {"body": {"shape": {"box": {"from": [-1, -1], "to": [1, 0]}}, "position": [3, 3], "rotation": [0, 0, 0.4], "motion": {"displacement": ["0.3*t", 0], "rotation": [0, 0, "t"], "center": [1, 0]}}},
        "probes": {"level": {"level": {"at": [0.2, 0], "width": 0.2, "moves_with": ")") +
                       carrier + R"("}}})"));
        const auto rows = run_until(world, 0.2);
        for (const Values& row : rows)
            EXPECT_NEAR(row[2], 0.4, 1e-6) << carrier;
        EXPECT_GT(rows.size(), 50U);
    }
}
