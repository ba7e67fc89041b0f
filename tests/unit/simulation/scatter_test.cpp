// Scattered bodies: particles start at uniformly random places of a region, the same for the same seed; the rest shape is what it was, and the body finds back to it.

#include "aspic/geometry/solid.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/doctor.h"
#include "aspic/simulation/scene_problems.h"
#include "aspic/simulation/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
Scene scattered(const Shape& region)
{
    Scene scene;
    scene.spacing = 0.1;
    scene.gravity = Vec3d{};
    scene.solvers.pressure = DfsphSettings{.smallest_step = 1e-3};
    scene.solvers.time_step.largest = 1e-3;
    Material rubber;
    rubber.elastic = ElasticMaterial{};
    rubber.elastic->young_modulus = 2.5e6;
    rubber.elastic->poisson_ratio = 0.33;
    rubber.elastic->zero_energy = 1;
    scene.materials.push_back({"rubber", rubber});
    Object object;
    object.shape = {Box{{0, 0, 0}, {0.7, 0.5, 0.5}}};
    object.material = "rubber";
    object.position = {3, 0, 0};
    object.scatter = region;
    scene.objects.push_back({"body", object});
    return scene;
}

std::vector<Vec3d> places(const Scene& scene)
{
    FilledShapes filled;
    return body_points(scene.objects[0].value, scene, {}, 0, filled).positions;
}

std::string problem_of(const Scene& scene)
{
    const Problems problems = scene_problems(scene, {});
    return problems.empty() ? "" : problems.front().where + ": " + problems.front().what;
}

const Shape ball{Sphere{{1, 2, 3}, 0.6}};
} // namespace

TEST(Scatter, PutsAllParticlesAtRandomPlacesInTheRegion)
{
    Scene scene = scattered(ball);
    const std::vector<Vec3d> first = places(scene);
    ASSERT_EQ(first.size(), 175U);
    Vec3d mean;
    for (const Vec3d& x : first)
    {
        EXPECT_LT(norm(x - Vec3d{1, 2, 3}), 0.6);
        mean += x / 175;
    }
    EXPECT_LT(norm(mean - Vec3d{1, 2, 3}), 4 * 0.6 * std::sqrt(0.6 / 175)); // ⟨x²⟩ of a ball is 3/5 r²: four standard errors
    EXPECT_EQ(places(scene), first);
    scene.seed = 2;
    EXPECT_NE(places(scene), first);
}

TEST(Scatter, BodiesFindBackToTheirShape)
{
    const Scene scene = scattered({Box{{3, 0, 0}, {3.7, 0.5, 0.5}}});
    World world(scene, {});
    const auto tangled = [&](Index i) { return world.particles().column<Index>("tangled")[i]; };
    EXPECT_EQ(tangled(0), 1);
    for (int step = 0; step < 500; ++step)
        ASSERT_FALSE(world.step(1).not_finite);
    EXPECT_EQ(tangled(0), 0);
    const ParticleSet& particles = world.particles();
    double longest = 0; // of pairs that were neighbours in a row of the lattice: identities count along z first
    std::vector<Vec3d> x(175);
    for (Index i = 0; i < particles.size(); ++i)
        x[static_cast<std::size_t>(particles.identity[i])] = particles.position[i];
    Scene at_rest = scene;
    at_rest.objects[0].value.scatter.reset();
    const std::vector<Vec3d> rest = places(at_rest);
    for (std::size_t a = 0; a < 175; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (norm(rest[a] - rest[b]) < 0.11)
                longest = std::max(longest, norm(x[a] - x[b]));
    EXPECT_LT(longest, 0.2); // they started about 0.4 m apart
}

TEST(Scatter, RefusesRegionsInWhichNoPlacesCanBeFound)
{
    EXPECT_EQ(problem_of(scattered(ball)), "");
    EXPECT_THAT(problem_of(scattered({HalfSpace{}})),
                HasSubstr("objects.body.scatter: particles cannot be scattered over a region without"));
    EXPECT_THAT(problem_of(scattered({Sphere{{0, 0, 0}, 0.05}})), HasSubstr("more than 50 times smaller"));
    EXPECT_THAT(problem_of(scattered({Torus{{}, {0, 1, 0}, 1, 1e-4}})), HasSubstr("hardly a point")); // 1e-7 of its bounds
}

TEST(Scatter, OfABodyIntoThePlaceOfItsOwnShapeNeedsNoAdvice)
{
    for (const Advice& advice : examine(scattered({Box{{3, 0, 0}, {3.7, 0.5, 0.5}}}), {}))
        EXPECT_NE(advice.kind, Advice::Kind::warning) << advice.text;
}
