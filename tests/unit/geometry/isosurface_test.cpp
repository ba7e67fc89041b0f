#include "aspic/geometry/isosurface.h"
#include "aspic/geometry/marching_cubes.h"
#include "support/closed_mesh.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
/// A box of blocks whose nodes have the values of f(x, y, z) for node numbers; the nodes at its border are outside.
template <class F> SparseField field_of(int blocks, const F& f)
{
    SparseField field{.cell_size = 1, .blocks = {}, .values = {}, .value_elsewhere = 0};
    const int nodes = blocks * SparseField::block_edge;
    for (int z = 0; z < blocks; ++z)
        for (int y = 0; y < blocks; ++y)
            for (int x = 0; x < blocks; ++x)
            {
                field.blocks.push_back({x, y, z});
                for (int k = 0; k < SparseField::nodes_per_block; ++k)
                {
                    const int i = 8 * x + k % 8, j = 8 * y + k / 8 % 8, l = 8 * z + k / 64;
                    const bool is_border = std::min({i, j, l}) == 0 || std::max({i, j, l}) == nodes - 1;
                    field.values.push_back(is_border ? 0.0F : static_cast<float>(f(i, j, l)));
                }
            }
    return field;
}
} // namespace

TEST(MarchingCubes, EveryCaseUsesExactlyTheCrossedEdges)
{
    const MarchingCubes& table = marching_cubes();
    for (unsigned inside = 0; inside < 256; ++inside)
    {
        std::set<int> crossed, used;
        for (int edge = 0; edge < 12; ++edge)
        {
            const unsigned corner = table.edge_begin[static_cast<std::size_t>(edge)];
            const unsigned other = corner | 1U << (edge / 4);
            EXPECT_NE(corner, other);
            if ((inside >> corner & 1U) != (inside >> other & 1U))
                crossed.insert(edge);
        }
        const MarchingCubes::Case& surface = table.cases[inside];
        for (int k = 0; k < 3 * surface.triangles; ++k)
            used.insert(surface.edges[static_cast<std::size_t>(k)]);
        EXPECT_EQ(used, crossed) << inside;
    }
}

// 160 000 cells with random corners: every case and every pair of neighbours occurs many times.
TEST(Isosurface, OfRandomValuesIsClosedAndManifold)
{
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9})
    {
        RandomNumbers random(7);
        const SparseField field = field_of(4, [&](int, int, int) { return random.between(0, 1) < share ? 1 : random.between(0, 0.49); });
        const SurfaceMesh mesh = isosurface(field, 0.5F);
        ASSERT_GT(mesh.triangles.size(), 10'000U);
        expect_closed(mesh);
        expect_manifold_vertices(mesh);
    }
}

TEST(Isosurface, OfValuesEqualToTheLevelIsClosed)
{
    RandomNumbers random(3);
    const SparseField field = field_of(3, [&](int, int, int) { return 0.25 * static_cast<double>(random.bits() % 4); });
    const SurfaceMesh mesh = isosurface(field, 0.5F);
    expect_closed(mesh);
    expect_manifold_vertices(mesh);
}

// Inside are nodes with larger values; a linear function is met exactly.
TEST(Isosurface, OfABallHasItsPlaceAndOrientation)
{
    const Vec3d center{11.6, 12.3, 11.9};
    const SparseField field = field_of(3, [&](int i, int j, int k) { return 20 - norm(Vec3d{double(i), double(j), double(k)} - center); });
    const SurfaceMesh mesh = isosurface(field, 12);
    expect_closed(mesh);
    EXPECT_EQ(euler_characteristic(mesh), 2);
    const MeshMoments moments = moments_of_mesh(mesh);
    EXPECT_NEAR(moments.volume, 4 * pi / 3 * 512, 0.01 * 4 * pi / 3 * 512);
    EXPECT_LT(norm(moments.centroid - center), 0.01);
    EXPECT_GT(worst_normal(mesh), 0.9);
}

TEST(Isosurface, OfNothingIsEmpty)
{
    EXPECT_TRUE(isosurface(SparseField{}, 0.5F).triangles.empty());
    EXPECT_TRUE(isosurface(field_of(2, [](int, int, int) { return 0; }), 0.5F).vertices.empty());
}
} // namespace aspic
