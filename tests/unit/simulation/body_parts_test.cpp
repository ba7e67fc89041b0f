// Bodies of several materials: which particle belongs to which part, what it weighs, and which scenes are refused.

#include "aspic/scene/validate.h"
#include "aspic/simulation/doctor.h"
#include "aspic/simulation/elastic_bodies.h"
#include "aspic/simulation/scene_problems.h"
#include "aspic/simulation/world.h"

#include <gmock/gmock.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
Material material(double density, bool is_elastic)
{
    Material result;
    result.density = density;
    if (is_elastic)
    {
        result.elastic = ElasticMaterial{};
        result.elastic->young_modulus = 1e5;
        result.elastic->poisson_ratio = 0.3;
    }
    return result;
}

/// A block of 0.4 × 0.2 × 0.2 m, 64 particles, turned by 90° about z and moved: its x is the world's y.
Scene block()
{
    Scene scene;
    scene.spacing = 0.05;
    scene.gravity = Keyframed<Vec3d>(Vec3d{});
    scene.solvers.pressure = DfsphSettings{};
    scene.materials = {{"foam", material(100, true)}, {"lead", material(8000, true)}, {"wood", material(700, true)}};
    Object object;
    object.shape = {Box{{-0.2, -0.1, -0.1}, {0.2, 0.1, 0.1}}};
    object.material = "foam";
    object.position = {3, 5, 7};
    object.rotation = {0, 0, pi / 2};
    scene.objects = {{"block", object}};
    return scene;
}

BodyPart part(const Vec3d& from, const Vec3d& to, const std::string& name) { return {{Box{from, to}}, name}; }

std::string problem_of(const Problems& problems) { return problems.empty() ? "" : problems[0].where + ": " + problems[0].what; }
} // namespace

/// m = Σ ρ V of the parts: the right half is lead but for its corner of a tenth of a metre, which is wood and comes first.
TEST(BodyParts, WeighWhatTheirMaterialsWeigh)
{
    Scene scene = block();
    scene.objects[0].value.parts = {{"corner", part({0.1, 0, -1}, {1, 1, 1}, "wood")}, {"half", part({0, -1, -1}, {1, 1, 1}, "lead")}};
    ASSERT_EQ(problem_of(problems_of(scene)), "");
    World world(scene, {});
    const ParticleSet& particles = world.particles();
    ASSERT_EQ(particles.size(), 8 * 4 * 4);
    double mass = 0;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d x = particles.position[i] - Vec3d{3, 5, 7};
        const Vec3d X{x.y, -x.x, x.z};
        const Index expected = X.x < 0 ? 0 : X.x > 0.1 && X.y > 0 ? 2 : 1;
        const double density = scene.materials[static_cast<std::size_t>(expected)].value.density;
        EXPECT_EQ(particles.column<Index>("material")[i], expected);
        EXPECT_FLOAT_EQ(static_cast<float>(particles.density[i]), static_cast<float>(density));
        mass += double(particles.mass[i]);
    }
    EXPECT_NEAR(mass, 100 * 0.008 + 8000 * 0.006 + 700 * 0.002, 1e-5 * mass);
    for (int step = 0; step < 5; ++step) // nothing moves what nothing pulls
        ASSERT_FALSE(world.step(1e-3).not_finite);
    for (const Vec3& v : world.particles().velocity.values)
        EXPECT_LT(norm(v), 1e-3);
}

TEST(BodyParts, AreAllElasticOrAllFluid)
{
    Scene scene = block();
    scene.materials.push_back({"water", material(1000, false)});
    scene.objects[0].value.parts = {{"wet", part({0, -1, -1}, {1, 1, 1}, "water")}};
    EXPECT_THAT(problem_of(problems_of(scene)), HasSubstr("objects.block.parts.wet.material: it is a fluid, and the body is elastic"));
    scene.objects[0].value.material = "water";
    EXPECT_EQ(problem_of(problems_of(scene)), "");
    scene.objects[0].value.parts[0].value.material = "lead";
    EXPECT_THAT(problem_of(problems_of(scene)), HasSubstr("it is elastic, and the body is fluid"));
    scene.objects[0].value.parts[0].value.material = "laed";
    const Problems unknown = problems_of(scene);
    ASSERT_EQ(unknown.size(), 1);
    EXPECT_THAT(problem_of(unknown), HasSubstr("objects.block.parts.wet.material: 'laed' is not among"));
}

TEST(BodyParts, TheirRegionsMustBeSolids)
{
    Scene scene = block();
    scene.objects[0].value.parts = {{"none", {{ParticleFile{"p", 1}}, "lead"}}};
    Assets assets;
    assets.particles["p"] = std::make_shared<const ParticlePoints>(ParticlePoints{{{0, 0, 0}}, {}});
    EXPECT_THAT(problem_of(scene_problems(scene, assets)), HasSubstr("objects.block.parts.none.region"));
}

/// Warnings for those that take no particle: beside the shape, or behind a part that comes first.
TEST(BodyParts, ThatTakeNoParticleAreFound)
{
    Scene scene = block();
    scene.objects[0].value.parts = {{"half", part({0, -1, -1}, {1, 1, 1}, "lead")},
                                    {"hidden", part({0.1, -1, -1}, {1, 1, 1}, "wood")},
                                    {"beside", part({3, 5, 7}, {4, 6, 8}, "wood")}};
    std::vector<std::string> found;
    for (const Advice& advice : examine(scene, {}))
        if (advice.kind == Advice::Kind::warning && advice.text.find("belongs to it") != std::string::npos)
            found.push_back(advice.where);
    EXPECT_THAT(found, testing::ElementsAre("objects.block.parts.hidden", "objects.block.parts.beside"));
}

/// Rest shape, matrices and factor of copies are there once: a copy takes no memory, wherever it is.
TEST(ElasticKinds, CopiesShareOneKind)
{
    const auto kinds_of = [](const Scene& scene) {
        FilledShapes filled;
        const ElasticBodies bodies(scene, {}, filled);
        return std::pair{bodies.kind_count(), bodies.bytes()};
    };
    Scene scene = block();
    const auto alone = kinds_of(scene);
    Object copy = scene.objects[0].value;
    copy.position = {0, 0, 0};
    copy.rotation = {1, 0, 0};
    copy.velocity = {0, 1, 0};
    copy.start = 3;
    scene.objects.push_back({"copy", copy});
    BodyEmitter emitter;
    static_cast<Body&>(emitter) = copy;
    scene.emitters.push_back({"copies", emitter});
    EXPECT_EQ(alone.first, 1);
    EXPECT_EQ(kinds_of(scene), alone);
    scene.objects[1].value.parts = {{"half", part({0, -1, -1}, {1, 1, 1}, "lead")}};
    EXPECT_EQ(kinds_of(scene).first, 2);
    scene.objects[1].value.parts.clear();

    // Those that are held elsewhere have a factor of their own; the same end of both is the same.
    Pin at_block{{Box{{2, 4.8, 6}, {4, 4.9, 8}}}, {}, {}};
    scene.objects[0].value.pins = {{"foot", at_block}};
    EXPECT_EQ(kinds_of(scene).first, 2);
    scene.objects[1].value.rotation = {};
    scene.objects[1].value.pins = {{"foot", {{Box{{-0.2, -1, -1}, {-0.1, 1, 1}}}, {}, {}}}};
    EXPECT_EQ(kinds_of(scene).first, 2); // the emitter's are not held
    scene.objects[1].value.pins[0].value.region = {Box{{0.1, -1, -1}, {0.2, 1, 1}}};
    EXPECT_EQ(kinds_of(scene).first, 3);
}
