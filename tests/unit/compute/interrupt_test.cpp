// Long work ends when it is asked to, and only work that says so.

#include "aspic/compute/interrupt.h"
#include "aspic/compute/parallel.h"

#include <gtest/gtest.h>

#include <atomic>

using namespace aspic;

namespace
{
/// Chunks that a loop of ten worked on.
int chunks_done()
{
    std::atomic<int> done{0};
    auto work = [&](Index begin, Index end) { done += end - begin; };
    for_each_chunk(10, 1, work);
    return done;
}
} // namespace

TEST(Interrupt, EndsOnlyInterruptibleWork)
{
    const ExecutionScope one_thread({.threads = 1});
    int questions = 0;
    const InterruptScope scope([&] { return ++questions > 3; });
    EXPECT_EQ(chunks_done(), 10);
    EXPECT_EQ(questions, 0); // nobody asks in the middle of a step
    {
        const InterruptibleWork work;
        EXPECT_THROW(chunks_done(), Interrupted);
        EXPECT_GT(questions, 3);
    }
    EXPECT_EQ(chunks_done(), 10);
}

TEST(Interrupt, ReachesThreadsThatHelp)
{
    const ExecutionScope four_threads({.threads = 4});
    const InterruptScope scope([] { return true; });
    const InterruptibleWork work;
    EXPECT_THROW(chunks_done(), Interrupted);
}

TEST(Interrupt, IsForgottenWithItsScope)
{
    {
        const InterruptScope outer([] { return true; });
        const InterruptScope inner([] { return false; });
        const InterruptibleWork work;
        EXPECT_EQ(chunks_done(), 10);
    }
    const InterruptibleWork work;
    EXPECT_EQ(chunks_done(), 10);
    EXPECT_EQ(interrupt_question(), nullptr);
}
