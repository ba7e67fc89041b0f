#include "aspic/run/run_start.h"

#include "aspic/run/build_info.h"
#include "aspic/run/checkpoint_fit.h"
#include "aspic/run/machine.h"
#include "aspic/run/run_record.h"
#include "aspic/run/scene_difference.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/estimate.h"
#include "aspic/simulation/estimate_walls.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

// ---------------------------------------------------------------- folder

Problem in_use(const fs::path& folder)
{
    return {folder.string(), "another run is writing to this folder", "wait until it has ended, or choose another folder with -o"};
}

/// out/<scene>, out/<scene>-2, …
fs::path numbered_folder(const Scene& scene, int number)
{
    const std::string name = file_name(scene.name.empty() ? "scene" : scene.name);
    return fs::path("out") / (number == 1 ? name : name + "-" + std::to_string(number));
}

/// The first that holds no run and that no other run is about to use.
RunFolder next_free_folder(const Scene& scene)
{
    for (int number = 1;; ++number)
    {
        const fs::path path = numbered_folder(scene, number);
        if (holds_run(path))
            continue;
        auto folder = RunFolder::locked(path);
        if (folder && !holds_run(path)) // a run may have come and gone in between
            return std::move(*folder);
    }
}

/// The last that holds a run, or else the first.
fs::path last_folder(const Scene& scene)
{
    fs::path last = numbered_folder(scene, 1);
    for (int number = 2; fs::is_directory(numbered_folder(scene, number)); ++number)
        if (holds_run(numbered_folder(scene, number)))
            last = numbered_folder(scene, number);
    return last;
}

Result<RunStart> find_folder(const Scene& scene, const RunRequest& request)
{
    if (request.output.empty() && !request.resume && !request.overwrite)
        return RunStart{next_free_folder(scene)};
    const fs::path path = !request.output.empty() ? request.output : request.resume ? last_folder(scene) : numbered_folder(scene, 1);
    auto folder = RunFolder::locked(path);
    if (!folder)
        return in_use(path);
    const bool is_used = holds_run(path);
    if (is_used && !request.resume && !request.overwrite)
        return Problem{path.string(), "this folder holds a run already",
                       "--resume goes on with it, --overwrite replaces it, -o names another folder"};
    RunStart start{std::move(*folder)};
    start.removes_earlier_run = is_used && request.overwrite;
    return start;
}

// ---------------------------------------------------------------- fit

Problems same_scene(const LoadedScene& scene, const FoundCheckpoint& found)
{
    if (found.checkpoint.notes.physics == scene.physics)
        return {};
    const auto differences = scene_differences(found.checkpoint.notes.physics, scene.physics);
    return {{found.file.path.string(), "belongs to another scene: " + describe(differences),
             "go on with the scene as it was, or begin a new run with --from and another -o"}};
}

/// Where a body stands in the scene's file, and whether it is elastic there; by origins, as particles name them.
struct ElasticOrigin
{
    std::string key;
    bool is_elastic = false;
};

std::vector<ElasticOrigin> elastic_origins(const Scene& scene)
{
    std::vector<ElasticOrigin> origins;
    const auto is_elastic = [&](const Body& body) {
        const Index material = index_of(scene.materials, body.material);
        return material >= 0 && scene.materials[static_cast<std::size_t>(material)].value.elastic.has_value();
    };
    for (const auto& object : scene.objects)
        origins.push_back({"objects." + object.name, is_elastic(object.value)});
    for (const auto& emitter : scene.emitters)
    {
        const auto* bodies = std::get_if<BodyEmitter>(&emitter.value);
        origins.push_back({"emitters." + emitter.name + ".bodies", bodies != nullptr && is_elastic(*bodies)});
    }
    return origins;
}

/// A solid that is there goes on only with the rest shape it has.
Problems same_solids(const LoadedScene& scene, const FoundCheckpoint& found)
{
    const ParticleSet& particles = found.checkpoint.state.particles;
    const std::vector<ElasticOrigin> origins = elastic_origins(scene.scene);
    std::vector<char> is_there(origins.size(), 0);
    Problems problems;
    const auto refuse = [&](const std::string& key) {
        problems.push_back(
            {found.file.path.string(), "has particles of '" + key + "', whose elastic shape was changed",
             "shape, sampling, material and parts of a solid cannot change in the middle of a run: leave them as they were"});
    };
    const bool has_solids = particles.has_column_of<Index>("solid");
    for (Index i = 0; i < particles.size(); ++i)
    {
        const auto origin = static_cast<std::size_t>(particles.column<Index>("origin")[i]);
        if (origin >= origins.size() || is_there[origin] != 0)
            continue;
        const bool was_elastic = has_solids && particles.column<Index>("solid")[i] >= 0;
        is_there[origin] = was_elastic ? 1 : 2;
        if (was_elastic != origins[origin].is_elastic)
            refuse(origins[origin].key);
    }
    for (const SceneDifference& difference : scene_differences(found.checkpoint.notes.physics, scene.physics))
        for (std::size_t k = 0; k < origins.size(); ++k)
            for (const char* part : {".shape", ".sampling", ".parts"})
                if (is_there[k] == 1 && difference.key.starts_with(origins[k].key + part))
                    refuse(origins[k].key);
    return problems.empty() ? problems : Problems{problems.front()};
}

