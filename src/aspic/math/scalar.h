#pragma once

#include "aspic/core/platform.h"

#include <cstdint>

namespace aspic
{
inline constexpr double pi = 3.14159265358979323846;

// Plain numbers are lanes too: the same names work on a float, a double and a Pack of them.

ASPIC_HOST_DEVICE float sqrt(float a) { return __builtin_sqrtf(a); }
ASPIC_HOST_DEVICE double sqrt(double a) { return __builtin_sqrt(a); }
ASPIC_HOST_DEVICE float abs(float a) { return __builtin_fabsf(a); }
ASPIC_HOST_DEVICE double abs(double a) { return __builtin_fabs(a); }

ASPIC_HOST_DEVICE float min(float a, float b) { return b < a ? b : a; }
ASPIC_HOST_DEVICE double min(double a, double b) { return b < a ? b : a; }
ASPIC_HOST_DEVICE float max(float a, float b) { return a < b ? b : a; }
ASPIC_HOST_DEVICE double max(double a, double b) { return a < b ? b : a; }

/// Whether a truth value holds for every lane.
ASPIC_HOST_DEVICE bool all(bool condition) { return condition; }

/// condition ? yes : no, lane by lane; both sides are computed.
ASPIC_HOST_DEVICE float select(bool condition, float yes, float no) { return condition ? yes : no; }
ASPIC_HOST_DEVICE double select(bool condition, double yes, double no) { return condition ? yes : no; }

template <class T> ASPIC_HOST_DEVICE T square(T a) { return a * a; }
template <class T> ASPIC_HOST_DEVICE T cube(T a) { return a * a * a; }

/// a^n for a whole number n ≥ 0 by repeated squaring: the same operations in the same order on every lane type.
template <class T> ASPIC_HOST_DEVICE T power(T a, int n)
{
    T result = T(1);
    for (; n > 0; n /= 2)
    {
        if (n % 2 == 1)
            result = result * a;
        a = a * a;
    }
    return result;
}
} // namespace aspic
