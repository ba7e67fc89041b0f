// Files that are cut off, damaged or made to do harm: a problem in words or finite numbers, never a crash or a half-read frame.

#include "aspic/io/read_particles.h"
#include "sample_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

using aspic::describe;
using aspic::extension;
using aspic::frame_text;
using aspic::FrameFormat;
using aspic::Index;
using aspic::parse_particles;
using aspic::ParticleFrame;
using aspic::Problem;
using aspic::sample_frame;
using testing::HasSubstr;

namespace
{
Problem problem_of(const std::string& content, FrameFormat format)
{
    const auto result = parse_particles(content, format, "t");
    EXPECT_FALSE(result.ok()) << content.substr(0, 200);
    return result.ok() || result.problems().empty() ? Problem{} : result.problems().front();
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// What a reader promises about any bytes.
void expect_sound(const aspic::Result<ParticleFrame>& result)
{
    ASSERT_EQ(result.ok(), result.problems().empty());
    if (!result)
        return;
    for (const auto& any : result->columns)
    {
        auto copy = any;
        std::visit(
            [&](auto& column) {
                EXPECT_EQ(static_cast<Index>(column.values.size()), result->size());
                for_each_number(column, [](auto number) { EXPECT_TRUE(std::isfinite(static_cast<double>(number))); });
            },
            copy);
    }
}
} // namespace

TEST(DamagedFrame, OneThatIsCutOffIsNeverReadAsAWhole)
{
    for (const FrameFormat format : {FrameFormat::vtp, FrameFormat::ply, FrameFormat::csv})
    {
        const std::string text = frame_text(sample_frame(20), format);
        for (std::size_t size = 0; size + 1 < text.size(); size += size + 64 < text.size() ? 16 : 1)
        {
            const auto result = parse_particles(text.substr(0, size), format, "t");
            expect_sound(result);
            // A table does not know how long it should be: cut off between two lines it is a table with fewer particles.
            const bool is_shorter_table = format == FrameFormat::csv && size > 0 && text[size - 1] == '\n';
            EXPECT_EQ(result.ok(), is_shorter_table) << extension(format) << " at byte " << size;
            EXPECT_LT(result ? result->size() : 0, 20);
        }
    }
}

TEST(DamagedFrame, RandomBytesNeverCrash)
{
    for (const FrameFormat format : {FrameFormat::vtp, FrameFormat::ply, FrameFormat::csv})
    {
        const std::string text = frame_text(sample_frame(8), format);
        aspic::RandomNumbers random(11);
        for (int round = 0; round < 1000; ++round)
        {
            std::string damaged = text;
            const std::size_t area = round % 2 == 0 ? std::min<std::size_t>(text.size(), 1500) : text.size(); // the header more often
            for (std::uint64_t flips = 1 + random.bits() % 4; flips > 0; --flips)
                damaged[random.bits() % area] ^= static_cast<char>(1U << (random.bits() % 8));
            expect_sound(parse_particles(damaged, format, "t"));
        }
    }
}

TEST(DamagedFrame, WhatIsNotFiniteIsNamed)
{
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    {
        aspic::ParticleSet particles = aspic::sample_particles(20);
        particles.velocity[17].y = static_cast<aspic::Real>(bad);
        const ParticleFrame frame = frame_of(particles, 0, {});
        EXPECT_EQ(problem_of(frame_text(frame, FrameFormat::vtp), FrameFormat::vtp).what, "'velocity_y' of particle 17 is not finite");
        EXPECT_EQ(problem_of(frame_text(frame, FrameFormat::ply), FrameFormat::ply).what, "'vy' of particle 17 is not finite");
        const Problem in_table = problem_of(frame_text(frame, FrameFormat::csv), FrameFormat::csv);
        EXPECT_THAT(in_table.where, HasSubstr("t:19:")); // the header, and particles are counted from 0
        EXPECT_THAT(in_table.what, HasSubstr("is not a finite number"));
    }
    aspic::ParticleSet particles = aspic::sample_particles(3);
    particles.position[2].z = std::numeric_limits<double>::quiet_NaN();
    const std::string text = frame_text(frame_of(particles, 0, {}), FrameFormat::vtp);
    const Problem problem = problem_of(text, FrameFormat::vtp);
    EXPECT_EQ(problem.what, "'position_z' of particle 2 is not finite");
    EXPECT_EQ(problem.where, "t: byte " + std::to_string(text.find("\n_") + 2 + 8 + 8 * sizeof(double)));
}

TEST(DamagedFrame, CountsThatLieAreRefused)
{
    const std::string ply = frame_text(sample_frame(8), FrameFormat::ply);
    EXPECT_THAT(problem_of(replaced(ply, "vertex 8", "vertex 4000000000"), FrameFormat::ply).what, HasSubstr("do not fit into the file"));
    EXPECT_THAT(problem_of(replaced(ply, "vertex 8", "vertex 9"), FrameFormat::ply).what, HasSubstr("do not fit into the file"));
    EXPECT_THAT(problem_of(replaced(ply, "vertex 8", "vertex 7"), FrameFormat::ply).what, HasSubstr("more data than"));
    EXPECT_THAT(problem_of(replaced(ply, "vertex 8", "vertex -8"), FrameFormat::ply).where, HasSubstr("t:5"));

    const std::string vtp = frame_text(sample_frame(8), FrameFormat::vtp);
    const std::string count = "NumberOfPoints=\"";
    EXPECT_THAT(problem_of(replaced(vtp, count + "8", count + "9"), FrameFormat::vtp).what, HasSubstr("9 points need 216"));
    EXPECT_THAT(problem_of(replaced(vtp, count + "8", count + "2000000000"), FrameFormat::vtp).what, HasSubstr("points need"));
    EXPECT_THAT(problem_of(replaced(vtp, count + "8", count + "4000000000"), FrameFormat::vtp).what, HasSubstr("more than 2^31"));
    EXPECT_THAT(problem_of(replaced(vtp, count + "8", count + "-8"), FrameFormat::vtp).what, HasSubstr("not a number"));
    EXPECT_THAT(problem_of(replaced(vtp, "offset=\"0\"", "offset=\"18446744073709551615\""), FrameFormat::vtp).what, HasSubstr("cut off"));
    EXPECT_THAT(problem_of(replaced(vtp, "Components=\"3\"", "Components=\"99999999999\""), FrameFormat::vtp).what,
                HasSubstr("components"));
}

TEST(DamagedFrame, ArraysThatShareTheirBytesAreRefused)
{
    // a file of a few bytes must not fill the memory
    std::string text = frame_text(sample_frame(8), FrameFormat::vtp);
    const std::size_t begin = text.find("<DataArray", text.find("<PointData"));
    const std::string tag = text.substr(begin, text.find('\n', begin) + 1 - begin);
    std::string many;
    for (int k = 0; k < 1000; ++k)
        many += replaced(tag, "identity", "copy" + std::to_string(k));
    EXPECT_THAT(problem_of(text.insert(begin, many), FrameFormat::vtp).what, HasSubstr("overlap"));
}

TEST(DamagedFrame, FilesWithoutPositionsAreRefused)
{
    EXPECT_THAT(problem_of("mass\n1\n", FrameFormat::csv).what, HasSubstr("no positions"));
    EXPECT_THAT(problem_of("x,mass\n1,2\n", FrameFormat::csv).what, HasSubstr("no positions"));
    EXPECT_THAT(problem_of("1,2,3\n", FrameFormat::csv).what, HasSubstr("no header"));
    EXPECT_THAT(problem_of("1,2,3\n4,5,6\n", FrameFormat::csv).what, HasSubstr("no header"));
    EXPECT_THAT(problem_of("ply\nformat ascii 1.0\nelement face 0\nend_header\n", FrameFormat::ply).what, HasSubstr("no vertices"));
    EXPECT_THAT(problem_of("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n", FrameFormat::ply).what,
                HasSubstr("no positions"));
    EXPECT_THAT(
        problem_of("<VTKFile type=\"PolyData\"><PolyData><Piece NumberOfPoints=\"1\"></Piece></PolyData></VTKFile>", FrameFormat::vtp).what,
        HasSubstr("no positions"));
    EXPECT_THAT(problem_of("", FrameFormat::csv).what, HasSubstr("no data"));
    EXPECT_THAT(problem_of("", FrameFormat::vtp).what, HasSubstr("not a VTK XML file"));
    EXPECT_THAT(problem_of("", FrameFormat::ply).what, HasSubstr("not a PLY file"));
}

TEST(DamagedFrame, WrongIdentitiesAreRefused)
{
    EXPECT_THAT(problem_of("x,y,identity\n1,2,3\n1,2,0.5\n", FrameFormat::csv).what, HasSubstr("identity of particle 1"));
    EXPECT_THAT(problem_of("x,y,identity\n1,2,-3\n", FrameFormat::csv).what, HasSubstr("identity of particle 0"));
    EXPECT_THAT(problem_of("x,y,identity\n1,2,1e300\n", FrameFormat::csv).what, HasSubstr("identity of particle 0"));
    EXPECT_THAT(problem_of("x,y,identity\n1,2,18446744073709551616\n", FrameFormat::csv).what, HasSubstr("identity of particle 0"));
}

TEST(DamagedFrame, WhatVtkCanDoAndWeCannotIsSaid)
{
    const std::string vtp = frame_text(sample_frame(1), FrameFormat::vtp);
    const std::string type = "type=\"PolyData\"";
    EXPECT_THAT(problem_of(replaced(vtp, type, "type=\"UnstructuredGrid\""), FrameFormat::vtp).what,
                HasSubstr("'UnstructuredGrid', not PolyData"));
    EXPECT_THAT(problem_of(replaced(vtp, type, type + " compressor=\"vtkZLibDataCompressor\""), FrameFormat::vtp).what,
                HasSubstr("compressed"));
    EXPECT_THAT(problem_of(replaced(vtp, "\"UInt64\"", "\"UInt16\""), FrameFormat::vtp).what, HasSubstr("header_type"));
    EXPECT_THAT(problem_of(replaced(vtp, "\"raw\"", "\"zip\""), FrameFormat::vtp).what, HasSubstr("encoding 'zip'"));
    EXPECT_THAT(problem_of(replaced(vtp, "<Piece", "<Piece NumberOfPoints=\"0\"/><Piece"), FrameFormat::vtp).what,
                HasSubstr("several pieces"));
    EXPECT_THAT(problem_of(replaced(vtp, "Float32", "String"), FrameFormat::vtp).what, HasSubstr("type 'String'"));
    EXPECT_THAT(problem_of(replaced(vtp, "</Points>", "</Point>"), FrameFormat::vtp).what, HasSubstr("not opened"));
    EXPECT_THAT(problem_of(replaced(vtp, "<Points", "<Points <"), FrameFormat::vtp).what, HasSubstr("not well formed"));
}

TEST(DamagedFrame, MessagesAreSafeToPrint)
{
    const std::string vtp = replaced(frame_text(sample_frame(1), FrameFormat::vtp), "PolyData\"", "\x1b[31m\"");
    const std::string ply = "ply\nformat ascii 1.0\nelement \x1b[31m\xff 1\nproperty \x07 x\nend_header\n";
    for (const std::string& text : {describe(problem_of(vtp, FrameFormat::vtp)), describe(problem_of(ply, FrameFormat::ply))})
        for (const char c : text)
            EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << text;
}