/// Attached particles know their places in what they are a part of.
Problems same_attachments(const LoadedScene& scene, const FoundCheckpoint& found)
{
    const auto is_support = [&](const std::string& key) {
        return std::ranges::any_of(scene.scene.rigid_bodies, [&](const auto& body) {
            return key.starts_with("rigid_bodies." + body.name + ".motion") &&
                   std::ranges::any_of(scene.scene.objects, [&](const auto& object) { return is_attached(object.value, body.name); });
        });
    };
    for (const SceneDifference& difference : scene_differences(found.checkpoint.notes.physics, scene.physics))
        if (difference.key.ends_with(".attach_to") || is_support(difference.key))
            return {
                {found.file.path.string(), "belongs to a scene with other attachments: " + difference.key,
                 "what is attached, to what, and whether that moves as given cannot change in the middle of a run: leave it as it was"}};
    return {};
}

/// Whether the time of a checkpoint is behind the end of its frame, and not behind the next one's.
Problems frame_fits(const Scene& scene, const FoundCheckpoint& found)
{
    constexpr double rounding = 1e-3; // of a frame: times are sums of many steps
    const auto frame = static_cast<double>(found.checkpoint.notes.frame);
    const double reached = found.checkpoint.state.time * scene.frame_rate;
    if (reached > frame - rounding && reached < frame + 1 + rounding)
        return {};
    return {{found.file.path.string(), "is damaged: its time is not that of its frame", "take an older checkpoint"}};
}

// ---------------------------------------------------------------- resume and branch

std::string remark(const Problem& damaged) { return damaged.where + ": " + damaged.what + "; goes on from the checkpoint before it"; }

Result<RunStart> resume(const LoadedScene& scene, RunStart start)
{
    auto found = newest_checkpoint(start.folder.checkpoints(), build_id());
    if (!found)
        return found.problems();
    if (!*found && holds_steps(start.folder.path()))
        return Problem{start.folder.path().string(), "this folder holds a run without a checkpoint: there is nothing to go on from",
                       "--overwrite removes it and begins at the beginning, -o names another folder"};
    if (!*found)
    {
        start.removes_earlier_run = holds_run(start.folder.path()); // it had only begun
        start.remarks.push_back("there is no step of a run in '" + start.folder.path().string() + "': begins at the beginning");
        return start;
    }
    FoundCheckpoint& newest = **found;
    for (const Problem& damaged : newest.damaged)
        start.remarks.push_back(remark(damaged));
    Problems problems = same_scene(scene, newest);
    if (problems.empty())
        problems = frame_fits(scene.scene, newest);
    if (problems.empty())
        problems = misfit_of(scene.scene, newest.checkpoint.state, newest.file.path.string());
    if (!problems.empty())
        return problems;
    start.checkpoint_path = newest.file.path;
    start.checkpoint = std::move(newest.checkpoint);
    start.is_resumed = true;
    return start;
}

/// `DIR@12` → DIR and 12.
std::pair<fs::path, std::optional<std::int64_t>> split_frame(const std::string& from)
{
    const std::size_t at = from.rfind('@');
    std::int64_t frame = 0;
    if (at == std::string::npos || fs::is_directory(from))
        return {from, std::nullopt};
    const char* end = from.data() + from.size();
    const auto parsed = std::from_chars(from.data() + at + 1, end, frame);
    if (parsed.ec != std::errc{} || parsed.ptr != end || frame < 0)
        return {from, std::nullopt};
    return {from.substr(0, at), frame};
}

