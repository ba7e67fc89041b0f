#include "aspic/run/runner.h"

#include "aspic/compute/interrupt.h"
#include "aspic/io/factor_files.h"
#include "aspic/io/number_text.h"
#include "aspic/io/output_file.h"
#include "aspic/run/body_files.h"
#include "aspic/run/build_info.h"
#include "aspic/run/frame_skins.h"
#include "aspic/run/frame_source.h"
#include "aspic/run/frame_surfaces.h"
#include "aspic/run/frame_writer.h"
#include "aspic/run/run_failure.h"
#include "aspic/run/run_preparation.h"
#include "aspic/run/step_tables.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/doctor.h"
#include "aspic/simulation/state_hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace aspic
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr double sliver = 1e-7; ///< of a frame: times are sums of steps

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// A run that is going on.
class Run
{
public:
    Run(const LoadedScene& scene, RunStart& start, World world, std::vector<ObjectSkin> skins, const RunSettings& settings);

    RunSummary run();

    /// Says in run.json that it broke off, as well as that can be done.
    void record_failure(const std::string& message) noexcept;

private:
    [[nodiscard]] const Scene& scene() const { return scene_.scene; }
    [[nodiscard]] double frame_end(std::int64_t frame) const { return static_cast<double>(frame) / scene().frame_rate; }
    /// [frames] that the time is before the end of a frame.
    [[nodiscard]] double frames_before(std::int64_t frame) const { return (frame_end(frame) - world_.time()) * scene().frame_rate; }
    [[nodiscard]] bool is_at_frame(std::int64_t frame) const { return std::abs(frames_before(frame)) <= sliver; }
    [[nodiscard]] bool is_done() const;
    [[nodiscard]] bool is_kept() const;
    [[nodiscard]] bool checkpoint_is_due() const;
    void begin();
    void take_steps();
    void step();
    void write_frame(std::int64_t number);
    void write_surfaces(std::int64_t number);
    void write_skins(std::int64_t number);
    void write_checkpoint();
    void save(const CheckpointFile& file, const CheckpointNotes& notes, const WorldState& state);
    void save_last_frame() noexcept;
    void end();
    void end_in_a_step();
    void fail(const std::string& what, std::int64_t step);
    void fail_by_loss(const LostParticle& lost);
    void record(const std::string& status, const std::string& message = {});
    void tell(bool is_frame, double dt);

    const LoadedScene& scene_;
    const RunStart& start_;
    const RunSettings& settings_;
    CheckpointNotes notes_;
    std::unique_ptr<FactorFiles> factors_; ///< none: the user does not want them kept
    World world_;
    std::vector<ObjectSkin> skins_; ///< of solid objects, if the scene asks for them
    StepTables tables_;
    FrameWriter frames_;
    RunRecord record_;
    RunSummary summary_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_checkpoint_ = begin_;
    double earlier_seconds_ = 0; ///< of earlier sittings
    std::int64_t saved_step_ = -1;
    std::vector<std::string> boundary_notes_;            ///< how thin walls are represented
    std::optional<Checkpoint> at_last_frame_;            ///< to be saved if the run fails
    std::vector<std::filesystem::path> unsafe_surfaces_; ///< that may not be on the disk yet
};

Run::Run(const LoadedScene& scene, RunStart& start, World world, std::vector<ObjectSkin> skins, const RunSettings& settings)
    : scene_(scene),
      start_(start),
      settings_(settings),
      notes_(start.checkpoint ? std::move(start.checkpoint->notes) : CheckpointNotes{}),
      world_(std::move(world)),
      skins_(std::move(skins)),
      tables_(start.folder, scene.scene),
      frames_(start.folder, scene.scene)
{
    if (const auto folder = default_factor_folder())
        factors_ = std::make_unique<FactorFiles>(*folder);
    if (factors_)
        world_.keep_factors_in(*factors_);
    notes_.build = build_id();
    notes_.physics = scene.physics;
    if (start.is_resumed)
        record_ = earlier_record(start.folder.record());
    earlier_seconds_ = record_.totals.seconds;
    record_.command_line = settings.command_line;
    record_.execution = current_execution();
    record_.branched_from = notes_.branched_from;
    if (record_.started.empty())
        record_.started = date_now();
    summary_.last.frames = frame_count(scene.scene.duration, scene.scene.frame_rate);
    summary_.last.end = frame_end(summary_.last.frames);
    summary_.last_good_checkpoint = start.checkpoint_path;
    boundary_notes_ = boundary_notes(scene.scene, scene.assets);
    if (start.is_resumed)
        saved_step_ = world_.state().steps;
}

