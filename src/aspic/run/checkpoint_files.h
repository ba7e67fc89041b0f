#pragma once

#include "aspic/io/checkpoint.h"

#include <optional>
#include <vector>

namespace aspic
{
/// A checkpoint by its file's name: `step_000000123.aspic`, with `_frame_0010` if it was written where a frame ends;
/// `frame_0010_step_000000123.aspic` for those that are kept.
struct CheckpointFile
{
    std::filesystem::path path;
    std::int64_t step = 0;
    std::optional<std::int64_t> frame; ///< at whose end it was written
    bool is_kept = false;
};

/// What a file's name says; nothing if it is no checkpoint's.
std::optional<CheckpointFile> checkpoint_named(const std::filesystem::path& path);

/// Where to write a checkpoint.
std::filesystem::path checkpoint_path(const std::filesystem::path& folder, const CheckpointFile& what);

/// All in a folder, by ascending steps; none if there is no such folder.
std::vector<CheckpointFile> checkpoints_in(const std::filesystem::path& folder);

/// Removes all but the last two, and never one that is kept.
void remove_old_checkpoints(const std::filesystem::path& folder);

/// Removes those after a step.
void remove_checkpoints_after(const std::filesystem::path& folder, std::int64_t step);

/// A checkpoint that was read, and what is to be told about those that could not be.
struct FoundCheckpoint
{
    CheckpointFile file;
    Checkpoint checkpoint;
    Problems damaged; ///< later ones
};

/// The newest that can be read; nothing if there is none at all. If none can be read, the problem of the newest.
Result<std::optional<FoundCheckpoint>> newest_checkpoint(const std::filesystem::path& folder, std::string_view build);

/// The one of a frame. The problem lists the frames that have one.
Result<FoundCheckpoint> checkpoint_of_frame(const std::filesystem::path& folder, std::int64_t frame, std::string_view build);
} // namespace aspic
