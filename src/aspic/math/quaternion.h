#pragma once

#include "aspic/math/mat.h"

#include <cmath>

namespace aspic
{
using Mat3d = Mat3T<double>;

/// A rotation as a quaternion of unit length, w + x i + y j + z k. The product p q turns by q first, then by p.
struct Quaternion
{
    double w = 1;
    Vec3d v; ///< (x, y, z)

    bool operator==(const Quaternion&) const = default;
};

inline Quaternion operator*(const Quaternion& p, const Quaternion& q)
{
    return {p.w * q.w - dot(p.v, q.v), p.w * q.v + q.w * p.v + cross(p.v, q.v)};
}

/// The rotation back.
inline Quaternion conjugate(const Quaternion& q) { return {q.w, -q.v}; }

/// q/|q|; no rotation where q has no length.
inline Quaternion normalized(const Quaternion& q)
{
    const double length = sqrt(q.w * q.w + dot(q.v, q.v));
    return length > 0 ? Quaternion{q.w / length, q.v / length} : Quaternion{};
}

/// exp(r/2): the rotation by |r| about r.
inline Quaternion rotation_by(const Vec3d& r)
{
    const double half = 0.5 * norm(r);
    const double sine_over = half > 1e-8 ? std::sin(half) / half : 1.0;
    return {std::cos(half), (0.5 * sine_over) * r};
}

/// r with rotation_by(r) = q and |r| ≤ π.
inline Vec3d rotation_vector(const Quaternion& q)
{
    const double sine = norm(q.v);
    const double angle = 2 * std::atan2(sine, std::abs(q.w));
    const double factor = sine > 1e-12 ? angle / sine : 2.0;
    return (q.w < 0 ? -factor : factor) * q.v;
}

/// R(q), whose columns are the turned axes.
inline Mat3d matrix_of(const Quaternion& q)
{
    const double w = q.w;
    const auto& [x, y, z] = q.v;
    return {{{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
             {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
             {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
}

/// The quaternion of a rotation matrix, by the largest of its four components (Shepperd 1978): nothing cancels.
inline Quaternion quaternion_of(const Mat3d& R)
{
    const double t = trace(R);
    Quaternion q;
    if (t > 0)
        q = {1 + t, {R.row[2].y - R.row[1].z, R.row[0].z - R.row[2].x, R.row[1].x - R.row[0].y}};
    else
    {
        int i = 0;
        for (int k = 1; k < 3; ++k)
            if (R.row[k][k] > R.row[i][i])
                i = k;
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        q.w = R.row[k][j] - R.row[j][k];
        q.v[i] = 1 + R.row[i][i] - R.row[j][j] - R.row[k][k];
        q.v[j] = R.row[j][i] + R.row[i][j];
        q.v[k] = R.row[k][i] + R.row[i][k];
    }
    return normalized(q);
}
} // namespace aspic
