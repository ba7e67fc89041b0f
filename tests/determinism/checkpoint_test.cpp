// Save, load, run = run: the same bits. Damaged files are refused.

#include "aspic/io/checkpoint.h"
#include "aspic/scene/built_in.h"
#include "aspic/simulation/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <gtest/gtest.h>

#include <fstream>
#include <unistd.h>

using namespace aspic;

namespace
{
std::filesystem::path place(const std::string& name)
{
    return std::filesystem::path(testing::TempDir()) / ("aspic_" + std::to_string(getpid()) + "_" + name);
}

Scene small_scene()
{
    Scene scene = *built_in_scene("dam-break-2d");
    scene.spacing = 0.1;
    return scene;
}

std::string content_of(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
} // namespace

TEST(Checkpoint, ContinuedRunHasTheSameBitsAfterEveryStep)
{
    const auto path = place("state");
    World straight(small_scene());
    for (int i = 0; i < 30; ++i)
    {
        write_checkpoint(straight.state(), path);
        auto state = read_checkpoint(path);
        ASSERT_TRUE(state) << describe(state.problems());
        World resumed(small_scene(), std::move(*state));
        EXPECT_EQ(state_hash(resumed), state_hash(straight));
        straight.step(1);
        resumed.step(1);
        EXPECT_EQ(state_hash(resumed), state_hash(straight)) << i;
    }
    std::filesystem::remove(path);
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
    write_checkpoint(state, path);
    auto read = read_checkpoint(path);
    ASSERT_TRUE(read) << describe(read.problems());
    EXPECT_EQ(read->particles.size(), 5);
    EXPECT_EQ(read->particles.next_identity(), 5U);
    EXPECT_EQ(read->particles.column<Index>("phase")[3], 9);
    EXPECT_EQ(read->particles.column<Index>("phase").symbol, "φ");
    EXPECT_EQ(read->particles.mass[2], 7);
    read->particles.append(1);
    EXPECT_EQ(read->particles.column<Mat3>("deformation")[5].row[2].z, 3);
    std::filesystem::remove(path);
}

TEST(Checkpoint, DamagedFilesAreRefused)
{
    const auto path = place("damaged");
    write_checkpoint(World(small_scene()).state(), path);
    const std::string whole = content_of(path);
    const auto try_content = [&](const std::string& content) {
        std::ofstream(path, std::ios::binary) << content;
        return read_checkpoint(path);
    };
    EXPECT_TRUE(try_content(whole));
    for (std::size_t length = 0; length < whole.size(); length += 64)
        EXPECT_FALSE(try_content(whole.substr(0, length))) << length;
    for (std::size_t at = 0; at < whole.size(); at += 97)
    {
        std::string flipped = whole;
        flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
        EXPECT_FALSE(try_content(flipped)) << at;
    }
    EXPECT_FALSE(try_content(whole + "x"));
    EXPECT_FALSE(read_checkpoint(place("nowhere")));
    std::filesystem::remove(path);
}

TEST(Checkpoint, FilesThatLieAreRefused) // their checksum fits, their content does not
{
    const auto path = place("lies");
    write_checkpoint(World(small_scene()).state(), path);
    const std::string whole = content_of(path);
    std::filesystem::remove(path);
    const auto with_checksum = [](std::string content) {
        content.resize(content.size() - sizeof(std::uint64_t));
        const std::uint64_t hash = XXH3_64bits(content.data(), content.size());
        return content.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
    };
    ASSERT_TRUE(parse_checkpoint(with_checksum(whole), "test"));

    // type number and length stand in front of a column's name
    const std::size_t name = whole.find("position");
    std::string other_type = whole;
    other_type[name - 8] = static_cast<char>(other_type[name - 8] ^ 1);
    EXPECT_FALSE(parse_checkpoint(with_checksum(other_type), "test"));
    std::string unknown_type = whole;
    unknown_type[name - 8] = 77;
    EXPECT_FALSE(parse_checkpoint(with_checksum(unknown_type), "test"));
    std::string renamed = whole;
    renamed[name] = 'q'; // so that there is no position
    EXPECT_FALSE(parse_checkpoint(with_checksum(renamed), "test"));
    std::string twice = whole;
    twice.replace(whole.find("velocity"), 8, "position");
    EXPECT_FALSE(parse_checkpoint(with_checksum(twice), "test"));
    std::string reused_identity = whole;
    const std::size_t next_identity = std::string("aspic checkpoint\n").size() + 4 + 4 + 8;
    reused_identity[next_identity] = 1;
    reused_identity[next_identity + 1] = 0;
    EXPECT_FALSE(parse_checkpoint(with_checksum(reused_identity), "test"));
}
