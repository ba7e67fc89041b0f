#pragma once

#include "aspic/core/result.h"
#include "aspic/simulation/world_state.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace aspic
{
/// What a checkpoint says besides the state.
struct CheckpointNotes
{
    std::string build{};                               ///< of the program that wrote it: only the same one goes on with the same bits
    std::string physics{};                             ///< LoadedScene::physics of its scene
    std::int64_t frame = 0;                            ///< the last one that was reached
    std::map<std::string, std::uint64_t> file_sizes{}; ///< [bytes] of the files that grow with the run, by name in its folder
    std::string branched_from{};                       ///< JSON: which checkpoint of another run this run began with; empty for none
};

/// A moment of a run, complete: what goes on from it ends with the same bits.
struct Checkpoint
{
    CheckpointNotes notes;
    WorldState state;
};

/// Of the format: counts up when it changes.
inline constexpr std::uint32_t checkpoint_version = 4;

/// Saves every bit of the state. The file appears whole or not at all, and when this returns it is on the disk.
/// Throws std::system_error if it cannot be written.
void write_checkpoint(const std::filesystem::path& path, const CheckpointNotes& notes, const WorldState& state);

/// Reads it back. A file that is damaged, of another version or of another build than `build` is refused in words.
/// Throws std::system_error if it cannot be read.
Result<Checkpoint> read_checkpoint(const std::filesystem::path& path, std::string_view build);

/// The same from the content of a file; `source` names it in errors.
Result<Checkpoint> parse_checkpoint(std::string_view content, const std::string& source, std::string_view build);

/// What a checkpoint file holds.
std::string checkpoint_text(const CheckpointNotes& notes, const WorldState& state);
} // namespace aspic
