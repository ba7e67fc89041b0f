#include "aspic/compute/parallel.h"

#include <omp.h>

#include <exception>

namespace aspic
{
void for_each_chunk(Index n, Index chunk, RangeFunction f)
{
    const Index chunks = n / chunk + (n % chunk != 0);
    const int threads = current_execution().threads; // always the same number: changing it makes OpenMP end and start threads
    if (threads <= 1 || chunks <= 1)
    {
        for (Index c = 0; c < chunks; ++c)
            f(c * chunk, c + 1 == chunks ? n : (c + 1) * chunk);
        return;
    }

    std::exception_ptr first_exception;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (Index c = 0; c < chunks; ++c)
    {
        try
        {
            f(c * chunk, c + 1 == chunks ? n : (c + 1) * chunk);
        }
        catch (...)
        {
#pragma omp critical(aspic_first_exception)
            if (!first_exception)
                first_exception = std::current_exception();
        }
    }
    if (first_exception)
        std::rethrow_exception(first_exception);
}

std::int64_t scan(View<std::int64_t> values)
{
    constexpr Index block = 1 << 14;
    const Index n = values.size();
    const Index blocks = n / block + (n % block != 0);
    Array<std::int64_t> block_sum(static_cast<std::size_t>(blocks), 0);

    auto add_up = [&](Index begin, Index end) {
        std::int64_t total = 0;
        for (Index i = begin; i < end; ++i)
            total += values[i];
        block_sum[static_cast<std::size_t>(begin / block)] = total;
    };
    for_each_chunk(n, block, add_up);

    std::int64_t total = 0;
    for (std::int64_t& entry : block_sum)
    {
        const std::int64_t count = entry;
        entry = total;
        total += count;
    }

    auto distribute = [&](Index begin, Index end) {
        std::int64_t before = block_sum[static_cast<std::size_t>(begin / block)];
        for (Index i = begin; i < end; ++i)
        {
            const std::int64_t count = values[i];
            values[i] = before;
            before += count;
        }
    };
    for_each_chunk(n, block, distribute);
    return total;
}
} // namespace aspic
