#pragma once

#include "case.h"

#include <chrono>

namespace aspic::validation
{
/// Tells on standard error which case runs, how far it is and how long the rest may take.
class SuiteProgress
{
public:
    SuiteProgress(const std::vector<Case>& cases, bool quick);

    void begin_case(const Case& subject);
    void update(double share); ///< of the running case, 0 … 1
    void end_case(double seconds);

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] double expected(const Case& subject) const { return quick_ ? subject.quick_seconds : subject.seconds; }
    [[nodiscard]] double seconds_left(double share) const;
    void tell(double share);

    bool quick_;
    bool on_terminal_;
    std::size_t cases_, number_ = 0;
    double ahead_ = 0;            ///< [s] expected for the cases that have not begun
    double done_expected_ = 0;    ///< [s] expected for those that are done,
    double done_ = 0;             ///< [s] and what they took
    std::string name_;            ///< of the running case
    double running_expected_ = 0; ///< [s]
    Clock::time_point begin_, told_;
};
} // namespace aspic::validation
