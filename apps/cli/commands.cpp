#include "commands.h"

#include <cstdio>

int refuse(const aspic::Problems& problems)
{
    std::fputs(describe(problems).c_str(), stderr);
    return bad_input;
}

aspic::Execution execution_with(int threads)
{
    aspic::Execution execution = aspic::default_execution();
    if (threads > 0)
        execution.threads = threads;
    return execution;
}
