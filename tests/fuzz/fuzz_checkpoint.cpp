// Any bytes as a checkpoint of this version and build, with a checksum that fits, so that the fuzzer gets past them: a state or a problem, never a crash.

#include "aspic/io/checkpoint.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string content("aspic checkpoint\n\2\0\0\0\4\0\0\0fuzz", 29);
    content.append(reinterpret_cast<const char*>(data), size);
    const std::uint64_t hash = XXH3_64bits(content.data(), content.size());
    content.append(reinterpret_cast<const char*>(&hash), sizeof(hash));
    static_cast<void>(aspic::parse_checkpoint(content, "fuzz", "fuzz"));
    return 0;
}
