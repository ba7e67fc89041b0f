#include "aspic/geometry/skinning/skin.h"

#include "aspic/operators/mls_fit.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aspic
{
namespace
{
using Matrix = Mat3T<double>;

/// det F · F⁻ᵀ n, of length 1; `n` itself where that is nothing.
Vec3d turned_normal(const Matrix& F, const Vec3d& n)
{
    const Matrix cofactors{{cross(F.row[1], F.row[2]), cross(F.row[2], F.row[0]), cross(F.row[0], F.row[1])}};
    const Vec3d turned = cofactors * n;
    const double length = norm(turned);
    return length > 0 && std::isfinite(length) ? turned / length : n;
}

Array<Vec3d> unit_normals(View<const Vec3d> normals)
{
    Array<Vec3d> result(normals.begin(), normals.end());
    for (Vec3d& n : result)
        if (const double length = norm(n); length > 0)
            n = n / length;
    return result;
}

double mean_spacing(const RestBody& body, int dimension)
{
    double volume = 0;
    for (const double V : body.volumes)
        volume += V / static_cast<double>(body.volumes.size());
    return dimension == 3 ? std::cbrt(volume) : dimension == 2 ? std::sqrt(volume) : volume;
}

RestReach reach_of(const RestBody& body, const SkinSettings& settings)
{
    return {settings.support, settings.link * mean_spacing(body, settings.dimension)};
}

DeformationGradients gradients_of(const RestBody& body, const SkinSettings& settings)
{
    return {body, rest_rows(body.positions, body.positions, reach_of(body, settings)),
            settings.method == SkinMethod::shepard ? GradientMethod::corrected_sph : GradientMethod::mls, settings.dimension};
}

Vec3d mean(View<const Vec3d> points)
{
    Vec3d sum;
    for (const Vec3d& x : points)
        sum += x / static_cast<double>(points.size());
    return sum;
}

Array<Vec3d> relative_to(const Vec3d& center, View<const Vec3d> points)
{
    Array<Vec3d> result(points.begin(), points.end());
    for (Vec3d& x : result)
        x -= center;
    return result;
}

void describe_rows(const RestRows& near, SkinReport& report)
{
    report.vertices = near.rows.count();
    report.far_vertices = near.far_places;
    report.mean_neighbors = static_cast<double>(near.rows.sample.size()) / std::max<Index>(1, report.vertices);
}

template <class T> std::size_t bytes_of(const Array<T>& array) { return array.size() * sizeof(T); }

/// The motion of a point and all that is fixed to it: x = F X + b.
struct AffineMotion
{
    Matrix F;
    Vec3d b; ///< [m]
};
} // namespace

template <> std::span<const Choice> choices_of<SkinMethod>()
{
    static constexpr std::array choices{
        Choice{"shepard", "blends the motions of the near particles (Kugelstadt et al. 2021)", static_cast<int>(SkinMethod::shepard)},
        Choice{"mls", "moving least squares fit of the deformation at each vertex: the most exact, needs more memory",
               static_cast<int>(SkinMethod::mls)},
        Choice{"mls-first-order", "blends motions whose gradients are fitted (Müller et al. 2004)",
               static_cast<int>(SkinMethod::mls_first_order)}};
    return choices;
}

// ---------------------------------------------------------------- blended

BlendedMotions::BlendedMotions(const RestBody& body, const RestSurface& surface, const SkinSettings& settings, SkinReport& report)
    : center_(mean(body.positions)),
      X_points_(relative_to(center_, body.positions)),
      X_vertices_(relative_to(center_, surface.vertices)),
      normals_(unit_normals(surface.normals)),
      gradients_(gradients_of(body, settings))
{
    RestRows near = rest_rows(body.positions, surface.vertices, reach_of(body, settings));
    describe_rows(near, report);
    report.deficient = gradients_.deficient_count();
    rows_ = std::move(near.rows);
    weights_.resize(rows_.sample.size());
    parallel_for(rows_.count(), [&](Index k) {
        const Kernel<CubicSpline, double> kernel(near.support[static_cast<std::size_t>(k)], settings.dimension);
        const View<const Index> points = rows_.entries(rows_.sample, k);
        double* const w = weights_.data() + rows_.begin[static_cast<std::size_t>(k)];
        double total = 0;
        for (Index l = 0; l < points.size(); ++l)
        {
            const double V = settings.method == SkinMethod::shepard ? body.volumes[points[l]] : 1;
            total += w[l] = V * kernel.w(norm(near.foot[static_cast<std::size_t>(k)] - body.positions[points[l]]));
        }
        for (Index l = 0; l < points.size(); ++l)
            w[l] /= total;
    });
    report.bytes = gradients_.bytes() + bytes_of(X_points_) + bytes_of(X_vertices_) + bytes_of(normals_) + bytes_of(rows_.sample) +
                   bytes_of(rows_.begin) + bytes_of(weights_);
}

void BlendedMotions::deform(View<const Vec3d> x, SkinnedSurface& result) const
{
    const Array<Matrix> F = gradients_.at(x);
    Array<AffineMotion> motions(F.size());
    parallel_for(static_cast<Index>(F.size()), [&](Index j) {
        const auto i = static_cast<std::size_t>(j);
        motions[i] = {F[i], x[j] - F[i] * X_points_[i]};
    });
    parallel_for(rows_.count(), [&](Index vertex) {
        const auto k = static_cast<std::size_t>(vertex);
        AffineMotion mean{};
        for (std::int64_t l = rows_.begin[k]; l < rows_.begin[k + 1]; ++l)
        {
            const auto entry = static_cast<std::size_t>(l);
            const AffineMotion& motion = motions[static_cast<std::size_t>(rows_.sample[entry])];
            mean.F = mean.F + weights_[entry] * motion.F;
            mean.b += weights_[entry] * motion.b;
        }
        result.vertices[k] = mean.F * X_vertices_[k] + mean.b;
        result.normals[k] = turned_normal(mean.F, normals_[k]);
    });
}

// ---------------------------------------------------------------- fitted

FittedMotion::FittedMotion(const RestBody& body, const RestSurface& surface, const SkinSettings& settings, SkinReport& report)
    : normals_(unit_normals(surface.normals))
{
    constexpr double flatness = 0.01; // as for gradients
    const MlsSettings mls{.dimension = settings.dimension, .order = 1, .derivatives = 1, .tolerance = flatness};
    RestRows near = rest_rows(body.positions, surface.vertices, reach_of(body, settings));
    describe_rows(near, report);
    rows_ = std::move(near.rows);
    functions_.resize(rows_.sample.size());
    auto chunk = [&](Index begin, Index end) {
        Array<Vec3d> offsets;
        for (Index k = begin; k < end; ++k)
        {
            offsets.clear();
            for (const Index j : rows_.entries(rows_.sample, k))
                offsets.push_back(body.positions[j] - near.foot[static_cast<std::size_t>(k)]);
            MlsFit fit(mls, near.support[static_cast<std::size_t>(k)]);
            fit.fit(const_view(offsets));
            const ShapeFunctionRow row = fit.row();
            for (Index l = 0; l < row.phi.size(); ++l)
                functions_[static_cast<std::size_t>(rows_.begin[static_cast<std::size_t>(k)] + l)] = {row.phi[l], row.gradient[l]};
        }
    };
    for_each_chunk(rows_.count(), mls_rows_per_chunk, chunk);
    for (Index k = 0; k < rows_.count(); ++k)
    {
        const Local rest = evaluate(body.positions, k);
        const bool is_deficient = trace(rest.F) < 2.5, is_far = near.foot[static_cast<std::size_t>(k)] != surface.vertices[k];
        report.deficient += is_deficient ? 1 : 0;
        if (is_deficient || is_far)
            extended_.push_back({k, is_deficient ? known_directions(rest.F) : KnownDirections(), surface.vertices[k] - rest.x});
    }
    report.bytes = bytes_of(normals_) + bytes_of(rows_.sample) + bytes_of(rows_.begin) + bytes_of(functions_);
}

FittedMotion::Local FittedMotion::evaluate(View<const Vec3d> x, Index vertex) const
{
    const auto k = static_cast<std::size_t>(vertex);
    const Vec3d origin = x[rows_.sample[static_cast<std::size_t>(rows_.begin[k])]]; // differences keep their digits far from zero
    Local local{origin, {}};
    for (std::int64_t l = rows_.begin[k]; l < rows_.begin[k + 1]; ++l)
    {
        const ShapeFunction& function = functions_[static_cast<std::size_t>(l)];
        const Vec3d x_j = x[rows_.sample[static_cast<std::size_t>(l)]] - origin;
        local.x += function.value * x_j;
        local.F = local.F + outer(x_j, function.gradient);
    }
    return local;
}

void FittedMotion::deform(View<const Vec3d> x, SkinnedSurface& result) const
{
    parallel_for(rows_.count(), [&](Index k) {
        const Local local = evaluate(x, k);
        result.vertices[static_cast<std::size_t>(k)] = local.x;
        result.normals[static_cast<std::size_t>(k)] = turned_normal(local.F, normals_[static_cast<std::size_t>(k)]);
    });
    parallel_for(static_cast<Index>(extended_.size()), [&](Index n) {
        const Extended& each = extended_[static_cast<std::size_t>(n)];
        const auto k = static_cast<std::size_t>(each.vertex);
        const Local local = evaluate(x, each.vertex);
        const Matrix F = completed(local.F, each.known);
        result.vertices[k] = local.x + F * each.arm;
        result.normals[k] = turned_normal(F, normals_[k]);
    });
}

// ---------------------------------------------------------------- skin

Skin::Motion Skin::motion_of(const RestBody& body, const RestSurface& surface, const SkinSettings& settings, SkinReport& report)
{
    ASPIC_EXPECTS(body.positions.size() == body.volumes.size() && surface.vertices.size() == surface.normals.size());
    if (settings.method == SkinMethod::mls)
        return FittedMotion(body, surface, settings, report);
    return BlendedMotions(body, surface, settings, report);
}

Skin::Skin(const RestBody& body, const RestSurface& surface, const SkinSettings& settings)
    : motion_(motion_of(body, surface, settings, report_))
{
}

void Skin::deform(View<const Vec3d> x, SkinnedSurface& result) const
{
    result.vertices.resize(static_cast<std::size_t>(report_.vertices));
    result.normals.resize(result.vertices.size());
    std::visit([&](const auto& motion) { motion.deform(x, result); }, motion_);
}
} // namespace aspic
