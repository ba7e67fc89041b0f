#include "aspic/compute/cpu/thread_pool.h"

#include <system_error>

namespace aspic
{
namespace
{
constexpr int looks_before_sleep = 3000; // about 20 µs: as long as the pause between two loops of a step

thread_local bool is_helping = false;

void pause()
{
#if defined(ASPIC_X86)
    __builtin_ia32_pause();
#endif
}

/// Waits until `ready()`, first looking, then asleep until the number changes.
template <class T, class Ready> void wait_until(const std::atomic<T>& number, const Ready& ready)
{
    for (int look = 0; look < looks_before_sleep; ++look)
    {
        if (ready(number.load(std::memory_order_acquire)))
            return;
        pause();
    }
    for (T seen = number.load(std::memory_order_acquire); !ready(seen); seen = number.load(std::memory_order_acquire))
        number.wait(seen, std::memory_order_acquire);
}
} // namespace

void ThreadPool::run(int helpers, void (*work)(void*), void* context)
{
    if (helpers <= 0 || is_helping || !in_use_.try_lock())
        return work(context);
    const std::lock_guard unlock(in_use_, std::adopt_lock);
    is_helping = true; // loops inside the work run on their own thread
    add_helpers(helpers);
    wanted_ = helpers;
    work_ = work;
    context_ = context;
    state_.fetch_add(one_job + open_bit, std::memory_order_release);
    published_.fetch_add(1, std::memory_order_release);
    published_.notify_all();
    work(context);
    state_.fetch_sub(open_bit, std::memory_order_acq_rel);
    wait_until(state_, [](std::uint64_t state) { return (state & at_work_mask) == 0; });
    is_helping = false;
}

void ThreadPool::add_helpers(int count)
{
    try
    {
        while (static_cast<int>(helpers_.size()) < count)
            helpers_.emplace_back([this, number = static_cast<int>(helpers_.size())] { help(number); });
    }
    catch (const std::system_error&)
    {
        // No more threads to be had: those that are there do the work.
    }
}

void ThreadPool::help(int number)
{
    is_helping = true;
    std::uint32_t seen = 0;
    while (true)
    {
        wait_until(published_, [&](std::uint32_t now) { return now != seen; });
        seen = published_.load(std::memory_order_acquire);
        if (ends_.load(std::memory_order_acquire))
            return;
        std::uint64_t state = state_.load(std::memory_order_acquire);
        bool joined = false;
        while ((state & open_bit) != 0 && !joined)
            joined = state_.compare_exchange_weak(state, state + one_at_work, std::memory_order_acq_rel, std::memory_order_acquire);
        if (!joined)
            continue;
        if (number < wanted_)
            work_(context_);
        state_.fetch_sub(one_at_work, std::memory_order_acq_rel);
        state_.notify_all();
    }
}

ThreadPool::~ThreadPool()
{
    ends_.store(true, std::memory_order_release);
    published_.fetch_add(1, std::memory_order_release);
    published_.notify_all();
    for (std::thread& helper : helpers_)
        helper.join();
}

ThreadPool& thread_pool()
{
    static ThreadPool pool;
    return pool;
}
} // namespace aspic
