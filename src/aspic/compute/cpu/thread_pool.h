#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace aspic
{
/// Threads that help the caller with one job at a time. A thread that is not running when the job is published is not waited for: the caller does
/// the work itself and only waits for those that have begun. So a busy machine slows loops down by its share, not by its scheduler.
class ThreadPool
{
public:
    ThreadPool() = default;
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ~ThreadPool();

    /// Calls `work(context)` on the calling thread and on up to `helpers` others, at the same time; returns when all calls have ended.
    /// `work` must not throw. If another thread uses the pool, or this one is a helper itself, only the caller works.
    void run(int helpers, void (*work)(void*), void* context);

private:
    void add_helpers(int count);
    void help(int number);

    // The state of the job: whether helpers may still begin, and how many are at work. The rest counts jobs, so that no two look the same.
    static constexpr std::uint64_t open_bit = 1;
    static constexpr std::uint64_t one_at_work = 2;
    static constexpr std::uint64_t at_work_mask = 0xfffe;
    static constexpr std::uint64_t one_job = 0x10000;

    std::mutex in_use_;
    std::atomic<std::uint64_t> state_{0};
    std::atomic<std::uint32_t> published_{0}; ///< grows with each job: what idle helpers sleep on
    std::atomic<bool> ends_{false};
    int wanted_ = 0;
    void (*work_)(void*) = nullptr;
    void* context_ = nullptr;
    std::vector<std::thread> helpers_;
};

/// The pool of this process.
ThreadPool& thread_pool();
} // namespace aspic
