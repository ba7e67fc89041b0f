#pragma once

#include "aspic/core/platform.h"

#include <cstdint>

namespace aspic
{
/// Number of a particle in its set: counts up to 2^31 − 1.
using Index = std::int32_t;

/// Name of a particle for its whole life: kept by sorting, never used twice.
using Identity = std::uint64_t;
} // namespace aspic
