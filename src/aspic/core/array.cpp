#include "aspic/core/array.h"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace aspic
{
namespace
{
constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::align_val_t alignment_of(std::size_t bytes) { return std::align_val_t{bytes < huge_page ? cache_line : huge_page}; }
} // namespace

void* allocate_array(std::size_t bytes)
{
    void* const memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__)
    if (bytes >= huge_page) // neighbours are fetched from everywhere: with small pages, finding the page costs as much as the fetch
        ::madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE); // a wish: nothing is lost if it is refused
#endif
    return memory;
}

void free_array(void* memory, std::size_t bytes) noexcept { ::operator delete(memory, alignment_of(bytes)); }
} // namespace aspic
