#pragma once

#include "aspic/core/types.h"

#include <optional>
#include <string_view>

namespace aspic
{
/// Which copy of the kernels runs. All give the same bits.
enum class InstructionSet
{
    scalar,
    avx2,
    avx512
};

std::string_view name(InstructionSet set);
std::optional<InstructionSet> instruction_set_named(std::string_view name);

/// Whether this program has kernels for the set and this processor can run them.
bool is_available(InstructionSet set);

/// How loops run: with how many threads and which kernels. The result of a loop never depends on it.
struct Execution
{
    int threads = 0; ///< 0: one per processor core
    InstructionSet instruction_set = InstructionSet::scalar;
};

/// The best set this machine offers, or the one that the environment variable ASPIC_SIMD names; all cores.
/// Throws std::runtime_error if ASPIC_SIMD names an unknown or unavailable set.
Execution default_execution();

/// How the loops of the calling thread run now.
const Execution& current_execution();

/// Runs the loops of the calling thread otherwise while it lives.
class ExecutionScope
{
public:
    explicit ExecutionScope(const Execution& execution);
    ~ExecutionScope();
    ExecutionScope(const ExecutionScope&) = delete;
    ExecutionScope& operator=(const ExecutionScope&) = delete;

private:
    Execution previous_;
};
} // namespace aspic
