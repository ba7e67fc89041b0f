#include "aspic/run/run_preparation.h"

#include "aspic/compute/interrupt.h"
#include "aspic/run/frame_source.h"
#include "aspic/run/step_tables.h"

namespace aspic
{
namespace
{
World world_of(const LoadedScene& scene, std::optional<Checkpoint>& checkpoint)
{
    return checkpoint ? World(scene.scene, scene.assets, std::move(checkpoint->state)) : World(scene.scene, scene.assets);
}
} // namespace

Result<PreparedRun> prepare_run(const LoadedScene& scene, RunStart& start)
{
    const InterruptibleWork work;
    PreparedRun prepared{world_of(scene, start.checkpoint), {}};
    Problems problems = unknown_columns(scene.scene, prepared.world.particles());
    if (!prepared.world.solids_are_whole())
        problems.push_back(
            {start.checkpoint_path.string(), "is damaged: particles of its solids are missing or there twice", "take an older checkpoint"});
    if (scene.scene.output.skin && problems.empty())
    {
        auto found =
            skins_of(scene.scene, scene.assets, {.object = {}, .mesh = {}, .output = *scene.scene.output.skin, .has_creases = false});
        problems = found.problems();
        if (found)
            prepared.skins = std::move(*found);
    }
    if (!problems.empty())
        return problems;
    return prepared;
}

Problems tidy_folder(const RunStart& start, const Scene& scene, std::int64_t step)
{
    if (start.removes_earlier_run)
        start.folder.remove_run();
    if (!start.is_resumed)
        return {};
    const CheckpointNotes& notes = start.checkpoint->notes;
    Problems problems = StepTables::cut(start.folder, scene, notes.file_sizes, step);
    if (problems.empty())
    {
        start.folder.remove_frames_after(notes.frame);
        remove_checkpoints_after(start.folder.checkpoints(), step);
    }
    return problems;
}
} // namespace aspic
