#pragma once

// The only home, beside platform.cpp and compute/, of what depends on the compiler, the system or the device.

#include <cstddef>

#if defined(__CUDACC__)
#define ASPIC_HOST_DEVICE __host__ __device__ __forceinline__
#else
/// Always inlined: a file compiled for one instruction set must not leave a copy that the linker could hand to everybody.
#define ASPIC_HOST_DEVICE inline __attribute__((always_inline))
#endif

#if defined(ASPIC_CHECKED)
#define ASPIC_IS_CHECKED true
#define ASPIC_EXPECTS(condition) ((condition) ? void(0) : ::aspic::broken_promise(#condition, __FILE__, __LINE__))
#else
#define ASPIC_IS_CHECKED false
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

/// Callers' promises are checked in this build.
inline constexpr bool is_checked = ASPIC_IS_CHECKED;

inline constexpr std::size_t huge_page = std::size_t{2} << 20; ///< [bytes]

/// Asks the system to keep memory, aligned to a huge page, in huge pages. Nothing is lost if it does not.
void wish_for_huge_pages(void* memory, std::size_t bytes);
} // namespace aspic
