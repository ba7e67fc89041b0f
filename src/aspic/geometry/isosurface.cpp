#include "aspic/geometry/isosurface.h"

#include "aspic/geometry/marching_cubes.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr int edge = SparseField::block_edge;

/// Vertices keep so far from the nodes, as a fraction of a cell: those of several edges would meet there and triangles shrink to nothing.
constexpr float least_fraction = 0.005F;

/// The values of a block and of the nodes around it that its cells and its gradients need: −1 … 9 along each axis.
class PaddedBlock
{
public:
    static constexpr int width = edge + 3;

    PaddedBlock(const SparseField& field, Index block)
    {
        const Cell& here = field.blocks[static_cast<std::size_t>(block)];
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
            {
                const Cell row{here.x - 1, here.y + dy, here.z + dz};
                Index place = first_not_before(field.blocks, row);
                for (int dx = -1; dx <= 1; ++dx)
                {
                    const Cell wanted{here.x + dx, row.y, row.z};
                    const bool is_there = place < field.block_count() && field.blocks[static_cast<std::size_t>(place)] == wanted;
                    copy(is_there ? field.block_values(place) : nullptr, field.value_elsewhere, dx, dy, dz);
                    place += static_cast<Index>(is_there);
                }
            }
    }

    /// x, y, z: −1 … 9
    [[nodiscard]] float operator()(int x, int y, int z) const { return values_[static_cast<std::size_t>(index(x, y, z))]; }

    [[nodiscard]] Vec3 gradient(int x, int y, int z) const
    {
        const PaddedBlock& f = *this;
        return {f(x + 1, y, z) - f(x - 1, y, z), f(x, y + 1, z) - f(x, y - 1, z), f(x, y, z + 1) - f(x, y, z - 1)};
    }

private:
    static int index(int x, int y, int z) { return ((z + 1) * width + y + 1) * width + x + 1; }

    void copy(const float* source, float elsewhere, int dx, int dy, int dz)
    {
        const auto begin = [](int step) { return step < 0 ? -1 : step * edge; };
        const auto end = [](int step) { return step < 0 ? 0 : step == 0 ? edge : edge + 2; };
        for (int z = begin(dz); z < end(dz); ++z)
            for (int y = begin(dy); y < end(dy); ++y)
                for (int x = begin(dx); x < end(dx); ++x)
                    values_[static_cast<std::size_t>(index(x, y, z))] =
                        source == nullptr ? elsewhere : source[((z - edge * dz) * edge + y - edge * dy) * edge + x - edge * dx];
    }

    std::array<float, width * width * width> values_;
};

/// Which nodes of a block, and of those behind its upper faces, are inside.
class InsideFlags
{
public:
    InsideFlags(const PaddedBlock& values, float level)
    {
        for (int z = 0; z <= edge; ++z)
            for (int y = 0; y <= edge; ++y)
                for (int x = 0; x <= edge; ++x)
                    flags_[index(x, y, z)] = values(x, y, z) > level ? 1 : 0;
    }

    [[nodiscard]] bool operator()(int x, int y, int z) const { return flags_[index(x, y, z)] != 0; }

    /// The case of the cell with this lowest corner: bit c tells of corner c.
    [[nodiscard]] unsigned cell_case(int x, int y, int z) const
    {
        unsigned bits = 0;
        for (unsigned corner = 0; corner < 8; ++corner)
            bits |= static_cast<unsigned>(flags_[index(x, y, z) + corner_step(corner)]) << corner;
        return bits;
    }

    /// Whether the edge from a node along an axis is crossed by the surface.
    [[nodiscard]] bool is_crossed(int x, int y, int z, int axis) const
    {
        return (*this)(x, y, z) !=
               (*this)(x + static_cast<int>(axis == 0), y + static_cast<int>(axis == 1), z + static_cast<int>(axis == 2));
    }

private:
    static constexpr unsigned width = edge + 1;
    static unsigned index(int x, int y, int z)
    {
        return (static_cast<unsigned>(z) * width + static_cast<unsigned>(y)) * width + static_cast<unsigned>(x);
    }
    static unsigned corner_step(unsigned corner) { return (corner >> 2) * width * width + (corner >> 1 & 1U) * width + (corner & 1U); }

