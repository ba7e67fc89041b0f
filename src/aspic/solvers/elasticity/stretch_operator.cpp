#include "aspic/solvers/elasticity/stretch_operator.h"

#include "aspic/compute/parallel.h"
#include "aspic/solvers/elasticity/stretch_energy.h"

#include <algorithm>

namespace aspic
{
namespace
{
std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Large pieces list fewer pairs twice; many are needed for many threads.
Index rows_per_piece(Index n) { return std::clamp((n / 64 + 15) / 16 * 16, Index(1024), Index(16384)); }

/// Makes pieces; one for each thread.
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
        piece.near_count.assign(at(piece.rows), 0);
        piece.far_count.assign(at(piece.rows), 0);
        near_.clear();
        far_.clear();
        for (Index r = 0; r < piece.rows; ++r)
        {
            sum_row(piece, piece.first + r);
            for (const Entry& entry : entries_)
            {
                const bool is_near = is_within(piece, entry.column);
                (is_near ? near_ : far_).push_back(entry);
                ++(is_near ? piece.near_count : piece.far_count)[at(r)];
            }
        }
        piece.near_row.resize(near_.size());
        piece.near_value.resize(near_.size());
        for (std::size_t e = 0; e < near_.size(); ++e)
        {
            piece.near_row[e] = static_cast<std::uint16_t>(near_[e].column - piece.first);
            piece.near_value[e] = static_cast<Real>(near_[e].value);
        }
        piece.far_row.resize(far_.size());
        piece.far_value.resize(far_.size());
        for (std::size_t e = 0; e < far_.size(); ++e)
        {
            piece.far_row[e] = far_[e].column;
            piece.far_value[e] = static_cast<Real>(far_[e].value);
        }
    }

private:
    struct Entry
    {
        Index column;
        double value;
    };

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

    /// Entries of a row that are listed in it, by columns.
    void sum_row(const StretchOperator::Piece& piece, Index i)
    {
        entries_.clear();
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
                    entries_.push_back({other.particle, 0});
                }
                entries_[at(entry)].value += energy.entry(*part, other);
            }
        }
        for (const Entry& entry : entries_)
            entry_of_[at(entry.column)] = -1;
        std::ranges::sort(entries_, {}, &Entry::column);
    }

    const ElasticStuff& stuff_;
    RestView rest_;
    std::vector<StretchEnergy> energies_;
    std::vector<Index> energy_of_, with_energy_; ///< of each particle, or −1; those that have one
    std::vector<Index> entry_of_;                ///< of the row that is summed, by columns, or −1
    std::vector<Entry> entries_, near_, far_;
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
        shown_.push_back({piece.first, piece.rows, piece.near_count.data(), piece.far_count.data(), piece.near_row.data(),
                          piece.near_value.data(), piece.far_row.data(), piece.far_value.data()});
}

double StretchOperator::multiply(View<const Vec4> u, View<const Real> mass, Real factor, View<Vec4> result, Scratch& scratch) const
{
    const Scratch::Turn turn(scratch);
    const auto count = static_cast<Index>(pieces_.size());
    const View<double> work = scratch.take<double>(count);
    const auto kernel = kernel_for<StretchProduct>(current_execution().instruction_set);
    const StretchProduct product{shown_.data(), u, mass, factor, result, work};
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
        total += (piece.near_count.capacity() + piece.far_count.capacity() + piece.near_row.capacity()) * sizeof(std::uint16_t) +
                 piece.far_row.capacity() * sizeof(Index) + (piece.near_value.capacity() + piece.far_value.capacity()) * sizeof(Real);
    return total;
}
} // namespace aspic
