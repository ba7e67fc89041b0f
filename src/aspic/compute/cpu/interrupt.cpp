#include "aspic/compute/interrupt.h"

#include <utility>

namespace aspic
{
namespace
{
struct Asking
{
    const std::function<bool()>* question = nullptr;
    int works = 0; ///< that may be interrupted, one inside of the other
};

Asking& asking_of_this_thread()
{
    thread_local Asking asking;
    return asking;
}
} // namespace

InterruptScope::InterruptScope(std::function<bool()> is_stopped)
    : is_stopped_(std::move(is_stopped)), previous_(std::exchange(asking_of_this_thread().question, &is_stopped_))
{
}

InterruptScope::~InterruptScope() { asking_of_this_thread().question = previous_; }

InterruptibleWork::InterruptibleWork() { ++asking_of_this_thread().works; }
InterruptibleWork::~InterruptibleWork() { --asking_of_this_thread().works; }

const std::function<bool()>* interrupt_question()
{
    const Asking& asking = asking_of_this_thread();
    return asking.works > 0 ? asking.question : nullptr;
}
} // namespace aspic
