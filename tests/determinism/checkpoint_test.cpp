// Save, load, run = run: the same bits. Damaged files are refused.

#include "aspic/io/checkpoint.h"
#include "aspic/scene/built_in.h"
#include "aspic/simulation/state_hash.h"

#include <gtest/gtest.h>

#include <fstream>

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
