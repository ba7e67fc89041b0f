#include "aspic/run/machine.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sched.h>
#include <sys/resource.h>

namespace aspic
{
namespace
{
/// What stands behind `key` and a colon in a file of the system.
std::optional<std::string> entry(const char* file, const std::string& key)
{
    std::ifstream lines(file);
    std::string line;
    while (std::getline(lines, line))
    {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || line.compare(0, key.size(), key) != 0)
            continue;
        if (line.find_first_not_of(" \t", key.size()) == colon)
            return line.substr(std::min(line.find_first_not_of(" \t", colon + 1), line.size()));
    }
    return std::nullopt;
}

/// [bytes] from an entry in kB.
std::optional<double> size_entry(const char* file, const std::string& key)
{
    const auto text = entry(file, key);
    return text ? std::optional(1024 * std::strtod(text->c_str(), nullptr)) : std::nullopt;
}

/// The number that a file of the system begins with; none for "max".
std::optional<double> number_in(const char* file)
{
    std::ifstream stream(file);
    double value = 0;
    return stream >> value ? std::optional(value) : std::nullopt;
}

int usable_cores()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 0;
}
} // namespace

Machine this_machine()
{
    return {.processor = entry("/proc/cpuinfo", "model name").value_or("unknown"),
            .cores = usable_cores(),
            .memory = size_entry("/proc/meminfo", "MemTotal").value_or(0)};
}

double available_memory()
{
    double available = size_entry("/proc/meminfo", "MemAvailable").value_or(std::numeric_limits<double>::infinity());
    if (const auto limit_of_container = number_in("/sys/fs/cgroup/memory.max"))
        available = std::min(available, *limit_of_container);
    rlimit address_space = {};
    if (::getrlimit(RLIMIT_AS, &address_space) == 0 && address_space.rlim_cur != RLIM_INFINITY)
    {
        const double taken = size_entry("/proc/self/status", "VmSize").value_or(0);
        available = std::min(available, std::max(0.0, static_cast<double>(address_space.rlim_cur) - taken));
    }
    return available;
}

double peak_memory() { return size_entry("/proc/self/status", "VmHWM").value_or(0); }
} // namespace aspic
