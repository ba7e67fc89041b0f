// Pair passes with one stored number per pair: against the recomputed form, and against the exact rate of a linear flow.

#include "aspic/neighbors/samples.h"
#include "aspic/operators/density.h"
#include "aspic/operators/density_rate.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

struct Flow
{
    K kernel{0.2, 3};
    Samples samples;
    Neighborhood near;
    Array<Real> m, rho, rate, recomputed;
    Array<Real> slope;
    Array<Vec3> v;
};

/// A lattice of spacing 0.1 that expands: v = 0.5 x, so ∇·v = 1.5.
Flow expanding_flow(double jitter)
{
    RandomNumbers random(1);
    Array<Vec3d> points;
    for (int x = 0; x < 11; ++x)
        for (int y = 0; y < 11; ++y)
            for (int z = 0; z < 11; ++z)
                points.push_back(0.1 * (Vec3d{double(x), double(y), double(z)} + jitter * random.in_box({-1, -1, -1}, {1, 1, 1})));
    Samples samples(const_view(points), 0.2);
    Neighborhood near = samples.neighbors_of_samples();
    Flow flow{
        .samples = std::move(samples), .near = std::move(near), .m = {}, .rho = {}, .rate = {}, .recomputed = {}, .slope = {}, .v = {}};
    flow.m.assign(points.size(), Real(1e-3));
    for (auto* column : {&flow.rho, &flow.rate, &flow.recomputed})
        column->resize(points.size());
    flow.slope.resize(static_cast<std::size_t>(flow.near.slot_count()));
    for (Index i = 0; i < flow.samples.size(); ++i)
        flow.v.push_back(convert<Real>(0.5 * flow.samples.positions()[i]));
    const Index n = flow.samples.size();
    const auto view_of_lists = flow.near.view();
    parallel_for(n, DensityAndSlopes<K>{view_of_lists, flow.kernel, const_view(flow.m), view(flow.rho), {flow.slope.data()}});
    parallel_for(n, DensityRate{view_of_lists, {flow.slope.data()}, const_view(flow.v), view(flow.rate)});
    parallel_for(n, DensityRateRecomputed<K>{view_of_lists, flow.kernel, const_view(flow.m), const_view(flow.v), view(flow.recomputed)});
    return flow;
}
} // namespace

TEST(DensityRate, StoredSlopesGiveTheSameAsRecomputedGradients)
{
    const Flow flow = expanding_flow(0.2);
    for (std::size_t i = 0; i < flow.rate.size(); ++i)
        EXPECT_NEAR(flow.rate[i], flow.recomputed[i], (std::is_same_v<Real, float> ? 3e-6 : 1e-14) * 5);
    Array<Real> rho(flow.rho.size());
    parallel_for(flow.samples.size(), Density<K>{flow.near.view(), flow.kernel, const_view(flow.m), view(rho)});
    EXPECT_EQ(rho, flow.rho);
}

TEST(DensityRate, OfAUniformExpansionFollowsFromTheLatticeSum)
{
    // On a lattice Σ V (v_i − v_j)·∇ω = −0.5·3 κ with κ = 1.020042 for the cubic spline at h = 2 dx (sum over the lattice, computed independently).
    const Flow flow = expanding_flow(0);
    const auto in_middle = [&](Index i) { return norm(flow.samples.positions()[i] - Vec3d{0.5, 0.5, 0.5}) < 0.01; };
    int checked = 0;
    for (Index i = 0; i < flow.samples.size(); ++i)
        if (in_middle(i))
        {
            ++checked;
            EXPECT_NEAR(flow.rate[static_cast<std::size_t>(i)], -1.5 * 1.020042, 1e-5);
        }
    EXPECT_EQ(checked, 1);
}

TEST(DensityRate, IsTheSameForEveryInstructionSet)
{
    std::optional<Array<Real>> first;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        const Flow flow = expanding_flow(0.2);
        if (!first)
            first = flow.rate;
        EXPECT_EQ(flow.rate, *first);
    }
}
