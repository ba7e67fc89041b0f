#include "aspic/compute/execution.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

namespace aspic
{
namespace
{
constexpr std::array all_sets{InstructionSet::avx512, InstructionSet::avx2, InstructionSet::scalar};

InstructionSet best_instruction_set()
{
    for (const InstructionSet set : all_sets)
        if (is_available(set))
            return set;
    return InstructionSet::scalar;
}

InstructionSet requested_instruction_set(const char* request)
{
    const auto set = instruction_set_named(request);
    if (!set)
        throw std::runtime_error("ASPIC_SIMD is '" + std::string(request) + "': it must be scalar, avx2 or avx512");
    if (!is_available(*set))
        throw std::runtime_error(
            "ASPIC_SIMD asks for " + std::string(request) +
            ", which this processor or this build does not have (best here: " + std::string(name(best_instruction_set())) + ")");
    return *set;
}

/// Processors that this process may use.
int processor_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Execution& execution_of_this_thread()
{
    thread_local Execution execution = default_execution();
    return execution;
}
} // namespace

std::string_view name(InstructionSet set)
{
    switch (set)
    {
    case InstructionSet::avx512:
        return "avx512";
    case InstructionSet::avx2:
        return "avx2";
    case InstructionSet::scalar:
        break;
    }
    return "scalar";
}

std::optional<InstructionSet> instruction_set_named(std::string_view wanted)
{
    for (const InstructionSet set : all_sets)
        if (name(set) == wanted)
            return set;
    return std::nullopt;
}

bool is_available(InstructionSet set)
{
#if defined(ASPIC_AVX512)
    if (set == InstructionSet::avx512)
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw");
#endif
#if defined(ASPIC_X86)
    if (set == InstructionSet::avx2)
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return set == InstructionSet::scalar;
}

Execution default_execution()
{
    const char* request = std::getenv("ASPIC_SIMD");
    const bool none = request == nullptr || *request == '\0';
    return {.threads = processor_count(), .instruction_set = none ? best_instruction_set() : requested_instruction_set(request)};
}

const Execution& current_execution() { return execution_of_this_thread(); }

ExecutionScope::ExecutionScope(const Execution& execution) : previous_(execution_of_this_thread())
{
    execution_of_this_thread() = execution;
    if (execution.threads <= 0)
        execution_of_this_thread().threads = processor_count();
}

ExecutionScope::~ExecutionScope() { execution_of_this_thread() = previous_; }
} // namespace aspic
