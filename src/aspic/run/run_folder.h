#pragma once

#include "aspic/core/result.h"
#include "aspic/io/file_descriptor.h"
#include "aspic/io/frame_format.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// The folder that a run writes to, and the names of its files. While this lives, no other run can have the folder.
///
///   run.json              what was run, where and how it ended
///   frame_0000.vtp …      particles of each frame;  <scene>.pvd  all of them, for ParaView
///   steps.csv             a row per step;  timings.csv  wall-clock times, which differ from run to run
///   probes/<name>.csv     measurements
///   surface/frame_0000.ply …  surfaces of each frame, where the scene asks for them
///   skin/frame_0000_name.ply …  meshes of solid objects, where the scene asks for them
///   bodies/frame_0000.csv …  where rigid bodies are
///   movie.mp4, movie.png  all frames and the last one, where a movie was made
///   checkpoints/          see checkpoint_files.h
class RunFolder
{
public:
    /// Creates the folder, if it is not there, and locks it: nothing if another run has it.
    /// Throws std::system_error or std::filesystem::filesystem_error if that cannot be done.
    static std::optional<RunFolder> locked(std::filesystem::path path);

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path record() const { return path_ / "run.json"; }
    [[nodiscard]] std::filesystem::path timings() const { return path_ / "timings.csv"; }
    [[nodiscard]] std::filesystem::path checkpoints() const { return path_ / "checkpoints"; }
    [[nodiscard]] std::filesystem::path surfaces() const { return path_ / "surface"; }
    [[nodiscard]] std::filesystem::path skins() const { return path_ / "skin"; }
    [[nodiscard]] std::filesystem::path bodies(std::int64_t number) const; ///< where rigid bodies are in a frame
    [[nodiscard]] std::filesystem::path frame(std::int64_t number, FrameFormat format) const;
    [[nodiscard]] std::filesystem::path collection(const std::string& scene_name) const;

    /// Numbers of the frames that are there in a format, ascending.
    [[nodiscard]] std::vector<std::int64_t> frames(FrameFormat format) const;

    /// Waits until the names of the files are on the disk: files can be lost with them.
    void bring_to_disk() const;

    /// Removes the frames behind `last`, and what killed runs left half written.
    void remove_frames_after(std::int64_t last) const;

    /// Removes all that runs have written here, and nothing else.
    void remove_run() const;

private:
    RunFolder(std::filesystem::path path, FileDescriptor lock) : path_(std::move(path)), lock_(std::move(lock)) {}

    std::filesystem::path path_;
    FileDescriptor lock_;
};

/// Waits until a file, or the names in a folder, are on the disk.
void bring_to_disk(const std::filesystem::path& path);

/// Removes the surfaces of frames from a folder, and the note on how they were made.
void remove_surfaces(const std::filesystem::path& folder);

/// Whether a folder holds frames that are no surfaces: surfaces must not lie among them.
bool holds_frames(const std::filesystem::path& folder);

/// Whether a run has written anything into a folder.
bool holds_run(const std::filesystem::path& folder);

/// Whether a run in a folder has come further than its beginning: what it wrote would be missed.
bool holds_steps(const std::filesystem::path& folder);

/// `frame_0007`
std::string frame_stem(std::int64_t number);

/// The number of a frame from its file's name without ending; nothing if it is no frame.
std::optional<std::int64_t> frame_number(std::string_view stem);

/// A name that any file system takes and that stays inside its folder: other characters than letters, digits, "-", "_" and "." become "_".
std::string file_name(std::string_view name);
} // namespace aspic
