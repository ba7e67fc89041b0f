// Advice about a scene before it runs: each warning appears for its mistake, and none for a scene without.

#include "aspic/simulation/doctor.h"

#include "aspic/simulation/derived.h"
#include "aspic/simulation/estimate.h"
#include "aspic/simulation/world.h"

#include <gmock/gmock.h>

#include <algorithm>

using namespace aspic;
using testing::HasSubstr;

namespace
{
Shape box(const Vec3d& from, const Vec3d& to) { return {Box{from, to}}; }
Shape ball(const Vec3d& center, double radius) { return {Sphere{center, radius}}; }

Object object(const Shape& shape)
{
    Object result;
    result.shape = shape;
    result.material = "water";
    return result;
}

Wall wall(const Shape& shape, Side keeps)
{
    Wall result;
    result.shape = shape;
    result.keeps = keeps;
    return result;
}

/// A pool half full of water, 50 by 25 particles, in the plane.
Scene pool()
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.02;
    scene.materials = {{"water", {}}};
    scene.objects = {{"pool", object(box({0, 0, 0}, {1, 0.5, 0}))}};
    scene.walls = {{"tank", wall(box({0, 0, 0}, {1, 1, 0}), Side::inside)}};
    return scene;
}

FluidEmitter jet(const Vec3d& position, double radius)
{
    FluidEmitter emitter;
    emitter.material = "water";
    emitter.nozzle = CircleNozzle{radius};
    emitter.position = position;
    return emitter;
}

BodyEmitter drops(double interval)
{
    BodyEmitter emitter;
    emitter.shape = ball({0, 0, 0}, 0.1);
    emitter.material = "water";
    emitter.position = {0.5, 0.8, 0};
    emitter.interval = interval;
    return emitter;
}

std::string fact(const Scene& scene, const std::string& where)
{
    for (const Advice& advice : examine(scene, {}))
        if (advice.kind == Advice::Kind::fact && advice.where == where)
            return advice.text;
    return "";
}

/// "where: text" of each warning.
std::vector<std::string> warnings(const Scene& scene, const Assets& assets = {})
{
    std::vector<std::string> result;
    for (const Advice& advice : examine(scene, assets))
        if (advice.kind == Advice::Kind::warning)
        {
            result.push_back(advice.where + ": " + advice.text);
            EXPECT_FALSE(advice.hint.empty()) << result.back();
        }
    return result;
}

void expect_warning(const Scene& scene, const std::string& where, const std::string& text)
{
    const auto all = warnings(scene);
    ASSERT_EQ(all.size(), 1U) << where << testing::PrintToString(all);
    EXPECT_THAT(all[0], testing::StartsWith(where + ": "));
    EXPECT_THAT(all[0], HasSubstr(text));
}
} // namespace

TEST(Doctor, HasNothingToSayAboutAGoodScene)
{
    EXPECT_THAT(warnings(pool()), testing::IsEmpty());
    Scene scene = pool();
    scene.dimension = 3;
    scene.objects = {{"pool", object(box({0, 0, 0}, {1, 0.5, 0.2}))}};
    scene.walls = {{"tank", wall(box({0, 0, 0}, {1, 1, 0.2}), Side::inside)}};
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, SaysWhatASceneCosts)
{
    const Scene scene = pool();
    EXPECT_EQ(fact(scene, "objects.pool"), "1250 particles");
    EXPECT_EQ(fact(scene, "particles"), "1250 in all");
    EXPECT_THAT(fact(scene, "memory"), HasSubstr("MB"));
    EXPECT_EQ(fact(scene, "frames"), "50 and the first");
    // Falls through half a metre: v = √(2 · 9.81 · 0.5), c = 10 v, Δt = 0.2 h/(c + v), h = 2 spacings
    const double speed = std::sqrt(9.81);
    const double step = 0.2 * 0.04 / (11 * speed);
    EXPECT_EQ(fact(scene, "sound speed"), "31.3 m/s, for speeds up to 3.13 m/s");
    EXPECT_DOUBLE_EQ(step_limit(scene, {.sound_speed = 10 * speed, .speed = speed}), step);
    EXPECT_EQ(fact(scene, "steps"), "about 4307 of 0.000232 s");
    EXPECT_EQ(std::ceil(1 / step), 4307);
}

