// Skins of a scene's objects in frames that were made by hand: x = A X + t is what every vertex must do, G4 of the validation plan.

#include "aspic/run/frame_skins.h"

#include "aspic/geometry/solid.h"
#include "aspic/io/scene_file.h"
#include "aspic/simulation/body_points.h"
#include "support/closed_mesh.h"
#include "support/mesh_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aspic
{
namespace
{
using testing::HasSubstr;

constexpr const char* solids = R"({
  "version": 1, "spacing": 0.05,
  "materials": {"water": {}, "rubber": {"density": 1100}},
  "objects": {
    "pool": {"shape": {"box": {"from": [2, 0, 0], "to": [2.2, 0.2, 0.2]}}, "material": "water"},
    "ball": {"shape": {"sphere": {"radius": 0.2}}, "material": "rubber", "position": [1, 0, 0], "rotation": [0, 0.3, 0], "motion": {"velocity": [0, 0, 0]}},
    "late": {"shape": {"box": {"from": [0, 3, 0], "to": [0.2, 3.2, 0.2]}}, "material": "rubber", "start": 0.5, "motion": {"velocity": [0, 0, 0]}}
  }
})";

LoadedScene scene_of(const char* text, const std::vector<std::string>& settings = {})
{
    const auto scene = parse_scene(text, "test", {}, settings);
    EXPECT_TRUE(scene) << describe(scene.problems());
    return *scene;
}

/// A frame with the particles of the first two objects, in an order of its own, after x = A X + t; and a ghost whose wall has the ball's number.
ParticleFrame frame_after(const LoadedScene& scene, const Mat3T<double>& A, const Vec3d& t)
{
    ParticleSet particles;
    auto& origin = particles.add_column<Index>("origin", "1", "o");
    auto& material = particles.add_column<Index>("material", "1", "k");
    FilledShapes filled;
    for (std::size_t k = 0; k < 2; ++k)
        for (const Vec3d& X : body_points(scene.scene.objects[k].value, scene.scene, scene.assets, k, filled).positions)
        {
            const Index i = particles.append(1);
            particles.position[i] = A * X + t;
            origin[i] = static_cast<Index>(k);
            material[i] = static_cast<Index>(k);
        }
    const Index ghost = particles.append(1);
    origin[ghost] = 1;
    material[ghost] = -1;
    ParticleFrame frame = frame_of(particles, 0.1, {"origin", "material"});
    for (AnyColumn& any : frame.columns)
        std::visit([](auto& column) { std::ranges::reverse(column.values); }, any);
    return frame;
}

ObjectSkin skin_of(const LoadedScene& scene, const std::string& object, SkinMethod method = SkinMethod::shepard)
{
    SkinRequest request{.object = object, .mesh = {}, .output = {}, .has_creases = false};
    request.output.method = method;
    auto skins = skins_of(scene.scene, scene.assets, request);
    EXPECT_TRUE(skins) << describe(skins.problems());
    return std::move(skins->front());
}

std::string problem_with(const LoadedScene& scene, const SkinRequest& request)
{
    const auto skins = skins_of(scene.scene, scene.assets, request);
    return skins ? "" : describe(skins.problems());
}
} // namespace

TEST(FrameSkins, FollowTheirParticlesWhereverTheseStandInTheFrame)
{
    const LoadedScene scene = scene_of(solids);
    const Mat3T<double> A = rotation_matrix({0, 2, 1}) * Mat3T<double>{{{1, 0.3, 0}, {0, 1.1, 0}, {0, 0, 0.9}}};
    const Vec3d t{5, 6, -7};
    for (const SkinMethod method : {SkinMethod::shepard, SkinMethod::mls, SkinMethod::mls_first_order})
    {
        const ObjectSkin skin = skin_of(scene, "ball", method);
        EXPECT_EQ(skin.material(), 1);
        expect_closed(skin.rest());
        const auto mesh = skin.in(frame_after(scene, A, t));
        ASSERT_TRUE(mesh) << describe(mesh.problems());
        ASSERT_EQ(mesh->vertices.size(), skin.rest().vertices.size());
        EXPECT_GT(mesh->vertices.size(), 500U);
        expect_closed(*mesh);
        for (std::size_t k = 0; k < mesh->vertices.size(); ++k)
        {
            EXPECT_NEAR(norm(skin.rest().vertices[k] - Vec3d{1, 0, 0}), 0.2, 1e-6); // on the sphere, where the object stands
            EXPECT_LT(norm(mesh->vertices[k] - (A * skin.rest().vertices[k] + t)), 1e-10) << k;
        }
        EXPECT_GT(worst_normal(*mesh), 0.8);
    }
}

TEST(FrameSkins, OfObjectsThatHaveNotStartedAreEmpty)
{
    const LoadedScene scene = scene_of(solids);
    const auto mesh = skin_of(scene, "late").in(frame_after(scene, diagonal(1.0, 1.0, 1.0), {}));
    ASSERT_TRUE(mesh);
    EXPECT_TRUE(mesh->vertices.empty() && mesh->triangles.empty());
}

TEST(FrameSkins, AreOfAllSolidObjectsUnlessOneIsNamed)
{
    const LoadedScene scene = scene_of(solids);
    const auto all = skins_of(scene.scene, scene.assets, {});
    ASSERT_TRUE(all);
    ASSERT_EQ(all->size(), 2U);
    EXPECT_EQ((*all)[0].name(), "ball");
    EXPECT_EQ((*all)[1].name(), "late");
    const ParticleFrame frame = frame_after(scene, diagonal(1.0, 1.0, 1.0), {});
    const ParticleFrame rest = without(*all, frame);
    EXPECT_EQ(rest.size(), 64); // the pool
    EXPECT_EQ(rest.values_as<Index>("origin")->size(), 64U);
}

