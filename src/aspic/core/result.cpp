#include "aspic/core/result.h"

#include "aspic/core/platform.h"
#include "aspic/core/printable.h"

#include <cstdio>
#include <cstdlib>

namespace aspic
{
std::string describe(const Problem& problem)
{
    std::string text = visible(problem.where.empty() ? problem.what : problem.where + ": " + problem.what);
    if (!problem.hint.empty())
        text += "\n  hint: " + visible(problem.hint);
    return text;
}

std::string describe(const Problems& problems)
{
    std::string text;
    for (const Problem& problem : problems)
        text += describe(problem) + "\n";
    return text;
}

void broken_promise(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "%s:%d: a caller's bug: expected %s\n", file, line, condition);
    std::abort();
}
} // namespace aspic