TEST(Doctor, CountsWhatEmittersBring)
{
    Scene scene = pool();
    scene.emitters = {{"drops", drops(0.5)}};
    EXPECT_THAT(fact(scene, "particles"), testing::StartsWith("at most about"));
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, FindsThinBodies)
{
    Scene scene = pool();
    scene.objects = {{"film", object(box({0, 0, 0}, {1, 0.04, 0}))}};
    expect_warning(scene, "objects.film.shape", "2 particles thick");
    // Thin, but with large bounds: a bent plate.
    const Shape bent{Union{{box({0, 0, 0}, {1, 0.04, 0}), box({0, 0, 0}, {0.04, 1, 0})}}};
    scene.objects = {{"bent", object(bent)}};
    expect_warning(scene, "objects.bent.shape", "particles thick");
    scene.objects = {{"three", object(box({0, 0, 0}, {1, 0.06, 0}))}};
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, FindsBodiesWithoutParticles)
{
    Scene scene = pool();
    scene.objects.push_back({"speck", object({Difference{box({0, 0.6, 0}, {0.1, 0.7, 0}), {box({0, 0.6, 0}, {0.1, 0.7, 0})}}})});
    expect_warning(scene, "objects.speck", "too small to hold a particle");
    scene.objects.clear();
    EXPECT_THAT(warnings(scene), testing::Contains("objects: there is nothing to simulate"));
}

TEST(Doctor, FindsOverlaps)
{
    Scene scene = pool();
    scene.objects.push_back({"drop", object(box({0.4, 0.4, 0}, {0.6, 0.6, 0}))}); // half of it in the pool
    expect_warning(scene, "objects.drop", "50 % of its particles start inside of objects.pool");
    scene.objects[1].value.start = 0.5; // later the pool may have gone elsewhere
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.objects[1].value.start = 0;
    scene.objects[1].value.shape = box({0, 0.5, 0}, {1, 0.7, 0}); // only touches
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.objects[1].value.shape = box({-0.1, -0.1, 0}, {0.1, 0.1, 0});
    scene.objects[1].value.position = {0.5, 0.25, 0}; // moved into it
    expect_warning(scene, "objects.drop", "100 %");
}