bool Run::is_done() const
{
    return notes_.frame >= summary_.last.frames || (settings_.steps && world_.state().steps >= *settings_.steps) || summary_.failure;
}

/// Whether a checkpoint that is written now stays.
bool Run::is_kept() const
{
    const int every = scene().output.keep_checkpoint_every;
    return every > 0 && notes_.frame > 0 && notes_.frame % every == 0 && is_at_frame(notes_.frame);
}

bool Run::checkpoint_is_due() const
{
    return is_kept() || seconds_since(last_checkpoint_) >= settings_.checkpoint_every.value_or(scene().output.checkpoint_every);
}

/// The beginning of a new run, or of a branch: what a resumed run has written already.
void Run::begin()
{
    if (start_.is_resumed && !is_done())
        record_.resumed.push_back({world_.state().steps, world_.time(), date_now()});
    record("running");
    if (start_.is_resumed)
        return tell(false, 0);
    if (!start_.checkpoint)
        tables_.add(world_.measure({}));
    if (is_at_frame(notes_.frame))
        write_frame(notes_.frame);
    if (!summary_.failure) // from here on nothing can be lost
        write_checkpoint();
    tell(true, 0);
}

RunSummary Run::run()
{
    begin();
    summary_.did_anything = !is_done() || !start_.is_resumed;
    try
    {
        take_steps();
        end();
    }
    catch (const Interrupted&)
    {
        end_in_a_step();
    }
    return summary_;
}

void Run::take_steps()
{
    while (!is_done())
    {
        step();
        frames_.check();
        if (summary_.failure)
            break;
        if (settings_.is_stopped() && !is_done())
        {
            summary_.status = RunStatus::interrupted;
            break;
        }
        if (checkpoint_is_due())
            write_checkpoint();
    }
}

void Run::step()
{
    const double start = world_.time();
    const Clock::time_point begin = Clock::now();
    const StepReport report = world_.step(frame_end(notes_.frame + 1) - start);
    if (report.not_finite)
        return fail("the " + report.not_finite->field + " of " + particle_name(world_, report.not_finite->particle) + " is not finite" +
                        (report.not_finite->field == "position" ? " or too far away" : "") + " after the stage '" +
                        std::string(report.not_finite->stage) + "'",
                    world_.state().steps + 1);
    if (report.lost)
        return fail_by_loss(*report.lost);
    if (!(world_.time() > start))
        return fail("the time step became too small: " + number_text(report.dt) + " s at " + number_text(report.largest_speed) + " m/s",
                    world_.state().steps);
    record_.totals.add(report);
    summary_.worst_compression = std::max(summary_.worst_compression, report.mean_compression);
    for (const StageReport& stage : report.stages)
        if (!stage.converged)
            ++summary_.unsolved[std::string(stage.name)];

    const Clock::time_point measured = Clock::now();
    tables_.add(world_.measure(report));
    record_.totals.add("probes", seconds_since(measured));
    const std::int64_t steps = world_.state().steps;
    const bool is_hashed = settings_.hash_every > 0 && steps % settings_.hash_every == 0;
    tables_.add(StepRow{steps, world_.time(), seconds_since(begin), report, is_hashed ? hash_text(state_hash(world_.state())) : ""});

    const bool is_frame = frames_before(notes_.frame + 1) <= sliver;
    if (is_frame)
        write_frame(notes_.frame + 1);
    if (is_frame && !summary_.failure && !first_not_finite(world_.particles()))
    {
        at_last_frame_ = Checkpoint{notes_, world_.state()};
        at_last_frame_->notes.file_sizes = tables_.sizes();
    }
    tell(is_frame, report.dt);
}

