#include "progress.h"

#include "aspic/core/rough_text.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace aspic::validation
{
SuiteProgress::SuiteProgress(const std::vector<Case>& cases, bool quick)
    : quick_(quick), on_terminal_(::isatty(STDERR_FILENO) != 0), cases_(cases.size())
{
    for (const Case& subject : cases)
        ahead_ += expected(subject);
}

void SuiteProgress::begin_case(const Case& subject)
{
    ++number_;
    name_ = subject.name;
    running_expected_ = expected(subject);
    ahead_ -= running_expected_;
    begin_ = Clock::now();
    tell(0);
}

void SuiteProgress::update(double share)
{
    const double often_enough = on_terminal_ ? 0.3 : 30; // [s]
    if (std::chrono::duration<double>(Clock::now() - told_).count() >= often_enough)
        tell(share);
}

void SuiteProgress::end_case(double seconds)
{
    done_ += seconds;
    done_expected_ += running_expected_;
    if (on_terminal_)
        std::fputs("\r\x1b[K", stderr);
}

/// What is expected, corrected by how fast this machine has been so far.
double SuiteProgress::seconds_left(double share) const
{
    const double running = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double behind = done_expected_ + share * running_expected_;
    constexpr double enough = 5; // [s] to learn from
    const double pace = behind > enough ? std::clamp((done_ + running) / behind, 0.1, 20.0) : 1;
    return pace * (ahead_ + (1 - share) * running_expected_);
}

void SuiteProgress::tell(double share)
{
    told_ = Clock::now();
    std::fprintf(stderr, "%s[%zu/%zu] %s %.0f %%, %s left%s", on_terminal_ ? "\r\x1b[K" : "", number_, cases_, name_.c_str(), 100 * share,
                 rough_duration(seconds_left(share)).c_str(), on_terminal_ ? "" : "\n");
    std::fflush(stderr);
}
} // namespace aspic::validation
