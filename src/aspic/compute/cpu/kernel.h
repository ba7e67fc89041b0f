#pragma once

#include "aspic/compute/cpu/range_tools.h"
#include "aspic/compute/parallel.h"

namespace aspic::ASPIC_ISA
{
/// The loop of a lane operator over rows [begin, end), where begin is a multiple of `width`; or one call of a range operator.
/// All of it in one function: packs that an operator's inner functions are called with would go through memory (measured: 1.4 times the time of a pass over pairs).
template <class Op> [[gnu::flatten]] void run_lanes(const Op& op, Index begin, Index end)
{
    if constexpr (RangeOperator<Op>)
        op.template run<RangeTools>(begin, end);
    else
    {
        Index i = begin;
#if !defined(ASPIC_ISA_scalar)
        for (; i + width <= end; i += width)
            op(Rows{i});
#endif
        for (; i < end; ++i)
            op(Single{i});
    }
}
} // namespace aspic::ASPIC_ISA

/// Compiles an operator's loop for the instruction set of this file.
#define ASPIC_KERNEL(...) template void aspic::ASPIC_ISA::run_lanes<__VA_ARGS__>(const __VA_ARGS__&, aspic::Index, aspic::Index);
