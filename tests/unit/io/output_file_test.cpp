// Writing files so that a full disk or a crash leaves no half of one.

#include "aspic/io/append_file.h"
#include "aspic/io/output_file.h"
#include "aspic/io/pvd.h"
#include "sample_frame.h"
#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <sys/resource.h>
#include <system_error>
#include <utility>

using aspic::AppendFile;
using aspic::Durability;
using aspic::file_content;
using aspic::TemporaryFolder;
using aspic::write_output;
using testing::HasSubstr;

namespace
{
/// The error that a call throws.
template <class F> std::system_error error_of(F&& f)
{
    try
    {
        f();
    }
    catch (const std::system_error& error)
    {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return std::system_error(std::error_code{});
}

std::size_t entries(const std::filesystem::path& folder)
{
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

/// Files of this process may not grow beyond a size while it lives: like a full disk, with EFBIG instead of ENOSPC.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes)
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
    }
    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};
} // namespace

TEST(OutputFile, ReplacesAFileAndLeavesNothingElse)
{
    const TemporaryFolder folder("output");
    for (const Durability durability : {Durability::cached, Durability::on_disk})
        for (const std::string content : {"first", "", "a longer second"})
        {
            write_output(folder.path / "file", content, durability);
            EXPECT_EQ(file_content(folder.path / "file"), content);
            EXPECT_EQ(entries(folder.path), 1U);
        }
}

TEST(OutputFile, AFullDiskIsNamedWithItsPath)
{
    const std::system_error error = error_of([] { write_output("/dev/full", "x"); });
    EXPECT_EQ(error.code(), std::errc::no_space_on_device);
    EXPECT_THAT(error.what(), HasSubstr("'/dev/full'"));
}

TEST(OutputFile, AFailedWriteKeepsTheOldFileAndRemovesTheNewOne)
{
    const TemporaryFolder folder("full");
    write_output(folder.path / "file", "old");
    {
        const FileSizeLimit limit(100000);
        const std::system_error error =
            error_of([&] { write_output(folder.path / "file", std::string(300000, 'x'), Durability::on_disk); });
        EXPECT_EQ(error.code(), std::errc::file_too_large);
        EXPECT_THAT(error.what(), HasSubstr((folder.path / "file").string()));
    }
    EXPECT_EQ(file_content(folder.path / "file"), "old");
    EXPECT_EQ(entries(folder.path), 1U);
    EXPECT_EQ(error_of([&] { write_output(folder.path / "missing" / "file", "x"); }).code(), std::errc::no_such_file_or_directory);
}

TEST(OutputFile, APlainNameIsWrittenIntoTheCurrentFolder)
{
    const TemporaryFolder folder("plain");
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path);
    write_output("file", "x", Durability::on_disk);
    std::filesystem::current_path(before);
    EXPECT_EQ(file_content(folder.path / "file"), "x");
}

TEST(AppendFile, GrowsAndKeepsWhatWasThere)
{
    const TemporaryFolder folder("append");
    const auto path = folder.path / "rows.csv";
    {
        AppendFile file(path);
        EXPECT_EQ(file.size(), 0U);
        file.append("a\n");
        EXPECT_EQ(file.size(), 2U);
        EXPECT_EQ(file_content(path), ""); // collected
        file.flush();
        EXPECT_EQ(file_content(path), "a\n");
        file.append("b\n");
    }
    EXPECT_EQ(file_content(path), "a\nb\n"); // the destructor flushed
    AppendFile file(path);
    EXPECT_EQ(file.size(), 4U);
    file.append(std::string(70000, 'x')); // more than the buffer: written at once
    EXPECT_EQ(std::filesystem::file_size(path), 70004U);
    AppendFile moved = std::move(file);
    moved.append("end");
    moved.sync();
    EXPECT_EQ(moved.size(), 70007U);
    EXPECT_EQ(std::filesystem::file_size(path), 70007U);
    EXPECT_EQ(moved.path(), path);
}

TEST(AppendFile, IsCutOffForAResume)
{
    const TemporaryFolder folder("truncate");
    const auto path = folder.path / "rows.csv";
    write_output(path, "0123456789");
    AppendFile::truncate_to(path, 10);
    AppendFile::truncate_to(path, 4);
    EXPECT_EQ(file_content(path), "0123");
    const std::system_error error = error_of([&] { AppendFile::truncate_to(path, 5); });
    EXPECT_THAT(error.what(), HasSubstr("has 4 bytes where at least 5 are needed"));
    EXPECT_THAT(error.what(), HasSubstr(path.string()));
    EXPECT_EQ(file_content(path), "0123");
    EXPECT_EQ(error_of([&] { AppendFile::truncate_to(folder.path / "missing", 0); }).code(), std::errc::no_such_file_or_directory);
}

TEST(AppendFile, FailuresAreNamedAndNothingIsWrittenTwice)
{
    const TemporaryFolder folder("append_full");
    EXPECT_EQ(error_of([&] { const AppendFile file(folder.path / "missing" / "file"); }).code(), std::errc::no_such_file_or_directory);
    {
        AppendFile full("/dev/full");
        full.append("x");
        const std::system_error error = error_of([&] { full.flush(); });
        EXPECT_EQ(error.code(), std::errc::no_space_on_device);
        EXPECT_THAT(error.what(), HasSubstr("'/dev/full'"));
    } // the destructor does not throw

    AppendFile file(folder.path / "rows");
    std::string expected;
    for (int row = 0; row < 2000; ++row)
        expected += std::to_string(row) + "\n";
    file.append(expected);
    {
        const FileSizeLimit limit(1000);
        EXPECT_EQ(error_of([&] { file.flush(); }).code(), std::errc::file_too_large);
    }
    EXPECT_EQ(file.size(), expected.size());
    EXPECT_EQ(std::filesystem::file_size(folder.path / "rows"), 1000U);
    file.flush(); // there is room again
    EXPECT_EQ(file_content(folder.path / "rows"), expected);
}

TEST(Pvd, ListsFramesWithTheirTimes)
{
    const std::vector<aspic::PvdEntry> entries{{0, "frame_0000.vtp"}, {0.1, "a & \"b\".vtp"}};
    EXPECT_EQ(aspic::pvd_text(entries),
              "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
              "<Collection>\n<DataSet timestep=\"0\" part=\"0\" file=\"frame_0000.vtp\"/>\n"
              "<DataSet timestep=\"0.1\" part=\"0\" file=\"a &amp; &quot;b&quot;.vtp\"/>\n</Collection>\n</VTKFile>\n");
}

TEST(OutputFile, FollowsNoLinkThatSomebodyElseHasLaid)
{
    const TemporaryFolder folder("links");
    const auto victim = folder.path / "victim", file = folder.path / "file", table = folder.path / "table";
    write_output(victim, "mine");
    auto unfinished = file;
    unfinished += "." + std::to_string(::getpid()) + ".part";
    std::filesystem::create_symlink(victim, unfinished);
    write_output(file, "new");
    EXPECT_EQ(file_content(file), "new");
    EXPECT_EQ(file_content(victim), "mine");
    std::filesystem::create_symlink(victim, table);
    EXPECT_THROW(AppendFile{table}, std::system_error);
    EXPECT_EQ(file_content(victim), "mine");
}

TEST(OutputFile, MessagesShowNoControlCharacters)
{
    const auto error = error_of([] { write_output("/nowhere/a\x1b[2J\nb", "x"); });
    EXPECT_THAT(error.what(), HasSubstr("/nowhere/a\\x1b[2J\\x0ab"));
}
