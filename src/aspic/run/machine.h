#pragma once

#include <string>

namespace aspic
{
/// The machine that a run happened on.
struct Machine
{
    std::string processor; ///< its model
    int cores = 0;         ///< that this process may use
    double memory = 0;     ///< [bytes]
};

Machine this_machine();

/// [bytes] that programs could still take, as far as the system, a container or a limit of this process tells; infinity if nothing does.
double available_memory();

/// [bytes] the most that this process has held so far, or 0 if the system does not tell.
double peak_memory();
} // namespace aspic