    std::array<std::uint8_t, width * width * width> flags_;
};

/// Calls f(x, y, z) for each node of a block, in the order of the values.
template <class F> void for_each_node(const F& f)
{
    for (int z = 0; z < edge; ++z)
        for (int y = 0; y < edge; ++y)
            for (int x = 0; x < edge; ++x)
                f(x, y, z);
}

/// Where an edge stands in the list of a block's edges.
int edge_slot(int x, int y, int z, int axis) { return 3 * ((z * edge + y) * edge + x) + axis; }

/// Finds the vertices and triangles block by block, in four sweeps.
class Polygonizer
{
public:
    Polygonizer(const SparseField& field, float level) : field_(field), level_(level) {}

    SurfaceMesh run()
    {
        count();
        mesh_.vertices.resize(static_cast<std::size_t>(vertex_begin_.back()));
        mesh_.normals.resize(mesh_.vertices.size());
        mesh_.triangles.resize(static_cast<std::size_t>(triangle_begin_.back()));
        vertex_of_edge_.resize(active_.size() * slots_per_block);
        const auto active_count = static_cast<Index>(active_.size());
        auto vertices = [&](Index begin, Index end) {
            for (Index a = begin; a < end; ++a)
                make_vertices(a);
        };
        for_each_chunk(active_count, 16, vertices);
        auto triangles = [&](Index begin, Index end) {
            for (Index a = begin; a < end; ++a)
                make_triangles(a);
        };
        for_each_chunk(active_count, 16, triangles);
        return std::move(mesh_);
    }

private:
    static constexpr int slots_per_block = 3 * SparseField::nodes_per_block;

    /// Which blocks have a part of the surface, and where their vertices and triangles stand in the mesh.
    void count()
    {
        const Index n = field_.block_count();
        Array<std::int64_t> vertices(static_cast<std::size_t>(n)), triangles(static_cast<std::size_t>(n));
        auto piece = [&](Index begin, Index end) {
            for (Index b = begin; b < end; ++b)
                count_block(b, vertices[static_cast<std::size_t>(b)], triangles[static_cast<std::size_t>(b)]);
        };
        for_each_chunk(n, 64, piece);
        active_of_block_.assign(static_cast<std::size_t>(n), -1);
        vertex_begin_.push_back(0);
        triangle_begin_.push_back(0);
        for (std::size_t b = 0; b < vertices.size(); ++b)
        {
            if (vertices[b] == 0 && triangles[b] == 0)
                continue;
            active_of_block_[b] = static_cast<Index>(active_.size());
            active_.push_back(static_cast<Index>(b));
            vertex_begin_.push_back(vertex_begin_.back() + vertices[b]);
            triangle_begin_.push_back(triangle_begin_.back() + triangles[b]);
        }
        if (std::max(vertex_begin_.back(), triangle_begin_.back()) > std::numeric_limits<Index>::max())
            throw std::length_error("the surface has more than 2^31 − 1 triangles: choose larger cells");
    }

    void count_block(Index block, std::int64_t& vertices, std::int64_t& triangles) const
    {
        const InsideFlags inside(PaddedBlock(field_, block), level_);
        std::int64_t vertex_count = 0, triangle_count = 0;
        for_each_node([&](int x, int y, int z) {
            const unsigned bits = inside.cell_case(x, y, z);
            if (bits == 0 || bits == 255)
                return;
            triangle_count += table_.cases[bits].triangles;
            for (const unsigned neighbor : {1U, 2U, 4U}) // the corner at the other end of each edge from the node
                vertex_count += static_cast<int>((bits & 1U) != (bits >> neighbor & 1U));
        });
        vertices = vertex_count;
        triangles = triangle_count;
    }

    void make_vertices(Index active)
    {
        const Index block = active_[static_cast<std::size_t>(active)];
        const PaddedBlock values(field_, block);
        const InsideFlags inside(values, level_);
        auto next = static_cast<Index>(vertex_begin_[static_cast<std::size_t>(active)]);
        Index* const vertex_of_edge = vertex_of_edge_.data() + static_cast<std::size_t>(active) * slots_per_block;
        for_each_node([&](int x, int y, int z) {
            for (int axis = 0; axis < 3; ++axis)
                if (inside.is_crossed(x, y, z, axis))
                {
                    vertex_of_edge[edge_slot(x, y, z, axis)] = next;
                    make_vertex(next++, values, field_.blocks[static_cast<std::size_t>(block)], {x, y, z}, axis);
                }
        });
    }

