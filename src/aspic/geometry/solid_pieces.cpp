#include "aspic/geometry/solid_pieces.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr int fine = 4;                    ///< cells of a cell along an axis
constexpr double most_rows = 0x1p24;       ///< of cells, to look at
constexpr double most_along = 0x1p20;      ///< an axis: Morton's keys tell as many apart
constexpr int most_halvings = 6;           ///< of the width of cells in a small solid
constexpr double cells_of_small_solid = 8; ///< along its longest side

/// All fine cells with a coordinate along an axis.
constexpr std::uint64_t layer(int axis, int place)
{
    std::uint64_t mask = 0;
    for (int bit = 0; bit < 64; ++bit)
        mask |= (bit >> (2 * axis)) % fine == place ? std::uint64_t{1} << bit : 0;
    return mask;
}

/// The mask and the fine cells next to it along an axis.
std::uint64_t widened(std::uint64_t mask, int axis)
{
    const int stride = 1 << (2 * axis);
    return mask | (mask & ~layer(axis, fine - 1)) << stride | (mask & ~layer(axis, 0)) >> stride;
}

std::uint64_t widened(std::uint64_t mask) { return widened(widened(widened(mask, 0), 1), 2); }

/// The fine cells that hang together with the lowest one, over corners too.
std::uint64_t connected_part(std::uint64_t mask)
{
    std::uint64_t part = mask & (~mask + 1);
    for (std::uint64_t before = 0; part != before;)
    {
        before = part;
        part = widened(part) & mask;
    }
    return part;
}

/// Whether pieces of neighbouring cells touch; b comes after a along the axis.
bool do_touch(const SolidPiece& a, const SolidPiece& b, int axis)
{
    const int shift = (fine - 1) << (2 * axis);
    const std::uint64_t face = (a.mask & layer(axis, fine - 1)) >> shift;
    return (widened(face) & layer(axis, 0) & b.mask) != 0;
}

/// Looks at the cells of a row, from one end to the other.
class RowScan
{
public:
    RowScan(const Solid& solid, const SolidPieces& lattice, int dimension)
        : solid_(solid), lattice_(lattice), dimension_(dimension), fine_width_(lattice.width / fine), root_(std::sqrt(dimension))
    {
    }

    [[nodiscard]] std::vector<SolidPiece> row(int j, int k) const
    {
        std::vector<SolidPiece> pieces;
        const double reach = 0.5001 * lattice_.width * root_; // rounding may lengthen a distance
        for (int i = 0; i < lattice_.count[0];)
        {
            const Vec3d middle = middle_of({i, j, k});
            const double distance = solid_.surface_from(middle).distance;
            const double same = std::floor((abs(distance) - reach) / lattice_.width) + 1; // cells that no surface crosses
            if (!(same >= 1))
                add_divided({i++, j, k}, pieces);
            else
                for (const int end = static_cast<int>(min(1.0 * lattice_.count[0], i + same)); i < end; ++i)
                    if (distance < 0)
                        pieces.push_back({.cell = {i, j, k}, .mask = whole(), .share = 1, .point = middle_of({i, j, k})});
        }
        return pieces;
    }

private:
    /// Middles of the fine cells that are filled, and how much of them is.
    struct FineCells
    {
        std::uint64_t mask = 0;
        std::array<Vec3d, 64> point;
        std::array<double, 64> share;
    };

    [[nodiscard]] std::uint64_t whole() const { return dimension_ == 2 ? 0xffffU : ~std::uint64_t{0}; }

    [[nodiscard]] Vec3d middle_of(const std::array<int, 3>& cell) const
    {
        Vec3d x = lattice_.origin;
        for (int axis = 0; axis < dimension_; ++axis)
            x[axis] += (cell[static_cast<std::size_t>(axis)] + 0.5) * lattice_.width;
        return x;
    }

    /// One piece for each part of the cell that does not hang together with the others inside of it.
    void add_divided(const std::array<int, 3>& cell, std::vector<SolidPiece>& pieces) const
    {
        FineCells cells;
        for (int bit = 0; bit < (dimension_ == 2 ? 16 : 64); ++bit)
            look_at_fine(cell, bit, cells);
        for (std::uint64_t left = cells.mask; left != 0;)
        {
            SolidPiece piece{.cell = cell, .mask = connected_part(left), .point = {}};
            left &= ~piece.mask;
            take_middle(cells, piece);
            pieces.push_back(piece);
        }
    }

    void look_at_fine(const std::array<int, 3>& cell, int bit, FineCells& cells) const
    {
        Vec3d x = lattice_.origin;
        for (int axis = 0; axis < dimension_; ++axis)
            x[axis] += cell[static_cast<std::size_t>(axis)] * lattice_.width + ((bit >> (2 * axis)) % fine + 0.5) * fine_width_;
        const double share = filled_share(solid_.surface_from(x), x);
        if (share <= 0)
            return;
        cells.mask |= std::uint64_t{1} << bit;
        cells.point[static_cast<std::size_t>(bit)] = x;
        cells.share[static_cast<std::size_t>(bit)] = share;
    }

