#pragma once

#include "aspic/simulation/world_state.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace aspic
{
/// One number for the whole state: every number of it and every bit of every column, particle by particle in memory order.
std::uint64_t state_hash(const WorldState& state);

/// The hash of any bytes.
std::uint64_t hash_of(std::string_view bytes);

/// As it is printed: 16 hexadecimal digits.
std::string hash_text(std::uint64_t hash);
} // namespace aspic
