// Frames: what is copied, and that every format gives back what was written.

#include "aspic/io/output_file.h"
#include "aspic/io/particle_frame.h"
#include "aspic/io/read_particles.h"
#include "sample_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <system_error>

using aspic::describe;
using aspic::extension;
using aspic::frame_of;
using aspic::frame_text;
using aspic::FrameFormat;
using aspic::Identity;
using aspic::Index;
using aspic::name_of;
using aspic::parse_particles;
using aspic::ParticleFrame;
using aspic::ParticleSet;
using aspic::sample_frame;
using aspic::Vec3d;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{
constexpr std::array formats{FrameFormat::vtp, FrameFormat::ply, FrameFormat::csv};

std::vector<std::string> names_of(const ParticleFrame& frame)
{
    std::vector<std::string> names;
    for (const auto& column : frame.columns)
        names.push_back(name_of(column));
    return names;
}

ParticleFrame read_back(const ParticleFrame& frame, FrameFormat format)
{
    auto result = parse_particles(frame_text(frame, format), format, "t");
    EXPECT_TRUE(result.ok()) << extension(format) << ": " << describe(result.problems());
    return result ? std::move(*result) : ParticleFrame{};
}

/// The numbers of a column as double, exact for all but huge integers.
std::vector<double> numbers_of(const aspic::AnyColumn& any)
{
    std::vector<double> numbers;
    auto copy = any;
    std::visit([&](auto& column) { for_each_number(column, [&](auto number) { numbers.push_back(static_cast<double>(number)); }); }, copy);
    return numbers;
}

/// What a text with as few digits as a float needs says, read as a float again: exact for the formats without types.
std::vector<double> as_written(const aspic::AnyColumn& read, const aspic::AnyColumn& original)
{
    std::vector<double> numbers = numbers_of(read);
    const bool is_float = std::visit(
        [](const auto& column) { return std::is_same_v<typename aspic::ColumnLayout<aspic::ValueOf<decltype(column)>>::Component, float>; },
        original);
    if (is_float)
        for (double& number : numbers)
            number = static_cast<float>(number);
    return numbers;
}
} // namespace

TEST(ParticleFrame, CopiesTheColumnsThatAreAskedFor)
{
    const ParticleSet particles = aspic::sample_particles(3);
    EXPECT_THAT(names_of(frame_of(particles, 0, {"strain", "velocity", "strain", "position"})),
                ElementsAre("position", "identity", "strain", "velocity"));
    const ParticleFrame all = frame_of(particles, 2.5, {});
    EXPECT_EQ(all.time, 2.5);
    EXPECT_EQ(all.size(), 3);
    EXPECT_THAT(names_of(all), ElementsAre("position", "identity", "velocity", "mass", "density", "temperature", "pressure", "normal",
                                           "rest position", "strain", "stress", "material", "parent"));
    EXPECT_EQ(all.position().unit, "m");
    ASSERT_NE(all.find<Index>("material"), nullptr);
    EXPECT_EQ(all.find<float>("material"), nullptr);
    EXPECT_EQ(all.find_any("nothing"), nullptr);
}

TEST(ParticleFrame, AnUnknownColumnIsNamed)
{
    try
    {
        static_cast<void>(frame_of(ParticleSet{}, 0, {"presure"}));
        FAIL();
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("no column 'presure': the particles have position, velocity, mass"));
    }
}

TEST(ParticleFrame, GivesValuesInAnyPrecision)
{
    const ParticleFrame frame = sample_frame(4);
    const auto velocity = frame.values_as<Vec3d>("velocity");
    ASSERT_TRUE(velocity);
    EXPECT_EQ(static_cast<float>((*velocity)[2].y), (*frame.values_as<aspic::Vec3T<float>>("velocity"))[2].y);
    EXPECT_FALSE(frame.values_as<double>("velocity")); // another number of components
    EXPECT_FALSE(frame.values_as<double>("nothing"));
    EXPECT_EQ(frame.values_as<double>("material")->size(), 4U);
}

TEST(ParticleFrame, VtpKeepsEveryColumnAndBit)
{
    for (const Index n : {0, 1, 2, 1000})
    {
        const ParticleFrame frame = sample_frame(n);
        const ParticleFrame read = read_back(frame, FrameFormat::vtp);
        EXPECT_EQ(read.time, frame.time);
        ASSERT_EQ(names_of(read), names_of(frame));
        for (const auto& any : frame.columns)
            std::visit(
                [&](const auto& column) {
                    const auto* same = read.find<aspic::ValueOf<decltype(column)>>(column.name);
                    ASSERT_NE(same, nullptr) << column.name;
                    EXPECT_TRUE(same_bits(*same, column)) << column.name << " of " << n;
                },
                any);
    }
}

