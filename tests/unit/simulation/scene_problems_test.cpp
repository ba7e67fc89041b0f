// What keeps a scene from becoming a world: bodies without end or too far away, nozzles that are a slip of units, points that are not apart.

#include "aspic/simulation/scene_problems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
Scene scene_of(const Shape& shape)
{
    Scene scene;
    scene.dimension = 2;
    scene.spacing = 0.1;
    scene.materials.push_back({"water", {}});
    Object object;
    object.shape = shape;
    object.material = "water";
    scene.objects.push_back({"body", object});
    return scene;
}

Assets points(const std::vector<Vec3d>& positions)
{
    Assets assets;
    assets.particles["p"] = std::make_shared<const ParticlePoints>(ParticlePoints{positions, {}});
    return assets;
}

std::string first_problem(const Scene& scene, const Assets& assets = {})
{
    const Problems problems = scene_problems(scene, assets);
    return problems.empty() ? "" : problems[0].where + ": " + problems[0].what;
}
} // namespace

TEST(SceneProblems, BodiesMustEndSomewhereNearEnough)
{
    EXPECT_EQ(first_problem(scene_of({Box{{0, 0, 0}, {1, 1, 0}}})), "");
    EXPECT_THAT(first_problem(scene_of({HalfSpace{}})), HasSubstr("objects.body.shape: a body must end"));
    Scene far = scene_of({Box{{0, 0, 0}, {1, 1, 0}}});
    far.objects[0].value.position = {1e14, 0, 0};
    EXPECT_THAT(first_problem(far), HasSubstr("objects.body: it lies too far"));
}

TEST(SceneProblems, PointsOfAFileMustBeApart)
{
    const Scene scene = scene_of({ParticleFile{"p", 1}});
    EXPECT_EQ(first_problem(scene, points({{0, 0, 0}, {0.1, 0, 0}, {0.2, 0, 0}})), "");
    EXPECT_THAT(first_problem(scene, points({{0, 0, 0}, {0.1, 0, 0}, {0, 0, 0}})), HasSubstr("same place"));
    EXPECT_THAT(first_problem(scene, points({{0, 0, 0}, {1e30, 0, 0}})), HasSubstr("too far"));
    std::vector<Vec3d> crowd;
    for (int k = 0; k < 5000; ++k)
        crowd.push_back({1e-6 * k, 0, 0});
    EXPECT_THAT(first_problem(scene, points(crowd)), HasSubstr("crowded: about 5000"));
}

TEST(SceneProblems, PointsOfAFileAreNotRelaxed)
{
    Scene scene = scene_of({ParticleFile{"p", 1}});
    EXPECT_EQ(first_problem(scene, points({{0, 0, 0}, {1, 0, 0}})), "");
    scene.objects[0].value.sampling = RelaxedSampling{};
    EXPECT_THAT(first_problem(scene, points({{0, 0, 0}, {1, 0, 0}})), HasSubstr("objects.body.sampling: "));
}

TEST(SceneProblems, NozzlesAreNoSlipsOfUnits)
{
    Scene scene = scene_of({Box{{0, 0, 0}, {1, 1, 0}}});
    FluidEmitter jet;
    jet.material = "water";
    jet.nozzle = CircleNozzle{1e9};
    scene.emitters.push_back({"jet", jet});
    EXPECT_THAT(first_problem(scene), HasSubstr("emitters.jet.fluid.nozzle: each layer"));
}

TEST(SceneProblems, EndlessWallsAreNotSampled)
{
    Scene scene = scene_of({Box{{0, 0, 0}, {1, 1, 0}}});
    Wall ground;
    ground.shape = {HalfSpace{}};
    scene.walls.push_back({"ground", ground});
    scene.solvers.pressure = DfsphSettings{};
    EXPECT_EQ(first_problem(scene), "");
    scene.solvers.boundaries = BoundaryMethod::samples;
    EXPECT_THAT(first_problem(scene), HasSubstr("walls.ground.shape: a wall without end cannot be sampled"));
}

TEST(SceneProblems, FixedStepsMayNotBeTooLong)
{
    Scene scene = scene_of({Box{{0, 0, 0}, {1, 1, 0}}});
    scene.solvers.time_step.fixed = 1;
    EXPECT_THAT(first_problem(scene), HasSubstr("solvers.time_step.fixed: a step of 1 s is too long"));
    scene.solvers.time_step.fixed = 1e-5;
    EXPECT_EQ(first_problem(scene), "");
}
