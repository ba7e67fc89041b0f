#include "aspic/compute/parallel.h"

#include "aspic/compute/cpu/thread_pool.h"
#include "aspic/compute/interrupt.h"

#include <atomic>
#include <exception>

namespace aspic
{
namespace
{
/// Chunks that threads take one after the other.
struct ChunkQueue
{
    Index n, chunk, chunks;
    RangeFunction f;
    const std::function<bool()>* is_interrupted = interrupt_question(); ///< of the thread that waits for the chunks
    std::atomic<Index> next{0};
    std::atomic<bool> has_failed{false};
    std::exception_ptr first_exception{};

    void work()
    {
        for (Index c = next.fetch_add(1, std::memory_order_relaxed); c < chunks; c = next.fetch_add(1, std::memory_order_relaxed))
        {
            try
            {
                if (is_interrupted != nullptr && (*is_interrupted)())
                    throw Interrupted();
                f(c * chunk, c + 1 == chunks ? n : (c + 1) * chunk);
            }
            catch (...)
            {
                if (!has_failed.exchange(true))
                    first_exception = std::current_exception();
            }
        }
    }
};
} // namespace

void for_each_chunk(Index n, Index chunk, RangeFunction f)
{
    const Index chunks = n / chunk + (n % chunk != 0);
    ChunkQueue queue{n, chunk, chunks, f};
    const int helpers = std::min(current_execution().threads, chunks) - 1;
    thread_pool().run(
        helpers, [](void* context) { static_cast<ChunkQueue*>(context)->work(); }, &queue);
    if (queue.first_exception)
        std::rethrow_exception(queue.first_exception);
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
