#include "aspic/compute/parallel.h"

#include <array>
#include <numeric>
#include <utility>

namespace aspic
{
namespace
{
constexpr int most_digit_bits = 11; ///< 2048 places to write to at a time fit into the cache
constexpr std::size_t most_digits = std::size_t{1} << most_digit_bits;

/// One stable pass of the radix sort over [begin, end) pieces: count, place, move.
struct DigitPass
{
    int shift;
    std::size_t digits;
    Index piece;
    View<const std::uint64_t> keys;
    View<const Index> order;
    View<std::uint64_t> sorted_keys;
    View<Index> sorted_order;

    [[nodiscard]] std::size_t digit(Index i) const { return (keys[i] >> shift) & (digits - 1); }

    void run() const
    {
        const Index n = keys.size();
        std::vector<std::array<Index, most_digits>> places(static_cast<std::size_t>(n / piece + (n % piece != 0)));
        auto count = [&](Index begin, Index end) {
            auto& counts = places[static_cast<std::size_t>(begin / piece)];
            counts.fill(0);
            for (Index i = begin; i < end; ++i)
                ++counts[digit(i)];
        };
        for_each_chunk(n, piece, count);

        Index place = 0;
        for (std::size_t d = 0; d < digits; ++d)
            for (auto& counts : places)
                place += std::exchange(counts[d], place);

        auto move = [&](Index begin, Index end) {
            auto& next = places[static_cast<std::size_t>(begin / piece)];
            for (Index i = begin; i < end; ++i)
            {
                const Index to = next[digit(i)]++;
                sorted_keys[to] = keys[i];
                sorted_order[to] = order[i];
            }
        };
        for_each_chunk(n, piece, move);
    }
};
} // namespace

void sort_by_key(View<std::uint64_t> keys, View<Index> order, int key_bits, Scratch& scratch)
{
    ASPIC_EXPECTS(order.size() == keys.size());
    std::iota(order.begin(), order.end(), 0);
    if (std::is_sorted(keys.begin(), keys.end()))
        return;

    const Scratch::Turn turn(scratch);
    const Index n = keys.size();
    View<std::uint64_t> from_keys = keys, to_keys = scratch.take<std::uint64_t>(n);
    View<Index> from_order = order, to_order = scratch.take<Index>(n);
    const Index piece = std::max<Index>(1 << 14, n / current_execution().threads + 1);
    const int passes = (key_bits + most_digit_bits - 1) / most_digit_bits;
    for (int pass = 0; pass < passes; ++pass)
    {
        const int shift = key_bits * pass / passes;
        const int bits = key_bits * (pass + 1) / passes - shift;
        DigitPass{shift, std::size_t{1} << bits, piece, from_keys, from_order, to_keys, to_order}.run();
        std::swap(from_keys, to_keys);
        std::swap(from_order, to_order);
    }
    if (from_keys.data() == keys.data())
        return;
    parallel_for(n, [&](Index i) {
        keys[i] = from_keys[i];
        order[i] = from_order[i];
    });
}
} // namespace aspic
