#pragma once

#include "aspic/simulation/world.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace aspic
{
/// How to drive a scene.
struct RunSettings
{
    std::filesystem::path output;
    std::optional<double> duration; ///< [s] instead of the scene's
};

/// What has been reached, told after each frame.
struct RunProgress
{
    int frame = 0;
    int frames = 0;
    std::int64_t steps = 0;
    double time = 0; ///< [s]
    double dt = 0;   ///< [s] last step
    Index particles = 0;
};

/// How a run ended.
struct RunSummary
{
    RunProgress last;
    std::uint64_t state_hash = 0;
    std::optional<std::string> failure; ///< numerical: which particle, at what time
};

/// Frames after the first that a run writes; the last one may be shorter than the others. The product must be less than 2^31.
int frame_count(double duration, double frame_rate);

/// Runs a scene frame by frame and writes `frame_0000.vtp` … into the output folder.
RunSummary run_scene(const Scene& scene, const RunSettings& settings, const std::function<void(const RunProgress&)>& on_frame);
} // namespace aspic
