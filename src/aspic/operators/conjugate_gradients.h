#pragma once

#include "aspic/compute/parallel.h"
#include "aspic/math/vec.h"

// Passes of conjugate gradients over vectors, in Real; sums are taken in double, chunk by chunk and lane by lane in a fixed order, and so do not depend on threads or instruction set.

namespace aspic
{
/// Chunks of rows that have partial sums of their own.
inline Index chunks_of(Index rows) { return (rows + rows_per_chunk - 1) / rows_per_chunk; }

inline double total(View<const double> partial)
{
    double sum = 0;
    for (const double each : partial)
        sum += each;
    return sum;
}

/// x += a p, r −= a q
struct FollowDirection
{
    using lane_operator = void;

    View<const Vec4> p, q; // read     their x, y, z
    Real a;
    View<Vec3> x, r; // updated

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto p_i = p[i];
        const auto q_i = q[i];
        x[i] += a * p_i.xyz;
        r[i] -= a * q_i.xyz;
    }
};

/// p = z + b p; the fourth number of p stays.
struct TurnDirection
{
    using lane_operator = void;

    View<const Vec3> z; // read
    Real b;             ///< 0: p may be anything
    View<Vec4> p;       // updated

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        using T = std::remove_cvref_t<decltype(View<const Vec4>(p)[i].w)>;
        const Vec4T<T> before = p[i];
        const Vec3T<T> z_i = z[i];
        p[i] = joined(b == 0 ? z_i : z_i + b * before.xyz, before.w);
    }
};

/// Σ a·b of each chunk.
struct VectorProduct
{
    using lane_operator = void;
    using range_operator = void;

    View<const Vec3> a, b; // read
    View<double> partial;  // written

    template <class Tools> ASPIC_HOST_DEVICE void run(Index begin, Index end) const
    {
        constexpr int lanes = 8; // that are summed side by side
        const Real* const x = &a[begin].x;
        const Real* const y = &b[begin].x;
        const std::int64_t numbers = 3 * std::int64_t{end - begin};
        double sum[lanes] = {};
        std::int64_t k = 0;
        for (; k + lanes <= numbers; k += lanes)
            for (int lane = 0; lane < lanes; ++lane)
                sum[lane] += double(x[k + lane]) * double(y[k + lane]);
        for (int lane = 0; k < numbers; ++k, ++lane)
            sum[lane] += double(x[k]) * double(y[k]);
        partial[begin / rows_per_chunk] = ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
    }
};
} // namespace aspic
