#pragma once

#include "aspic/run/frame_skins.h"
#include "aspic/run/run_start.h"
#include "aspic/simulation/world.h"

namespace aspic
{
/// What a run is made of, before anything is written.
struct PreparedRun
{
    World world;
    std::vector<ObjectSkin> skins; ///< of solid objects, if the scene asks for them
};

/// Takes the state of the checkpoint. Problems if the scene's output or the checkpoint cannot be; throws Interrupted.
Result<PreparedRun> prepare_run(const LoadedScene& scene, RunStart& start);

/// Makes the folder what it was at the checkpoint, or empty of runs.
Problems tidy_folder(const RunStart& start, const Scene& scene, std::int64_t step);
} // namespace aspic
