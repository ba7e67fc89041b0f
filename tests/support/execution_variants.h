#pragma once

#include "aspic/compute/execution.h"

#include <vector>

namespace aspic
{
/// Every instruction set of this machine, with one, two and five threads.
inline std::vector<Execution> execution_variants()
{
    std::vector<Execution> variants;
    for (const InstructionSet set : {InstructionSet::scalar, InstructionSet::avx2, InstructionSet::avx512})
        if (is_available(set))
            for (const int threads : {1, 2, 5})
                variants.push_back({.threads = threads, .instruction_set = set});
    return variants;
}
} // namespace aspic
