#pragma once

#include "aspic/math/vec.h"

#include <cstdint>

namespace aspic
{
/// Mixes a number so that all bits depend on all bits (the finisher of SplitMix64).
inline std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

/// The k-th random number of a stream, in [−1, 1): a function of its arguments, so there is no state to save.
inline double random_number(std::uint64_t seed, std::uint64_t stream, std::uint64_t k)
{
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
    const std::uint64_t bits = mixed(mixed(mixed(seed + golden) + stream * golden) + k * golden);
    return static_cast<double>(bits >> 11U) * 0x1p-52 - 1;
}

/// The k-th random point of a stream in the cube [−1, 1)³.
inline Vec3d random_vector(std::uint64_t seed, std::uint64_t stream, std::uint64_t k)
{
    return {random_number(seed, stream, 3 * k), random_number(seed, stream, 3 * k + 1), random_number(seed, stream, 3 * k + 2)};
}
} // namespace aspic
