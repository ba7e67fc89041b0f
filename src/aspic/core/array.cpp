#include "aspic/core/array.h"

#include "aspic/core/platform.h"

#include <new>

namespace aspic
{
namespace
{
constexpr std::size_t cache_line = 64;

std::align_val_t alignment_of(std::size_t bytes) { return std::align_val_t{bytes < huge_page ? cache_line : huge_page}; }
} // namespace

void* allocate_array(std::size_t bytes)
{
    void* const memory = ::operator new(bytes, alignment_of(bytes));
    if (bytes >= huge_page) // neighbours are fetched from everywhere: with small pages, finding the page costs as much as the fetch
        wish_for_huge_pages(memory, bytes);
    return memory;
}

void free_array(void* memory, std::size_t bytes) noexcept { ::operator delete(memory, alignment_of(bytes)); }
} // namespace aspic
