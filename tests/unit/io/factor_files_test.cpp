// The folder of factors: files that come back, damaged ones that are replaced, and the limit on all of them.

#include "aspic/io/factor_files.h"

#include "aspic/io/output_file.h"
#include "sample_frame.h"
#include "support/matrices.h"
#include "support/program.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>

using namespace aspic;
namespace fs = std::filesystem;

namespace
{
struct Stored
{
    SymmetricMatrix matrix;
    FactorKey key;
    CholeskyFactor factor;
};

Stored stored(int width)
{
    SymmetricMatrix matrix = grid_laplacian(width, 10);
    const FactorKey key = factor_key(matrix);
    CholeskyFactor factor = *CholeskyFactor::make(matrix);
    return {std::move(matrix), key, std::move(factor)};
}

void make_older(const fs::path& file, int hours)
{
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours));
}
} // namespace

TEST(FactorFiles, FactorComesBackFromDisk)
{
    const TemporaryFolder folder("factors");
    const Stored one = stored(12);
    FactorFiles files(folder.path / "cache" / "factors");
    EXPECT_FALSE(files.load(one.key).has_value());
    ASSERT_TRUE(files.store(one.key, one.factor));
    const auto again = FactorFiles(folder.path / "cache" / "factors").load(one.key);
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->panels(), one.factor.panels());
    EXPECT_FALSE(files.load(stored(13).key).has_value());
}