TEST(ParticleFrame, PlyAndCsvKeepEveryNumber)
{
    for (const FrameFormat format : {FrameFormat::ply, FrameFormat::csv})
        for (const Index n : {0, 1, 2, 1000})
        {
            const ParticleFrame frame = sample_frame(n);
            const ParticleFrame read = read_back(frame, format);
            std::vector<std::string> expected = names_of(frame);
            if (format == FrameFormat::ply)
                std::ranges::replace(expected, "rest position", "rest_position");
            ASSERT_EQ(names_of(read), expected);
            EXPECT_EQ(read.size(), n);
            EXPECT_EQ(read.time, format == FrameFormat::ply ? frame.time : 0);
            for (std::size_t k = 0; k < frame.columns.size(); ++k)
                EXPECT_EQ(as_written(read.columns[k], frame.columns[k]), numbers_of(frame.columns[k])) << expected[k] << " of " << n;
        }
}

TEST(ParticleFrame, KnownColumnsHaveTheirUnitsWhereTheFormatHasNone)
{
    for (const FrameFormat format : formats)
    {
        const ParticleFrame read = read_back(sample_frame(2), format);
        EXPECT_EQ(read.position().unit, "m");
        EXPECT_EQ(read.position().symbol, "x");
        std::visit([](const auto& column) { EXPECT_EQ(column.unit, "m/s"); }, *read.find_any("velocity"));
    }
}

TEST(ParticleFrame, HugeIdentitiesAreExact)
{
    ParticleSet particles;
    particles.append(6);
    particles.identity.values = {0,
                                 (Identity{1} << 53U) - 1,
                                 Identity{1} << 53U,
                                 (Identity{1} << 53U) + 1,
                                 (Identity{1} << 63U) + 7,
                                 std::numeric_limits<Identity>::max()};
    for (const FrameFormat format : formats)
    {
        const ParticleFrame read = read_back(frame_of(particles, 0, {"velocity"}), format);
        const auto* identity = read.find<Identity>("identity");
        ASSERT_NE(identity, nullptr);
        EXPECT_EQ(identity->values, particles.identity.values) << extension(format);
    }
}

TEST(ParticleFrame, OddNamesDoNotBreakAFile)
{
    ParticleSet particles;
    particles.add_column<float>("a <b> & \"c\", 'd'; #e", "", "");
    particles.add_column<float>("tab\there", "", "");
    particles.add_column<float>("tab here", "", "");
    particles.append(2);
    particles.mass.values = {1, 2};
    for (const FrameFormat format : formats)
    {
        const ParticleFrame read = read_back(frame_of(particles, 0, {}), format);
        EXPECT_EQ(read.columns.size(), 8U) << extension(format);
        EXPECT_THAT(*read.values_as<double>("mass"), ElementsAre(1, 2));
    }
    EXPECT_EQ(names_of(read_back(frame_of(particles, 0, {}), FrameFormat::vtp)), names_of(frame_of(particles, 0, {})));
}

TEST(ParticleFrame, FilesAreReadByTheirEnding)
{
    const aspic::TemporaryFolder folder("frames");
    const ParticleFrame frame = sample_frame(5);
    for (const FrameFormat format : formats)
    {
        const auto path = folder.path / ("frame" + std::string(extension(format)));
        aspic::write_output(path, frame_text(frame, format));
        const auto read = aspic::read_particles(path);
        ASSERT_TRUE(read.ok()) << describe(read.problems());
        EXPECT_EQ(read->size(), 5);
        EXPECT_EQ(aspic::format_of("A" + std::string(extension(format))), format);
    }
    EXPECT_EQ(aspic::format_of("a.PLY"), FrameFormat::ply);
    EXPECT_EQ(aspic::format_of("a.obj"), std::nullopt);
    aspic::write_output(folder.path / "frame.txt", "x,y\n1,2\n");
    EXPECT_THAT(describe(aspic::read_particles(folder.path / "frame.txt").problems()), HasSubstr(".vtp, .ply and .csv"));
    EXPECT_THROW(static_cast<void>(aspic::read_particles(folder.path / "missing.vtp")), std::system_error);
    EXPECT_THROW(static_cast<void>(aspic::read_particles(folder.path)), std::system_error);
}
