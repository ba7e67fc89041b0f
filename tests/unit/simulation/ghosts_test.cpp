// Ghosts behind walls in a world: water rests on them from the first step on, walls carry its weight, sticking walls drag and slippery ones do not, a point is
// never covered twice, and whoever looks at the fluid does not see them.

#include "support/fluid_of_world.h"

#include "aspic/simulation/ghosts.h"

#include <cmath>

using namespace aspic;

namespace
{
constexpr double g = 9.81;

/// Water in a tank in the plane, `width` by `depth`, with room above; with the kernel and support that validation uses.
Scene tank(double width, double depth, double spacing)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = spacing;
    scene.support = 4 * spacing;
    scene.kernel = KernelChoice::wendland;
    scene.materials.push_back({"water", {}});
    Object water;
    water.shape = {Box{{0, 0, 0}, {width, depth, 0}}};
    water.material = "water";
    scene.objects.push_back({"water", water});
    Wall vessel;
    vessel.shape = {Box{{0, 0, 0}, {width, depth + 0.4, 0}}};
    vessel.keeps = Side::inside;
    scene.walls.push_back({"vessel", vessel});
    pressure_of(scene).sound_speed = Keyframed<double>(20);
    pressure_of(scene).hydrostatic_start = true;
    return scene;
}

/// A film of honey between two plates in the plane, the upper of which moves along x; periodic.
Scene plates(GhostKind ghosts)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.02;
    scene.gravity = Vec3d{};
    scene.periodic.x = Interval{0, 0.2};
    Material honey;
    honey.viscosity = Keyframed<double>(10);
    scene.materials.push_back({"honey", honey});
    Object film;
    film.shape = {Box{{0, 0, 0}, {0.2, 0.2, 0}}};
    film.material = "honey";
    scene.objects.push_back({"film", film});
    Wall floor;
    floor.shape = {HalfSpace{}};
    floor.ghosts = ghosts;
    scene.walls.push_back({"floor", floor});
    Wall lid = floor;
    lid.shape = {HalfSpace{{0, 0.2, 0}, {0, -1, 0}}};
    lid.motion = Motion{};
    lid.motion->velocity = Keyframed<Vec3d>({0.1, 0, 0});
    scene.walls.push_back({"lid", lid});
    pressure_of(scene).sound_speed = Keyframed<double>(2);
    pressure_of(scene).artificial_viscosity = 0;
    return scene;
}

std::int64_t ghosts_after_a_step(const Scene& scene)
{
    World world(scene, {});
    EXPECT_FALSE(world.step(1e-6).not_finite);
    return world.state().ghosts;
}

/// The distance from each ghost to the one nearest to it, at least.
double least_ghost_distance(const World& world)
{
    std::vector<Vec3d> ghosts;
    for_each_ghost(world, [&](Index i) { ghosts.push_back(world.particles().position[i]); });
    double least = 1e9;
    for (std::size_t a = 0; a < ghosts.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            least = std::min(least, norm(ghosts[a] - ghosts[b]));
    return least;
}
} // namespace

TEST(GhostsInAWorld, CarryWaterAtRestFromTheFirstStepOn)
{
    Scene scene = tank(1, 1, 0.04);
    pressure_of(scene).sound_speed = Keyframed<double>(44.29);
    World world(scene, {});
    ASSERT_FALSE(world.step(1e-5).not_finite);
    const auto acceleration = world.particles().column<Vec3>("acceleration").view();
    const double h = world.scene().support_radius();
    double worst = 0, worst_in_corner = 0;
    for_each_fluid(world, [&](Index i) {
        const Vec3d& x = world.particles().position[i];
        const double push = norm(convert<double>(acceleration[i]) - Vec3d{0, g, 0}) / g; // besides the weight that it carries
        const bool is_in_corner = x.y < h && std::min(x.x, 1 - x.x) < h;
        if (x.y < 1 - h)
            (is_in_corner ? worst_in_corner : worst) = std::max(is_in_corner ? worst_in_corner : worst, push);
    });
    // Particles stand on the lattice of water at rest, but have densities that are larger by up to ε = 0.5 %: forces m p/ρ² are smaller by 2 ε to 3 ε. The
    // lattice itself takes less than that from Σ V y ∂ω/∂y = 1 with h = 4 dx.
    EXPECT_LT(worst, 0.02);
    EXPECT_LT(worst_in_corner, 0.2); // ghosts see the fluid from aside there: Adami, Hu and Adams 2012
}

