#pragma once

#include "aspic/math/scalar.h"

#include <type_traits>

namespace aspic
{
/// Three components; T is a number or a pack of numbers. In 2D scenes z is zero.
template <class T> struct Vec3T
{
    T x{}, y{}, z{};

    ASPIC_HOST_DEVICE const T& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    ASPIC_HOST_DEVICE T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    bool operator==(const Vec3T&) const = default;
};

using Vec3 = Vec3T<Real>;
using Vec3d = Vec3T<double>;

template <class T> inline constexpr bool is_vec = false;
template <class T> inline constexpr bool is_vec<Vec3T<T>> = true;

/// A single number or pack: what may scale a vector or matrix.
template <class T>
concept Lane = !is_vec<std::remove_cvref_t<T>> && !requires(T t)
{
    t.row[0];
};

template <class A, class B> ASPIC_HOST_DEVICE auto operator+(const Vec3T<A>& a, const Vec3T<B>& b)
{
    return Vec3T<decltype(a.x + b.x)>{a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B> ASPIC_HOST_DEVICE auto operator-(const Vec3T<A>& a, const Vec3T<B>& b)
{
    return Vec3T<decltype(a.x - b.x)>{a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T> ASPIC_HOST_DEVICE Vec3T<T> operator-(const Vec3T<T>& a) { return {-a.x, -a.y, -a.z}; }
template <Lane S, class T> ASPIC_HOST_DEVICE auto operator*(const S& s, const Vec3T<T>& a)
{
    return Vec3T<decltype(s * a.x)>{s * a.x, s * a.y, s * a.z};
}
template <class T, Lane S> ASPIC_HOST_DEVICE auto operator*(const Vec3T<T>& a, const S& s) { return s * a; }
template <class T, Lane S> ASPIC_HOST_DEVICE auto operator/(const Vec3T<T>& a, const S& s)
{
    return Vec3T<decltype(a.x / s)>{a.x / s, a.y / s, a.z / s};
}
template <class A, class B> ASPIC_HOST_DEVICE Vec3T<A>& operator+=(Vec3T<A>& a, const Vec3T<B>& b) { return a = a + b; }
template <class A, class B> ASPIC_HOST_DEVICE Vec3T<A>& operator-=(Vec3T<A>& a, const Vec3T<B>& b) { return a = a - b; }

template <class A, class B> ASPIC_HOST_DEVICE auto dot(const Vec3T<A>& a, const Vec3T<B>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <class A, class B> ASPIC_HOST_DEVICE auto cross(const Vec3T<A>& a, const Vec3T<B>& b)
{
    return Vec3T<decltype(a.x * b.x)>{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T> ASPIC_HOST_DEVICE T norm(const Vec3T<T>& a) { return sqrt(dot(a, a)); }

template <class M, class T> ASPIC_HOST_DEVICE Vec3T<T> select(const M& mask, const Vec3T<T>& yes, const Vec3T<T>& no)
{
    return {select(mask, yes.x, no.x), select(mask, yes.y, no.y), select(mask, yes.z, no.z)};
}

/// Four numbers that are read together, such as a vector and what goes with it: one fetch where single arrays take two to four.
template <class T> struct Vec4T
{
    Vec3T<T> xyz;
    T w{};

    bool operator==(const Vec4T&) const = default;
};
using Vec4 = Vec4T<Real>;

template <class T> ASPIC_HOST_DEVICE Vec4T<T> joined(const Vec3T<T>& xyz, const std::type_identity_t<T>& w) { return {xyz, w}; }

/// The same vector in another precision.
template <class To, class From> ASPIC_HOST_DEVICE Vec3T<To> convert(const Vec3T<From>& a)
{
    return {static_cast<To>(a.x), static_cast<To>(a.y), static_cast<To>(a.z)};
}
} // namespace aspic
