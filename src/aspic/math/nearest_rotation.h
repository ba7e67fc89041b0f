#pragma once

#include "aspic/math/mat.h"

namespace aspic
{
/// R(q) of a quaternion of unit length, (x, y, z) and w.
template <class T> ASPIC_HOST_DEVICE Mat3T<T> rotation_of(const Vec4T<T>& q)
{
    const auto& [x, y, z] = q.xyz;
    const T& w = q.w;
    return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

/// |A|²
template <class T> ASPIC_HOST_DEVICE T square_norm(const Mat3T<T>& A)
{
    return dot(A.row[0], A.row[0]) + dot(A.row[1], A.row[1]) + dot(A.row[2], A.row[2]);
}

/// One step of Newton's method from q towards the rotation R that makes tr(RᵀF) greatest, which is that of the polar decomposition F = R S, and the angle of the step.
///
/// With G = RᵀF, a small turn R exp[ω] changes tr(RᵀF) by τ·ω − ½ ω·H ω, where τ is the axial vector of G and H = tr(G) − sym(G). Where F is inverted or collapsed, H is not positive:
/// it is made so by a shift, and the step turns towards the maximum all the same. R is always a proper rotation; directions in which F says nothing stay as they were, so it is continuous in time.
template <class T> struct RotationStep
{
    Vec4T<T> q;
    T angle; ///< about [rad]
};
template <class T> ASPIC_HOST_DEVICE RotationStep<T> step_to_nearest_rotation(const Mat3T<T>& F, const Vec4T<T>& q)
{
    const T size = sqrt(square_norm(F));
    const T scale = 1 / select(size > 0, size, T(1));
    const Mat3T<T> G = scale * (transpose(rotation_of(q)) * F);
    const Vec3T<T> torque{G.row[2].y - G.row[1].z, G.row[0].z - G.row[2].x, G.row[1].x - G.row[0].y};
    const T half = T(Real(0.5));
    const T xy = half * (G.row[0].y + G.row[1].x);
    const T yz = half * (G.row[1].z + G.row[2].y);
    const T zx = half * (G.row[2].x + G.row[0].z);
    const T& xx = G.row[0].x;
    const T& yy = G.row[1].y;
    const T& zz = G.row[2].z;
    const T total = xx + yy + zz;
    const T size_of_symmetric = sqrt(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + yz * yz + zx * zx)); // at least the largest eigenvalue
    const T least = T(Real(0.05));
    const T shift = max(T(Real(0)), least - (total - size_of_symmetric));
    const T own = total + shift;
    const Mat3T<T> H{{{own - xx, -xy, -zx}, {-xy, own - yy, -yz}, {-zx, -yz, own - zz}}};
    const Vec3T<T> a = cross(H.row[1], H.row[2]);
    const Mat3T<T> adjugate{{a, cross(H.row[2], H.row[0]), cross(H.row[0], H.row[1])}}; // symmetric
    const Vec3T<T> omega = (1 / dot(H.row[0], a)) * (adjugate * torque);
    // q (1 + ω/2), normalised: a turn by 2 atan(|ω|/2), less than half a turn however long ω is.
    const Vec3T<T> v = q.xyz + half * (q.w * omega + cross(q.xyz, omega));
    const T w = q.w - half * dot(q.xyz, omega);
    const T inverse_length = 1 / sqrt(dot(v, v) + w * w);
    return {{inverse_length * v, inverse_length * w}, norm(omega)};
}

/// The rotation of F, from one that is near: of the step before.
template <class T> ASPIC_HOST_DEVICE Vec4T<T> nearest_rotation(const Mat3T<T>& F, Vec4T<T> q)
{
    constexpr int most_steps = 30;
    const T enough =
        T(sizeof(Real) == sizeof(float) ? Real(1e-4) : Real(1e-8)); // converges quadratically: the step after such a one is below rounding
    auto is_there = enough < T(Real(0));
    for (int k = 0; k < most_steps && !all(is_there); ++k)
    {
        const RotationStep<T> next = step_to_nearest_rotation(F, q);
        q = {select(is_there, q.xyz, next.q.xyz), select(is_there, q.w, next.q.w)};
        is_there = is_there | (next.angle < enough);
    }
    return q;
}
} // namespace aspic