TEST(Doctor, FindsWhatIsOnTheWrongSideOfAWall)
{
    Scene scene = pool();
    scene.objects[0].value.position = {0.5, 0, 0};
    expect_warning(scene, "objects.pool", "50 % of its particles start outside of the wall 'tank'");
    scene = pool();
    scene.walls.push_back({"rock", wall(box({0, 0, 0}, {0.1, 0.5, 0}), Side::outside)});
    expect_warning(scene, "objects.pool", "10 % of its particles start inside of the wall 'rock'");
    // Where the wall is when the object starts counts.
    scene.walls[1].value.motion = Motion{};
    scene.walls[1].value.motion->velocity = Keyframed<Vec3d>(Vec3d{-1, 0, 0});
    scene.objects[0].value.start = 0.2;
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

/// Hints say what becomes of it: late fluid is left out, what must come whole never comes.
TEST(Doctor, KnowsThatWhatComesLateNeedsRoom)
{
    const auto hint = [](const Scene& scene) {
        for (const Advice& advice : examine(scene, {}))
            if (advice.kind == Advice::Kind::warning)
                return advice.hint;
        return std::string();
    };
    Scene scene = pool();
    scene.objects[0].value.position = {0.5, 0, 0};
    EXPECT_THAT(hint(scene), HasSubstr("throws them in"));
    scene.objects[0].value.start = 0.1;
    EXPECT_THAT(hint(scene), HasSubstr("left out"));
    scene = pool();
    BodyEmitter emitter = drops(0.5);
    emitter.position = {1, 0.8, 0};
    scene.emitters = {{"drops", emitter}};
    EXPECT_THAT(hint(scene), HasSubstr("never comes"));
}

TEST(Doctor, FindsRigidBodiesThatOverlap)
{
    Scene scene = pool();
    scene.solvers.pressure = DfsphSettings{};
    scene.objects[0].value.shape = box({0, 0, 0}, {1, 0.2, 0});
    RigidObject cube;
    cube.shape = box({-0.1, -0.1, 0}, {0.1, 0.1, 0});
    cube.position = {0.3, 0.5, 0};
    RigidObject other = cube;
    other.position = {0.5, 0.5, 0}; // they touch
    scene.rigid_bodies = {{"a", cube}, {"b", other}};
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.rigid_bodies[1].value.position.x = 0.45;
    expect_warning(scene, "rigid_bodies.a", "overlaps the rigid body 'b' by 0.05 m");
    scene.rigid_bodies[1].value.position.x = 0.92;
    expect_warning(scene, "rigid_bodies.b", "reaches 0.02 m into the wall 'tank'");
    scene.rigid_bodies[1].value.position.x = 1.5;
    expect_warning(scene, "rigid_bodies.b", "its centre starts outside of the wall 'tank'");
}

TEST(Doctor, FindsVorticityThatIsTooStrong)
{
    Scene scene = pool(); // √9.81 m/s, h = 0.04 m: particles alone have ν = 0.05·3.13·0.04 = 0.00626 m²/s, water 1e-6
    scene.solvers.pressure = DfsphSettings{};
    scene.solvers.vorticity = ConfinementSettings{.strength = 12}; // πν/h² = 12.3
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.solvers.vorticity = ConfinementSettings{.strength = 13};
    expect_warning(scene, "solvers.vorticity.confinement.strength", "about 12.3 1/s is the most");
    const auto micropolar = [](double transfer, double balance) {
        MicropolarSettings settings;
        settings.transfer = transfer;
        settings.balance = balance;
        return settings;
    };
    scene.solvers.vorticity = micropolar(0.012, 0);
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.solvers.vorticity = micropolar(0.013, 0);
    expect_warning(scene, "solvers.vorticity.micropolar.transfer", "about 0.0125 m²/s is the most");
    scene.solvers.vorticity = micropolar(0.013, 1);
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.solvers.vorticity = micropolar(1, 1);
    expect_warning(scene, "solvers.vorticity.micropolar.transfer", "times shorter");
    // With sound: 0.004·3.13·0.04 by themselves, and 0.1·31.3·0.04/16 by artificial viscosity.
    scene = pool();
    scene.solvers.vorticity = ConfinementSettings{.strength = 20};
    expect_warning(scene, "solvers.vorticity.confinement.strength", "about 16.4 1/s is the most");
    scene.solvers.pressure = WeaklyCompressibleSettings{.artificial_viscosity = 0};
    expect_warning(scene, "solvers.vorticity.confinement.strength", "about 0.986 1/s is the most");
}

TEST(Doctor, FindsEmittersInWalls)
{
    Scene scene = pool();
    scene.emitters = {{"jet", jet({0.5, 0.9, 0}, 0.1)}};
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.emitters = {{"jet", jet({0.5, 1.2, 0}, 0.1)}};
    expect_warning(scene, "emitters.jet.fluid.position", "100 % of the nozzle is outside of the wall 'tank'");
    scene.emitters = {{"jet", jet({0.5, 0.9, 0}, 0.005)}};
    expect_warning(scene, "emitters.jet.fluid.nozzle", "one particle thick");
}

TEST(Doctor, FindsBodiesEmittedIntoEachOther)
{
    Scene scene = pool();
    scene.emitters = {{"drops", drops(0.1)}}; // falls 5 cm until the next one comes
    expect_warning(scene, "emitters.drops.bodies.interval", "inside of the one before");
    std::get<BodyEmitter>(scene.emitters[0].value).count = 1;
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, FindsSinksAndPinsInTheWrongPlace)
{
    Scene scene = pool();
    Sink sink;
    sink.shape = box({0, 0, 0}, {0.5, 0.5, 0});
    scene.sinks = {{"drain", sink}};
    expect_warning(scene, "objects.pool", "50 % of its particles start in the sink 'drain'");
    scene.sinks[0].value.start = 0.5;
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    Pin pin;
    pin.region = box({5, 5, 0}, {6, 6, 0});
    scene.objects[0].value.pins = {{"hand", pin}};
    expect_warning(scene, "objects.pool.pins.hand", "no particle");
}

TEST(Doctor, KnowsThatSolidsGoWholeOrNotAtAll)
{
    Scene scene = pool();
    scene.materials[0].value.elastic = ElasticMaterial{};
    scene.materials[0].value.elastic->young_modulus = 1e6;
    scene.materials[0].value.elastic->poisson_ratio = 0.3;
    scene.solvers.pressure = DfsphSettings{};
    Sink sink;
    sink.shape = box({0, 0, 0}, {0.5, 0.5, 0});
    scene.sinks = {{"drain", sink}};
    expect_warning(scene, "objects.pool", "it vanishes at once, as a whole");
    scene.sinks[0].value.shape = box({0, 0, 0}, {0.3, 0.5, 0});
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, FindsProbesThatLookIntoNothing)
{
    Scene scene = pool();
    PressureProbe pressure;
    pressure.at = {0.5, 5, 0};
    LevelProbe level;
    level.at = {3, 0, 0};
    level.width = 0.1;
    scene.probes = {{"high", pressure}};
    expect_warning(scene, "probes.high", "where nothing is");
    scene.probes = {{"beside", level}};
    expect_warning(scene, "probes.beside", "where nothing is");
    level.at = {0.5, -3, 0}; // its column goes up through the pool
    pressure.at = {0.5, 0.9, 0};
    scene.probes = {{"column", level}, {"inside", pressure}};
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, FindsOddNumbers)
{
    Scene scene = pool();
    scene.support = 0.025;
    expect_warning(scene, "support", "only 1.25 spacings");
    scene = pool();
    scene.support = 0.1;
    expect_warning(scene, "support", "5 spacings");
    scene = pool();
    scene.solvers.surface_tension = AkinciSettings{};
    expect_warning(scene, "support", "makes a lattice of the fluid");
    scene = pool();
    scene.kernel = KernelChoice::wendland;
    scene.solvers.pressure = DfsphSettings{};
    expect_warning(scene, "kernel", "lock into a lattice");
    scene = pool();
    scene.solvers.pressure = WeaklyCompressibleSettings{.sound_speed = Keyframed<double>(10)};
    expect_warning(scene, "solvers.pressure.weakly_compressible.sound_speed", "compressed by 10 %");
    scene.solvers.pressure = WeaklyCompressibleSettings{.sound_speed = Keyframed<double>(1500)};
    expect_warning(scene, "solvers.pressure.weakly_compressible.sound_speed", "steps are shorter than need be");
    scene = pool();
    scene.materials[0].value.viscosity = Keyframed<double>(5000);
    expect_warning(scene, "materials", "times shorter");
    scene = pool();
    scene.solvers.time_step.fixed = 2.5e-4; // allowed at rest, not at 3 m/s
    expect_warning(scene, "solvers.time_step.fixed", "steps will be shortened");
}

TEST(Doctor, FindsWhatNeverHappens)
{
    Scene scene = pool();
    scene.materials.push_back({"oil", {}});
    expect_warning(scene, "materials.oil", "nothing is made of it");
    scene = pool();
    scene.objects[0].value.start = 7;
    expect_warning(scene, "objects.pool.start", "after the end");
    scene = pool();
    scene.duration = 0;
    expect_warning(scene, "duration", "only the first frame");
    scene = pool();
    scene.frame_rate = 1e6;
    expect_warning(scene, "frame_rate", "1 million frames");
    scene = pool();
    scene.walls.clear();
    expect_warning(scene, "walls", "falls for ever");
    scene.gravity = Keyframed<Vec3d>(Vec3d{0, 0, 0});
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, LooksAtParticlesFromFiles)
{
    Scene scene = pool();
    scene.objects.push_back({"dots", object({ParticleFile{"dots.csv", 1}})});
    auto points = std::make_shared<ParticlePoints>();
    points->positions = {{0.5, 0.25, 0}, {0.5, 0.8, 0}, {3, 0.8, 0}};
    Assets assets;
    assets.particles["dots.csv"] = points;
    const auto all = warnings(scene, assets);
    EXPECT_THAT(all, testing::ElementsAre(HasSubstr("33 % of its particles start outside of the wall 'tank'"),
                                          HasSubstr("33 % of its particles start inside of objects.pool")));
}

TEST(Doctor, IsQuickWithLargeAndManyBodies)
{
    Scene scene = pool();
    scene.spacing = 1e-5; // 5 billion particles
    EXPECT_THAT(fact(scene, "objects.pool"), HasSubstr("billion"));
    EXPECT_THAT(fact(scene, "time"), HasSubstr("days"));
    scene = pool();
    scene.objects.clear();
    for (int k = 0; k < 20'000; ++k)
        scene.objects.push_back({"o" + std::to_string(k), object(box({0.1 * k, 0, 0}, {0.1 * k + 0.1, 0.1, 0}))});
    scene.walls.clear();
    scene.gravity = Keyframed<Vec3d>(Vec3d{0, 0, 0});
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

/// A box of 1.01 m by 0.5 m at 20 mm holds 50 or 51 by 25 particles: 1250/1262.5 or 1275/1262.5 of its mass.
TEST(Doctor, FindsShapesThatParticlesDoNotFill)
{
    Scene scene = pool();
    scene.objects[0].value.shape = box({0, 0, 0}, {0.99, 0.5, 0}); // 49.5 spacings, 49 or 50
    const auto all = warnings(scene);
    ASSERT_EQ(all.size(), 1U) << testing::PrintToString(all);
    EXPECT_THAT(all[0], testing::StartsWith("objects.pool.shape: particles fill it with 1.01 % too "));
    scene.objects[0].value.shape = box({0, 0, 0}, {0.9801, 0.5, 0}); // 49.005 spacings
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, FindsThinPartsOfThickBodies)
{
    Scene scene = pool(); // a block of 20 by 20 particles with a fin of 30 by 2
    scene.objects = {{"fish", object({Union{{box({0, 0, 0}, {0.4, 0.4, 0}), box({0.4, 0.1, 0}, {1, 0.14, 0})}}})}};
    expect_warning(scene, "objects.fish.shape", "parts of it");
}

TEST(Doctor, FindsWallsThinnerThanASpacing)
{
    Scene scene = pool();
    scene.walls.push_back({"sheet", wall(box({0.2, 0.7, 0}, {0.8, 0.715, 0}), Side::outside)});
    expect_warning(scene, "walls.sheet", "thinner than a spacing");
    scene.walls[1].value.shape = box({0.2, 0.7, 0}, {0.8, 0.74, 0});
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
}

TEST(Doctor, ComparesWithWhatTheMachineHas)
{
    const Scene scene = pool();
    const auto said = [&](const Resources& resources) {
        std::vector<std::string> where;
        for (const Advice& advice : examine(scene, {}, resources))
            if (advice.kind == Advice::Kind::warning)
                where.push_back(advice.where);
        return where;
    };
    EXPECT_THAT(said({.memory = 1e9, .disk = 1e9}), testing::IsEmpty());
    EXPECT_THAT(said({.memory = 1e6, .disk = 1e9}), testing::ElementsAre("memory"));
    EXPECT_THAT(said({.memory = 1e9, .disk = 1e6}), testing::ElementsAre("disk")); // 51 frames of 1250 particles: more than 3 MB
    Scene long_run = scene;
    long_run.duration = 1e8;
    EXPECT_THAT(warnings(long_run), testing::Contains(testing::StartsWith("time: ")));
    EXPECT_THAT(warnings(long_run), testing::Contains(testing::StartsWith("frame_rate: ")));
}

/// A wall that no fluid is near to costs memory all the same: its map, its ghosts, its samples.
TEST(Doctor, MemoryCountsWalls)
{
    Scene scene = pool();
    scene.dimension = 3;
    scene.objects = {{"drop", object(box({0, 0, 0}, {0.1, 0.1, 0.1}))}};
    scene.walls = {{"tank", wall(box({0, 0, 0}, {1, 1, 1}), Side::inside)}};
    for (const bool has_sound : {true, false})
        for (const BoundaryMethod method : {BoundaryMethod::map, BoundaryMethod::samples})
        {
            if (has_sound)
                scene.solvers.pressure = WeaklyCompressibleSettings{};
            else
                scene.solvers.pressure = DfsphSettings{};
            scene.solvers.boundaries = method;
            const World world(scene, {});
            EXPECT_GT(estimate_memory(scene, {}, 125), static_cast<double>(world.bytes())) << has_sound << int(method);
        }
}

/// E = 1 MPa, 1000 kg/m³, 1 m: T = 2 m / (31.6 m/s) = 0.0632 s. Of 1e13 Pa a metre is strained by its weight by 1e-9.
TEST(Doctor, KnowsWhichStiffnessStepsCannotShow)
{
    Scene scene = pool();
    scene.materials[0].value.elastic = ElasticMaterial{};
    scene.materials[0].value.elastic->young_modulus = 1e6;
    scene.materials[0].value.elastic->poisson_ratio = 0;
    scene.solvers.pressure = DfsphSettings{};
    EXPECT_THAT(fact(scene, "objects.pool vibrates"), HasSubstr("in 0.0632 s"));
    EXPECT_THAT(warnings(scene), testing::IsEmpty());
    scene.materials[0].value.elastic->young_modulus = 1e13;
    expect_warning(scene, "objects.pool", "less than rounding");
    scene.materials[0].value.elastic->young_modulus = 1e9;
    scene.solvers.elasticity.tangent = ElasticTangent::fixed;
    expect_warning(scene, "objects.pool", "fixed rotations resist rotation");
}
