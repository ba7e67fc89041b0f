#pragma once

#include "aspic/core/types.h"

#include <type_traits>

namespace aspic
{
/// What an operator sees of an array: pointer and length, no ownership.
/// `view[i]` takes a plain index, or a lane type of compute/ and then reads or writes one value per lane.
template <class T> class View
{
public:
    View() = default;
    ASPIC_HOST_DEVICE View(T* data, Index size) : data_(data), size_(size) {}

    /// A view that may write is also one that only reads.
    template <class U>
        requires(std::is_same_v<T, const U>)
    ASPIC_HOST_DEVICE View(View<U> other) : data_(other.data()), size_(other.size()) {}

    template <class I> ASPIC_HOST_DEVICE decltype(auto) operator[](I i) const
    {
        if constexpr (std::is_integral_v<I>)
            return (data_[i]);
        else
            return access(data_, i); // found by argument-dependent lookup beside the lane type
    }

    [[nodiscard]] ASPIC_HOST_DEVICE T* data() const { return data_; }
    [[nodiscard]] ASPIC_HOST_DEVICE Index size() const { return size_; }
    [[nodiscard]] ASPIC_HOST_DEVICE bool empty() const { return size_ == 0; }
    [[nodiscard]] ASPIC_HOST_DEVICE T* begin() const { return data_; }
    [[nodiscard]] ASPIC_HOST_DEVICE T* end() const { return data_ + size_; }

private:
    T* data_ = nullptr;
    Index size_ = 0;
};

/// Views of a container with `data()` and `size()`.
template <class Container> auto view(Container& container)
{
    return View<std::remove_pointer_t<decltype(container.data())>>(container.data(), static_cast<Index>(container.size()));
}
template <class Container> auto const_view(const Container& container)
{
    return View<std::remove_pointer_t<decltype(container.data())>>(container.data(), static_cast<Index>(container.size()));
}
} // namespace aspic
