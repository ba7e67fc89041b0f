#pragma once

#include "aspic/run/runner.h"

#include <chrono>
#include <cstdio>

/// Tells on the terminal, or to another program, how a run goes. What cannot be written is lost: the run goes on.
class Progress
{
public:
    enum class Style
    {
        quiet,
        lines, ///< one at the start, one at the end
        terminal,
        json ///< one object per frame
    };

    Progress(Style style, std::FILE* stream) : style_(style), stream_(stream) {}

    void begin(const aspic::Scene& scene, const aspic::RunStart& start);
    void update(const aspic::RunProgress& progress);
    void end(const aspic::RunSummary& summary, const aspic::Scene& scene, const std::filesystem::path& folder);

    /// Ends the line that is being rewritten, so that something else can be printed.
    void clear();

private:
    using Clock = std::chrono::steady_clock;

    void learn(const aspic::RunProgress& progress, double wall);
    [[nodiscard]] double seconds_left(const aspic::RunProgress& progress) const;
    void rewrite_line(const aspic::RunProgress& progress);
    void write_object(const aspic::RunProgress& progress);
    void write_table(const aspic::RunSummary& summary);
    void write(const std::string& text);

    Style style_;
    std::FILE* stream_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_ = begin_; ///< when it was last told
    double last_time_ = -1;           ///< [s] in the simulation, then
    double particle_steps_ = 0;       ///< since then
    double cost_ = 0;                 ///< [s/s] wall-clock time of a simulated second, of late
    double speed_ = 0;                ///< [1/s] particle-steps, of late
    bool has_line_ = false;
};
