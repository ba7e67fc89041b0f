#include "aspic/simulation/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cinttypes>
#include <cstdio>

namespace aspic
{
std::uint64_t state_hash(const World& world)
{
    const double time = world.time();
    std::uint64_t hash = XXH3_64bits(&time, sizeof(time));
    world.particles().for_each_column([&](const auto& column) {
        hash = XXH3_64bits_withSeed(column.name.data(), column.name.size(), hash);
        hash = XXH3_64bits_withSeed(column.values.data(), column.values.size() * sizeof(column.values[0]), hash);
    });
    return hash;
}

std::string hash_text(std::uint64_t hash)
{
    char text[17];
    std::snprintf(text, sizeof(text), "%016" PRIx64, hash);
    return text;
}
} // namespace aspic
