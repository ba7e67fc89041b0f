#include "aspic/solvers/elasticity/stretch_operator.h"

#include "aspic/compute/parallel.h"
#include "aspic/solvers/elasticity/stretch_energy.h"

#include <algorithm>
#include <array>

namespace aspic
{
namespace
{
std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Large pieces list fewer pairs twice; many are needed for many threads.
Index rows_per_piece(Index n) { return std::clamp((n / 64 + 15) / 16 * 16, Index(1024), Index(16384)); }

/// Makes pieces, one after the other.
class PieceBuilder
{
public:
    PieceBuilder(const RestShape& shape, const ElasticStuff& stuff)
        : stuff_(stuff), rest_(shape.view()), energy_of_(at(shape.size()), -1), entry_of_(at(shape.size()), -1)
    {
    }

    void build(StretchOperator::Piece& piece)
    {
        find_energies(piece);
        const std::size_t quads = at((piece.rows + rows_in_quad - 1) / rows_in_quad);
        piece.near_count.assign(quads, 0);
        piece.far_count.assign(quads, 0);
        near_.clear();
        far_.clear();
        for (std::size_t q = 0; q < quads; ++q)
        {
            sum_quad(piece, piece.first + static_cast<Index>(q) * rows_in_quad);
            for (const Columns& columns : entries_)
            {
                const bool is_near = is_within(piece, columns.column);
                (is_near ? near_ : far_).push_back(columns);
                ++(is_near ? piece.near_count : piece.far_count)[q];
            }
        }
        for (const Columns& each : near_)
            piece.near_row.push_back(static_cast<std::uint16_t>(each.column - piece.first));
        for (const Columns& each : far_)
            piece.far_row.push_back(each.column);
        piece.near_value = values_of(near_);
        piece.far_value = values_of(far_);
    }

private:
    /// A column of a quad.
    struct Columns
    {
        Index column;
        std::array<double, rows_in_quad> value;
    };

    static Array<Real> values_of(const std::vector<Columns>& all)
    {
        Array<Real> values;
        values.reserve(all.size() * rows_in_quad);
        for (const Columns& each : all)
            for (const double value : each.value)
                values.push_back(static_cast<Real>(value));
        return values;
    }

    static bool is_within(const StretchOperator::Piece& piece, Index i) { return i >= piece.first && i < piece.first + piece.rows; }

    void find_energies(const StretchOperator::Piece& piece)
    {
        for (const Index i : with_energy_)
            energy_of_[at(i)] = -1;
        with_energy_.clear();
        energies_.clear();
        const auto add = [&](Index i) {
            if (energy_of_[at(i)] >= 0)
                return;
            energy_of_[at(i)] = static_cast<Index>(energies_.size());
            with_energy_.push_back(i);
            energies_.emplace_back(rest_, stuff_.stiffness[at(i)], i);
        };
        for (Index i = piece.first; i < piece.first + piece.rows; ++i)
        {
            add(i);
            for_each_neighbor(rest_.near, i, [&](const Neighbor& j) { add(j.column); });
        }
    }

    /// The columns of four rows.
    void sum_quad(const StretchOperator::Piece& piece, Index first)
    {
        entries_.clear();
        const Index rows = std::min(rows_in_quad, piece.first + piece.rows - first);
        for (Index row = 0; row < rows; ++row)
            sum_row(piece, first, row);
        for (const Columns& columns : entries_)
            entry_of_[at(columns.column)] = -1;
        std::ranges::sort(entries_, {}, &Columns::column);
    }

    /// Entries of a row that are listed in it.
    void sum_row(const StretchOperator::Piece& piece, Index first, Index row)
    {
        const Index i = first + row;
        const StretchEnergy& own = energies_[at(energy_of_[at(i)])];
        for (const StretchEnergy::Part& neighbor : own.parts()) // the last is i itself
        {
            const StretchEnergy& energy = energies_[at(energy_of_[at(neighbor.particle)])];
            const auto part = std::ranges::find(energy.parts(), i, &StretchEnergy::Part::particle);
            if (part == energy.parts().end()) // its weight there is just too small to count
                continue;
            for (const StretchEnergy::Part& other : energy.parts())
            {
                if (other.particle == i || (other.particle < i && is_within(piece, other.particle)))
                    continue;
                Index& entry = entry_of_[at(other.particle)];
                if (entry < 0)
                {
                    entry = static_cast<Index>(entries_.size());
                    entries_.push_back({other.particle, {}});
                }
                entries_[at(entry)].value[at(row)] += energy.entry(*part, other);
            }
        }
    }

    const ElasticStuff& stuff_;
    RestView rest_;
    std::vector<StretchEnergy> energies_;
    std::vector<Index> energy_of_, with_energy_; ///< of each particle, or −1; those that have one
    std::vector<Index> entry_of_;                ///< of the quad that is summed, by columns, or −1
    std::vector<Columns> entries_, near_, far_;
};
} // namespace

StretchOperator::StretchOperator(const RestShape& shape, const ElasticStuff& stuff)
{
    const Index rows = rows_per_piece(shape.size());
    pieces_.resize(at((shape.size() + rows - 1) / rows));
    auto build = [&](Index begin, Index end) {
        PieceBuilder builder(shape, stuff);
        for (Index p = begin; p < end; ++p)
        {
            Piece& piece = pieces_[at(p)];
            piece.first = p * rows;
            piece.rows = std::min(rows, shape.size() - piece.first);
            builder.build(piece);
        }
    };
    for_each_chunk(static_cast<Index>(pieces_.size()), 1, build);
    for (const Piece& piece : pieces_)
        shown_.push_back({.first = piece.first,
                          .rows = piece.rows,
                          .near_count = piece.near_count.data(),
                          .far_count = piece.far_count.data(),
                          .near_row = piece.near_row.data(),
                          .near_value = piece.near_value.data(),
                          .far_row = piece.far_row.data(),
                          .far_value = piece.far_value.data()});
}

double StretchOperator::multiply(View<const Vec4> u, View<const Real> mass, Real factor, View<Vec4> result, Scratch& scratch) const
{
    const Scratch::Turn turn(scratch);
    const auto count = static_cast<Index>(pieces_.size());
    const View<double> work = scratch.take<double>(count);
    const auto kernel = kernel_for<StretchProduct>(current_execution().instruction_set);
    const StretchProduct product{.pieces = shown_.data(), .u = u, .mass = mass, .factor = factor, .result = result, .work = work};
    auto multiply_pieces = [&](Index begin, Index end) { kernel(product, begin, end); };
    for_each_chunk(count, 1, multiply_pieces);
    double total = 0;
    for (const double part : work)
        total += part;
    return total;
}

std::size_t StretchOperator::bytes() const
{
    std::size_t total = pieces_.capacity() * (sizeof(Piece) + sizeof(StretchRows));
    for (const Piece& piece : pieces_)
        total += (piece.near_count.capacity() + piece.far_count.capacity() + piece.far_row.capacity()) * sizeof(Index) +
                 piece.near_row.capacity() * sizeof(std::uint16_t) +
                 (piece.near_value.capacity() + piece.far_value.capacity()) * sizeof(Real);
    return total;
}
} // namespace aspic
