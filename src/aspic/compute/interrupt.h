#pragma once

#include <exception>
#include <functional>

namespace aspic
{
/// Work was asked to end before it was done; nothing of it is left.
class Interrupted : public std::exception
{
public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// While it lives, work of the calling thread can ask whether it shall end. Threads that help may ask at the same time.
class InterruptScope
{
public:
    explicit InterruptScope(std::function<bool()> is_stopped);
    ~InterruptScope();
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;

private:
    std::function<bool()> is_stopped_;
    const std::function<bool()>* previous_;
};

/// While it lives, loops of the calling thread ask, and end with Interrupted: for long work that leaves nothing half done, as set-up and factors.
class InterruptibleWork
{
public:
    InterruptibleWork();
    ~InterruptibleWork();
    InterruptibleWork(const InterruptibleWork&) = delete;
    InterruptibleWork& operator=(const InterruptibleWork&) = delete;
};

/// What loops ask now; none: they must not end.
const std::function<bool()>* interrupt_question();
} // namespace aspic
