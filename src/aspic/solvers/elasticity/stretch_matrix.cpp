#include "aspic/solvers/elasticity/stretch_matrix.h"

#include "aspic/compute/parallel.h"

#include <algorithm>

namespace aspic
{
namespace
{
constexpr Index rows_at_a_time = 512;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Pairs with less than this part of a particle's largest weight are left out: those at the very edge of the support would double the entries of a lattice.
constexpr double negligible = 1e-14;

/// The own blocks of all particles, small dense matrices over a particle and its neighbours. With G the 3 × (m + 1) matrix of the g_ij (for i itself −Σ g_ij),
/// K = Σ_j k X Xᵀ and Y the matrix of the k_ij X_ij (for i itself −Σ k X), a block is Δt² (Gᵀ (2μV + K) G + Gᵀ Y + Yᵀ G + D), where D is
/// Σ_j k_ij (e_j − e_i)(e_j − e_i)ᵀ. With Y' = Δt² (Y + (2μV + K) G / 2) its entry (a, b) is y'_a·g_b + y'_b·g_a + Δt² D_ab, which rounding leaves symmetric.
struct Blocks
{
    struct Part
    {
        Vec3d g, y; ///< g_ij, y'_ij
        double k;   ///< Δt² k_ij; of i itself their sum
    };
    Array<std::int64_t> begin; ///< n + 1
    Array<Index> neighbor;
    Array<Part> part; ///< of each neighbour
    Array<Part> own;  ///< of i itself
};

/// Calls `use(pair)` for the pairs of a particle that matter.
template <class Use> void for_each_weighty_pair(const StretchTerms& terms, Index i, const Use& use)
{
    double most_g = 0, most_k = 0;
    for (std::int64_t e = terms.begin[i]; e < terms.begin[i + 1]; ++e)
    {
        most_g = std::max(most_g, norm(terms.gradient[e]));
        most_k = std::max(most_k, terms.zero_energy[e]);
    }
    for (std::int64_t e = terms.begin[i]; e < terms.begin[i + 1]; ++e)
        if (norm(terms.gradient[e]) > negligible * most_g || terms.zero_energy[e] > negligible * most_k)
            use(e);
}

void fill_block(const StretchTerms& terms, Index i, Blocks& blocks)
{
    const double dt2 = terms.dt * terms.dt;
    Vec3d g_sum, y_sum, S[3]; // S = Δt² (2μV + K)
    double k_sum = 0;
    std::int64_t to = blocks.begin[at(i)];
    for_each_weighty_pair(terms, i, [&](std::int64_t e) {
        const double k = dt2 * terms.zero_energy[e];
        const Vec3d y = k * terms.offset[e];
        for (int axis = 0; axis < 3; ++axis)
            S[axis] += y[axis] * terms.offset[e];
        g_sum += terms.gradient[e];
        y_sum += y;
        k_sum += k;
        blocks.neighbor[at(to)] = terms.neighbor[e];
        blocks.part[at(to++)] = {terms.gradient[e], y, k};
    });
    for (int axis = 0; axis < 3; ++axis)
        S[axis][axis] += dt2 * terms.stiffness[i];
    const auto half_stiff = [&](const Vec3d& g) { return 0.5 * Vec3d{dot(S[0], g), dot(S[1], g), dot(S[2], g)}; };
    for (std::int64_t e = blocks.begin[at(i)]; e < to; ++e)
        blocks.part[at(e)].y += half_stiff(blocks.part[at(e)].g);
    blocks.own[at(i)] = {-g_sum, half_stiff(-g_sum) - y_sum, k_sum};
}

Blocks blocks_of(const StretchTerms& terms)
{
    const Index n = terms.particles();
    Blocks blocks{Array<std::int64_t>(at(n) + 1, 0), {}, {}, Array<Blocks::Part>(at(n))};
    parallel_for(n, [&](Index i) { for_each_weighty_pair(terms, i, [&](std::int64_t) { ++blocks.begin[at(i)]; }); });
    const std::int64_t pairs = scan(view(blocks.begin));
    blocks.neighbor.resize(at(pairs));
    blocks.part.resize(at(pairs));
    parallel_for(n, [&](Index i) { fill_block(terms, i, blocks); });
    return blocks;
}

/// The blocks that each particle has a part in, in ascending order: its own and those of the particles that have it as a neighbour.
struct Memberships
{
    struct Member
    {
        Index block;
        std::int64_t pair; ///< that the particle is in there, or −1 in its own
    };
    Array<std::int64_t> begin;
    Array<Member> member;
};

Memberships memberships_of(const Blocks& blocks)
{
    const auto n = static_cast<Index>(blocks.own.size());
    Memberships result{Array<std::int64_t>(at(n) + 1, 1), Array<Memberships::Member>(blocks.neighbor.size() + at(n))};
    result.begin[at(n)] = 0;
    for (const Index j : blocks.neighbor)
        ++result.begin[at(j)];
    scan(view(result.begin));
    Array<std::int64_t> next = result.begin;
    for (Index i = 0; i < n; ++i)
    {
        result.member[at(next[at(i)]++)] = {i, -1};
        for (std::int64_t e = blocks.begin[at(i)]; e < blocks.begin[at(i) + 1]; ++e)
            result.member[at(next[at(blocks.neighbor[at(e)])]++)] = {i, e};
    }
    return result;
}

/// Finds and fills rows of the matrix; one per thread.
class RowBuilder
{
public:
    RowBuilder(const Blocks& blocks, const Memberships& memberships, const StretchMatrix& numbering)
        : blocks_(blocks), memberships_(memberships), row_(numbering.row), position_(numbering.row.size(), -1)
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
        {
            const Index block = memberships_.member[at(m)].block;
            add(block);
            for (std::int64_t e = blocks_.begin[at(block)]; e < blocks_.begin[at(block) + 1]; ++e)
                add(blocks_.neighbor[at(e)]);
        }
        std::sort(columns_.begin(), columns_.end());
        return columns_;
    }

