#include "aspic/geometry/lattice_points.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace aspic
{
namespace
{
constexpr double most_places = 0x1p36;       ///< to look at; beyond, even skipping most of them takes too long
constexpr double most_places_along = 0x1p26; ///< an axis: rows of a batch must be countable
constexpr double most_places_to_count = 1e7; ///< beyond, a subset will do
constexpr int block_size = 16;               ///< places along each edge of a block: a multiple of 8
constexpr std::size_t most_mask_bytes = 1 << 26;

/// Places at origin + (i, j, k) times the spacing of each axis, 0 ≤ i < count[0] and so on.
struct Lattice
{
    std::array<int, 3> count{};
    Vec3d origin;
    Vec3d spacing;

    [[nodiscard]] Vec3d at(double i, double j, double k) const
    {
        return {origin.x + i * spacing.x, origin.y + j * spacing.y, origin.z + k * spacing.z};
    }
};

/// How many places along each axis fit into bounds that are not empty; a double, because it may be too many for a lattice.
Vec3d places_along(const Bounds& bounds, double spacing, int dimension)
{
    Vec3d places{1, 1, 1};
    for (int axis = 0; axis < dimension; ++axis)
        places[axis] = max(1.0, std::round((bounds.high[axis] - bounds.low[axis]) / spacing));
    return places;
}

/// Centred in the bounds. With a stride above 1, each place stands for about that many along each axis, and all for equally many.
Lattice lattice_in(const Bounds& bounds, double spacing, const Vec3d& places, double stride)
{
    Lattice lattice;
    for (int axis = 0; axis < 3; ++axis)
    {
        const double count = std::ceil(places[axis] / stride);
        lattice.spacing[axis] = spacing * (places[axis] / count);
        lattice.origin[axis] = 0.5 * bounds.low[axis] + 0.5 * bounds.high[axis] - 0.5 * (count - 1) * lattice.spacing[axis];
        lattice.count[static_cast<std::size_t>(axis)] = static_cast<int>(count);
    }
    return lattice;
}

/// A part of a lattice: places from `begin` up to `end`.
struct Block
{
    std::array<int, 3> begin, end;

    [[nodiscard]] int size(std::size_t axis) const { return end[axis] - begin[axis]; }
    [[nodiscard]] bool is_single() const { return size(0) == 1 && size(1) == 1 && size(2) == 1; }
};

/// Which places of some layers of a lattice are inside a solid: one bit each, eight along x in a byte.
class LayerMask
{
public:
    LayerMask(const Solid& solid, const Lattice& lattice, int first_layer, int layers)
        : solid_(solid),
          lattice_(lattice),
          first_layer_(first_layer),
          layers_(layers),
          bytes_per_row_(static_cast<std::size_t>(lattice.count[0] + 7) / 8),
          bytes_(bytes_per_row_ * static_cast<std::size_t>(lattice.count[1]) * static_cast<std::size_t>(layers), 0)
    {
        const int blocks_x = (lattice.count[0] - 1) / block_size + 1;
        const int blocks_y = (lattice.count[1] - 1) / block_size + 1;
        const int blocks_z = (layers - 1) / block_size + 1;
        // Blocks share no byte: they can be filled at the same time.
        auto fill_blocks = [&](Index begin, Index end) {
            for (Index row = begin; row < end; ++row)
                for (int column = 0; column < blocks_x; ++column)
                    fill(block_at(column, row % blocks_y, row / blocks_y));
        };
        for_each_chunk(static_cast<Index>(blocks_y) * blocks_z, 1, fill_blocks);
    }

    [[nodiscard]] Index row_count() const { return static_cast<Index>(lattice_.count[1]) * layers_; }

    /// How many places of a row are inside; rows along x are counted along y, then z.
    [[nodiscard]] std::int64_t count(Index row) const
    {
        std::int64_t total = 0;
        for (std::size_t b = 0; b < bytes_per_row_; ++b)
            total += std::popcount(bytes_[static_cast<std::size_t>(row) * bytes_per_row_ + b]);
        return total;
    }

    /// Writes the positions of those.
    void write_row(Index row, Vec3d* points) const
    {
        const int j = row % lattice_.count[1];
        const int k = first_layer_ + row / lattice_.count[1];
        for (std::size_t b = 0; b < bytes_per_row_; ++b)
            for (unsigned bits = bytes_[static_cast<std::size_t>(row) * bytes_per_row_ + b]; bits != 0; bits &= bits - 1)
                *points++ = lattice_.at(static_cast<double>(8 * b) + std::countr_zero(bits), j, k);
    }

private:
    [[nodiscard]] Block block_at(int column, int row, int layer) const
    {
        Block block{{column * block_size, row * block_size, layer * block_size}, {}};
        const std::array<int, 3> last{lattice_.count[0], lattice_.count[1], layers_};
        for (std::size_t axis = 0; axis < 3; ++axis)
            block.end[axis] = std::min(block.begin[axis] + block_size, last[axis]);
        return block;
    }

    /// A block that no surface crosses is in or out as a whole; others are divided. Nothing is missed: distances are never too long.
    void fill(const Block& block)
    {
        const auto middle = [&](std::size_t axis) { return 0.5 * (block.begin[axis] + block.end[axis] - 1); };
        const Vec3d center = lattice_.at(middle(0), middle(1), first_layer_ + middle(2));
        if (block.is_single())
        {
            if (solid_.contains(center))
                set(block);
            return;
        }
        const Vec3d half = 0.5 * (lattice_.at(block.size(0) - 1, block.size(1) - 1, block.size(2) - 1) - lattice_.origin);
        const double distance = solid_.surface_from(center).distance;
        if (abs(distance) <= 1.001 * norm(half)) // rounding may lengthen a distance
            divide(block);
        else if (distance < 0)
            set(block);
    }

    /// In halves along each axis that has more than one place.
    void divide(const Block& block)
    {
        for (int part = 0; part < 8; ++part)
        {
            Block child = block;
            bool is_empty = false;
            for (std::size_t axis = 0; axis < 3; ++axis)
            {
                const int middle = block.begin[axis] + (block.size(axis) + 1) / 2;
                const bool is_second = ((part >> axis) & 1) != 0;
                (is_second ? child.begin : child.end)[axis] = middle;
                is_empty = is_empty || child.size(axis) == 0;
            }
            if (!is_empty)
                fill(child);
        }
    }

    void set(const Block& block)
    {
        for (int k = block.begin[2]; k < block.end[2]; ++k)
            for (int j = block.begin[1]; j < block.end[1]; ++j)
            {
                const std::size_t row =
                    static_cast<std::size_t>(k) * static_cast<std::size_t>(lattice_.count[1]) + static_cast<std::size_t>(j);
                for (int i = block.begin[0]; i < block.end[0]; ++i)
                {
                    std::uint8_t& byte = bytes_[row * bytes_per_row_ + static_cast<std::size_t>(i / 8)];
                    byte = static_cast<std::uint8_t>(byte | (1U << static_cast<unsigned>(i % 8)));
                }
            }
    }

    const Solid& solid_;
    const Lattice& lattice_;
    int first_layer_, layers_;
    std::size_t bytes_per_row_;
    std::vector<std::uint8_t> bytes_;
};

/// Calls `use(mask)` for all layers of a lattice, a batch at a time, so that masks stay small.
template <class Use> void for_each_mask(const Solid& solid, const Lattice& lattice, const Use& use)
{
    const std::size_t bytes_per_layer = static_cast<std::size_t>(lattice.count[0] + 7) / 8 * static_cast<std::size_t>(lattice.count[1]);
    const auto layers = static_cast<int>(std::clamp<std::size_t>(most_mask_bytes / bytes_per_layer, 1, 1024 * block_size));
    const int batch = layers < block_size ? layers : layers / block_size * block_size;
    for (int first = 0; first < lattice.count[2]; first += batch)
        use(LayerMask(solid, lattice, first, std::min(batch, lattice.count[2] - first)));
}

/// Adds the positions of a mask, in its order.
void append_points(const LayerMask& mask, std::vector<Vec3d>& points)
{
    Array<std::int64_t> begin(static_cast<std::size_t>(mask.row_count()));
    const View<std::int64_t> begins = view(begin);
    parallel_for(mask.row_count(), [&](Index row) { begins[row] = mask.count(row); });
    const std::int64_t added = scan(begins);
    const std::size_t before = points.size();
    if (added > std::numeric_limits<Index>::max() - static_cast<std::int64_t>(before))
        throw std::length_error("a lattice in this solid has more than 2^31 - 1 points: make the spacing larger");
    points.resize(before + static_cast<std::size_t>(added));
    parallel_for(mask.row_count(), [&](Index row) { mask.write_row(row, points.data() + before + begins[row]); });
}
} // namespace

std::vector<Vec3d> lattice_points(const Solid& solid, double spacing, int dimension)
{
    ASPIC_EXPECTS(spacing > 0 && (dimension == 2 || dimension == 3));
    const Bounds bounds = solid.bounds();
    if (is_empty(bounds))
        return {};
    if (!is_bounded(bounds))
        throw std::length_error("a lattice in an unbounded solid has no end");
    const Vec3d places = places_along(bounds, spacing, dimension);
    if (!(max(max(places.x, places.y), places.z) <= most_places_along) || !(places.x * places.y * places.z <= most_places))
        throw std::length_error("the spacing is too small for this solid: the lattice has too many places to look at");

    std::vector<Vec3d> points;
    for_each_mask(solid, lattice_in(bounds, spacing, places, 1), [&](const LayerMask& mask) { append_points(mask, points); });
    return points;
}

double lattice_point_count(const Solid& solid, double spacing, int dimension)
{
    ASPIC_EXPECTS(spacing > 0 && (dimension == 2 || dimension == 3));
    const Bounds bounds = solid.bounds();
    if (is_empty(bounds))
        return 0;
    const Vec3d places = places_along(bounds, spacing, dimension);
    const double place_count = places.x * places.y * places.z;
    if (!std::isfinite(place_count))
        return std::numeric_limits<double>::infinity();

    double stride = 1;
    const auto looked_at = [&] { return std::ceil(places.x / stride) * std::ceil(places.y / stride) * std::ceil(places.z / stride); };
    while (looked_at() > most_places_to_count)
        stride = std::ceil(1.1 * stride);
    const Lattice lattice = lattice_in(bounds, spacing, places, stride);
    double count = 0;
    for_each_mask(solid, lattice,
                  [&](const LayerMask& mask) { count += sum(mask.row_count(), [&](Index row) { return mask.count(row); }); });
    return count * (place_count / (1.0 * lattice.count[0] * lattice.count[1] * lattice.count[2]));
}
} // namespace aspic
