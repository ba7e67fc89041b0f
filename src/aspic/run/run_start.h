#pragma once

#include "aspic/io/scene_file.h"
#include "aspic/run/checkpoint_files.h"
#include "aspic/run/run_folder.h"

#include <stdexcept>

namespace aspic
{
/// Where a run shall write and from what it shall begin.
struct RunRequest
{
    std::filesystem::path output{}; ///< empty: out/<scene>, or the first of out/<scene>-2, out/<scene>-3 … that holds no run
    bool resume = false;            ///< goes on with the run in the folder; without a folder the last of those above
    bool overwrite = false;         ///< replaces the run in the folder
    std::string from{};             ///< `DIR` or `DIR@frame`: begins with the checkpoint of another run
};

/// A run that can begin. Its folder is locked; nothing in it has been changed yet.
struct RunStart
{
    RunFolder folder;
    std::optional<Checkpoint> checkpoint{}; ///< to go on from; none: begins at time 0
    std::filesystem::path checkpoint_path{};
    bool is_resumed = false;
    bool removes_earlier_run = false;
    std::vector<std::string> remarks{}; ///< what the user should know, a line each
};

/// Finds the folder and the checkpoint, and checks that they fit the scene. Refuses in words: a folder that another run is writing to or that holds
/// a run already; a checkpoint that is damaged, of another scene or of another build. Throws std::system_error if files cannot be used.
Result<RunStart> start_run(const LoadedScene& scene, const RunRequest& request);

/// A scene would take more memory than it may.
class TooLarge : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Throws TooLarge if the world of a scene would take more than `limit` bytes; without a limit, 80 % of what is free. Nothing is allocated yet.
void check_memory(const LoadedScene& scene, std::optional<double> limit);
} // namespace aspic
