#include "aspic/geometry/particle_surface.h"

#include "aspic/geometry/particle_field.h"
#include "support/closed_mesh.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cstring>

namespace aspic
{
namespace
{
constexpr std::array methods{SurfaceMethod::density, SurfaceMethod::zhu_bridson, SurfaceMethod::anisotropic};

template <class T> bool same_bytes(const std::vector<T>& a, const std::vector<T>& b)
{
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Points that are no lattice: jittered, with some drops far off.
Array<Vec3d> splash(std::uint64_t seed)
{
    RandomNumbers random(seed);
    Array<Vec3d> points = ball_of_particles({0.3, -2, 1}, 0.08, 0.01);
    for (Vec3d& x : points)
        x += random.in_box({-0.003, -0.003, -0.003}, {0.003, 0.003, 0.003});
    for (int k = 0; k < 200; ++k)
        points.push_back(random.in_box({-1, -3, 0}, {2, 1, 3}));
    return points;
}

class ParticleSurface : public testing::TestWithParam<SurfaceMethod>
{
protected:
    [[nodiscard]] SurfaceMesh surface(const Array<Vec3d>& points, double spacing) const
    {
        return particle_surface(const_view(points), {}, {.method = GetParam(), .spacing = spacing});
    }
};
} // namespace

TEST_P(ParticleSurface, OfARestingBallHasItsVolumeAndPlace)
{
    const Vec3d center{0.2, -0.4, 0.7};
    const double spacing = 0.01;
    for (const double radius : {0.1, 0.2})
    {
        const Array<Vec3d> points = ball_of_particles(center, radius, spacing);
        const SurfaceMesh mesh = surface(points, spacing);
        expect_closed(mesh);
        expect_manifold_vertices(mesh);
        EXPECT_EQ(euler_characteristic(mesh), 2);
        const MeshMoments moments = moments_of_mesh(mesh);
        const double wanted = static_cast<double>(points.size()) * cube(spacing);
        RecordProperty("volume ratio for " + std::to_string(radius), std::to_string(moments.volume / wanted));
        EXPECT_NEAR(moments.volume / wanted, 1, 0.05);
        EXPECT_LT(norm(moments.centroid - center), 0.1 * spacing);
        EXPECT_GT(worst_normal(mesh), GetParam() == SurfaceMethod::anisotropic ? 0 : 0.5); // its flat kernels are thinner than two cells
    }
}

TEST_P(ParticleSurface, OfTwoBallsAreTwo)
{
    Array<Vec3d> points = ball_of_particles({0, 0, 0}, 0.05, 0.01);
    for (const Vec3d& x : ball_of_particles({0.2, 0, 0}, 0.05, 0.01))
        points.push_back(x);
    const SurfaceMesh mesh = surface(points, 0.01);
    expect_closed(mesh);
    EXPECT_EQ(component_count(mesh), 2U);
    EXPECT_EQ(euler_characteristic(mesh), 4);
}

TEST_P(ParticleSurface, OfOneParticleIsABall)
{
    const SurfaceMesh mesh = surface({{1, 2, 3}}, 0.1);
    expect_closed(mesh);
    EXPECT_EQ(euler_characteristic(mesh), 2);
    EXPECT_LT(norm(moments_of_mesh(mesh).centroid - Vec3d{1, 2, 3}), 0.01);
}

TEST_P(ParticleSurface, OfCoincidentParticlesIsABall)
{
    const SurfaceMesh mesh = surface(Array<Vec3d>(50, Vec3d{1, 2, 3}), 0.1);
    expect_closed(mesh);
    EXPECT_EQ(euler_characteristic(mesh), 2);
    EXPECT_LT(norm(moments_of_mesh(mesh).centroid - Vec3d{1, 2, 3}), 0.01);
}

// As 2D scenes have them: a plate about a spacing thick, or a thread.
TEST_P(ParticleSurface, OfALayerOrALineIsClosed)
{
    Array<Vec3d> layer, line;
    for (int j = 0; j < 30; ++j)
    {
        line.push_back({0.01 * j, 0, 0});
        for (int i = 0; i < 30; ++i)
            layer.push_back({0.01 * i, 0.01 * j, 0});
    }
    for (const Array<Vec3d>& points : {layer, line})
    {
        const SurfaceMesh mesh = surface(points, 0.01);
        expect_closed(mesh);
        expect_manifold_vertices(mesh);
        EXPECT_EQ(euler_characteristic(mesh), 2);
    }
}

TEST_P(ParticleSurface, OfNoParticlesIsEmpty) { EXPECT_TRUE(surface({}, 0.1).vertices.empty()); }

TEST_P(ParticleSurface, FarFromTheOriginIsTheSame)
{
    const Vec3d far{1e6, -1e6, 1e6}; // a whole number of cells
    const double spacing = 0x1p-6;
    const Array<Vec3d> points = ball_of_particles({0, 0, 0}, 8 * spacing, spacing);
    Array<Vec3d> moved = points;
    for (Vec3d& x : moved)
        x += far;
    const SurfaceMesh near_mesh = surface(points, spacing), far_mesh = surface(moved, spacing);
    ASSERT_EQ(near_mesh.triangles.size(), far_mesh.triangles.size());
    EXPECT_NEAR(moments_of_mesh(near_mesh).volume, moments_of_mesh(far_mesh).volume, 1e-6 * moments_of_mesh(near_mesh).volume);
    EXPECT_LT(norm(moments_of_mesh(far_mesh).centroid - far - moments_of_mesh(near_mesh).centroid), 1e-4 * spacing);
}

TEST_P(ParticleSurface, IsTheSameForAnyNumberOfThreads)
{
    const Array<Vec3d> points = splash(5);
    const SurfaceMesh first = surface(points, 0.01);
    expect_closed(first);
    expect_manifold_vertices(first);
    std::vector<Execution> variants = execution_variants();
    variants.push_back({.threads = 3, .instruction_set = variants.front().instruction_set});
    variants.push_back({.threads = 8, .instruction_set = variants.front().instruction_set});
    for (const Execution& execution : variants)
    {
        const ExecutionScope scope(execution);
        const SurfaceMesh other = surface(points, 0.01);
        EXPECT_TRUE(same_bytes(first.vertices, other.vertices));
        EXPECT_TRUE(same_bytes(first.normals, other.normals));
        EXPECT_TRUE(same_bytes(first.triangles, other.triangles));
    }
}

// The blocks' sums against a sum over all particles, in double.
TEST_P(ParticleSurface, FieldIsTheSumOverAllParticles)
{
    const Array<Vec3d> points = splash(9);
    for (const double cell_size : {0.002, 0.005, 0.013})
    {
        const FieldParticles particles = field_particles(const_view(points), GetParam(), 0.02);
        const SparseField field = particle_field(particles, cell_size);
        RandomNumbers random(1);
        for (int trial = 0; trial < 500; ++trial)
        {
            const auto block = static_cast<std::size_t>(random.bits() % field.blocks.size());
            const auto node = static_cast<int>(random.bits() % SparseField::nodes_per_block);
            const Cell& corner = field.blocks[block];
            const int i = node % 8, j = node / 8 % 8, k = node / 64;
            const Vec3d x = cell_size * Vec3d{static_cast<double>(8 * corner.x + i), static_cast<double>(8 * corner.y + j),
                                              static_cast<double>(8 * corner.z + k)};
            const double tolerance = GetParam() == SurfaceMethod::zhu_bridson ? 2e-4 * particles.support : 2e-5;
            EXPECT_NEAR(field.block_values(static_cast<Index>(block))[node], field_at(particles, x), tolerance);
        }
    }
}

TEST_P(ParticleSurface, TakesDomainsOfAnySize)
{
    const SurfaceMesh mesh = surface({{0, 0, 0}, {1e9, 0, 0}, {-3e8, 1e9, 5}}, 0.1);
    expect_closed(mesh);
    EXPECT_EQ(component_count(mesh), 3U);
}

INSTANTIATE_TEST_SUITE_P(Methods, ParticleSurface, testing::ValuesIn(methods), [](const auto& info) {
    return info.param == SurfaceMethod::density ? "Density" : info.param == SurfaceMethod::zhu_bridson ? "ZhuBridson" : "Anisotropic";
});

TEST(SurfaceSettings, OutOfRangeAreNamed)
{
    EXPECT_TRUE(problems_of({.spacing = 0.1}).empty());
    EXPECT_EQ(problems_of({.spacing = 0}).size(), 1U);
    EXPECT_EQ(problems_of(SurfaceSettings{.spacing = 1, .cell_size = 0.001, .support = 100}).size(), 2U);
}
} // namespace aspic
