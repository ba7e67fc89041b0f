// What a checkpoint holds comes back bit by bit. Damaged files and files that lie are refused.

#include "aspic/io/checkpoint.h"
#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"
#include "support/small_scene.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <gmock/gmock.h>

#include <fstream>
#include <unistd.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
constexpr const char* build = "this build";

std::filesystem::path place(const std::string& name)
{
    return std::filesystem::path(testing::TempDir()) / ("aspic_" + std::to_string(getpid()) + "_" + name);
}

/// A state in which all lists and numbers have values.
std::string whole_checkpoint()
{
    const auto scene = parse_scene(small_scene, "small.json", ".");
    EXPECT_TRUE(scene) << describe(scene.problems());
    World world(scene->scene, scene->assets);
    for (int step = 0; step < 5; ++step)
        world.measure(world.step(1));
    return checkpoint_text({.build = build,
                            .physics = scene->physics,
                            .frame = 3,
                            .file_sizes = {{"steps.csv", 7}, {"probes/a.csv", 9}},
                            .branched_from = "{}"},
                           world.state());
}

Result<Checkpoint> parse(const std::string& content) { return parse_checkpoint(content, "test", build); }

/// The content with a checksum that fits it.
std::string with_checksum(std::string content)
{
    content.resize(content.size() - sizeof(std::uint64_t));
    const std::uint64_t hash = XXH3_64bits(content.data(), content.size());
    return content.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
}

/// The content with other bytes at a place, and a checksum that fits.
std::string with_bytes(std::string content, std::size_t place, const std::string& bytes)
{
    return with_checksum(content.replace(place, bytes.size(), bytes));
}
} // namespace

TEST(Checkpoint, KeepsNotesAndNumbers)
{
    const std::string whole = whole_checkpoint();
    auto read = parse(whole);
    ASSERT_TRUE(read) << describe(read.problems());
    EXPECT_EQ(read->notes.frame, 3);
    EXPECT_EQ(read->notes.file_sizes.at("probes/a.csv"), 9U);
    EXPECT_EQ(read->notes.branched_from, "{}");
    EXPECT_EQ(read->state.steps, 5);
    EXPECT_EQ(read->state.probes.size(), 8U);
    EXPECT_EQ(read->state.probes[0].rows, 5);
    EXPECT_EQ(checkpoint_text(read->notes, read->state), whole);
}

TEST(Checkpoint, KeepsAddedColumns)
{
    const auto path = place("columns");
    WorldState state;
    state.particles.add_column<Mat3>("deformation", "1", "F", diagonal(Real(1), Real(2), Real(3)));
    state.particles.add_column<Index>("phase", "1", "φ", 4);
    state.particles.append(5);
    state.particles.column<Index>("phase")[3] = 9;
    state.particles.mass[2] = 7;
    write_checkpoint(path, {.build = build}, state);
    auto read = read_checkpoint(path, build);
    ASSERT_TRUE(read) << describe(read.problems());
    ParticleSet& particles = read->state.particles;
    EXPECT_EQ(particles.size(), 5);
    EXPECT_EQ(particles.next_identity(), 5U);
    EXPECT_EQ(particles.column<Index>("phase")[3], 9);
    EXPECT_EQ(particles.column<Index>("phase").symbol, "φ");
    EXPECT_EQ(particles.mass[2], 7);
    particles.append(1);
    EXPECT_EQ(particles.column<Mat3>("deformation")[5].row[2].z, 3);
    std::filesystem::remove(path);
}

TEST(Checkpoint, DamagedFilesAreRefused)
{
    const std::string whole = whole_checkpoint();
    EXPECT_TRUE(parse(whole));
    for (std::size_t length = 0; length < whole.size(); length += 64)
        EXPECT_FALSE(parse(whole.substr(0, length))) << length;
    for (std::size_t at = 0; at < whole.size(); at += 97)
    {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        EXPECT_FALSE(parse(flipped)) << at;
    }
    EXPECT_FALSE(parse(whole + "x"));
    EXPECT_THROW(static_cast<void>(read_checkpoint(place("nowhere"), build)), std::system_error);
}

TEST(Checkpoint, OtherVersionsAndBuildsAreRefusedInWords)
{
    const std::string whole = whole_checkpoint();
    const std::size_t version = std::string("aspic checkpoint\n").size();
    EXPECT_THAT(describe(parse(with_bytes(whole, version, std::string("\1\0\0\0", 4))).problems()), HasSubstr("version 1"));
    EXPECT_THAT(describe(parse_checkpoint(whole, "test", "that build").problems()), HasSubstr("'this build'"));
    EXPECT_THAT(describe(parse("something else").problems()), HasSubstr("is not a checkpoint"));
}

TEST(Checkpoint, FilesThatLieAreRefused) // their checksum fits, their content does not
{
    const std::string whole = whole_checkpoint();
    ASSERT_TRUE(parse(with_checksum(whole)));

    // type number and length stand in front of a column's name
    const std::size_t name = whole.rfind("position", whole.rfind("velocity"));
    const std::string type(1, static_cast<char>(whole[name - 8] ^ 1));
    EXPECT_FALSE(parse(with_bytes(whole, name - 8, type)));
    EXPECT_FALSE(parse(with_bytes(whole, name - 8, "\x4d"))) << "no such type";
    EXPECT_FALSE(parse(with_bytes(whole, name, "q"))) << "no position";
    EXPECT_FALSE(parse(with_bytes(whole, whole.find("velocity", name), "position"))) << "two positions";

    // next identity, number of particles, number of columns stand in front of the first column
    const std::size_t particles = name - 8 - 4 - 8;
    EXPECT_FALSE(parse(with_bytes(whole, particles - 8, std::string("\1\0\0\0\0\0\0\0", 8)))) << "identities given twice";
    EXPECT_FALSE(parse(with_bytes(whole, particles, "\xff\xff\xff\x7f"))) << "more particles than bytes";
    EXPECT_FALSE(parse(with_bytes(whole, particles, std::string(8, '\xff')))) << "less than no particle";

    // lengths of the lists stand in front of the first number
    const std::size_t lists = whole.find("time", whole.find("probes/a.csv")) - 4 - 3 * 8;
    EXPECT_FALSE(parse(with_bytes(whole, lists, std::string(8, '\x7f')))) << "more objects than bytes";
    EXPECT_FALSE(parse(with_bytes(whole, lists, "\1"))) << "another number of objects";
    EXPECT_FALSE(parse(with_bytes(whole, whole.find("emitter.passed"), "E"))) << "another name";
}