void Run::write_frame(std::int64_t number)
{
    const Clock::time_point begin = Clock::now();
    ParticleFrame frame = frame_of_world(world_);
    if (const auto bad = first_not_finite(frame))
        return fail("the " + bad->field + " of " + particle_name(world_, bad->particle) + " is not finite", world_.state().steps);
    frames_.write(number, std::move(frame));
    notes_.frame = number;
    record_.totals.add("frames", seconds_since(begin));
    if (!scene().rigid_bodies.empty())
    {
        std::filesystem::create_directories(start_.folder.bodies(number).parent_path());
        write_output(start_.folder.bodies(number), bodies_text(world_));
    }
    if (scene().output.surface)
        write_surfaces(number);
    if (!skins_.empty())
        write_skins(number);
}

void Run::write_surfaces(std::int64_t number)
{
    const Clock::time_point begin = Clock::now();
    const std::filesystem::path folder = start_.folder.surfaces();
    SurfaceOutput output = *scene().output.surface;
    output.spacing = scene().spacing;
    begin_surfaces(folder, surface_note(output, number_text(output.cell_size), ""));
    const auto written = aspic::write_surfaces(folder / frame_stem(number), frame_for_surfaces(world_), recorded_scene(scene()), output);
    unsafe_surfaces_.insert(unsafe_surfaces_.end(), written.files.begin(), written.files.end());
    record_.totals.add("surfaces", seconds_since(begin));
}

void Run::write_skins(std::int64_t number)
{
    const Clock::time_point begin = Clock::now();
    const SkinOutput& output = *scene().output.skin;
    begin_surfaces(start_.folder.skins(), skin_note(output, ""));
    const auto written = aspic::write_skins(start_.folder.skins() / frame_stem(number), frame_for_skins(world_), skins_, output.format);
    unsafe_surfaces_.insert(unsafe_surfaces_.end(), written.files.begin(), written.files.end());
    if (!written.problems.empty() && !summary_.left_out)
        summary_.left_out = written.problems.front();
    record_.totals.add("skins", seconds_since(begin));
}

/// When this returns, the state and all files that belong to it are on the disk.
void Run::write_checkpoint()
{
    const Clock::time_point begin = Clock::now();
    last_checkpoint_ = begin;
    const std::int64_t steps = world_.state().steps;
    if (steps == saved_step_)
        return;
    if (const auto bad = first_not_finite(world_.particles()))
        return fail("the " + bad->field + " of " + particle_name(world_, bad->particle) + " is not finite", steps);
    CheckpointFile file{{}, steps, {}, is_kept()};
    if (is_at_frame(notes_.frame))
        file.frame = notes_.frame;
    notes_.file_sizes = tables_.sizes();
    save(file, notes_, world_.state());
    record_.totals.add("checkpoints", seconds_since(begin));
    record("running");
}

void Run::save(const CheckpointFile& file, const CheckpointNotes& notes, const WorldState& state)
{
    frames_.drain();
    for (const std::filesystem::path& path : unsafe_surfaces_)
        bring_to_disk(path);
    unsafe_surfaces_.clear();
    tables_.sync();
    const std::filesystem::path folder = start_.folder.checkpoints();
    std::filesystem::create_directories(folder);
    start_.folder.bring_to_disk();
    const std::filesystem::path path = checkpoint_path(folder, file);
    aspic::write_checkpoint(path, notes, state);
    summary_.last_good_checkpoint = path;
    saved_step_ = state.steps;
    remove_old_checkpoints(folder);
}

/// The state at the end of the last frame, which nothing was wrong with, is saved before the run fails. Where that cannot be, the checkpoint before it stays.
void Run::save_last_frame() noexcept
{
    if (!at_last_frame_ || at_last_frame_->state.steps <= saved_step_)
        return;
    try
    {
        save({{}, at_last_frame_->state.steps, at_last_frame_->notes.frame, false}, at_last_frame_->notes, at_last_frame_->state);
    }
    catch (const std::exception&)
    {
        // The disk may be full: the cause that is told is the first.
    }
}

/// The state is between two steps: the run goes on from the last checkpoint.
void Run::end_in_a_step()
{
    save_last_frame();
    frames_.drain();
    tables_.sync();
    summary_.status = RunStatus::interrupted;
    record("interrupted");
}

