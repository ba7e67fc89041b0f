// What we write, read by tests/independent/read_frames.py, which shares no code with us.

#include "aspic/io/frame_format.h"
#include "aspic/io/output_file.h"
#include "aspic/io/pvd.h"
#include "sample_frame.h"
#include "support/independent_reader.h"
#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>

using aspic::FrameFormat;
using aspic::Identity;
using aspic::write_output;
using testing::HasSubstr;

namespace
{
constexpr std::array formats{FrameFormat::vtp, FrameFormat::ply, FrameFormat::csv};

/// Frames of 0, 1 and 100 particles and one with huge identities, in all formats, with their list.
void write_frames(const std::filesystem::path& folder)
{
    std::vector<aspic::PvdEntry> entries;
    const auto write = [&](const aspic::ParticleSet& particles) {
        const auto number = entries.size();
        const std::string stem = "frame_000" + std::to_string(number);
        entries.push_back({0.1 * static_cast<double>(number), stem + ".vtp"});
        for (const FrameFormat format : formats)
            write_output(folder / (stem + std::string(extension(format))),
                         frame_text(frame_of(particles, entries.back().time, {}), format));
    };
    for (const aspic::Index n : {0, 1, 100})
        write(aspic::sample_particles(n));
    aspic::ParticleSet particles = aspic::sample_particles(3);
    particles.identity.values = {1, (Identity{1} << 53U) + 1, std::numeric_limits<Identity>::max()};
    write(particles);
    write_output(folder / "run.pvd", aspic::pvd_text(entries));
}

aspic::Outcome read_frames(const std::filesystem::path& folder) { return aspic::run_independent_reader("read_frames.py", folder); }
} // namespace

TEST(IndependentReader, AgreesOnAllFormats)
{
    const aspic::TemporaryFolder folder("independent");
    write_frames(folder.path);
    const aspic::Outcome outcome = read_frames(folder.path);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_EQ(outcome.out, "4 frames as .csv, .ply, .vtp: all agree, 0 to 100 particles, 4 listed in .pvd files\n");
}

TEST(IndependentReader, SeesADifference)
{
    const aspic::TemporaryFolder folder("independent_bad");
    write_frames(folder.path);
    aspic::ParticleSet particles = aspic::sample_particles(100);
    particles.position[42].z = std::nextafter(particles.position[42].z, 1e300); // the last bit
    write_output(folder.path / "frame_0002.ply", frame_text(frame_of(particles, 0.2, {}), FrameFormat::ply));
    const aspic::Outcome outcome = read_frames(folder.path);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.error, HasSubstr("position of particle 42"));
}
