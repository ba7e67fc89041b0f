#include "aspic/render/movie.h"

#include "aspic/io/input_file.h"
#include "aspic/io/output_file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace aspic
{
namespace
{
/// Starts a program that reads the end of a pipe; its words go into a file. Returns the other end.
struct Started
{
    int process, pipe;
};

Started start(std::vector<std::string> arguments, const std::filesystem::path& words)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe to ffmpeg");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, words.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    posix_spawnattr_t attributes; // the terminal's Ctrl-C is for us: we end it
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    int process = -1;
    const int error = ::posix_spawnp(&process, pointers[0], &actions, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[0]);
    if (error == 0)
        return {process, ends[1]};
    ::close(ends[1]);
    throw std::system_error(error, std::generic_category(), "ffmpeg cannot be started");
}
} // namespace

bool can_make_movies()
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/bin";
    while (!rest.empty())
    {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (::access((std::string(rest.substr(0, end)) + "/ffmpeg").c_str(), X_OK) == 0)
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

Movie::Movie(std::filesystem::path path, double rate)
    : path_(std::move(path)),
      unfinished_(path_.string() + "." + std::to_string(::getpid()) + ".part"),
      words_(path_.string() + "." + std::to_string(::getpid()) + "-words.part")
{
    std::error_code ignored; // what a killed program left
    std::filesystem::remove(words_, ignored);
    write_output(unfinished_, ""); // a file of our own, and no link
    const auto [process, pipe] = start({"ffmpeg",
                                        "-loglevel",
                                        "error",
                                        "-y",
                                        "-f",
                                        "image2pipe",
                                        "-framerate",
                                        std::to_string(rate),
                                        "-c:v",
                                        "png",
                                        "-i",
                                        "-",
                                        "-c:v",
                                        "libx264",
                                        "-preset",
                                        "medium",
                                        "-crf",
                                        "18",
                                        "-pix_fmt",
                                        "yuv420p",
                                        "-vf",
                                        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                        "-movflags",
                                        "+faststart",
                                        "-f",
                                        "mp4",
                                        "file:" + unfinished_.string()}, // or a folder "run:" would be a protocol
                                       words_);
    process_ = process;
    pipe_ = pipe;
}

Movie::~Movie()
{
    if (process_ > 0)
    {
        ::kill(process_, SIGKILL);
        end();
    }
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
    std::filesystem::remove(words_, ignored);
}

int Movie::end()
{
    ::close(pipe_);
    pipe_ = -1;
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR)
        ;
    process_ = -1;
    return status;
}

void Movie::fail()
{
    if (process_ > 0)
        end();
    std::string words = std::filesystem::exists(words_) ? read_file(words_) : "";
    while (!words.empty() && words.back() == '\n')
        words.pop_back();
    throw std::runtime_error("ffmpeg could not make " + path_.string() + (words.empty() ? "" : ": " + words.substr(0, 400)));
}

void Movie::add(std::string_view png)
{
    while (!png.empty())
    {
        const ::ssize_t written = ::write(pipe_, png.data(), png.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            fail();
        png.remove_prefix(static_cast<std::size_t>(written));
    }
}

void Movie::finish()
{
    const int status = end();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail();
    std::filesystem::rename(unfinished_, path_);
}
} // namespace aspic
