#pragma once

// The only home, beside compute/, of what depends on the compiler or the device.

#if defined(__CUDACC__)
#define ASPIC_HOST_DEVICE __host__ __device__ __forceinline__
#else
/// Always inlined: a file compiled for one instruction set must not leave a copy that the linker could hand to everybody.
#define ASPIC_HOST_DEVICE inline __attribute__((always_inline))
#endif

#if defined(ASPIC_CHECKED)
#define ASPIC_EXPECTS(condition) ((condition) ? void(0) : ::aspic::broken_promise(#condition, __FILE__, __LINE__))
#else
#define ASPIC_EXPECTS(condition) void(0)
#endif

namespace aspic
{
#if defined(ASPIC_DOUBLE)
using Real = double;
#else
using Real = float;
#endif

/// Ends the program with the broken condition and its place: a caller's bug, never bad input.
[[noreturn]] void broken_promise(const char* condition, const char* file, int line);
} // namespace aspic