    void make_vertex(Index vertex, const PaddedBlock& values, const Cell& block, const std::array<int, 3>& node, int axis)
    {
        const auto [x, y, z] = node;
        std::array<int, 3> end = node;
        ++end[static_cast<std::size_t>(axis)];
        const float here = values(x, y, z);
        const float there = values(end[0], end[1], end[2]);
        const float fraction = std::clamp((level_ - here) / (there - here), least_fraction, 1 - least_fraction);

        Vec3d place{static_cast<double>(edge * block.x + x), static_cast<double>(edge * block.y + y),
                    static_cast<double>(edge * block.z + z)};
        place[axis] += static_cast<double>(fraction);
        mesh_.vertices[static_cast<std::size_t>(vertex)] = field_.cell_size * place;

        const Vec3 slope = static_cast<Real>(1 - fraction) * values.gradient(x, y, z) +
                           static_cast<Real>(fraction) * values.gradient(end[0], end[1], end[2]);
        const Real length = norm(slope);
        Vec3 normal{};
        normal[axis] = here > level_ ? 1 : -1; // where the gradient vanishes: from inside to outside
        mesh_.normals[static_cast<std::size_t>(vertex)] = length > 0 ? -(slope / length) : normal;
    }

    void make_triangles(Index active)
    {
        const Index block = active_[static_cast<std::size_t>(active)];
        const InsideFlags inside(PaddedBlock(field_, block), level_);
        const std::array<const Index*, 8> upper = edges_of_upper_blocks(field_.blocks[static_cast<std::size_t>(block)]);
        auto next = static_cast<std::size_t>(triangle_begin_[static_cast<std::size_t>(active)]);
        for_each_node([&](int x, int y, int z) {
            const MarchingCubes::Case& surface = table_.cases[inside.cell_case(x, y, z)];
            for (int k = 0; k < 3 * surface.triangles; ++k)
            {
                const int number = surface.edges[static_cast<std::size_t>(k)];
                const int corner = table_.edge_begin[static_cast<std::size_t>(number)];
                const int ex = x + (corner & 1), ey = y + (corner >> 1 & 1), ez = z + (corner >> 2);
                const int holder = ex / edge + 2 * (ey / edge) + 4 * (ez / edge);
                mesh_.triangles[next + static_cast<std::size_t>(k / 3)][static_cast<std::size_t>(k % 3)] =
                    upper[static_cast<std::size_t>(holder)][edge_slot(ex % edge, ey % edge, ez % edge, number / 4)];
            }
            next += static_cast<std::size_t>(surface.triangles);
        });
    }

    /// The vertices on the edges of a block and of those behind its upper faces; nullptr where there are none.
    [[nodiscard]] std::array<const Index*, 8> edges_of_upper_blocks(const Cell& block) const
    {
        std::array<const Index*, 8> lists{};
        for (std::size_t k = 0; k < 8; ++k)
        {
            const auto step = static_cast<std::int64_t>(k);
            const Index other = find_cell(field_.blocks, {block.x + (step & 1), block.y + (step >> 1 & 1), block.z + (step >> 2)});
            const Index active = other < 0 ? -1 : active_of_block_[static_cast<std::size_t>(other)];
            lists[k] = active < 0 ? nullptr : vertex_of_edge_.data() + static_cast<std::size_t>(active) * slots_per_block;
        }
        return lists;
    }

    const SparseField& field_;
    float level_;
    const MarchingCubes& table_ = marching_cubes();
    std::vector<Index> active_;          ///< blocks with a part of the surface
    std::vector<Index> active_of_block_; ///< their place in active_, or −1
    std::vector<std::int64_t> vertex_begin_, triangle_begin_;
    Array<Index> vertex_of_edge_; ///< for each edge of an active block; nothing where it is not crossed
    SurfaceMesh mesh_;
};
} // namespace

SurfaceMesh isosurface(const SparseField& field, float level) { return Polygonizer(field, level).run(); }
} // namespace aspic