TEST(GhostsInAWorld, WallsCarryTheWeight)
{
    Scene scene = tank(1, 0.6, 0.04);
    scene.probes.push_back({"force", WallProbe{{0.5}, "vessel", {}}});
    World world(scene, {});
    world.measure({});
    std::vector<ProbeRow> rows;
    while (world.time() < 0.5 - 1e-9)
    {
        const StepReport report = world.step(0.5 - world.time());
        ASSERT_FALSE(report.not_finite);
        rows = world.measure(report);
    }
    ASSERT_EQ(rows.size(), 1U);
    const double weight = 1000 * 0.6 * g;
    EXPECT_NEAR(rows[0].values[3], -weight, 0.02 * weight); // mean over half a second: what is left is the water's own bobbing
    EXPECT_NEAR(rows[0].values[2], 0, 0.002 * weight);      // left and right push alike
}

TEST(GhostsInAWorld, DragOnlyWhereTheyStick)
{
    for (const GhostKind kind : {GhostKind::no_slip, GhostKind::free_slip})
    {
        World world(plates(kind), {});
        run_world(world, 0.2); // ν/L² = 0.25/s: the layer at the lid moves, the floor does not know yet
        double top = 0, bottom = 0;
        int count = 0;
        for_each_fluid(world, [&](Index i) {
            const Vec3d& x = world.particles().position[i];
            top += x.y > 0.18 ? double(world.particles().velocity[i].x) : 0;
            bottom += x.y < 0.02 ? double(world.particles().velocity[i].x) : 0;
            count += x.y > 0.18 ? 1 : 0;
        });
        ASSERT_EQ(count, 10);
        if (kind == GhostKind::no_slip)
        {
            // Half a spacing below a plate that slid off: v = u erfc(y/(2 √(νt))).
            const double expected = 0.1 * std::erfc(0.01 / (2 * std::sqrt(0.01 * 0.2)));
            EXPECT_NEAR(top / count, expected, 0.05 * expected);
            EXPECT_LT(bottom / count, 0.1 * expected);
        }
        else
        {
            EXPECT_LT(std::abs(top / count), 1e-3 * 0.1); // the ghosts pass by one after the other: their pressure is not quite even
            EXPECT_LT(std::abs(bottom / count), 1e-3 * 0.1);
        }
    }
}

TEST(GhostsInAWorld, MoveWithTheirWalls)
{
    World world(plates(GhostKind::no_slip), {});
    world.step(1e-3);
    std::map<Identity, Vec3d> before;
    for_each_ghost(world, [&](Index i) { before[world.particles().identity[i]] = world.particles().position[i]; });
    const double start = world.time();
    world.step(1e-3);
    ASSERT_FALSE(before.empty());
    for_each_ghost(world, [&](Index i) {
        const Vec3d moved = shortest_difference(world.particles().position[i], before.at(world.particles().identity[i]),
                                                {.period = {0.2, 0, 0}, .origin = {0, 0, 0}});
        const double speed = world.particles().position[i].y > 0 ? 0.1 : 0;
        EXPECT_NEAR(moved.x, speed * (world.time() - start), 1e-12);
        EXPECT_EQ(moved.y, 0);
        EXPECT_NEAR(world.particles().velocity[i].x, speed, 1e-7);
        EXPECT_GE(world.particles().identity[i], first_chosen_identity);
    });
}

TEST(GhostsInAWorld, OfRestingWallsDoNotAccelerate) // also where velocities are smoothed, and at sticking walls
{
    for (const bool is_stored : {false, true})
    {
        Scene scene = tank(0.4, 0.4, 0.04);
        scene.walls[0].value.ghosts = GhostKind::no_slip;
        scene.objects[0].value.velocity = {1, 0, 0};
        scene.solvers.smoothing = XsphSettings{.strength = 0.5, .is_stored = is_stored};
        World world(scene, {});
        for (int step = 0; step < 3; ++step)
        {
            ASSERT_FALSE(world.step(1e-4).not_finite);
            const auto acceleration = world.particles().column<Vec3>("acceleration").view();
            for_each_ghost(world, [&](Index i) {
                EXPECT_EQ(acceleration[i], (Vec3{}));
                EXPECT_EQ(world.particles().velocity[i], (Vec3{}));
            });
        }
    }
}

TEST(GhostsInAWorld, OfWallsThatOverlapAreNotDoubled)
{
    Scene once = tank(0.4, 0.4, 0.04);
    Scene twice = once;
    twice.walls.push_back({"again", once.walls[0].value});
    EXPECT_GT(ghosts_after_a_step(once), 0);
    EXPECT_EQ(ghosts_after_a_step(twice), ghosts_after_a_step(once));

    // A step made of two boxes that overlap.
    Scene stairs = tank(0.4, 0.4, 0.04);
    stairs.walls[0].value.shape = {Box{{-0.4, 0, 0}, {0.8, 0.8, 0}}};
    Wall step;
    step.shape = {Box{{-0.4, -0.4, 0}, {0.8, -0.04, 0}}};
    stairs.walls = {{"low", step}, {"high", step}};
    stairs.walls[1].value.shape = {Box{{-0.4, -0.2, 0}, {0, 0.2, 0}}};
    World world(stairs, {});
    ASSERT_FALSE(world.step(1e-6).not_finite);
    EXPECT_GT(world.state().ghosts, 0);
    EXPECT_NEAR(least_ghost_distance(world), 0.04, 1e-9); // both lattices fit each other: no two at one place
}

