#pragma once

#include "aspic/operators/mls_fit.h"
#include "aspic/operators/mls_rows.h"

#include <functional>

namespace aspic
{
/// What a set of fits did.
struct MlsSummary
{
    Index points = 0;
    Index without_neighbors = 0; ///< these have no value: sums there are zero
    Index rank_deficient = 0;
    Index order_lowered = 0;
    double worst_condition = 0; ///< of the moment matrices T09 (28)

    bool operator==(const MlsSummary&) const = default;
};

MlsSummary summarize(View<const MlsReport> reports);

/// Gets the fit at each point; several at a time, in any order. `stencil.sample[k]` is the sample of the k-th shape function.
using MlsVisitor = std::function<void(Index point, const MlsStencil& stencil, const MlsFit& fit)>;

/// Fits at each of the points, with the samples near it. `near` has been found at these points.
void for_each_mls_fit(const Samples& samples, const Neighborhood& near, View<const Vec3d> points, const MlsSettings& settings,
                      const MlsVisitor& visitor);

/// Shape functions of a fixed set of samples at fixed points, computed once: **Lagrangian** kernels, T09 §4. Evaluating a field is then a sum per
/// point, T09 (26), (32), (33), (34). Values are given in the order in which the samples were given to `Samples`, in any array of numbers or
/// vectors that has an operator []; results come in the order of the points. At the samples themselves, row i belongs to sample i.
class MlsShapeFunctions
{
public:
    MlsShapeFunctions(const Samples& samples, View<const Vec3d> points, const MlsSettings& settings);

    /// At the samples themselves.
    MlsShapeFunctions(const Samples& samples, const MlsSettings& settings);

    [[nodiscard]] Index size() const { return rows_.count(); } ///< number of points
    [[nodiscard]] const MlsReport& report(Index point) const { return report_[static_cast<std::size_t>(point)]; }
    [[nodiscard]] MlsSummary summary() const { return summarize(const_view(report_)); }

    /// The samples of a point, and their shape functions in the same order.
    [[nodiscard]] View<const Index> samples(Index point) const { return rows_.entries(rows_.sample, point); }
    [[nodiscard]] ShapeFunctionRow row(Index point) const
    {
        return {rows_.entries(phi_, point), rows_.entries(gradient_, point), rows_.entries(second_, point)};
    }

    // At one point.
    template <class Values> [[nodiscard]] auto value(const Values& values, Index point) const
    {
        return row(point).value(at(values, point));
    }
    template <class Values> [[nodiscard]] auto gradient(const Values& values, Index point) const
    {
        return row(point).gradient_of(at(values, point));
    }
    template <class Values> [[nodiscard]] double divergence(const Values& values, Index point) const
    {
        return row(point).divergence(at(values, point));
    }
    template <class Values> [[nodiscard]] auto laplacian(const Values& values, Index point) const
    {
        return row(point).laplacian(at(values, point));
    }

    // At all points.
    template <class Values> [[nodiscard]] auto value(const Values& values) const
    {
        return at_all([&](Index point) { return value(values, point); });
    }
    template <class Values> [[nodiscard]] auto gradient(const Values& values) const
    {
        return at_all([&](Index point) { return gradient(values, point); });
    }
    template <class Values> [[nodiscard]] auto divergence(const Values& values) const
    {
        return at_all([&](Index point) { return divergence(values, point); });
    }
    template <class Values> [[nodiscard]] auto laplacian(const Values& values) const
    {
        return at_all([&](Index point) { return laplacian(values, point); });
    }

private:
    template <class Values> auto at(const Values& values, Index point) const
    {
        return [&values, sample = samples(point)](Index k) { return values[sample[k]]; };
    }
    template <class Evaluate> auto at_all(const Evaluate& evaluate) const
    {
        Array<decltype(evaluate(Index{0}))> result(static_cast<std::size_t>(size()));
        parallel_for(size(), [&](Index point) { result[static_cast<std::size_t>(point)] = evaluate(point); });
        return result;
    }

    MlsRows rows_;
    Array<double> phi_;
    Array<Vec3d> gradient_;
    Array<SecondDerivatives> second_;
    Array<MlsReport> report_;
};

/// A field at some points, and how each of them was fitted.
template <class T> struct MlsField
{
    Array<T> values;
    Array<MlsReport> reports;
};

/// Evaluates fields of samples that move: **Eulerian** kernels, T09 §4. Nothing is stored; each call finds neighbours and shape functions anew.
/// Order of values and results as for MlsShapeFunctions, whose results are the same to the last bit. The samples must outlive it.
class MlsInterpolation
{
public:
    /// `settings.derivatives` is not used: each function takes as many as it needs.
    MlsInterpolation(const Samples& samples, const MlsSettings& settings) : samples_(samples), settings_(settings) {}

    template <class Values> [[nodiscard]] auto value(View<const Vec3d> points, const Values& values) const
    {
        return evaluate(points, values, 0, [](const ShapeFunctionRow& row, const auto& f) { return row.value(f); });
    }
    template <class Values> [[nodiscard]] auto gradient(View<const Vec3d> points, const Values& values) const
    {
        return evaluate(points, values, 1, [](const ShapeFunctionRow& row, const auto& f) { return row.gradient_of(f); });
    }
    template <class Values> [[nodiscard]] auto divergence(View<const Vec3d> points, const Values& values) const
    {
        return evaluate(points, values, 1, [](const ShapeFunctionRow& row, const auto& f) { return row.divergence(f); });
    }
    template <class Values> [[nodiscard]] auto laplacian(View<const Vec3d> points, const Values& values) const
    {
        return evaluate(points, values, 2, [](const ShapeFunctionRow& row, const auto& f) { return row.laplacian(f); });
    }

private:
    template <class Values, class Operation>
    auto evaluate(View<const Vec3d> points, const Values& values, int derivatives, const Operation& operation) const
    {
        const auto at = [&](const MlsStencil& stencil) {
            return [&](Index k) { return values[stencil.sample[static_cast<std::size_t>(k)]]; };
        };
        using T = decltype(operation(ShapeFunctionRow(), at(MlsStencil())));
        const auto n = static_cast<std::size_t>(points.size());
        MlsField<T> field{Array<T>(n), Array<MlsReport>(n)};
        MlsSettings settings = settings_;
        settings.derivatives = derivatives;
        const auto visitor = [&](Index point, const MlsStencil& stencil, const MlsFit& fit) {
            field.values[static_cast<std::size_t>(point)] = operation(fit.row(), at(stencil));
            field.reports[static_cast<std::size_t>(point)] = fit.report();
        };
        for_each_mls_fit(samples_, samples_.neighbors_at(points), points, settings, visitor);
        return field;
    }

    const Samples& samples_;
    MlsSettings settings_;
};
} // namespace aspic
