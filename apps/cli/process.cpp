#include "process.h"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <initializer_list>
#include <unistd.h>

namespace
{
volatile std::sig_atomic_t asked_to_stop = 0; // NOLINT: signals have no other way

extern "C" void ask_to_stop(int) { asked_to_stop = 1; }
} // namespace

void open_standard_streams()
{
    // For reading only: what is printed there fails as it would without. open() takes the lowest number that is free.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != stream)
            return;
}

void catch_signals()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    {
        struct sigaction action = {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
            continue; // as nohup and background jobs want it
        action = {};
        action.sa_handler = ask_to_stop;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        ::sigaction(signal, &action, nullptr);
    }
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

std::string command_line()
{
    std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
    std::string line;
    for (std::string argument; std::getline(arguments, argument, '\0');)
    {
        const bool is_plain = !argument.empty() && argument.find_first_of(" \t\n\"'\\$&|;<>()*?[]{}#~!`") == std::string::npos;
        std::string quoted;
        for (const char c : argument)
            quoted += c == '\'' ? "'\\''" : std::string(1, c);
        line += (line.empty() ? "" : " ") + (is_plain ? argument : "'" + quoted + "'");
    }
    return line;
}

bool is_asked_to_stop() { return asked_to_stop != 0; }
