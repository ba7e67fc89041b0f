#include "aspic/solvers/elasticity/stretch_matrix.h"

#include "aspic/compute/parallel.h"
#include "aspic/solvers/elasticity/stretch_energy.h"

#include <algorithm>
#include <optional>
#include <span>

namespace aspic
{
namespace
{
constexpr Index rows_at_a_time = 512;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Pairs with less than this part of a particle's largest weight are left out: those at the very edge of the support would double the entries of a lattice.
constexpr double negligible = 1e-14;

std::vector<StretchEnergy> energies_of(const StretchTerms& terms)
{
    std::vector<std::optional<StretchEnergy>> found(at(terms.particles()));
    parallel_for(terms.particles(), [&](Index i) { found[at(i)].emplace(terms, i, negligible); });
    std::vector<StretchEnergy> energies;
    energies.reserve(found.size());
    for (std::optional<StretchEnergy>& each : found)
        energies.push_back(std::move(*each));
    return energies;
}

/// The energies that each particle has a part in, in ascending order: its own and those of the particles that have it as a neighbour.
struct Memberships
{
    struct Member
    {
        Index energy;
        Index part; ///< of the particle there
    };
    Array<std::int64_t> begin;
    Array<Member> member;
};

Memberships memberships_of(const std::vector<StretchEnergy>& energies)
{
    Memberships result{Array<std::int64_t>(energies.size() + 1, 0), {}};
    for (const StretchEnergy& energy : energies)
        for (const StretchEnergy::Part& part : energy.parts())
            ++result.begin[at(part.particle)];
    result.member.resize(at(scan(view(result.begin))));
    Array<std::int64_t> next = result.begin;
    for (std::size_t i = 0; i < energies.size(); ++i)
        for (std::size_t p = 0; p < energies[i].parts().size(); ++p)
            result.member[at(next[at(energies[i].parts()[p].particle)]++)] = {static_cast<Index>(i), static_cast<Index>(p)};
    return result;
}

/// Finds and fills rows of the matrix; one per thread.
class RowBuilder
{
public:
    RowBuilder(const std::vector<StretchEnergy>& energies, const Memberships& memberships, const StretchMatrix& numbering)
        : energies_(energies), memberships_(memberships), row_(numbering.row), position_(numbering.row.size(), -1)
    {
    }

    /// The columns of a particle's row, ascending. They stay known until `forget`.
    const Array<Index>& find_columns(Index particle)
    {
        columns_.clear();
        const auto add = [&](Index j) {
            const Index column = row_[at(j)];
            if (column < 0 || position_[at(column)] >= 0)
                return;
            position_[at(column)] = 0;
            columns_.push_back(column);
        };
        for (std::int64_t m = memberships_.begin[at(particle)]; m < memberships_.begin[at(particle) + 1]; ++m)
            for (const StretchEnergy::Part& part : energies_[at(memberships_.member[at(m)].energy)].parts())
                add(part.particle);
        std::sort(columns_.begin(), columns_.end());
        return columns_;
    }

    struct Diagonal
    {
        double mass, factor; ///< [kg], [s²] of the energies
    };
    void fill(Index particle, const Diagonal& diagonal, std::span<const Index> columns, double* value)
    {
        std::fill(value, value + columns.size(), 0.0);
        for (std::size_t k = 0; k < columns.size(); ++k)
            position_[at(columns[k])] = static_cast<Index>(k);
        for (std::int64_t m = memberships_.begin[at(particle)]; m < memberships_.begin[at(particle) + 1]; ++m)
            add_energy(memberships_.member[at(m)], diagonal.factor, value);
        value[position_[at(row_[at(particle)])]] += diagonal.mass;
        forget(columns);
    }

    void forget(std::span<const Index> columns)
    {
        for (const Index column : columns)
            position_[at(column)] = -1;
    }

private:
    void add_energy(const Memberships::Member& member, double factor, double* value) const
    {
        const StretchEnergy& energy = energies_[at(member.energy)];
        const StretchEnergy::Part& own = energy.parts()[at(member.part)];
        for (const StretchEnergy::Part& part : energy.parts())
            if (const Index column = row_[at(part.particle)]; column >= 0)
                value[position_[at(column)]] += factor * energy.entry(own, part);
    }

    const std::vector<StretchEnergy>& energies_;
    const Memberships& memberships_;
    const Array<Index>& row_;
    Array<Index> position_; ///< of a column in the current row, or −1
    Array<Index> columns_;
};

void number_rows(const StretchTerms& terms, StretchMatrix& result)
{
    result.row.assign(at(terms.particles()), 0);
    for (const Index i : terms.fixed)
        result.row[at(i)] = -1;
    for (Index i = 0; i < terms.particles(); ++i)
        if (result.row[at(i)] == 0)
        {
            result.row[at(i)] = static_cast<Index>(result.particle.size());
            result.particle.push_back(i);
        }
}
} // namespace

StretchMatrix stretch_matrix(const StretchTerms& terms)
{
    StretchMatrix result;
    number_rows(terms, result);
    const std::vector<StretchEnergy> energies = energies_of(terms);
    const Memberships memberships = memberships_of(energies);
    SymmetricMatrix& matrix = result.matrix;
    matrix.size = static_cast<Index>(result.particle.size());
    matrix.begin.assign(at(matrix.size) + 1, 0);

    std::vector<Array<Index>> columns(at(matrix.size / rows_at_a_time + 1)); // of each piece
    auto find = [&](Index begin, Index end) {
        RowBuilder builder(energies, memberships, result);
        Array<Index>& mine = columns[at(begin / rows_at_a_time)];
        for (Index r = begin; r < end; ++r)
        {
            const Array<Index>& found = builder.find_columns(result.particle[at(r)]);
            mine.insert(mine.end(), found.begin(), found.end());
            matrix.begin[at(r)] = static_cast<std::int64_t>(found.size());
            builder.forget(found);
        }
    };
    for_each_chunk(matrix.size, rows_at_a_time, find);
    const std::int64_t entries = scan(view(matrix.begin));
    matrix.column.resize(at(entries));
    matrix.value.resize(at(entries));

    auto fill = [&](Index begin, Index end) {
        RowBuilder builder(energies, memberships, result);
        const Array<Index>& mine = columns[at(begin / rows_at_a_time)];
        std::copy(mine.begin(), mine.end(), matrix.column.begin() + matrix.begin[at(begin)]);
        for (Index r = begin; r < end; ++r)
        {
            const std::int64_t first = matrix.begin[at(r)];
            builder.fill(result.particle[at(r)], {terms.mass[result.particle[at(r)]], terms.dt * terms.dt},
                         {matrix.column.data() + first, at(matrix.begin[at(r) + 1] - first)}, matrix.value.data() + first);
        }
    };
    for_each_chunk(matrix.size, rows_at_a_time, fill);
    return result;
}
} // namespace aspic
