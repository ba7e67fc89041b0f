#include "aspic/operators/mls_gradient.h"

#include <cmath>

namespace aspic
{
namespace
{
/// ω_ij of all neighbours, divided by their sum; all zero if no neighbour has a weight.
Array<double> relative_weights(const MlsGradientSettings& settings, double support, View<const Vec3d> x_ji)
{
    Array<double> w(static_cast<std::size_t>(x_ji.size()));
    double total = 0;
    std::visit(
        [&](const auto& shape) {
            const std::decay_t<decltype(shape)> kernel(support, settings.dimension);
            for (std::size_t j = 0; j < w.size(); ++j)
                total += w[j] = kernel.w(norm(x_ji[static_cast<Index>(j)]));
        },
        settings.kernel);
    for (double& w_j : w)
        w_j /= total > 0 ? total : 1;
    return w;
}
} // namespace

int mls_gradient_weights(const MlsGradientSettings& settings, double support, View<const Vec3d> x_ji, View<Vec3d> g_ij)
{
    ASPIC_EXPECTS(settings.dimension >= 1 && settings.dimension <= 3 && support > 0 && x_ji.size() == g_ij.size());
    const Index n = x_ji.size();
    const int d = settings.dimension;
    const Array<double> w = relative_weights(settings, support, x_ji);

    // A_i/h² = RᵀR from the rows √ω_ij x_jiᵀ/h; then T Tᵀ is the inverse, in the directions that the neighbours determine.
    Array<double> rows(static_cast<std::size_t>(n) * static_cast<std::size_t>(d));
    for (Index j = 0; j < n; ++j)
        for (int k = 0; k < d; ++k)
            rows[static_cast<std::size_t>(k) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)] =
                std::sqrt(w[static_cast<std::size_t>(j)]) * x_ji[j][k] / support;
    OrthonormalCombinations directions(triangular_factor(rows.data(), n, d));
    const int rank = directions.append(0, d, settings.tolerance);

    for (Index j = 0; j < n; ++j)
    {
        g_ij[j] = {};
        for (int a = 0; a < rank; ++a)
        {
            Vec3d t;
            for (int k = 0; k < d; ++k)
                t[k] = directions.T()(k, a);
            g_ij[j] += (w[static_cast<std::size_t>(j)] / square(support) * dot(t, x_ji[j])) * t;
        }
    }
    return rank;
}

MlsGradient::MlsGradient(const Samples& samples, const MlsGradientSettings& settings)
{
    const Array<Vec3d> positions = samples.unsorted(samples.positions());
    const Neighborhood near = samples.neighbors_at(const_view(positions));
    rows_ = MlsRows(near);
    g_.resize(rows_.sample.size());
    rank_.resize(positions.size());
    auto chunk = [&](Index begin, Index end) {
        MlsStencil stencil;
        Array<Vec3d> g;
        for (Index i = begin; i < end; ++i)
        {
            stencil.gather(samples, near, i, positions[static_cast<std::size_t>(i)]);
            g.resize(stencil.offset.size());
            rank_[static_cast<std::size_t>(i)] = mls_gradient_weights(settings, samples.support(), const_view(stencil.offset), view(g));
            rows_.store(rows_.sample, i, stencil.sample);
            rows_.store(g_, i, g);
        }
    };
    for_each_chunk(samples.size(), mls_rows_per_chunk, chunk);
}
} // namespace aspic
