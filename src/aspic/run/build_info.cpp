#include "aspic/run/build_info.h"

#include "aspic/io/input_file.h"
#include "aspic/simulation/state_hash.h"

namespace aspic
{
BuildInfo build_info()
{
    return {.version = ASPIC_VERSION,
            .precision = ASPIC_PRECISION_NAME,
            .compiler = ASPIC_COMPILER,
            .type = ASPIC_BUILD_TYPE,
            .sanitizers = ASPIC_SANITIZERS};
}

std::string build_id()
{
    // The program itself, byte by byte: whatever was changed in it could change a bit of the result.
    static const std::string program = hash_text(hash_of(read_file("/proc/self/exe")));
    const BuildInfo info = build_info();
    return std::string(info.version) + " " + std::string(info.precision) + " " + std::string(info.compiler) + " " + program;
}
} // namespace aspic
