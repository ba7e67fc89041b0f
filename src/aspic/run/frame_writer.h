#pragma once

#include "aspic/io/frame_format.h"
#include "aspic/run/run_folder.h"
#include "aspic/scene/scene.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <future>
#include <mutex>

namespace aspic
{
/// Writes frames while the run goes on: into files that appear whole or not at all, and the list of all frames for ParaView.
/// At most two frames wait, so that the memory stays bounded. What goes wrong is thrown by the next call.
class FrameWriter
{
public:
    /// The frames that are in the folder already stay in the list.
    FrameWriter(const RunFolder& folder, const Scene& scene);

    /// What waits is not written any more: call drain() before.
    ~FrameWriter();

    FrameWriter(const FrameWriter&) = delete;
    FrameWriter& operator=(const FrameWriter&) = delete;
    FrameWriter(FrameWriter&&) = delete;
    FrameWriter& operator=(FrameWriter&&) = delete;

    /// Takes a frame; waits while two others wait.
    void write(std::int64_t number, ParticleFrame frame);

    /// Waits until all frames are on the disk.
    void drain();

    /// Throws what went wrong, if anything did.
    void check();

private:
    struct Job
    {
        std::int64_t number;
        ParticleFrame frame;
    };

    void work();
    void write_now(const Job& job);
    void write_collection() const;

    const RunFolder& folder_;
    std::string scene_name_;
    double frame_rate_; ///< [1/s]
    std::vector<FrameFormat> formats_;
    std::vector<std::int64_t> listed_;          ///< frames in the list
    std::vector<std::filesystem::path> unsafe_; ///< files that may not be on the disk yet

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::deque<Job> waiting_;
    bool is_writing_ = false;
    bool ends_ = false;
    std::exception_ptr failure_;

    std::future<void> worker_;
};
} // namespace aspic
