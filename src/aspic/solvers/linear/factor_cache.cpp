#include "aspic/solvers/linear/factor_cache.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <limits>
#include <span>

namespace aspic
{
namespace
{
/// Counts up when factors of the same matrix change: order of elimination, layout of panels, or rounding. Its bytes also tell machines of another byte order.
constexpr std::uint64_t format_version = 0x4153504c4c540001; // "ASPLLT", 1

/// What stands before the arrays.
struct Header
{
    std::uint64_t version;
    FactorKey key;
    std::int64_t size, supernodes, rows, panel_size, nonzeros;
    double flops;
};
static_assert(sizeof(Header) == 9 * 8);

/// Of a supernode, the rest follows from it.
struct StoredSupernode
{
    Index columns, rows, parent;
};

template <class T> void append(std::string& bytes, const T* data, std::size_t count)
{
    bytes.append(reinterpret_cast<const char*>(data), count * sizeof(T));
}

/// Takes arrays from the front of what is left.
template <class Container> void take(std::string_view& bytes, std::int64_t count, Container& to)
{
    to.resize(static_cast<std::size_t>(count));
    const std::size_t size = to.size() * sizeof(to[0]);
    if (size > 0)
        std::memcpy(to.data(), bytes.data(), size);
    bytes.remove_prefix(size);
}

std::uint64_t checksum_of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

/// Bytes that a file with such a header has, or 0 for one that makes no sense.
std::size_t expected_bytes(const Header& header)
{
    constexpr std::int64_t most = std::int64_t{1} << 40;
    for (const std::int64_t count : {header.size, header.supernodes, header.rows, header.panel_size})
        if (count < 0 || count > most)
            return 0;
    return sizeof(Header) + static_cast<std::size_t>(header.size + header.rows) * sizeof(Index) +
           static_cast<std::size_t>(header.supernodes) * sizeof(StoredSupernode) +
           static_cast<std::size_t>(header.panel_size) * sizeof(float) + sizeof(std::uint64_t);
}
/// Whether every index of a plan that was read names something: a file with a right checksum may hold anything.
bool is_sound(const Array<Index>& order, const std::vector<StoredSupernode>& nodes, const Array<Index>& row)
{
    const auto size = static_cast<std::int64_t>(order.size());
    const auto count = static_cast<std::int64_t>(nodes.size());
    if (size > std::numeric_limits<Index>::max() || count > size)
        return false;
    std::vector<bool> is_named(order.size(), false);
    for (const Index i : order)
    {
        if (i < 0 || i >= size || is_named[static_cast<std::size_t>(i)])
            return false;
        is_named[static_cast<std::size_t>(i)] = true;
    }
    std::vector<std::int64_t> first_column, first_row; // of each supernode
    std::int64_t column = 0, row_begin = 0;
    for (const StoredSupernode& node : nodes)
    {
        first_column.push_back(column);
        first_row.push_back(row_begin);
        const bool has_rows = node.rows >= 0 && node.rows <= static_cast<std::int64_t>(row.size()) - row_begin;
        if (node.columns < 1 || node.columns > size - column || !has_rows)
            return false;
        column += node.columns;
        row_begin += node.rows;
    }
    if (column != size || row_begin != static_cast<std::int64_t>(row.size()))
        return false;
    const auto rows_of = [&](std::int64_t s) {
        const Index* begin = row.data() + first_row[static_cast<std::size_t>(s)];
        return std::span(begin, static_cast<std::size_t>(nodes[static_cast<std::size_t>(s)].rows));
    };
    // Rows ascend below the columns; a parent comes later and has all rows of its children, as columns or rows.
    for (std::int64_t s = 0; s < count; ++s)
    {
        const StoredSupernode& node = nodes[static_cast<std::size_t>(s)];
        std::int64_t before = first_column[static_cast<std::size_t>(s)] + node.columns - 1;
        for (const Index r : rows_of(s))
        {
            if (r <= before || r >= size)
                return false;
            before = r;
        }
        if (node.parent < -1 || node.parent >= count || (node.parent >= 0 && node.parent <= s) || (node.parent < 0 && node.rows > 0))
            return false;
        if (node.parent < 0)
            continue;
        const std::int64_t first = first_column[static_cast<std::size_t>(node.parent)];
        const std::int64_t end = first + nodes[static_cast<std::size_t>(node.parent)].columns;
        const auto above = rows_of(node.parent);
        const bool are_above =
            std::ranges::all_of(rows_of(s), [&](Index r) { return (r >= first && r < end) || std::ranges::binary_search(above, r); });
        if (!are_above)
            return false;
    }
    return true;
}
} // namespace

std::string FactorKey::text() const
{
    char text[33];
    std::snprintf(text, sizeof(text), "%016" PRIx64 "%016" PRIx64, high, low);
    return text;
}

FactorKey factor_key(const SymmetricMatrix& matrix)
{
    XXH128_hash_t hash{format_version, static_cast<std::uint64_t>(matrix.size)};
    const auto add = [&](const auto& array) {
        const XXH128_hash_t next = XXH3_128bits_withSeed(array.data(), array.size() * sizeof(array[0]), hash.low64);
        const std::uint64_t both[] = {hash.low64, hash.high64, next.low64, next.high64};
        hash = XXH3_128bits(both, sizeof(both));
    };
    add(matrix.begin);
    add(matrix.column);
    add(matrix.value);
    return {hash.high64, hash.low64};
}

std::string factor_bytes(const FactorKey& key, const CholeskyFactor& factor)
{
    const EliminationPlan& plan = factor.plan();
    const Header header{format_version,
                        key,
                        plan.size,
                        static_cast<std::int64_t>(plan.supernodes.size()),
                        static_cast<std::int64_t>(plan.row.size()),
                        plan.panel_size,
                        plan.nonzeros,
                        plan.flops};
    std::string bytes;
    bytes.reserve(expected_bytes(header));
    append(bytes, &header, 1);
    append(bytes, plan.order.data(), plan.order.size());
    for (const Supernode& node : plan.supernodes)
    {
        const StoredSupernode stored{node.columns, node.rows, node.parent};
        append(bytes, &stored, 1);
    }
    append(bytes, plan.row.data(), plan.row.size());
    append(bytes, factor.panels().data(), factor.panels().size());
    const std::uint64_t checksum = checksum_of(bytes);
    append(bytes, &checksum, 1);
    return bytes;
}

std::optional<CholeskyFactor> factor_of_bytes(const FactorKey& key, std::string_view bytes)
{
    Header header{};
    if (bytes.size() < sizeof(header))
        return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof(header));
    if (header.version != format_version || header.key != key || bytes.size() != expected_bytes(header))
        return std::nullopt;
    std::uint64_t checksum = 0;
    std::memcpy(&checksum, bytes.data() + bytes.size() - sizeof(checksum), sizeof(checksum));
    if (checksum != checksum_of(bytes.substr(0, bytes.size() - sizeof(checksum))))
        return std::nullopt;

