#include "aspic/run/frame_writer.h"

#include "aspic/io/output_file.h"
#include "aspic/io/pvd.h"

#include <algorithm>

namespace aspic
{
namespace
{
constexpr std::size_t most_waiting = 2;
} // namespace

FrameWriter::FrameWriter(const RunFolder& folder, const Scene& scene)
    : folder_(folder),
      scene_name_(scene.name),
      frame_rate_(scene.frame_rate),
      formats_(scene.output.formats),
      listed_(folder.frames(FrameFormat::vtp))
{
    if (!listed_.empty()) // it may name frames that are gone
        write_collection();
    worker_ = std::async(std::launch::async, [this] { work(); });
}

FrameWriter::~FrameWriter()
{
    {
        const std::scoped_lock lock(mutex_);
        ends_ = true;
        waiting_.clear();
    }
    changed_.notify_all();
    worker_.wait();
}

void FrameWriter::write(std::int64_t number, ParticleFrame frame)
{
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || waiting_.size() < most_waiting; });
    if (failure_)
        std::rethrow_exception(failure_);
    waiting_.push_back({number, std::move(frame)});
    changed_.notify_all();
}

void FrameWriter::drain()
{
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return failure_ || (waiting_.empty() && !is_writing_); });
    if (failure_)
        std::rethrow_exception(failure_);
    // The worker rests: its list can be touched.
    for (const std::filesystem::path& path : unsafe_)
        bring_to_disk(path);
    unsafe_.clear();
}

void FrameWriter::check()
{
    const std::scoped_lock lock(mutex_);
    if (failure_)
        std::rethrow_exception(failure_);
}

/// Takes jobs until the end or a failure. Runs in its own thread and uses no parallel loop.
void FrameWriter::work()
{
    std::unique_lock lock(mutex_);
    while (!failure_)
    {
        changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
        if (ends_)
            return;
        const Job job = std::move(waiting_.front());
        waiting_.pop_front();
        const bool is_last = waiting_.empty(); // else the list is written soon enough
        is_writing_ = true;
        changed_.notify_all(); // there is room for another one
        lock.unlock();
        std::exception_ptr failure;
        try
        {
            write_now(job);
            if (is_last && !listed_.empty())
                write_collection();
        }
        catch (...)
        {
            failure = std::current_exception();
        }
        lock.lock();
        is_writing_ = false;
        failure_ = failure;
        changed_.notify_all();
    }
}

void FrameWriter::write_now(const Job& job)
{
    for (const FrameFormat format : formats_)
    {
        const std::filesystem::path path = folder_.frame(job.number, format);
        write_output(path, frame_text(job.frame, format));
        unsafe_.push_back(path);
    }
    const bool is_listed = std::ranges::find(formats_, FrameFormat::vtp) != formats_.end();
    if (is_listed && !std::ranges::binary_search(listed_, job.number))
        listed_.push_back(job.number);
}

void FrameWriter::write_collection() const
{
    std::vector<PvdEntry> entries;
    for (const std::int64_t number : listed_)
        entries.push_back({static_cast<double>(number) / frame_rate_, folder_.frame(number, FrameFormat::vtp).filename().string()});
    write_output(folder_.collection(scene_name_), pvd_text(entries));
}
} // namespace aspic