    /// What the solid fills of a fine cell with the middle x, as if its surface were two planes parallel to a face; a middle that is outside moves in.
    double filled_share(const SurfaceView& view, Vec3d& x) const
    {
        const double half = 0.5 * fine_width_ * (abs(view.normal.x) + abs(view.normal.y) + (dimension_ == 2 ? 0 : abs(view.normal.z)));
        if (abs(view.distance) >= half * (1 - 1e-9))
            return view.distance < 0 ? 1 : 0;
        const Vec3d surface = x - view.distance * view.normal;
        const double thickness = thickness_at(surface, view.normal, half - view.distance);
        if (view.distance >= 0)
            x = surface - (0.5 * thickness) * view.normal;
        return 0.5 * thickness / half;
    }

    /// How far it is inwards from a point of the surface until the solid ends, or to the limit.
    [[nodiscard]] double thickness_at(const Vec3d& surface, const Vec3d& normal, double limit) const
    {
        constexpr int steps = 8, halvings = 30;
        const auto is_inside = [&](double t) { return solid_.contains(surface - t * normal); };
        if (is_inside(0.999 * limit) && is_inside(0.5 * limit))
            return limit;
        double thickness = 0;
        for (int k = 1; k < steps && is_inside(limit * k / steps); ++k)
            thickness = limit * k / steps;
        double beyond = thickness + limit / steps;
        for (int k = 0; k < halvings && (thickness == 0 || k < 6); ++k) // however thin it is
            (is_inside(0.5 * (thickness + beyond)) ? thickness : beyond) = 0.5 * (thickness + beyond);
        return thickness;
    }

    /// The share that is filled, and the middle of the piece, or the middle of the fine cell nearest to it if that is not inside.
    void take_middle(const FineCells& cells, SolidPiece& piece) const
    {
        double total = 0;
        Vec3d middle;
        for_each_bit(piece.mask, [&](std::size_t bit) {
            total += cells.share[bit];
            middle += cells.share[bit] * cells.point[bit];
        });
        piece.point = middle / total;
        piece.share = total / (dimension_ == 2 ? fine * fine : fine * fine * fine);
        if (solid_.contains(piece.point))
            return;
        Vec3d nearest = cells.point[static_cast<std::size_t>(std::countr_zero(piece.mask))];
        for_each_bit(piece.mask, [&](std::size_t bit) {
            if (norm(cells.point[bit] - piece.point) < norm(nearest - piece.point))
                nearest = cells.point[bit];
        });
        piece.point = nearest;
    }

    template <class F> static void for_each_bit(std::uint64_t mask, const F& f)
    {
        for (; mask != 0; mask &= mask - 1)
            f(static_cast<std::size_t>(std::countr_zero(mask)));
    }

    const Solid& solid_;
    const SolidPieces& lattice_;
    int dimension_;
    double fine_width_;
    double root_; ///< √d
};

/// Which pieces hang together.
class PartFinder
{
public:
    explicit PartFinder(SolidPieces& pieces) : pieces_(pieces), parent_(pieces.pieces.size())
    {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }

    void run()
    {
        const int rows_y = pieces_.count[1];
        for (int k = 0; k < pieces_.count[2]; ++k)
            for (int j = 0; j < rows_y; ++j)
            {
                const std::size_t row = row_of(j, k);
                join_along_row(row);
                if (j + 1 < rows_y)
                    join_rows(row, row_of(j + 1, k), 1);
                if (k + 1 < pieces_.count[2])
                    join_rows(row, row_of(j, k + 1), 2);
            }
        number_parts();
    }

private:
    [[nodiscard]] std::size_t row_of(int j, int k) const
    {
        return static_cast<std::size_t>(k) * static_cast<std::size_t>(pieces_.count[1]) + static_cast<std::size_t>(j);
    }

    std::size_t root(std::size_t a)
    {
        while (parent_[a] != a)
            a = parent_[a] = parent_[parent_[a]];
        return a;
    }

    void join(std::size_t a, std::size_t b, int axis)
    {
        if (!do_touch(pieces_.pieces[a], pieces_.pieces[b], axis))
            return;
        const std::size_t root_a = root(a), root_b = root(b);
        parent_[std::max(root_a, root_b)] = std::min(root_a, root_b);
    }

    void join_along_row(std::size_t row)
    {
        const auto& all = pieces_.pieces;
        for (std::size_t a = pieces_.rows[row]; a < pieces_.rows[row + 1]; ++a)
            for (std::size_t b = a + 1; b < pieces_.rows[row + 1] && all[b].cell[0] <= all[a].cell[0] + 1; ++b)
                if (all[b].cell[0] == all[a].cell[0] + 1)
                    join(a, b, 0);
    }