    bytes.remove_prefix(sizeof(header));
    Array<Index> order, row;
    Array<float> panels;
    std::vector<StoredSupernode> stored;
    take(bytes, header.size, order);
    take(bytes, header.supernodes, stored);
    take(bytes, header.rows, row);
    take(bytes, header.panel_size, panels);
    if (!is_sound(order, stored, row))
        return std::nullopt;
    std::vector<Supernode> supernodes;
    supernodes.reserve(stored.size());
    for (const StoredSupernode& node : stored)
        supernodes.push_back({.columns = node.columns, .rows = node.rows, .parent = node.parent});
    auto plan = std::make_shared<EliminationPlan>(std::move(order), std::move(supernodes), std::move(row));
    if (plan->panel_size != header.panel_size)
        return std::nullopt;
    plan->nonzeros = header.nonzeros;
    plan->flops = header.flops;
    return CholeskyFactor(std::move(plan), std::move(panels));
}

Result<CholeskyFactor> cached_factor(const SymmetricMatrix& matrix, FactorCache& cache, const FactorMaking& making)
{
    const FactorKey key = factor_key(matrix);
    if (auto found = cache.load(key))
        return std::move(*found);
    const auto start = std::chrono::steady_clock::now();
    auto factor = making.plan ? CholeskyFactor::make(matrix, making.plan) : CholeskyFactor::make(matrix);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (factor && taken.count() >= making.least_time)
        cache.store(key, *factor);
    return factor;
}
} // namespace aspic
