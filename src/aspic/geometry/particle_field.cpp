#include "aspic/geometry/particle_field.h"

#include "aspic/geometry/block_sums.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr int edge = block_edge;

/// Particles sorted by the blocks that they are in.
struct Homes
{
    std::vector<Cell> blocks; ///< that hold particles, ascending
    std::vector<Index> begin; ///< of each one's particles; one more at the end
    Array<LocalParticle> particles;
};

Cell block_of(const Vec3d& x, double cell_size)
{
    const double width = edge * cell_size;
    return {static_cast<std::int64_t>(std::floor(x.x / width)), static_cast<std::int64_t>(std::floor(x.y / width)),
            static_cast<std::int64_t>(std::floor(x.z / width))};
}

/// The corners of the box of all blocks. Throws if nodes there could not be told apart.
std::pair<Cell, Cell> extent(const Array<Cell>& blocks)
{
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    Cell low{largest, largest, largest}, high{-largest, -largest, -largest};
    for (const Cell& block : blocks)
        for (int axis = 0; axis < 3; ++axis)
        {
            low[axis] = std::min(low[axis], block[axis]);
            high[axis] = std::max(high[axis], block[axis]);
        }
    return {low, high};
}

/// Particles in ascending order of their blocks; those of one block keep their order.
Array<Index> order_by_block(const Array<Cell>& blocks)
{
    const auto n = static_cast<Index>(blocks.size());
    Array<Index> order(blocks.size());
    const auto [low, high] = extent(blocks);
    constexpr std::int64_t most = std::int64_t{1} << 21; // blocks along an axis whose numbers fit into a key
    if (high.x - low.x < most && high.y - low.y < most && high.z - low.z < most)
    {
        Array<std::uint64_t> keys(blocks.size());
        parallel_for(n, [&, low = low](Index i) {
            const Cell& block = blocks[static_cast<std::size_t>(i)];
            keys[static_cast<std::size_t>(i)] =
                static_cast<std::uint64_t>(((block.z - low.z) * most + block.y - low.y) * most + block.x - low.x);
        });
        Scratch scratch;
        sort_by_key(view(keys), view(order), 63, scratch);
        return order;
    }
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, [&](Index a, Index b) { return is_before(blocks[static_cast<std::size_t>(a)], blocks[static_cast<std::size_t>(b)]); });
    return order;
}

Homes homes_of(const FieldParticles& particles, double cell_size)
{
    const Index n = particles.size();
    const double farthest = 0x1p44 * cell_size; // there a position still has some digits behind the node's number
    const double largest = maximum(n, 0.0, [&](Index i) {
        const Vec3d& x = particles.centers[static_cast<std::size_t>(i)];
        return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
    });
    if (!(largest < farthest))
        throw std::domain_error("a particle is too far from the origin for cells of this size");
    Array<Cell> blocks(particles.centers.size());
    parallel_for(
        n, [&](Index i) { blocks[static_cast<std::size_t>(i)] = block_of(particles.centers[static_cast<std::size_t>(i)], cell_size); });
    const Array<Index> order = order_by_block(blocks);

    Homes homes;
    homes.particles.resize(blocks.size());
    parallel_for(n, [&](Index k) {
        const Index i = order[static_cast<std::size_t>(k)];
        const Cell& block = blocks[static_cast<std::size_t>(i)];
        const Vec3d& x = particles.centers[static_cast<std::size_t>(i)];
        const auto local = [&](int axis) { return static_cast<float>(x[axis] / cell_size - static_cast<double>(edge * block[axis])); };
        homes.particles[static_cast<std::size_t>(k)] = {local(0), local(1), local(2), particles.weights[static_cast<std::size_t>(i)], i};
    });
    for (Index k = 0; k < n; ++k)
    {
        const Cell& block = blocks[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])];
        if (homes.blocks.empty() || !(homes.blocks.back() == block))
        {
            homes.blocks.push_back(block);
            homes.begin.push_back(k);
        }
    }
    homes.begin.push_back(n);
    return homes;
}

