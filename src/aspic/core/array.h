#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace aspic
{
/// Memory aligned to a cache line, in huge pages where it is large and the system has them. Throws std::bad_alloc.
void* allocate_array(std::size_t bytes);
void free_array(void* memory, std::size_t bytes) noexcept;

/// Allocator for particle data: `resize` leaves new elements of plain types uninitialised.
template <class T> struct CacheLineAllocator
{
    using value_type = T;

    CacheLineAllocator() = default;
    template <class U> CacheLineAllocator(const CacheLineAllocator<U>&) {}

    T* allocate(std::size_t n) { return static_cast<T*>(allocate_array(n * sizeof(T))); }
    void deallocate(T* p, std::size_t n) noexcept { free_array(p, n * sizeof(T)); }

    template <class U> void construct(U* p) noexcept { ::new (static_cast<void*>(p)) U; }
    template <class U, class... Arguments> void construct(U* p, Arguments&&... arguments)
    {
        ::new (static_cast<void*>(p)) U(static_cast<Arguments&&>(arguments)...);
    }

    template <class U> bool operator==(const CacheLineAllocator<U>&) const { return true; }
};

/// A growing array whose new elements hold nothing until they are written.
template <class T> using Array = std::vector<T, CacheLineAllocator<T>>;
} // namespace aspic
