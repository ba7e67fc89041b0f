#pragma once

#include "aspic/math/vec.h"

#include <cstdint>

namespace aspic
{
/// Numbers that look random and are the same everywhere (splitmix64).
class RandomNumbers
{
public:
    explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits()
    {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }
    double between(double low, double high) { return low + (high - low) * static_cast<double>(bits() >> 11) * 0x1p-53; }
    Vec3d in_box(const Vec3d& low, const Vec3d& high) { return {between(low.x, high.x), between(low.y, high.y), between(low.z, high.z)}; }

private:
    std::uint64_t state_;
};
} // namespace aspic