/// All blocks with a node or the low corner of a cell within reach [cells] of a particle, ascending.
std::vector<Cell> reached_blocks(const Homes& homes, float reach)
{
    std::vector<Cell> blocks;
    for (std::size_t home = 0; home < homes.blocks.size(); ++home)
    {
        constexpr float far = std::numeric_limits<float>::max();
        Vec3T<float> low{far, far, far}, high{-far, -far, -far};
        for (Index k = homes.begin[home]; k < homes.begin[home + 1]; ++k)
        {
            const LocalParticle& p = homes.particles[static_cast<std::size_t>(k)];
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        const auto step = [&](float x) { return static_cast<std::int64_t>(std::floor(x / edge)); };
        const Cell& here = homes.blocks[home];
        for (std::int64_t z = step(low.z - reach); z <= step(high.z + reach); ++z)
            for (std::int64_t y = step(low.y - reach); y <= step(high.y + reach); ++y)
                for (std::int64_t x = step(low.x - reach); x <= step(high.x + reach); ++x)
                    blocks.push_back({here.x + x, here.y + y, here.z + z});
    }
    std::ranges::sort(blocks, is_before);
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

/// Adds to a block the particles of all homes within `ring` blocks, in the order of the homes.
template <class Sum> void gather(const Homes& homes, const Cell& block, std::int64_t ring, Sum& sum)
{
    for (std::int64_t z = block.z - ring; z <= block.z + ring; ++z)
        for (std::int64_t y = block.y - ring; y <= block.y + ring; ++y)
            for (auto home = static_cast<std::size_t>(first_not_before(homes.blocks, {block.x - ring, y, z}));
                 home < homes.blocks.size() && !is_before({block.x + ring, y, z}, homes.blocks[home]); ++home)
            {
                const auto shift = [&](int axis) { return static_cast<float>(edge * (homes.blocks[home][axis] - block[axis])); };
                const float sx = shift(0), sy = shift(1), sz = shift(2);
                for (Index k = homes.begin[home]; k < homes.begin[home + 1]; ++k)
                {
                    const LocalParticle& p = homes.particles[static_cast<std::size_t>(k)];
                    sum.add({p.x + sx, p.y + sy, p.z + sz, p.weight, p.number});
                }
            }
}

template <class Sum> void fill(SparseField& field, const Homes& homes, const FieldParticles& particles)
{
    const double block_width = edge * field.cell_size;
    const auto ring = static_cast<std::int64_t>(std::ceil(particles.reach / block_width));
    auto piece = [&](Index begin, Index end) {
        Sum sum(particles, field.cell_size);
        for (Index block = begin; block < end; ++block)
        {
            sum.clear();
            gather(homes, field.blocks[static_cast<std::size_t>(block)], ring, sum);
            sum.store(field.block_values(block));
        }
    };
    for_each_chunk(field.block_count(), 16, piece);
}
} // namespace

SparseField particle_field(const FieldParticles& particles, double cell_size)
{
    const Homes homes = homes_of(particles, cell_size);
    SparseField field{.cell_size = cell_size,
                      .blocks = reached_blocks(homes, static_cast<float>(particles.reach / cell_size)),
                      .values = {},
                      .value_elsewhere = static_cast<float>(value_far_away(particles))};
    field.values.resize(field.blocks.size() * SparseField::nodes_per_block);
    switch (particles.method)
    {
    case SurfaceMethod::density:
        fill<DensitySum>(field, homes, particles);
        break;
    case SurfaceMethod::zhu_bridson:
        fill<MeanPositionDistance>(field, homes, particles);
        break;
    case SurfaceMethod::anisotropic:
        fill<EllipsoidSum>(field, homes, particles);
        break;
    }
    return field;
}
} // namespace aspic