    void fill(Index particle, double mass, const Index* columns, Index count, double* value)
    {
        std::fill(value, value + count, 0.0);
        for (Index k = 0; k < count; ++k)
            position_[at(columns[k])] = k;
        for (std::int64_t m = memberships_.begin[at(particle)]; m < memberships_.begin[at(particle) + 1]; ++m)
            add_block(memberships_.member[at(m)], value);
        value[position_[at(row_[at(particle)])]] += mass;
        forget(columns, count);
    }

    void forget(const Index* columns, Index count)
    {
        for (Index k = 0; k < count; ++k)
            position_[at(columns[k])] = -1;
    }

private:
    void add_block(const Memberships::Member& member, double* value) const
    {
        const Blocks::Part& own = blocks_.own[at(member.block)];
        const bool is_own = member.pair < 0;
        const Blocks::Part& a = is_own ? own : blocks_.part[at(member.pair)];
        const auto add = [&](Index j, const Blocks::Part& b, double d) {
            if (const Index column = row_[at(j)]; column >= 0)
                value[position_[at(column)]] += (dot(a.y, b.g) + dot(a.g, b.y)) + d;
        };
        add(member.block, own, is_own ? own.k : -a.k);
        for (std::int64_t e = blocks_.begin[at(member.block)]; e < blocks_.begin[at(member.block) + 1]; ++e)
        {
            const Blocks::Part& b = blocks_.part[at(e)];
            add(blocks_.neighbor[at(e)], b, is_own ? -b.k : e == member.pair ? b.k : 0);
        }
    }

    const Blocks& blocks_;
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
    const Blocks blocks = blocks_of(terms);
    const Memberships memberships = memberships_of(blocks);
    SymmetricMatrix& matrix = result.matrix;
    matrix.size = static_cast<Index>(result.particle.size());
    matrix.begin.assign(at(matrix.size) + 1, 0);

    std::vector<Array<Index>> columns(at(matrix.size / rows_at_a_time + 1)); // of each piece
    auto find = [&](Index begin, Index end) {
        RowBuilder builder(blocks, memberships, result);
        Array<Index>& mine = columns[at(begin / rows_at_a_time)];
        for (Index r = begin; r < end; ++r)
        {
            const Array<Index>& found = builder.find_columns(result.particle[at(r)]);
            mine.insert(mine.end(), found.begin(), found.end());
            matrix.begin[at(r)] = static_cast<std::int64_t>(found.size());
            builder.forget(found.data(), static_cast<Index>(found.size()));
        }
    };
    for_each_chunk(matrix.size, rows_at_a_time, find);
    const std::int64_t entries = scan(view(matrix.begin));
    matrix.column.resize(at(entries));
    matrix.value.resize(at(entries));

    auto fill = [&](Index begin, Index end) {
        RowBuilder builder(blocks, memberships, result);
        const Array<Index>& mine = columns[at(begin / rows_at_a_time)];
        std::copy(mine.begin(), mine.end(), matrix.column.begin() + matrix.begin[at(begin)]);
        for (Index r = begin; r < end; ++r)
        {
            const std::int64_t first = matrix.begin[at(r)];
            builder.fill(result.particle[at(r)], terms.mass[result.particle[at(r)]], matrix.column.data() + first,
                         static_cast<Index>(matrix.begin[at(r) + 1] - first), matrix.value.data() + first);
        }
    };
    for_each_chunk(matrix.size, rows_at_a_time, fill);
    return result;
}
} // namespace aspic
