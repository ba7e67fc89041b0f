#pragma once

#include "aspic/compute/execution.h"
#include "aspic/core/scratch.h"
#include "aspic/core/view.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

// The loop primitives. Their results do not depend on the number of threads or on the instruction set.

namespace aspic
{
/// Rows per work item of parallel_for: a multiple of every pack width and of the neighbour lists' slices.
inline constexpr Index rows_per_chunk = 1024;

/// Elements per partial sum of reduce: fixes the order of additions.
inline constexpr Index elements_per_partial_sum = 2048;

/// A callable over [begin, end), passed without ownership.
class RangeFunction
{
public:
    template <class F> RangeFunction(F& f)
        : object_(&f), call_([](void* object, Index begin, Index end) { (*static_cast<F*>(object))(begin, end); })
    {
    }
    void operator()(Index begin, Index end) const { call_(object_, begin, end); }

private:
    void* object_;
    void (*call_)(void*, Index, Index);
};

/// Calls `f(begin, end)` for consecutive pieces of [0, n), in parallel and in any order. The first exception is passed on to the caller.
void for_each_chunk(Index n, Index chunk, RangeFunction f);

/// Operators that are compiled once per instruction set say so: `using lane_operator = void;`.
template <class Op>
concept LaneOperator = requires
{
    typename Op::lane_operator;
};

/// Operators over a whole range, compiled once per instruction set, called from inside a chunk: `using range_operator = void;`.
template <class Op>
concept RangeOperator = requires
{
    typename Op::range_operator;
};

// Defined by compute/cpu/kernel.h in the files that are compiled per instruction set.
namespace scalar
{
template <class Op> void run_lanes(const Op& op, Index begin, Index end);
}
#if defined(ASPIC_X86)
namespace avx2
{
template <class Op> void run_lanes(const Op& op, Index begin, Index end);
}
#endif
#if defined(ASPIC_AVX512)
namespace avx512
{
template <class Op> void run_lanes(const Op& op, Index begin, Index end);
}
#endif

/// The copy of an operator's loop for an instruction set.
template <class Op> auto kernel_for(InstructionSet set)
{
#if defined(ASPIC_AVX512)
    if (set == InstructionSet::avx512)
        return &avx512::run_lanes<Op>;
#endif
#if defined(ASPIC_X86)
    if (set == InstructionSet::avx2)
        return &avx2::run_lanes<Op>;
#endif
    static_cast<void>(set);
    return &scalar::run_lanes<Op>;
}

/// Calls `op(i)` for every i in [0, n), in parallel. A lane operator gets many i at once.
template <class Op> void parallel_for(Index n, const Op& op)
{
    if constexpr (LaneOperator<Op>)
    {
        const auto kernel = kernel_for<Op>(current_execution().instruction_set);
        auto piece = [&](Index begin, Index end) { kernel(op, begin, end); };
        for_each_chunk(n, rows_per_chunk, piece);
    }
    else
    {
        auto piece = [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i)
                op(i);
        };
        for_each_chunk(n, std::min(rows_per_chunk, std::max<Index>(1, n / 64)), piece);
    }
}

/// Combines `value(i)` over [0, n): partial results of fixed blocks, in their order. Sums of numbers are best taken in double.
template <class T, class Value, class Combine> T reduce(Index n, T identity, const Value& value, const Combine& combine)
{
    static_assert(!std::is_same_v<T, bool>, "a vector of bits cannot be written from several threads");
    const Index blocks = n / elements_per_partial_sum + (n % elements_per_partial_sum != 0);
    Array<T> partial(static_cast<std::size_t>(blocks), identity);
    auto piece = [&](Index begin, Index end) {
        T total = identity;
        for (Index i = begin; i < end; ++i)
            total = combine(total, value(i));
        partial[static_cast<std::size_t>(begin / elements_per_partial_sum)] = total;
    };
    for_each_chunk(n, elements_per_partial_sum, piece);
    T total = identity;
    for (const T& part : partial)
        total = combine(total, part);
    return total;
}

/// Σ value(i), in double.
template <class Value> double sum(Index n, const Value& value)
{
    return reduce(
        n, 0.0, [&](Index i) { return static_cast<double>(value(i)); }, [](double a, double b) { return a + b; });
}

/// max value(i), or `lowest` for n = 0.
template <class T, class Value> T maximum(Index n, T lowest, const Value& value)
{
    return reduce(n, lowest, value, [](const T& a, const T& b) { return a < b ? b : a; });
}

/// Replaces each element by the sum of those before it; returns the sum of all.
std::int64_t scan(View<std::int64_t> values);

/// Sorts `keys` in ascending order and gives the permutation: new place k holds what was at `order[k]`. Stable.
/// All keys fit into their lowest `key_bits` bits; there is room for as many in the order.
void sort_by_key(View<std::uint64_t> keys, View<Index> order, int key_bits, Scratch& scratch);
} // namespace aspic
