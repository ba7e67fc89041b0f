#include "aspic/operators/mls_shape_functions.h"

#include <algorithm>

namespace aspic
{
MlsSummary summarize(View<const MlsReport> reports)
{
    MlsSummary summary{.points = reports.size()};
    for (const MlsReport& report : reports)
    {
        summary.without_neighbors += report.has_value() ? 0 : 1;
        summary.rank_deficient += report.rank_deficient ? 1 : 0;
        summary.order_lowered += report.order_lowered ? 1 : 0;
        summary.worst_condition = std::max(summary.worst_condition, report.condition);
    }
    return summary;
}

void for_each_mls_fit(const Samples& samples, const Neighborhood& near, View<const Vec3d> points, const MlsSettings& settings,
                      const MlsVisitor& visitor)
{
    ASPIC_EXPECTS(near.row_count() == points.size());
    auto chunk = [&](Index begin, Index end) {
        MlsFit fit(settings, samples.support());
        MlsStencil stencil;
        for (Index point = begin; point < end; ++point)
        {
            stencil.gather(samples, near, point, points[point]);
            fit.fit(const_view(stencil.offset));
            visitor(point, stencil, fit);
        }
    };
    for_each_chunk(points.size(), mls_rows_per_chunk, chunk);
}

MlsShapeFunctions::MlsShapeFunctions(const Samples& samples, View<const Vec3d> points, const MlsSettings& settings)
    : report_(static_cast<std::size_t>(points.size()))
{
    const Neighborhood near = samples.neighbors_at(points);
    rows_ = MlsRows(near);
    phi_.resize(rows_.sample.size());
    gradient_.resize(settings.derivatives >= 1 ? phi_.size() : 0);
    second_.resize(settings.derivatives >= 2 ? phi_.size() : 0);
    for_each_mls_fit(samples, near, points, settings, [&](Index point, const MlsStencil& stencil, const MlsFit& fit) {
        const ShapeFunctionRow row = fit.row();
        rows_.store(rows_.sample, point, stencil.sample);
        rows_.store(phi_, point, row.phi);
        rows_.store(gradient_, point, row.gradient);
        rows_.store(second_, point, row.second);
        report_[static_cast<std::size_t>(point)] = fit.report();
    });
}

MlsShapeFunctions::MlsShapeFunctions(const Samples& samples, const MlsSettings& settings)
    : MlsShapeFunctions(samples, const_view(samples.unsorted(samples.positions())), settings)
{
}
} // namespace aspic
