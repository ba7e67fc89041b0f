#include "sample_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>

using namespace aspic;

namespace
{
constexpr int label_width = 42;
constexpr int column_width = 14;

std::string number(const char* format, double value)
{
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

std::string count(Index value) { return std::to_string(value); }
std::string percent(double share) { return number("%.2f %%", 100 * share); }
std::string spacings(double length) { return number("%.3f d", length); }

/// Characters on the screen: letters beyond ASCII have more bytes.
std::size_t letters(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(const std::string& text, int width, bool to_the_right)
{
    const std::string room(static_cast<std::size_t>(std::max(0, width - static_cast<int>(letters(text)))), ' ');
    return to_the_right ? room + text : text + room;
}

using Value = std::function<std::string(const MeasuredSample&)>;

std::string line(const std::string& label, const std::vector<MeasuredSample>& samples, const Value& value)
{
    std::string text = "  " + padded(label, label_width, false);
    for (const MeasuredSample& one : samples)
        text += padded(value(one), column_width, true);
    return text + "\n";
}

std::string density_lines(const std::string& place, const std::vector<MeasuredSample>& samples, const DensityError SampleQuality::*member)
{
    const auto of = [&](const MeasuredSample& one) -> const DensityError& { return one.quality.*member; };
    const auto if_any = [&](const MeasuredSample& one, double value) { return of(one).count > 0 ? percent(value) : std::string("–"); };
    return line("density error " + place + ", mean", samples, [&](const auto& one) { return if_any(one, of(one).mean); }) +
           line("  largest excess", samples, [&](const auto& one) { return if_any(one, of(one).excess); }) +
           line("  largest deficit", samples, [&](const auto& one) { return if_any(one, of(one).deficit); });
}
} // namespace

std::string end_of(const MeasuredSample& one)
{
    const std::string iterations = std::to_string(one.sample.iterations) + (one.sample.iterations == 1 ? " iteration" : " iterations");
    switch (one.sample.end)
    {
    case SamplingEnd::settled:
        return "settled after " + iterations;
    case SamplingEnd::iterations_done:
        return "not settled after " + iterations + ": particles still move by " + number("%.2g", one.sample.change) +
               " spacings on average";
    case SamplingEnd::stopped:
        return "stopped after " + iterations;
    case SamplingEnd::not_relaxed:
        return "a lattice, not relaxed";
    }
    return {};
}

std::string quality_table(const std::vector<MeasuredSample>& samples)
{
    using One = const MeasuredSample&;
    std::string text = line("", samples, [](One one) { return one.method; });
    text += line("particles", samples, [](One one) { return count(one.quality.count); });
    text += density_lines("inside", samples, &SampleQuality::interior);
    text += density_lines("near the surface", samples, &SampleQuality::outer);
    text += line("nearest two particles", samples, [](One one) { return spacings(one.quality.nearest); });
    text += line("nearest neighbour within 0.9 to 1.1 d", samples, [](One one) { return percent(one.quality.even); });
    text += line("degenerate neighbourhoods", samples, [](One one) { return count(one.quality.degenerate); });
    text += line("nearest to the surface", samples, [](One one) { return spacings(one.quality.surface_nearest); });
    text += line("outer layer from the surface, mean", samples, [](One one) { return spacings(one.quality.surface_mean); });
    text += line("nearer to the surface than d/2", samples, [](One one) { return count(one.quality.too_near); });
    text += line("farthest from any particle", samples, [](One one) { return spacings(one.quality.span); });
    text += line("parts of the shape", samples, [](One one) { return count(one.quality.parts); });
    text += line("  of them without particles", samples, [](One one) { return count(one.quality.empty_parts); });
    text += line("time", samples, [](One one) { return number("%.2f s", one.seconds); });
    return text;
}

std::string neighbor_histogram(const std::vector<MeasuredSample>& samples)
{
    std::size_t longest = 0;
    for (const MeasuredSample& one : samples)
        longest = std::max(longest, one.quality.neighbors.size());
    std::string text = line("neighbours", samples, [](const MeasuredSample& one) { return one.method; });
    for (std::size_t k = 0; k < longest; ++k)
    {
        const auto having = [&](const MeasuredSample& one) { return k < one.quality.neighbors.size() ? one.quality.neighbors[k] : 0; };
        if (std::ranges::any_of(samples, [&](const MeasuredSample& one) { return having(one) > 0; }))
            text += line(std::to_string(k), samples, [&](const MeasuredSample& one) { return count(having(one)); });
    }
    return text;
}
