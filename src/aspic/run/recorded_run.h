#pragma once

#include "aspic/core/result.h"
#include "aspic/scene/scene.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace aspic
{
/// A file with the particles of one moment.
struct RecordedFrame
{
    std::int64_t number = 0;
    std::filesystem::path path;
};

/// What a run has left in its folder, or a single file of particles.
struct RecordedRun
{
    std::vector<RecordedFrame>
        frames;                 ///< ascending, at least one; where a frame was written in several formats, .vtp before .ply before .csv
    std::optional<Scene> scene; ///< from run.json, if there is one
    std::filesystem::path scene_folder; ///< where the files are that the scene names
};

/// Finds the frames in a folder, or takes a file as the only frame. Says what is wrong where there are none.
/// Throws std::system_error if a folder or file cannot be read.
Result<RecordedRun> recorded_run(const std::filesystem::path& path);

/// Which numbers between the first and the last frame are missing, in words; empty if none are.
std::string missing_frames(const std::vector<RecordedFrame>& frames);

/// Frames of a range `first:last`, `first:last:step`, `first:`, `:last` or `number`; each that is asked for by number must be there.
Result<std::vector<RecordedFrame>> chosen_frames(const RecordedRun& run, const std::string& range);
} // namespace aspic
