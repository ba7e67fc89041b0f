#include "aspic/core/platform.h"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace aspic
{
void wish_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes)
{
#if defined(__linux__)
    ::madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
}
} // namespace aspic
