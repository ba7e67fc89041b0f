#include "aspic/simulation/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>

namespace aspic
{
std::uint64_t state_hash(const WorldState& state)
{
    std::uint64_t hash = 0;
    const auto add = [&](const void* data, std::size_t size) { hash = XXH3_64bits_withSeed(data, size, hash); };
    visit_numbers(state, [&](const char* name, const auto& number) {
        add(name, std::strlen(name));
        add(&number, sizeof(number));
    });
    const Identity next = state.particles.next_identity();
    add(&next, sizeof(next));
    state.particles.for_each_column([&](const auto& column) {
        add(column.name.data(), column.name.size());
        add(column.values.data(), column.values.size() * sizeof(column.values[0]));
    });
    return hash;
}

std::uint64_t hash_of(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::string hash_text(std::uint64_t hash)
{
    char text[17];
    std::snprintf(text, sizeof(text), "%016" PRIx64, hash);
    return text;
}
} // namespace aspic