TEST(FrameSkins, StayInOnePieceAcrossPeriodicAxes)
{
    const LoadedScene scene = scene_of(solids, {"periodic={\"x\": {\"from\": -2, \"to\": 2.5}}"});
    const ObjectSkin skin = skin_of(scene, "ball");
    ParticleFrame frame = frame_after(scene, diagonal(1.0, 1.0, 1.0), {1.5, 0, 0}); // around x = 2.5
    for (Vec3d& x : std::get<Column<Vec3d>>(frame.columns.front()).values)
        x.x -= x.x > 2.5 ? 4.5 : 0;
    const auto mesh = skin.in(frame);
    ASSERT_TRUE(mesh);
    const double shift = mesh->vertices[0].x - skin.rest().vertices[0].x;
    EXPECT_TRUE(std::abs(shift - 1.5) < 1e-10 || std::abs(shift + 3) < 1e-10) << shift; // either end
    for (std::size_t k = 0; k < mesh->vertices.size(); ++k)
        EXPECT_LT(norm(mesh->vertices[k] - skin.rest().vertices[k] - Vec3d{shift, 0, 0}), 1e-10);
}

TEST(FrameSkins, TakeAnotherMesh)
{
    const LoadedScene scene = scene_of(solids);
    const auto mesh = std::make_shared<const TriangleMesh>(sphere_mesh(2, 0.2));
    const auto skins = skins_of(scene.scene, scene.assets, {.object = "ball", .mesh = mesh, .output = {}, .has_creases = false});
    ASSERT_TRUE(skins) << describe(skins.problems());
    const Mat3T<double> turn = rotation_matrix({0, 0.3, 0});
    ASSERT_EQ(skins->front().rest().vertices.size(), mesh->vertices.size());
    for (std::size_t k = 0; k < mesh->vertices.size(); ++k)
        EXPECT_LT(norm(skins->front().rest().vertices[k] - (turn * mesh->vertices[k] + Vec3d{1, 0, 0})), 1e-14);
    EXPECT_THAT(problem_with(scene, {.object = {}, .mesh = mesh, .output = {}, .has_creases = false}),
                HasSubstr("choose one with --object"));
}

TEST(FrameSkins, OfAnEmitterHaveAllCopiesThatAreThere)
{
    const LoadedScene scene = scene_of(R"({
      "version": 1, "spacing": 0.05,
      "materials": {"rubber": {"elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0.3}}},
      "emitters": {"balls": {"bodies": {"shape": {"sphere": {"radius": 0.2}}, "material": "rubber", "position": [1, 0, 0], "jitter": 0.2,
                                        "interval": 0.1}}},
      "solvers": {"pressure": {"dfsph": {}}},
      "output": {"skin": {}}
    })");
    const ObjectSkin skin = skin_of(scene, "");
    EXPECT_EQ(skin.name(), "balls");
    Body rest = std::get<BodyEmitter>(scene.scene.emitters[0].value);
    rest.jitter = 0; // as elasticity has it
    FilledShapes filled;
    const std::vector<Vec3d> X = body_points(rest, scene.scene, scene.assets, 0, filled).positions;
    const auto after = [&](const std::vector<Vec3d>& shifts) {
        ParticleSet particles;
        particles.add_column<Index>("origin", "1", "o");
        for (const Vec3d& shift : shifts)
            for (const Vec3d& x : X)
                particles.position[particles.append(1)] = x + shift;
        return frame_of(particles, 0.1, {"origin"});
    };
    EXPECT_TRUE(skin.in(after({})).value().vertices.empty());
    const std::vector<Vec3d> shifts{{0, -3, 0}, {0, -1, 0}};
    const auto mesh = skin.in(after(shifts));
    ASSERT_TRUE(mesh) << describe(mesh.problems());
    const std::size_t n = skin.rest().vertices.size();
    ASSERT_EQ(mesh->vertices.size(), 2 * n);
    expect_closed(*mesh);
    for (std::size_t k = 0; k < 2 * n; ++k)
        EXPECT_LT(norm(mesh->vertices[k] - (skin.rest().vertices[k % n] + shifts[k / n])), 1e-10) << k;
    ParticleFrame torn = after(shifts);
    for (AnyColumn& any : torn.columns)
        std::visit([](auto& column) { column.values.pop_back(); }, any);
    EXPECT_THAT(describe(skin.in(torn).problems()), HasSubstr("a skin needs all of them"));
}

TEST(FrameSkins, SayWhatIsWrong)
{
    const LoadedScene scene = scene_of(solids);
    EXPECT_THAT(problem_with(scene, {.object = "pool", .mesh = {}, .output = {}, .has_creases = false}), HasSubstr("is a fluid"));
    EXPECT_THAT(problem_with(scene, {.object = "bal", .mesh = {}, .output = {}, .has_creases = false}),
                HasSubstr("it has pool, ball, late"));
    const ObjectSkin skin = skin_of(scene, "ball");
    ParticleFrame frame = frame_after(scene, diagonal(1.0, 1.0, 1.0), {});
    ParticleFrame torn = frame;
    for (AnyColumn& any : torn.columns)
        std::visit([](auto& column) { column.values.erase(column.values.begin() + 1); }, any); // one of the ball's particles
    ASSERT_FALSE(skin.in(torn));
    EXPECT_THAT(describe(skin.in(torn).problems()), HasSubstr("a skin needs all of them"));
    std::erase_if(frame.columns, [](const AnyColumn& any) { return name_of(any) == "origin"; });
    ASSERT_FALSE(skin.in(frame));
    EXPECT_THAT(describe(skin.in(frame).problems()), HasSubstr("'origin'"));
}
} // namespace aspic
