#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace aspic
{
inline std::string file_content(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What the program left: exit code, standard output, standard error.
struct Outcome
{
    int code;
    std::string out, error;
};

/// Runs the built program `aspic`, which lies beside the test, in a folder. `arguments` are read by the shell.
inline Outcome run_program(const std::filesystem::path& folder, const std::string& arguments, const std::string& environment = "")
{
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "aspic";
    EXPECT_TRUE(std::filesystem::exists(program)) << "build the target aspic first";
    const std::string command =
        "cd '" + folder.string() + "' && { " + environment + " '" + program.string() + "' " + arguments + "; } 2>error.txt >out.txt";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status)) << command;
    Outcome outcome{WEXITSTATUS(status), file_content(folder / "out.txt"), file_content(folder / "error.txt")};
    EXPECT_EQ(outcome.error.find("Sanitizer"), std::string::npos) << command << "\n" << outcome.error;
    return outcome;
}
} // namespace aspic
