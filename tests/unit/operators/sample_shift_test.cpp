#include "aspic/operators/sample_shift.h"

#include "aspic/neighbors/samples.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
constexpr double d = 0.1, h = 0.2, V = d * d * d;

/// K21 (32) to (35) over all pairs, in double and as the paper writes them, with m = V.
struct Reference
{
    std::vector<Vec3d> x;
    double rho_0 = 1, weight = 0.5, beta = 2, pulled = 1;
    Kernel<CubicSpline, double> kernel{h, 3};

    [[nodiscard]] double density(std::size_t i) const
    {
        double rho = 0;
        for (const Vec3d& x_j : x)
            rho += V * kernel.w(norm(x[i] - x_j));
        return rho;
    }
    [[nodiscard]] double kappa(std::size_t i, double least) const
    {
        Vec3d sum{};
        double squares = 0;
        for (const Vec3d& x_j : x)
        {
            const Vec3d term = V * kernel.gradient(x[i] - x_j);
            sum += term;
            squares += dot(term, term);
        }
        return density(i) * max(density(i) - rho_0, least) / (dot(sum, sum) + squares);
    }
    [[nodiscard]] std::vector<double> pressures(double least) const
    {
        std::vector<double> result;
        for (std::size_t i = 0; i < x.size(); ++i)
            result.push_back(kappa(i, least) / density(i));
        return result;
    }
    [[nodiscard]] Vec3d shift(std::size_t i, const std::vector<double>& pressure) const
    {
        Vec3d result{};
        for (std::size_t j = 0; j < x.size(); ++j)
        {
            const Vec3d x_ij = x[i] - x[j];
            const double r = norm(x_ij);
            result -= weight * V * (pressure[i] + pressure[j]) * kernel.gradient(x_ij);
            if (j != i)
                result -= (r > d ? pulled : 1) * beta * V * (r - d) * kernel.w(r) / r * x_ij;
        }
        return result;
    }
};

Array<Vec3> shift_of(const std::vector<Vec3d>& points, const Reference& reference, double least)
{
    const Samples samples(const_view(points), h);
    const Neighborhood lists = samples.neighbors_of_samples();
    const Kernel<CubicSpline> kernel(h, 3);
    const Array<Real> bound(points.size(), static_cast<Real>(least));
    const Array<Real> pulled(points.size(), static_cast<Real>(reference.pulled));
    Array<Real> excess(points.size());
    Array<Vec3> shift(points.size());
    parallel_for(samples.size(), Crowding<Kernel<CubicSpline>>{lists.view(), kernel, static_cast<Real>(V),
                                                               static_cast<Real>(reference.rho_0), const_view(bound), view(excess)});
    parallel_for(samples.size(), SampleShift<Kernel<CubicSpline>>{lists.view(), kernel, static_cast<Real>(V), static_cast<Real>(d),
                                                                  static_cast<Real>(reference.weight), static_cast<Real>(reference.beta),
                                                                  const_view(excess), const_view(pulled), view(shift)});
    return samples.unsorted(const_view(shift));
}

TEST(SampleShift, IsTheSumOverAllPairs)
{
    Reference reference;
    RandomNumbers random(7);
    for (int k = 0; k < 200; ++k)
        reference.x.push_back(random.in_box({0, 0, 0}, {0.55, 0.55, 0.55}));
    for (const double least : {0.0, -1.0})
    {
        reference.pulled = -least;
        const std::vector<double> pressure = reference.pressures(least);
        for (const Execution& execution : execution_variants())
        {
            const ExecutionScope scope(execution);
            const Array<Vec3> shift = shift_of(reference.x, reference, least);
            Vec3d total{};
            double largest = 0;
            for (std::size_t i = 0; i < shift.size(); ++i)
            {
                const Vec3d expected = reference.shift(i, pressure);
                // Sums of about thirty numbers of single precision, with the local positions' rounding of 2⁻¹⁶ of a support and less.
                EXPECT_LT(norm(convert<double>(shift[i]) - expected), 1e-4 * norm(expected) + 1e-5 * d);
                total += convert<double>(shift[i]);
                largest = max(largest, norm(expected));
            }
            EXPECT_GT(largest, 0.1 * d);
            EXPECT_LT(norm(total), 1e-4 * largest); // pairs push each other equally: the middle of all stays
        }
    }
}

TEST(SampleShift, CoincidentParticlesGiveNumbers)
{
    Reference reference;
    reference.x = {{0, 0, 0}, {0, 0, 0}, {0.05, 0, 0}};
    for (const Vec3& one : shift_of(reference.x, reference, 0))
        EXPECT_TRUE(norm(one) >= 0); // false for NaN
}
} // namespace
} // namespace aspic
