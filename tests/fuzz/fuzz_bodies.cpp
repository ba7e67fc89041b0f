// Any bytes as a file of rigid bodies: places that can be drawn, never a crash.

#include "aspic/run/body_files.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace aspic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    for (const BodyPlace& place : parse_bodies({reinterpret_cast<const char*>(data), size}))
        if (!is_finite(place.origin) || !std::isfinite(place.orientation.w))
            std::abort();
    return 0;
}
