#include "aspic/compute/parallel.h"

#include <array>
#include <numeric>
#include <utility>

namespace aspic
{
namespace
{
constexpr int digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

/// One stable pass of the radix sort over [begin, end) pieces: count, place, move.
struct DigitPass
{
    int shift;
    Index piece;
    const Array<std::uint64_t>& keys;
    const Array<Index>& order;
    Array<std::uint64_t>& sorted_keys;
    Array<Index>& sorted_order;

    [[nodiscard]] std::size_t digit(std::size_t i) const { return (keys[i] >> shift) & (digits - 1); }

    void run() const
    {
        const auto n = static_cast<Index>(keys.size());
        std::vector<std::array<Index, digits>> places(static_cast<std::size_t>(n / piece + (n % piece != 0)));
        auto count = [&](Index begin, Index end) {
            auto& counts = places[static_cast<std::size_t>(begin / piece)];
            counts.fill(0);
            for (Index i = begin; i < end; ++i)
                ++counts[digit(static_cast<std::size_t>(i))];
        };
        for_each_chunk(n, piece, count);

        Index place = 0;
        for (std::size_t d = 0; d < digits; ++d)
            for (auto& counts : places)
                place += std::exchange(counts[d], place);

        auto move = [&](Index begin, Index end) {
            auto& next = places[static_cast<std::size_t>(begin / piece)];
            for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
            {
                const auto to = static_cast<std::size_t>(next[digit(i)]++);
                sorted_keys[to] = keys[i];
                sorted_order[to] = order[i];
            }
        };
        for_each_chunk(n, piece, move);
    }
};
} // namespace

void sort_by_key(Array<std::uint64_t>& keys, Array<Index>& order, int key_bits)
{
    const auto n = static_cast<Index>(keys.size());
    order.resize(keys.size());
    std::iota(order.begin(), order.end(), 0);
    if (std::is_sorted(keys.begin(), keys.end()))
        return;

    Array<std::uint64_t> other_keys(keys.size());
    Array<Index> other_order(keys.size());
    const Index piece = std::max<Index>(1 << 14, n / current_execution().threads + 1);
    for (int shift = 0; shift < key_bits; shift += digit_bits)
    {
        DigitPass{shift, piece, keys, order, other_keys, other_order}.run();
        keys.swap(other_keys);
        order.swap(other_order);
    }
}
} // namespace aspic