TEST(GhostsInAWorld, AreOnlyWhereTheFluidIsNear)
{
    Scene scene = tank(0.4, 0.4, 0.04);
    scene.walls[0].value.shape = {Box{{-4, 0, 0}, {4, 8, 0}}};
    World world(scene, {});
    ASSERT_FALSE(world.step(1e-6).not_finite);
    const double h = world.scene().support_radius();
    // Every place of the floor that fluid can see is taken: whole rows of four, a support radius to both sides.
    int below = 0;
    for_each_ghost(world, [&](Index i) {
        const Vec3d& x = world.particles().position[i];
        EXPECT_TRUE(x.x > -1.5 && x.x < 1.9 && x.y > -h && x.y < 0);
        below += x.x > -h && x.x < 0.4 + h ? 1 : 0;
    });
    EXPECT_EQ(below, 4 * (10 + 8));
    // Water that runs along the floor finds ghosts wherever it comes, at least as many as it sees at first.
    run_world(world, 0.3);
    double front = 0;
    for_each_fluid(world, [&](Index i) { front = std::max(front, world.particles().position[i].x); });
    EXPECT_GT(front, 0.7);
    int ahead = 0;
    for_each_ghost(world, [&](Index i) {
        const Vec3d& x = world.particles().position[i];
        ahead += x.x > front - 0.5 * h && x.x < front + 0.5 * h ? 1 : 0;
    });
    EXPECT_GE(ahead, 4 * 3);
}

TEST(GhostsInAWorld, AreNotSeenByProbes)
{
    Scene scene = tank(0.4, 0.4, 0.04);
    scene.objects[0].value.position = {0.02, 0, 0}; // off the left wall
    scene.walls[0].value.shape = {Box{{0, 0, 0}, {0.46, 0.8, 0}}};
    scene.probes = {{"body", BodyProbe{{}, {}, false}},
                    {"inside", PressureProbe{{}, {0.2, 0.04, 0}}},
                    {"behind", PressureProbe{{}, {0.2, -0.12, 0}}},
                    {"level", LevelProbe{{}, {0.2, 0, 0}, {0, -1, 0}, 0.2}},
                    {"aside", LevelProbe{{}, {-0.1, 0, 0}, {0, 1, 0}, 0.1}},
                    {"front", FrontProbe{{}, {-1, 0, 0}}},
                    {"counts", CountProbe{}},
                    {"nearest", ParticleProbe{{}, {}, Vec3d{-0.1, -0.1, 0}}}};
    World world(scene, {});
    const StepReport report = world.step(1e-6);
    EXPECT_EQ(report.particles, 100);
    EXPECT_GT(world.state().ghosts, 0);
    EXPECT_EQ(world.particles().size(), 100 + world.state().ghosts);
    EXPECT_EQ(world.state().fluid_size(), 100);
    const auto rows = world.measure(report);
    EXPECT_EQ(rows[0].values[2], 100);
    EXPECT_NEAR(rows[0].values[3], 160, 1e-3); // mass
    EXPECT_NEAR(rows[0].values[5], 0.22, 1e-6);
    EXPECT_NEAR(rows[0].values[6], 0.2, 1e-6);
    // The mean of the fluid's pressures only: between those of the lowest particles that the probe sees.
    EXPECT_NEAR(rows[1].values[2], 1000 * g * 0.32, 0.1 * 1000 * g * 0.32);
    EXPECT_NEAR(rows[2].values[2], 1000 * g * 0.38, 0.02 * 1000 * g * 0.38); // the lowest row is all it sees
    EXPECT_NEAR(rows[3].values[2], -0.02 + 0.02, 1e-6);
    EXPECT_TRUE(std::isnan(rows[4].values[2]));
    EXPECT_NEAR(rows[5].values[2], -0.04 + 0.02, 1e-6);
    EXPECT_EQ(rows[6].values[2], 100);
    EXPECT_EQ(rows[6].values[3], 100);
    EXPECT_NEAR(rows[7].values[3], 0.04, 1e-6);
    EXPECT_NEAR(rows[7].values[4], 0.02, 1e-6);
    // The report looks at the fluid's compression only: of the lowest row, by Tait's equation.
    const double compression = std::pow(1 + 7 * g * 0.38 / 400, 1.0 / 7) - 1;
    EXPECT_NEAR(report.largest_compression, compression, 0.01 * compression);
}
