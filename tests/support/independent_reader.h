#pragma once

#include "support/program.h"

namespace aspic
{
/// Runs a script of tests/independent, which reads files with other code than ours, on a folder.
inline Outcome run_independent_reader(const std::string& script, const std::filesystem::path& folder)
{
    const auto path = std::filesystem::path(__FILE__).parent_path().parent_path() / "independent" / script;
    const std::filesystem::path words = folder.string() + ".words";
    const std::string command =
        "/usr/bin/python3 -I '" + path.string() + "' '" + folder.string() + "' >'" + words.string() + "' 2>'" + words.string() + ".error'";
    const int status = std::system(command.c_str());
    Outcome outcome{WEXITSTATUS(status), file_content(words), file_content(words.string() + ".error")};
    std::filesystem::remove(words);
    std::filesystem::remove(words.string() + ".error");
    return outcome;
}
} // namespace aspic
