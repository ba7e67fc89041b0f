#include "aspic/geometry/skinning/deformation_gradient.h"

#include "aspic/math/symmetric_eigen.h"
#include "aspic/operators/mls_gradient.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
/// Neighbours that spread less than this share across a plane or line lie in it: else noise in their distance from it would be blown up.
constexpr double flatness = 0.01;

using Matrix = Mat3T<double>;

Vec3d unit_or(const Vec3d& v, const Vec3d& otherwise)
{
    const double length = norm(v);
    return length > 0 && std::isfinite(length) ? v / length : otherwise;
}

/// The rotation that turns unit vector a into b the short way (Rodrigues); by half a turn about `axis` if they are opposite.
Matrix shortest_turn(const Vec3d& a, const Vec3d& b, const Vec3d& axis)
{
    const double cosine = dot(a, b);
    const Matrix one = diagonal(1.0, 1.0, 1.0);
    if (1 + cosine < 1e-12)
        return 2.0 * outer(axis, axis) - one;
    const Vec3d w = cross(a, b);
    const Matrix W{{{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}}};
    return one + W + (1 / (1 + cosine)) * (W * W);
}

/// g_jl = V_l L_j ∇W_jl: K21 (8), (9); with offsets X_l − X_j.
void corrected_sph_weights(double support, int dimension, View<const Vec3d> offsets, View<const double> volumes, View<Vec3d> g)
{
    const Kernel<CubicSpline, double> kernel(support, dimension);
    Matrix moment{};
    for (Index l = 0; l < offsets.size(); ++l)
    {
        g[l] = (-volumes[l] * kernel.dw_over_r(norm(offsets[l]))) * offsets[l]; // V_l ∇W_jl, which points to l
        moment = moment + outer(g[l], offsets[l]);
    }
    const Matrix L = pseudo_inverse(moment, square(flatness)).matrix;
    for (Vec3d& weight : g)
        weight = L * weight;
}
} // namespace

KnownDirections known_directions(const Mat3T<double>& projection)
{
    const SymmetricEigen<double> eigen = symmetric_eigen(0.5 * (projection + transpose(projection)));
    std::array<int, 3> order{0, 1, 2};
    std::ranges::stable_sort(order, [&](int a, int b) { return eigen.values[a] > eigen.values[b]; });
    KnownDirections known{0, {}};
    for (int k = 0; k < 3; ++k)
    {
        known.axes.row[k] = eigen.vectors.row[order[static_cast<std::size_t>(k)]];
        known.rank += eigen.values[k] > 0.5 ? 1 : 0; // they are 0 or 1
    }
    if (determinant(known.axes) < 0)
        known.axes.row[2] = -known.axes.row[2];
    return known;
}

Mat3T<double> completed(const Mat3T<double>& F, const KnownDirections& known)
{
    const Vec3d* axis = known.axes.row;
    if (known.rank >= 3)
        return F;
    if (known.rank == 2)
        return F + outer(unit_or(cross(F * axis[0], F * axis[1]), axis[2]), axis[2]);
    if (known.rank == 0)
        return diagonal(1.0, 1.0, 1.0);
    const Matrix turn = shortest_turn(axis[0], unit_or(F * axis[0], axis[0]), axis[1]);
    return F + outer(turn * axis[1], axis[1]) + outer(turn * axis[2], axis[2]);
}

DeformationGradients::DeformationGradients(const RestBody& body, RestRows near, GradientMethod method, int dimension)
    : rows_(std::move(near.rows)), g_(rows_.sample.size())
{
    const MlsGradientSettings mls{.dimension = dimension, .tolerance = flatness};
    auto chunk = [&](Index begin, Index end) {
        Array<Vec3d> offsets, g;
        Array<double> volumes;
        for (Index j = begin; j < end; ++j)
        {
            offsets.clear();
            volumes.clear();
            for (const Index l : rows_.entries(rows_.sample, j))
            {
                offsets.push_back(body.positions[l] - body.positions[j]);
                volumes.push_back(body.volumes[l]);
            }
            g.resize(offsets.size());
            const double support = near.support[static_cast<std::size_t>(j)];
            if (method == GradientMethod::mls)
                mls_gradient_weights(mls, support, const_view(offsets), view(g));
            else
                corrected_sph_weights(support, dimension, const_view(offsets), const_view(volumes), view(g));
            rows_.store(g_, j, g);
        }
    };
    for_each_chunk(rows_.count(), mls_rows_per_chunk, chunk);
    for (Index j = 0; j < rows_.count(); ++j)
        if (const Matrix rest = sum(body.positions, j); trace(rest) < 2.5)
            deficient_.push_back({j, known_directions(rest)});
}

Mat3T<double> DeformationGradients::sum(View<const Vec3d> x, Index j) const
{
    const View<const Index> points = rows_.entries(rows_.sample, j);
    const View<const Vec3d> g = rows_.entries(g_, j);
    Matrix F{};
    for (Index l = 0; l < g.size(); ++l)
        F = F + outer(x[points[l]] - x[j], g[l]);
    return F;
}

Array<Mat3T<double>> DeformationGradients::at(View<const Vec3d> x) const
{
    Array<Matrix> F(static_cast<std::size_t>(rows_.count()));
    parallel_for(rows_.count(), [&](Index j) { F[static_cast<std::size_t>(j)] = sum(x, j); });
    parallel_for(deficient_count(), [&](Index k) {
        const Deficient& each = deficient_[static_cast<std::size_t>(k)];
        Matrix& F_j = F[static_cast<std::size_t>(each.point)];
        F_j = completed(F_j, each.known);
    });
    return F;
}
} // namespace aspic