    void join_rows(std::size_t row, std::size_t next, int axis)
    {
        const auto& all = pieces_.pieces;
        std::size_t first = pieces_.rows[next];
        for (std::size_t a = pieces_.rows[row]; a < pieces_.rows[row + 1]; ++a)
        {
            while (first < pieces_.rows[next + 1] && all[first].cell[0] < all[a].cell[0])
                ++first;
            for (std::size_t b = first; b < pieces_.rows[next + 1] && all[b].cell[0] == all[a].cell[0]; ++b)
                join(a, b, axis);
        }
    }

    void number_parts()
    {
        for (std::size_t k = 0; k < parent_.size(); ++k)
            pieces_.pieces[k].part = root(k) == k ? pieces_.part_count++ : pieces_.pieces[root(k)].part;
    }

    SolidPieces& pieces_;
    std::vector<std::size_t> parent_; ///< never greater than the piece itself
};

/// Cells that cover the bounds, without any piece.
SolidPieces covering(const Bounds& bounds, double spacing, int dimension)
{
    SolidPieces result;
    double longest = 0;
    for (int axis = 0; axis < dimension; ++axis)
        longest = max(longest, bounds.high[axis] - bounds.low[axis]);
    result.width = spacing;
    for (int k = 0; k < most_halvings && longest < cells_of_small_solid * result.width; ++k)
        result.width *= 0.5;
    result.count = {1, 1, 1};
    double rows = 1;
    for (int axis = 0; axis < dimension; ++axis)
    {
        const double count = max(1.0, std::ceil((bounds.high[axis] - bounds.low[axis]) / result.width - 1e-6));
        rows *= axis == 0 ? 1 : count;
        if (!(count <= most_along) || !(rows <= most_rows))
            throw std::length_error("the spacing is too small for this solid: it has too many cells to look at");
        result.count[static_cast<std::size_t>(axis)] = static_cast<int>(count);
        result.origin[axis] = 0.5 * bounds.low[axis] + 0.5 * bounds.high[axis] - 0.5 * count * result.width;
    }
    return result;
}
} // namespace

SolidPieces pieces_of(const Solid& solid, double spacing, int dimension)
{
    ASPIC_EXPECTS(spacing > 0 && (dimension == 2 || dimension == 3));
    const Bounds bounds = solid.bounds();
    if (is_empty(bounds))
        return {};
    if (!is_bounded(bounds))
        throw std::length_error("an unbounded solid cannot be filled with particles");
    SolidPieces result = covering(bounds, spacing, dimension);
    const RowScan scan(solid, result, dimension);
    const auto row_count = static_cast<Index>(result.count[1] * static_cast<std::int64_t>(result.count[2]));
    std::vector<std::vector<SolidPiece>> rows(static_cast<std::size_t>(row_count));
    parallel_for(row_count,
                 [&](Index row) { rows[static_cast<std::size_t>(row)] = scan.row(row % result.count[1], row / result.count[1]); });
    for (const auto& row : rows)
    {
        result.rows.push_back(result.pieces.size());
        result.pieces.insert(result.pieces.end(), row.begin(), row.end());
    }
    result.rows.push_back(result.pieces.size());
    if (result.pieces.size() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
        throw std::length_error("a solid would hold more than 2^31 - 1 particles: make the spacing larger");
    PartFinder(result).run();
    return result;
}

Index SolidPieces::part_at(const Vec3d& x, int dimension) const
{
    std::array<std::int64_t, 3> place{};
    for (int axis = 0; axis < dimension; ++axis)
        place[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(std::floor((x[axis] - origin[axis]) * fine / width));
    const auto part_of_fine = [&](const std::array<std::int64_t, 3>& at) -> Index {
        std::array<int, 3> cell{};
        int bit = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
        {
            if (at[axis] < 0 || at[axis] >= static_cast<std::int64_t>(count[axis]) * fine)
                return -1;
            cell[axis] = static_cast<int>(at[axis] / fine);
            bit += static_cast<int>(at[axis] % fine) << (2 * axis);
        }
        const std::size_t row = static_cast<std::size_t>(cell[2]) * static_cast<std::size_t>(count[1]) + static_cast<std::size_t>(cell[1]);
        const auto begin = pieces.begin() + static_cast<std::ptrdiff_t>(rows[row]),
                   end = pieces.begin() + static_cast<std::ptrdiff_t>(rows[row + 1]);
        const auto is_before = [](const SolidPiece& piece, int i) { return piece.cell[0] < i; };
        for (auto piece = std::lower_bound(begin, end, cell[0], is_before); piece != end && piece->cell[0] == cell[0]; ++piece)
            if ((piece->mask >> bit) % 2 != 0)
                return piece->part;
        return -1;
    };
    Index part = pieces.empty() ? -1 : part_of_fine(place);
    for (int k = 0; k < 27 && part < 0 && !pieces.empty(); ++k) // a fine cell whose middle is not inside
        part = part_of_fine({place[0] + k % 3 - 1, place[1] + k / 3 % 3 - 1, place[2] + (dimension == 2 ? 0 : k / 9 - 1)});
    return part;
}
} // namespace aspic
