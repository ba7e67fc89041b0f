#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace aspic
{
/// Allocator for particle data: aligned to a cache line, and `resize` leaves new elements of plain types uninitialised.
template <class T> struct CacheLineAllocator
{
    using value_type = T;
    static constexpr std::align_val_t alignment{64};

    CacheLineAllocator() = default;
    template <class U> CacheLineAllocator(const CacheLineAllocator<U>&) {}

    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
    void deallocate(T* p, std::size_t) noexcept { ::operator delete(p, alignment); }

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
