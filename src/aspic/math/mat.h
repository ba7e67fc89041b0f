#pragma once

#include "aspic/math/vec.h"

namespace aspic
{
/// 3×3 matrix by rows; T is a number or a pack of numbers.
template <class T> struct Mat3T
{
    Vec3T<T> row[3];

    bool operator==(const Mat3T&) const = default;
};

using Mat3 = Mat3T<Real>;

template <class T> ASPIC_HOST_DEVICE Mat3T<T> diagonal(const T& a, const T& b, const T& c)
{
    const T o{};
    return {{{a, o, o}, {o, b, o}, {o, o, c}}};
}
template <class A, class B> ASPIC_HOST_DEVICE auto operator+(const Mat3T<A>& a, const Mat3T<B>& b)
{
    return Mat3T<decltype(a.row[0].x + b.row[0].x)>{{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
}
template <class A, class B> ASPIC_HOST_DEVICE auto operator-(const Mat3T<A>& a, const Mat3T<B>& b)
{
    return Mat3T<decltype(a.row[0].x - b.row[0].x)>{{a.row[0] - b.row[0], a.row[1] - b.row[1], a.row[2] - b.row[2]}};
}
template <Lane S, class T> ASPIC_HOST_DEVICE auto operator*(const S& s, const Mat3T<T>& a)
{
    return Mat3T<decltype(s * a.row[0].x)>{{s * a.row[0], s * a.row[1], s * a.row[2]}};
}
template <class A, class B> ASPIC_HOST_DEVICE auto operator*(const Mat3T<A>& a, const Vec3T<B>& b)
{
    return Vec3T<decltype(a.row[0].x * b.x)>{dot(a.row[0], b), dot(a.row[1], b), dot(a.row[2], b)};
}
template <class A, class B> ASPIC_HOST_DEVICE auto operator*(const Mat3T<A>& a, const Mat3T<B>& b)
{
    using T = decltype(a.row[0].x * b.row[0].x);
    Mat3T<T> c;
    for (int i = 0; i < 3; ++i)
        c.row[i] = a.row[i].x * b.row[0] + a.row[i].y * b.row[1] + a.row[i].z * b.row[2];
    return c;
}
template <class T> ASPIC_HOST_DEVICE Mat3T<T> transpose(const Mat3T<T>& a)
{
    return {{{a.row[0].x, a.row[1].x, a.row[2].x}, {a.row[0].y, a.row[1].y, a.row[2].y}, {a.row[0].z, a.row[1].z, a.row[2].z}}};
}
template <class T> ASPIC_HOST_DEVICE T trace(const Mat3T<T>& a) { return a.row[0].x + a.row[1].y + a.row[2].z; }
template <class T> ASPIC_HOST_DEVICE T determinant(const Mat3T<T>& a) { return dot(a.row[0], cross(a.row[1], a.row[2])); }

/// a bᵀ
template <class A, class B> ASPIC_HOST_DEVICE auto outer(const Vec3T<A>& a, const Vec3T<B>& b)
{
    return Mat3T<decltype(a.x * b.x)>{{a.x * b, a.y * b, a.z * b}};
}
template <class M, class T> ASPIC_HOST_DEVICE Mat3T<T> select(const M& mask, const Mat3T<T>& yes, const Mat3T<T>& no)
{
    return {{select(mask, yes.row[0], no.row[0]), select(mask, yes.row[1], no.row[1]), select(mask, yes.row[2], no.row[2])}};
}
} // namespace aspic
