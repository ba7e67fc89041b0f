#include "aspic/run/build_info.h"

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
    const BuildInfo info = build_info();
    return std::string(info.version) + " " + std::string(info.precision) + " " + std::string(info.compiler);
}
} // namespace aspic
