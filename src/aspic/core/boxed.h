#pragma once

#include <memory>

namespace aspic
{
/// A value on the heap that copies and compares like the value itself, so that a type can contain itself.
template <class T> class Boxed
{
public:
    Boxed() : value_(std::make_unique<T>()) {}
    Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
    Boxed(const Boxed& other) : value_(std::make_unique<T>(*other)) {}
    Boxed(Boxed&& other) noexcept : Boxed() { value_.swap(other.value_); }
    Boxed& operator=(const Boxed& other)
    {
        *value_ = *other;
        return *this;
    }
    Boxed& operator=(Boxed&& other) noexcept
    {
        value_.swap(other.value_);
        return *this;
    }
    ~Boxed() = default;

    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    T* operator->() { return value_.get(); }
    const T* operator->() const { return value_.get(); }
    bool operator==(const Boxed& other) const { return *value_ == *other; }

private:
    std::unique_ptr<T> value_; ///< never empty
};
} // namespace aspic