Result<FoundCheckpoint> find_branch_point(const std::string& from)
{
    const auto [folder, frame] = split_frame(from);
    if (!fs::is_directory(folder))
        return Problem{"--from " + from, "there is no folder '" + folder.string() + "'", "write the folder of a run, or FOLDER@FRAME"};
    if (frame)
        return checkpoint_of_frame(folder / "checkpoints", *frame, build_id());
    auto found = newest_checkpoint(folder / "checkpoints", build_id());
    if (!found)
        return found.problems();
    if (!*found)
        return Problem{"--from " + from, "there is no checkpoint in '" + folder.string() + "'",
                       holds_run(folder) ? "go on with that run first (--resume, or --overwrite): it writes some"
                                         : "name the folder of a run"};
    return std::move(**found);
}

/// Forgets the walls: their ghosts come anew, with the walls of the scene, and nobody knows how far they are.
void remove_ghosts(WorldState& state)
{
    const auto material = state.particles.column<Index>("material").view();
    Array<Index> gone(static_cast<std::size_t>(state.particles.size()));
    for (Index i = 0; i < state.particles.size(); ++i)
        gone[static_cast<std::size_t>(i)] = material[i] == ghost_material ? 1 : 0;
    state.particles.remove(const_view(gone));
    state.ghosts = 0;
    state.ghost_travel = WorldState{}.ghost_travel;
    if (state.particles.has_column("clearance"))
        std::ranges::fill(state.particles.column<Real>("clearance").values, Real(0)); // of walls that may have changed
}

/// Makes the checkpoint one of the new run: of its scene, with its probes and frame rate, and without rows.
void adopt(const LoadedScene& scene, FoundCheckpoint& found)
{
    CheckpointNotes& notes = found.checkpoint.notes;
    WorldState& state = found.checkpoint.state;
    BranchPoint branch{fs::absolute(found.file.path).string(), notes.frame, state.steps, state.time, {}};
    for (const SceneDifference& difference : scene_differences(notes.physics, scene.physics))
        branch.changes.push_back(describe({difference}));
    constexpr double sliver = 1e-6; // of a frame: times are sums of steps
    notes.frame = static_cast<std::int64_t>(std::floor(state.time * scene.scene.frame_rate + sliver));
    if (notes.physics != scene.physics) // else it goes on as it was, to the bit
        remove_ghosts(state);
    notes.physics = scene.physics;
    notes.file_sizes.clear();
    notes.branched_from = branch_text(branch);
    while (state.probes.size() < scene.scene.probes.size())
        state.probes.emplace_back().since = state.time; // a new probe: its rows begin now
}

/// 1.5e9 → "1.5 GB"
std::string size_text(double bytes)
{
    char text[32];
    std::snprintf(text, sizeof(text), bytes < 1e9 ? "%.0f MB" : "%.1f GB", bytes < 1e9 ? bytes / 1e6 : bytes / 1e9);
    return text;
}
} // namespace

Result<RunStart> start_run(const LoadedScene& scene, const RunRequest& request)
{
    std::optional<FoundCheckpoint> branch_point;
    if (!request.from.empty())
    {
        auto found = find_branch_point(request.from);
        if (!found)
            return found.problems();
        for (const auto& compare : {same_solids, same_attachments})
            if (const Problems problems = compare(scene, *found); !problems.empty())
                return problems;
        adopt(scene, *found);
        if (const Problems problems = misfit_of(scene.scene, found->checkpoint.state, found->file.path.string()); !problems.empty())
            return problems;
        branch_point = std::move(*found);
    }
    auto start = find_folder(scene.scene, request);
    if (!start || (!request.resume && !branch_point))
        return start;
    if (request.resume)
        return resume(scene, std::move(*start));
    for (const Problem& damaged : branch_point->damaged)
        start->remarks.push_back(remark(damaged));
    start->checkpoint_path = branch_point->file.path;
    start->checkpoint = std::move(branch_point->checkpoint);
    return start;
}

void check_memory(const LoadedScene& scene, std::optional<double> limit)
{
    constexpr double default_share = 0.8;
    const double particles = estimate_particles(scene.scene, scene.assets);
    const double bytes = estimate_run_memory(scene.scene, scene.assets, particles);
    const double most = limit ? *limit : default_share * available_memory();
    if (bytes <= most)
        return;
    char count[32];
    std::snprintf(count, sizeof(count), particles < 1e6 ? "%.0f" : "%.3g", particles);
    const double walls = estimate_wall_memory(scene.scene, scene.assets);
    const std::string share = walls > 0.5 * bytes ? ", most of it for walls and rigid bodies: smaller ones need less" : "";
    throw TooLarge("the scene would take about " + size_text(bytes) + " of memory for " + count + " particles, and " + size_text(most) +
                   (limit ? " are allowed" : " can be had") + share);
}
} // namespace aspic
