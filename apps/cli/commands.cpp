#include "commands.h"

#include <cstdio>

int refuse(const aspic::Problems& problems)
{
    std::fputs(describe(problems).c_str(), stderr);
    return bad_input;
}

void tell_gaps(const std::vector<aspic::RecordedFrame>& frames)
{
    if (const std::string missing = missing_frames(frames); !missing.empty())
        std::fprintf(stderr, "aspic: frames are missing: %s\n", missing.c_str());
}

aspic::Execution execution_with(int threads)
{
    aspic::Execution execution = aspic::default_execution();
    if (threads > 0)
        execution.threads = threads;
    return execution;
}