/// A checksum that fits says nothing about what it is a sum of.
TEST(FactorFiles, IndicesThatNameNothingAreRefused)
{
    const Stored one = stored(12);
    const std::string whole = factor_bytes(one.key, one.factor);
    const auto changed = [&](std::size_t place, std::int32_t value) {
        std::string bytes = whole.substr(0, whole.size() - sizeof(std::uint64_t));
        std::memcpy(bytes.data() + place, &value, sizeof(value));
        const std::uint64_t hash = XXH3_64bits(bytes.data(), bytes.size());
        return factor_of_bytes(one.key, bytes.append(reinterpret_cast<const char*>(&hash), sizeof(hash)));
    };
    constexpr std::size_t order = 72, index = sizeof(std::int32_t); // behind the header
    const std::size_t nodes = order + index * one.factor.plan().order.size();
    const std::size_t rows = nodes + 3 * index * one.factor.plan().supernodes.size();
    std::int32_t first = 0;
    std::memcpy(&first, whole.data() + order, sizeof(first));
    EXPECT_TRUE(changed(order, first).has_value());
    for (const std::int32_t wrong : {-1, 1'000'000'000, first + 1 == one.matrix.size ? 0 : first + 1}) // the last stands there twice then
        EXPECT_FALSE(changed(order, wrong).has_value()) << wrong;
    for (const std::int32_t wrong : {-1, 0, 1'000'000'000})
    {
        EXPECT_FALSE(changed(nodes, wrong).has_value()) << "columns " << wrong;
        EXPECT_FALSE(changed(nodes + 2 * index, wrong).has_value()) << "parent " << wrong;
        EXPECT_FALSE(changed(rows, wrong).has_value()) << "row " << wrong;
    }
    EXPECT_FALSE(changed(nodes + index, -1).has_value()) << "rows";
}

TEST(FactorFiles, DamagedFilesAreReplaced)
{
    const TemporaryFolder folder("factors");
    const Stored one = stored(12);
    FactorFiles files(folder.path);
    ASSERT_TRUE(files.store(one.key, one.factor));
    const auto size = fs::file_size(files.file_of(one.key));
    for (const auto damaged : {std::uintmax_t{0}, std::uintmax_t{10}, size - 1})
    {
        fs::resize_file(files.file_of(one.key), damaged);
        EXPECT_FALSE(files.load(one.key).has_value());
        EXPECT_TRUE(cached_factor(one.matrix, files).ok());
        EXPECT_EQ(fs::file_size(files.file_of(one.key)), size);
        EXPECT_TRUE(files.load(one.key).has_value());
    }
    fs::remove(files.file_of(one.key));
    fs::create_directory(files.file_of(one.key)); // a folder in its place
    EXPECT_FALSE(files.load(one.key).has_value());
    EXPECT_FALSE(files.store(one.key, one.factor));
    EXPECT_TRUE(cached_factor(one.matrix, files).ok());
}

TEST(FactorFiles, LongestUnusedFilesAreRemoved)
{
    const TemporaryFolder folder("factors");
    const Stored a = stored(30), b = stored(31), c = stored(32);
    const auto room = 2 * factor_bytes(c.key, c.factor).size();
    FactorFiles files(folder.path, room + 100);
    ASSERT_TRUE(files.store(a.key, a.factor));
    ASSERT_TRUE(files.store(b.key, b.factor));
    make_older(files.file_of(a.key), 3);
    make_older(files.file_of(b.key), 2);
    ASSERT_TRUE(files.load(a.key).has_value()); // used again
    ASSERT_TRUE(files.store(c.key, c.factor));
    EXPECT_TRUE(fs::exists(files.file_of(a.key)));
    EXPECT_FALSE(fs::exists(files.file_of(b.key)));
    EXPECT_TRUE(fs::exists(files.file_of(c.key)));

    EXPECT_FALSE(FactorFiles(folder.path, 1000).store(b.key, b.factor)); // larger than all may be
    EXPECT_TRUE(fs::exists(files.file_of(c.key)));
}

TEST(FactorFiles, AbandonedFilesAreRemovedOthersStay)
{
    const TemporaryFolder folder("factors");
    write_output(folder.path / "x.factor.1.part", "half");
    write_output(folder.path / "y.factor.2.part", "being written");
    write_output(folder.path / "notes.txt", "mine");
    make_older(folder.path / "x.factor.1.part", 30);
    make_older(folder.path / "notes.txt", 9999);
    const Stored one = stored(12);
    EXPECT_TRUE(FactorFiles(folder.path).store(one.key, one.factor));
    EXPECT_FALSE(fs::exists(folder.path / "x.factor.1.part"));
    EXPECT_TRUE(fs::exists(folder.path / "y.factor.2.part"));
    EXPECT_TRUE(fs::exists(folder.path / "notes.txt"));
}

TEST(FactorFiles, WhatTheDiskRefusesIsNoError)
{
    const TemporaryFolder folder("factors");
    write_output(folder.path / "file", "no folder");
    const Stored one = stored(12);
    FactorFiles files(folder.path / "file" / "factors");
    EXPECT_FALSE(files.load(one.key).has_value());
    EXPECT_FALSE(files.store(one.key, one.factor));
}

TEST(FactorFiles, FolderOfTheUser)
{
    const auto restore = [](const char* name, const char* value) { value == nullptr ? unsetenv(name) : setenv(name, value, 1); };
    const auto copy_of = [](const char* name) {
        const char* value = std::getenv(name);
        return value == nullptr ? std::optional<std::string>() : std::string(value);
    };
    const auto cache = copy_of("XDG_CACHE_HOME"), home = copy_of("HOME"), chosen = copy_of("ASPIC_CACHE");
    unsetenv("ASPIC_CACHE");
    setenv("XDG_CACHE_HOME", "/somewhere/cache", 1);
    setenv("HOME", "/home/me", 1);
    EXPECT_EQ(default_factor_folder(), fs::path("/somewhere/cache/aspic/factors"));
    setenv("XDG_CACHE_HOME", "not/absolute", 1); // does not count, as the XDG specification says
    EXPECT_EQ(default_factor_folder(), fs::path("/home/me/.cache/aspic/factors"));
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    EXPECT_EQ(default_factor_folder(), std::nullopt);
    setenv("ASPIC_CACHE", "/my/factors", 1);
    EXPECT_EQ(default_factor_folder(), fs::path("/my/factors"));
    setenv("ASPIC_CACHE", "", 1); // none, please
    setenv("HOME", "/home/me", 1);
    EXPECT_EQ(default_factor_folder(), std::nullopt);
    restore("ASPIC_CACHE", chosen ? chosen->c_str() : nullptr);
    restore("XDG_CACHE_HOME", cache ? cache->c_str() : nullptr);
    restore("HOME", home ? home->c_str() : nullptr);
}
