#pragma once

#include "aspic/run/checkpoint_files.h"
#include "support/program.h"

#include <csignal>
#include <fcntl.h>
#include <map>
#include <string>
#include <vector>

namespace aspic
{
inline std::filesystem::path program_path() { return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "aspic"; }

/// The program `aspic`, running in a folder; what it prints goes to child.txt there.
class Child
{
public:
    Child(const std::filesystem::path& folder, const std::vector<std::string>& arguments)
    {
        const std::string program = program_path().string();
        std::vector<char*> words{const_cast<char*>(program.c_str())};
        for (const std::string& argument : arguments)
            words.push_back(const_cast<char*>(argument.c_str()));
        words.push_back(nullptr);
        pid_ = ::fork();
        if (pid_ != 0)
            return;
        // Other threads may hold locks: only system calls until the program begins.
        const int output = ::chdir(folder.c_str()) == 0 ? ::open("child.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
        if (output < 0 || ::dup2(output, STDOUT_FILENO) < 0 || ::dup2(output, STDERR_FILENO) < 0)
            ::_exit(126);
        ::close(output);
        ::execv(program.c_str(), words.data());
        ::_exit(127);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child()
    {
        if (pid_ > 0)
        {
            ::kill(pid_, SIGKILL);
            wait();
        }
    }

    void signal(int number) const { ::kill(pid_, number); }

    /// Its exit code, or minus the signal that ended it.
    int wait()
    {
        int status = 0;
        ::waitpid(pid_, &status, 0);
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }

private:
    pid_t pid_ = -1;
};

/// What a shell left of commands run in a folder; $ASPIC is the program.
inline Outcome run_shell(const std::filesystem::path& folder, const std::string& script)
{
    ::setenv("ASPIC", program_path().c_str(), 1);
    std::ofstream(folder / "script.sh") << script << "\n";
    const std::string command = "cd '" + folder.string() + "' && bash ./script.sh 2>error.txt >out.txt";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status)) << script;
    Outcome outcome{WEXITSTATUS(status), file_content(folder / "out.txt"), file_content(folder / "error.txt")};
    EXPECT_EQ(outcome.error.find("Sanitizer"), std::string::npos) << script << "\n" << outcome.error;
    return outcome;
}

/// Results of a run: all files by name but the lock, those that tell wall-clock times, and checkpoints that only time decided to write: of those that
/// are not kept, the last one counts if it is the end of the run.
inline std::map<std::string, std::string> results_in(const std::filesystem::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    {
        const std::string name = entry.path().lexically_relative(folder).string();
        const bool is_compared = name != ".lock" && name != "run.json" && name != "timings.csv" && !name.starts_with("checkpoints/step_");
        if (entry.is_regular_file() && is_compared)
            files[name] = file_content(entry.path());
    }
    const std::vector<CheckpointFile> checkpoints = checkpoints_in(folder / "checkpoints");
    if (!checkpoints.empty())
        files["last checkpoint"] = file_content(checkpoints.back().path);
    return files;
}

/// Expects the same files with the same bytes.
inline void expect_same_results(const std::filesystem::path& expected, const std::filesystem::path& found)
{
    const auto a = results_in(expected), b = results_in(found);
    EXPECT_FALSE(a.empty());
    for (const auto& [name, content] : a)
    {
        const auto other = b.find(name);
        if (other == b.end())
            ADD_FAILURE() << name << " is missing in " << found;
        else
            EXPECT_TRUE(other->second == content)
                << name << " differs in " << found << ": " << content.size() << " and " << other->second.size() << " bytes";
    }
    for (const auto& [name, content] : b)
        EXPECT_TRUE(a.contains(name)) << name << " is new in " << found;
}

/// A folder for one test, removed at its end.
class TestFolder : public testing::Test
{
protected:
    TestFolder() { std::filesystem::create_directories(folder_); }
    ~TestFolder() override
    {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }

    std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / ("aspic_run_" + std::to_string(getpid()));
};
} // namespace aspic