void Run::end()
{
    if (!summary_.failure)
        write_checkpoint();
    if (summary_.failure)
    {
        frames_.drain();
        tables_.sync();
        summary_.status = RunStatus::failed;
        return record("failed", describe(*summary_.failure));
    }
    summary_.state_hash = state_hash(world_.state());
    record_.state_hash = hash_text(summary_.state_hash);
    record(summary_.status == RunStatus::interrupted ? "interrupted" : "finished");
}

/// The state is of no use any more: what was written before stays, and nothing of it is saved.
void Run::fail(const std::string& what, std::int64_t step)
{
    save_last_frame();
    summary_.failure = instability(world_, what, step, summary_.last_good_checkpoint);
}

void Run::fail_by_loss(const LostParticle& lost)
{
    const Vec3d& x = lost.place;
    fail("particle " + std::to_string(lost.particle) + " " + lost.what + " at (" + number_text(x.x) + ", " + number_text(x.y) + ", " +
             number_text(x.z) + ")",
         world_.state().steps + 1);
    const bool left = scene_.scene.domain && !is_in_domain(scene_.scene, x);
    summary_.failure->hint =
        left ? "a larger 'domain' or shorter steps may keep it; \"lost_particles\": \"delete\" goes on without it"
             : "walls that overlap or close in leave it no room; \"lost_particles\": \"delete\" does not look for such particles";
}

void Run::record(const std::string& status, const std::string& message)
{
    const WorldState& state = world_.state();
    record_.status = status;
    record_.message = message;
    record_.ended = status == "running" ? "" : date_now();
    record_.totals.seconds = earlier_seconds_ + seconds_since(begin_);
    record_.steps = state.steps;
    record_.frames = notes_.frame;
    record_.time = state.time;
    record_.particles = state.fluid_size();
    record_.notes = scene_.notes;
    std::ranges::copy(boundary_notes_, std::back_inserter(record_.notes));
    std::ranges::copy(source_notes(state, scene_.scene), std::back_inserter(record_.notes));
    record_.bytes_per_particle = static_cast<double>(world_.bytes()) / std::max<Index>(1, record_.particles);
    summary_.totals = record_.totals;
    summary_.notes = record_.notes;
    summary_.bytes_per_particle = record_.bytes_per_particle;
    write_output(start_.folder.record(), record_text(record_, scene_));
}

void Run::record_failure(const std::string& message) noexcept
{
    try
    {
        record("failed", message);
    }
    catch (const std::exception&)
    {
        // The disk may be full: the caller tells the first cause.
    }
}

void Run::tell(bool is_frame, double dt)
{
    RunProgress& progress = summary_.last;
    progress.frame = notes_.frame;
    progress.steps = world_.state().steps;
    progress.time = world_.time();
    progress.dt = dt;
    progress.particles = world_.state().fluid_size();
    progress.is_frame = is_frame;
    settings_.on_progress(progress);
}
} // namespace

std::int64_t frame_count(double duration, double frame_rate)
{
    constexpr double rounding = 1e-6; // of a frame: must not add one
    return static_cast<std::int64_t>(std::ceil(std::max(0.0, duration * frame_rate - rounding)));
}

namespace
{
RunSummary interrupted_at_once()
{
    RunSummary summary;
    summary.status = RunStatus::interrupted;
    return summary;
}
} // namespace

Result<RunSummary> run_scene(const LoadedScene& scene, RunStart start, const RunSettings& settings)
{
    const InterruptScope interrupts(settings.is_stopped);
    std::optional<Run> run;
    try
    {
        auto prepared = prepare_run(scene, start);
        if (!prepared)
            return prepared.problems();
        if (const Problems problems = tidy_folder(start, scene.scene, prepared->world.state().steps); !problems.empty())
            return problems;
        run.emplace(scene, start, std::move(prepared->world), std::move(prepared->skins), settings);
        return run->run();
    }
    catch (const Interrupted&)
    {
        return interrupted_at_once(); // before anything was written
    }
    catch (const std::exception& error)
    {
        if (run)
            run->record_failure(error.what());
        throw;
    }
}
} // namespace aspic
