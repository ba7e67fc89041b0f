#include "progress.h"

#include "aspic/core/printable.h"
#include "aspic/io/json.h"
#include "aspic/run/machine.h"
#include "aspic/simulation/state_hash.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <sys/ioctl.h>

using namespace aspic;

namespace
{
__attribute__((format(printf, 1, 2))) std::string formatted(const char* format, ...)
{
    std::array<char, 512> text{};
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text.data(), text.size(), format, arguments);
    va_end(arguments);
    return text.data();
}

/// 1234567 → "1.23 M"
std::string short_number(double value)
{
    constexpr std::array<const char*, 4> prefixes{"", " k", " M", " G"};
    std::size_t k = 0;
    for (; std::abs(value) >= 999.5 && k + 1 < prefixes.size(); ++k)
        value /= 1000;
    return formatted("%.3g%s", value, prefixes[k]);
}

/// As exactly as it can be known.
std::string duration_text(double seconds)
{
    if (seconds < 10)
        return "a few seconds";
    if (seconds < 55)
        return formatted("about %.0f s", 5 * std::round(seconds / 5));
    if (seconds < 3300)
        return formatted("about %.0f min", std::max(1.0, std::round(seconds / 60)));
    return formatted("about %.1f h", seconds / 3600);
}

std::size_t terminal_width(std::FILE* stream)
{
    winsize size = {};
    return ::ioctl(::fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

const char* verb(RunStatus status)
{
    return status == RunStatus::finished ? "finished" : status == RunStatus::interrupted ? "interrupted" : "failed";
}
} // namespace

void Progress::begin(const Scene& scene, const RunStart& start)
{
    if (style_ != Style::lines && style_ != Style::terminal)
        return;
    const double end = static_cast<double>(frame_count(scene.duration, scene.frame_rate)) / scene.frame_rate;
    const std::string what = start.is_resumed ? "resumes " : start.checkpoint ? "branches off to " : "runs ";
    const std::string from = start.checkpoint ? formatted(" from t = %.4g s", start.checkpoint->state.time) : "";
    write("aspic: " + what + visible(scene.name) + from + " to t = " + formatted("%.4g", end) + " s, into " +
          visible(start.folder.path().string()) + "\n");
}

void Progress::update(const RunProgress& progress)
{
    constexpr double often_enough = 0.2; // [s]
    particle_steps_ += progress.particles;
    const double wall = std::chrono::duration<double>(Clock::now() - last_).count();
    const bool is_told = style_ == Style::json ? progress.is_frame : style_ == Style::terminal && wall >= often_enough;
    if (!is_told)
        return;
    learn(progress, wall);
    style_ == Style::json ? write_object(progress) : rewrite_line(progress);
}

/// Exponential means over about ten seconds.
void Progress::learn(const RunProgress& progress, double wall)
{
    constexpr double memory = 10; // [s]
    const double weight = cost_ == 0 ? 1 : 1 - std::exp(-wall / memory);
    const double simulated = progress.time - last_time_;
    if (last_time_ >= 0 && simulated > 0 && wall > 0)
    {
        cost_ += weight * (wall / simulated - cost_);
        speed_ += weight * (particle_steps_ / wall - speed_);
    }
    last_ = Clock::now();
    last_time_ = progress.time;
    particle_steps_ = 0;
}

double Progress::seconds_left(const RunProgress& progress) const { return std::max(0.0, progress.end - progress.time) * cost_; }

void Progress::rewrite_line(const RunProgress& progress)
{
    // What matters most stands first: a narrow terminal cuts the rest off.
    std::string line = formatted("frame %lld/%lld", static_cast<long long>(progress.frame), static_cast<long long>(progress.frames));
    if (cost_ > 0)
        line += "  " + duration_text(seconds_left(progress)) + " left";
    line += formatted("  t %.4g s  dt %.1e s  %d particles", progress.time, progress.dt, progress.particles);
    if (cost_ > 0)
        line += "  " + short_number(speed_) + " particle-steps/s";
    const std::size_t width = terminal_width(stream_);
    has_line_ = true;
    write("\r" + line.substr(0, width - 1) + "\x1b[K");
}

void Progress::write_object(const RunProgress& progress)
{
    const double wall = std::chrono::duration<double>(Clock::now() - begin_).count();
    write("{\"frame\": " + std::to_string(progress.frame) + ", \"frames\": " + std::to_string(progress.frames) +
          ", \"time\": " + json_number(progress.time) + ", \"steps\": " + std::to_string(progress.steps) +
          ", \"dt\": " + json_number(progress.dt) + ", \"particles\": " + std::to_string(progress.particles) +
          ", \"wall_seconds\": " + json_number(wall) + ", \"particle_steps_per_second\": " + json_number(speed_) +
          ", \"seconds_left\": " + (cost_ > 0 ? json_number(seconds_left(progress)) : "null") + "}\n");
}

void Progress::end(const RunSummary& summary, const Scene& scene, const std::filesystem::path& folder)
{
    clear();
    if (style_ != Style::lines && style_ != Style::terminal)
        return;
    const RunProgress& last = summary.last;
    if (!summary.did_anything)
        return write(formatted("aspic: nothing to do: the run in %s had reached frame %lld at t = %.4g s\n",
                               visible(folder.string()).c_str(), static_cast<long long>(last.frame), last.time));
    if (style_ == Style::terminal)
        write_table(summary);
    write(formatted("aspic: %s after frame %lld, %lld steps, t = %.4g s in %.3g s", verb(summary.status),
                    static_cast<long long>(last.frame), static_cast<long long>(last.steps), last.time, summary.totals.seconds) +
          (summary.status == RunStatus::failed || summary.state_hash == 0 ? "\n" : "; state hash " + hash_text(summary.state_hash) + "\n"));
    const bool has_frames = std::ranges::find(scene.output.formats, FrameFormat::vtp) != scene.output.formats.end();
    if (style_ == Style::terminal && has_frames)
        write("look at it with: paraview '" + visible((folder / (file_name(scene.name) + ".pvd")).string()) + "'\n");
}

/// Where the time went.
void Progress::write_table(const RunSummary& summary)
{
    const RunTotals& totals = summary.totals;
    double rest = totals.seconds;
    std::vector<StageTotal> stages = totals.stages;
    for (const StageTotal& stage : stages)
        rest -= stage.seconds;
    stages.push_back({"other", std::max(0.0, rest), 0});
    std::ranges::stable_sort(stages, std::greater<>(), &StageTotal::seconds);
    for (const StageTotal& stage : stages)
    {
        const double share = totals.seconds > 0 ? 100 * stage.seconds / totals.seconds : 0;
        if (share < 0.5 && stage.iterations == 0)
            continue;
        std::string line = formatted("  %-14s %9.3f s %4.0f %%", stage.name.c_str(), stage.seconds, share);
        if (stage.iterations > 0)
            line += formatted("  %.1f iterations a step", static_cast<double>(stage.iterations) / static_cast<double>(totals.steps));
        write(line + "\n");
    }
    write(formatted("  %s particle-steps/s, %.0f MB of memory at most, %.0f bytes per particle\n",
                    short_number(totals.seconds > 0 ? totals.particle_steps / totals.seconds : 0).c_str(), peak_memory() / 1e6,
                    summary.bytes_per_particle));
}

void Progress::clear()
{
    if (has_line_)
        write("\r\x1b[K");
    has_line_ = false;
}

void Progress::write(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stream_);
    std::fflush(stream_);
}
