#pragma once

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace aspic
{
/// How many values are in each of equal bins between 0 and the largest.
struct ValueCounts
{
    static constexpr std::size_t bins = 512;
    std::array<std::int64_t, bins> count{};

    void add(double value, double largest) { ++count[std::min(bins - 1, static_cast<std::size_t>(value / largest * bins))]; }

    /// The upper end of the lowest bin above which at most the fraction `outliers` of all values are.
    [[nodiscard]] double quantile(double largest, double outliers) const
    {
        std::int64_t all = 0;
        for (const std::int64_t some : count)
            all += some;
        const auto spared = static_cast<std::int64_t>(outliers * static_cast<double>(all));
        std::size_t bin = bins;
        for (std::int64_t above = 0; bin > 0 && above + count[bin - 1] <= spared; --bin)
            above += count[bin - 1];
        return largest * static_cast<double>(bin) / bins;
    }
};

/// A value that at most the fraction `outliers` of all exceed: at most 0.2 % of the largest above the exact quantile. Negative values do not count. Numbers of values are whole: the result does
/// not depend on threads.
template <class ValueOf> double value_of_most(Index n, double largest, double outliers, const ValueOf& value_of)
{
    if (!(largest > 0) || !std::isfinite(largest) || outliers <= 0)
        return largest;
    constexpr Index piece = 1 << 16;
    std::vector<ValueCounts> partial(static_cast<std::size_t>((n + piece - 1) / piece));
    auto count = [&](Index begin, Index end) {
        for (Index i = begin; i < end; ++i)
            if (const double value = value_of(i); value >= 0)
                partial[static_cast<std::size_t>(begin / piece)].add(value, largest);
    };
    for_each_chunk(n, piece, count);
    ValueCounts total;
    for (const ValueCounts& counts : partial)
        for (std::size_t bin = 0; bin < ValueCounts::bins; ++bin)
            total.count[bin] += counts.count[bin];
    return total.quantile(largest, outliers);
}
} // namespace aspic
