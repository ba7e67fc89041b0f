// approximate() gives finite numbers or flags for any samples: exact polynomials are reproduced, T09 (26), (40), and units do not matter.

#include "aspic/operators/approximation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace
{
using aspic::ApproximationMethod;
using aspic::ApproximationResult;
using aspic::ApproximationSamples;
using aspic::ApproximationSettings;
using aspic::Derivative;
using aspic::PointFlag;
using aspic::SphForm;
using aspic::Vec3d;

constexpr double tolerance = std::is_same_v<aspic::Real, float> ? 2e-6 : 1e-12;

/// Random points in the unit cube of d dimensions, with a value each.
struct Cloud
{
    std::vector<Vec3d> positions;
    std::vector<double> values;

    [[nodiscard]] ApproximationSamples samples() const
    {
        return {.positions = aspic::const_view(positions), .values = {aspic::const_view(values)}, .mass = {}, .volume = {}};
    }
};

std::vector<Vec3d> random_points(int dimension, int count, unsigned seed)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::vector<Vec3d> points(static_cast<std::size_t>(count));
    for (Vec3d& x : points)
        for (int axis = 0; axis < dimension; ++axis)
            x[axis] = uniform(random);
    return points;
}

template <class F> Cloud cloud(int dimension, int count, const F& f)
{
    Cloud result{random_points(dimension, count, 1), {}};
    for (const Vec3d& x : result.positions)
        result.values.push_back(f(x));
    return result;
}

ApproximationResult good(const ApproximationSamples& samples, const ApproximationSettings& settings, const std::vector<Vec3d>& points)
{
    auto result = approximate(samples, settings, aspic::const_view(points));
    EXPECT_TRUE(result.ok()) << aspic::describe(result.problems());
    if (!result.ok())
        return {};
    EXPECT_EQ(result->flags.size(), points.size());
    for (const auto& values : result->values)
        for (const double value : values)
            EXPECT_TRUE(std::isfinite(value));
    return *result;
}

std::string problem(const ApproximationSamples& samples, const ApproximationSettings& settings)
{
    const std::vector<Vec3d> points(1);
    const auto result = approximate(samples, settings, aspic::const_view(points));
    EXPECT_FALSE(result.ok());
    return aspic::describe(result.problems());
}

double quadratic(const Vec3d& x) { return 1 + 2 * x.x - 3 * x.y + 0.5 * x.z + x.x * x.x - 2 * x.x * x.y + 3 * x.z * x.z + x.y * x.z; }
Vec3d quadratic_gradient(const Vec3d& x) { return {2 + 2 * x.x - 2 * x.y, -3 - 2 * x.x + x.z, 0.5 + 6 * x.z + x.y}; }
} // namespace

TEST(Approximate, MlsReproducesQuadraticsAndTheirDerivatives)
{
    const Cloud samples = cloud(3, 1000, quadratic);
    const std::vector<Vec3d> points = random_points(3, 100, 2);
    ApproximationSettings settings{.order = 2, .kernel = "cubic", .support = {}};
    const ApproximationResult value = good(samples.samples(), settings, points);
    settings.derivative = Derivative::gradient;
    const ApproximationResult gradient = good(samples.samples(), settings, points);
    settings.derivative = Derivative::laplacian;
    const ApproximationResult laplacian = good(samples.samples(), settings, points);
    ASSERT_EQ(gradient.values.size(), 3U);
    for (std::size_t k = 0; k < points.size(); ++k)
    {
        EXPECT_EQ(value.flags[k], PointFlag::ok);
        EXPECT_EQ(value.orders[k], 2);
        EXPECT_NEAR(value.values[0][k], quadratic(points[k]), 1e-10);
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(gradient.values[axis][k], quadratic_gradient(points[k])[static_cast<int>(axis)], 1e-9);
        EXPECT_NEAR(laplacian.values[0][k], 8, 1e-7);
    }
}

TEST(Approximate, ShepardAndDifferenceFormsReproduceConstants)
{
    const Cloud samples = cloud(2, 200, [](const Vec3d&) { return 7.0; });
    const std::vector<Vec3d> points = random_points(2, 50, 3);
    ApproximationSettings settings{.dimension = 2, .method = ApproximationMethod::shepard, .kernel = "cubic", .support = {}};
    const ApproximationResult shepard = good(samples.samples(), settings, points);
    for (const double value : shepard.values[0])
        EXPECT_NEAR(value, 7, 1e-12);
    settings.method = ApproximationMethod::sph;
    settings.form = SphForm::difference;
    settings.derivative = Derivative::gradient;
    for (const auto& component : good(samples.samples(), settings, points).values)
        for (const double value : component)
            EXPECT_NEAR(value, 0, 7e2 * tolerance);
    for (const SphForm form : {SphForm::difference, SphForm::brookshaw})
    {
        settings.derivative = Derivative::laplacian;
        settings.form = form;
        for (const auto& component : good(samples.samples(), settings, samples.positions).values)
            for (const double value : component)
                EXPECT_EQ(value, 0); // exactly: at a sample its own value counts
    }
}

TEST(Approximate, SphIsTheSumOfItsShapeFunctions)
{
    // T09 (3), (4), (5), (40) by hand in 1D: two samples at 0 and 1 with h = 2 and the kernel poly6.
    const std::vector<Vec3d> positions{{0, 0, 0}, {1, 0, 0}};
    const std::vector<double> f{3, 5};
    ApproximationSettings settings{.dimension = 1, .method = ApproximationMethod::sph, .kernel = "poly6", .support = 2};
    const ApproximationSamples samples{aspic::const_view(positions), {aspic::const_view(f)}, {}, {}};
    const auto w = [](double r) { return 35.0 / 64.0 * std::pow(1 - r * r / 4, 3); };
    const double V = 1 / (w(0) + w(1));
    const ApproximationResult result = good(samples, settings, {{0.25, 0, 0}});
    EXPECT_NEAR(result.values[0][0], V * (3 * w(0.25) + 5 * w(0.75)), 10 * tolerance);

    const std::vector<double> volume{0.5, 0.25};
    const ApproximationSamples with_volume{aspic::const_view(positions), {aspic::const_view(f)}, {}, aspic::const_view(volume)};
    EXPECT_NEAR(good(with_volume, settings, {{0.25, 0, 0}}).values[0][0], 0.5 * 3 * w(0.25) + 0.25 * 5 * w(0.75), 10 * tolerance);

    const std::vector<double> mass{1, 3};
    const ApproximationSamples with_mass{aspic::const_view(positions), {aspic::const_view(f)}, aspic::const_view(mass), {}};
    const double V_0 = 1 / (w(0) + 3 * w(1)), V_1 = 3 / (w(1) + 3 * w(0));
    EXPECT_NEAR(good(with_mass, settings, {{0.25, 0, 0}}).values[0][0], V_0 * 3 * w(0.25) + V_1 * 5 * w(0.75), 10 * tolerance);
}

TEST(Approximate, SymmetricGradientHasAPlusSign)
{
    // T09 (19), sign corrected, by hand for two samples of equal density: ρ (f_0 + f_1)/ρ² ∇ω, where the printed minus would give zero for f = 1.
    const std::vector<Vec3d> positions{{0, 0, 0}, {1, 0, 0}};
    const std::vector<double> f{1, 1};
    const ApproximationSettings settings{.dimension = 1,
                                         .method = ApproximationMethod::sph,
                                         .derivative = Derivative::gradient,
                                         .form = SphForm::symmetric,
                                         .kernel = "poly6",
                                         .support = 2};
    const ApproximationSamples samples{aspic::const_view(positions), {aspic::const_view(f)}, {}, {}};
    const double rho = 35.0 / 64.0 * (1 + std::pow(0.75, 3));
    const double slope = 35.0 / 64.0 * 3 * std::pow(0.75, 2) * 0.5; // ∇_0 ω(x_0 − x_1) at the distance 1
    const ApproximationResult result = good(samples, settings, positions);
    EXPECT_NEAR(result.values[0][0], 2 / rho * slope, 10 * tolerance);
    EXPECT_NEAR(result.values[0][1], -2 / rho * slope, 10 * tolerance);
}

TEST(Approximate, UnitsDoNotMatter)
{
    const Cloud samples = cloud(2, 100, quadratic);
    const std::vector<Vec3d> points = random_points(2, 20, 5);
    for (const ApproximationMethod method : {ApproximationMethod::sph, ApproximationMethod::shepard, ApproximationMethod::mls})
        for (const Derivative derivative : {Derivative::value, Derivative::gradient, Derivative::laplacian})
        {
            ApproximationSettings settings{.dimension = 2, .method = method, .derivative = derivative, .kernel = "cubic", .support = {}};
            const ApproximationResult reference = good(samples.samples(), settings, points);
            for (const double length : {1e-15, 1e-3, 1e12})
            {
                Cloud scaled = samples;
                std::vector<Vec3d> scaled_points = points;
                for (Vec3d& x : scaled.positions)
                    x = length * x;
                for (Vec3d& x : scaled_points)
                    x = length * x;
                for (double& f : scaled.values)
                    f *= 1e40;
                const ApproximationResult result = good(scaled.samples(), settings, scaled_points);
                const double unit = 1e40 / std::pow(length, static_cast<int>(derivative));
                for (std::size_t c = 0; c < reference.values.size(); ++c)
                    for (std::size_t k = 0; k < points.size(); ++k)
                        EXPECT_NEAR(result.values[c][k] / unit, reference.values[c][k], 1e4 * tolerance) << length;
            }
        }
}

TEST(Approximate, PointsOutOfReachAreFlagged)
{
    const Cloud samples = cloud(2, 50, quadratic);
    const std::vector<Vec3d> far{
        {5, 5, 0}, {-1e300, 0, 0}, {0.5, 1e18, 0}, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {0.5, 0.5, 0}};
    for (const ApproximationMethod method : {ApproximationMethod::sph, ApproximationMethod::shepard, ApproximationMethod::mls})
    {
        const ApproximationResult result =
            good(samples.samples(), {.dimension = 2, .method = method, .kernel = "cubic", .support = 0.5}, far);
        EXPECT_THAT(result.flags, testing::ElementsAre(PointFlag::no_neighbors, PointFlag::no_neighbors, PointFlag::no_neighbors,
                                                       PointFlag::no_neighbors, PointFlag::ok));
        EXPECT_EQ(result.values[0][0], 0);
        EXPECT_NE(result.values[0][4], 0);
    }
}

TEST(Approximate, APointExactlyAtTheSupportRadiusHasNoNeighbour)
{
    const std::vector<Vec3d> positions{{0, 0, 0}};
    const std::vector<double> f{1};
    const ApproximationSamples samples{aspic::const_view(positions), {aspic::const_view(f)}, {}, {}};
    for (const ApproximationMethod method : {ApproximationMethod::sph, ApproximationMethod::shepard, ApproximationMethod::mls})
        EXPECT_EQ(good(samples, {.dimension = 1, .method = method, .kernel = "cubic", .support = 0.25}, {{0.25, 0, 0}}).flags[0],
                  PointFlag::no_neighbors);
}

TEST(Approximate, CoplanarSamplesAreFlaggedAndExactInTheirPlane)
{
    Cloud samples = cloud(2, 200, [](const Vec3d& x) { return 1 + 2 * x.x - 3 * x.y; }); // z = 0
    ApproximationSettings settings{.dimension = 3, .derivative = Derivative::gradient, .kernel = "cubic", .support = {}};
    const std::vector<Vec3d> points = random_points(2, 30, 4);
    const ApproximationResult in_plane = good(samples.samples(), settings, points);
    for (std::size_t k = 0; k < points.size(); ++k)
    {
        EXPECT_EQ(in_plane.flags[k], PointFlag::singular);
        EXPECT_NEAR(in_plane.values[0][k], 2, 1e-8);
        EXPECT_NEAR(in_plane.values[1][k], -3, 1e-8);
        EXPECT_NEAR(in_plane.values[2][k], 0, 1e-8);
    }
    settings.deficient = aspic::Deficient::lower_order;
    const ApproximationResult lowered = good(samples.samples(), settings, points);
    for (std::size_t k = 0; k < points.size(); ++k)
    {
        EXPECT_EQ(lowered.flags[k], PointFlag::lower_order);
        EXPECT_EQ(lowered.orders[k], 0);
    }
}

TEST(Approximate, DuplicatesAndExtremeValuesGiveFiniteNumbers)
{
    const std::vector<Vec3d> positions{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0.5, 1e-14, 0}};
    const std::vector<double> f{1e308, -1e308, 1.7e308, 1.7e308, -1.7e308};
    const ApproximationSamples samples{aspic::const_view(positions), {aspic::const_view(f)}, {}, {}};
    const std::vector<Vec3d> points{{0, 0, 0}, {0.25, 0, 0}, {1, 0, 0}, {0.5, 0.5, 0}};
    for (int dimension = 1; dimension <= 3; ++dimension)
        for (int order = 0; order <= 2; ++order)
            for (const ApproximationMethod method : {ApproximationMethod::sph, ApproximationMethod::mls})
                for (const Derivative derivative : {Derivative::value, Derivative::gradient, Derivative::laplacian})
                    for (const std::string_view kernel : aspic::kernel_names)
                        good(samples,
                             {.dimension = dimension,
                              .method = method,
                              .order = order,
                              .derivative = derivative,
                              .kernel = std::string(kernel),
                              .support = 1e-3 + 0.6 * order},
                             points);
}

TEST(Approximate, OverflowIsFlagged)
{
    const std::vector<Vec3d> positions{{0, 0, 0}, {1e-100, 0, 0}};
    const std::vector<double> f{-1e300, 1e300};
    const ApproximationSamples samples{aspic::const_view(positions), {aspic::const_view(f)}, {}, {}};
    const ApproximationResult result =
        good(samples, {.dimension = 1, .derivative = Derivative::gradient, .kernel = "cubic", .support = {}}, {{5e-101, 0, 0}});
    EXPECT_EQ(result.flags[0], PointFlag::overflow);
    EXPECT_EQ(result.values[0][0], 0);
}

TEST(Approximate, DefaultSupportFollowsTheSpacing)
{
    std::vector<Vec3d> line, plane;
    for (int i = 0; i < 100; ++i)
        line.push_back({i * 0.01, 5, 0});
    for (int i = 0; i < 10; ++i)
        for (int j = 0; j < 10; ++j)
            plane.push_back({i * 0.1, j * 0.1, 0});
    ApproximationSettings settings{.dimension = 1, .kernel = "cubic", .support = {}};
    EXPECT_NEAR(*aspic::default_support(aspic::const_view(line), settings), 0.0297, 1e-9);
    settings.dimension = 2; // samples on a line: the spacing along it counts
    EXPECT_NEAR(*aspic::default_support(aspic::const_view(line), settings), 0.0297, 1e-9);
    EXPECT_NEAR(*aspic::default_support(aspic::const_view(plane), settings), 0.27, 1e-9);
    settings.order = 2;
    EXPECT_NEAR(*aspic::default_support(aspic::const_view(plane), settings), 0.36, 1e-9);
    line.assign(3, {1, 1, 1});
    EXPECT_FALSE(aspic::default_support(aspic::const_view(line), settings).has_value());
}

TEST(Approximate, BadInputIsExplained)
{
    const Cloud samples = cloud(2, 20, quadratic);
    const auto with = [](auto change) {
        ApproximationSettings settings{.dimension = 2, .kernel = "cubic", .support = {}};
        change(settings);
        return settings;
    };
    using testing::HasSubstr;
    EXPECT_THAT(problem(samples.samples(), with([](auto& s) { s.dimension = 4; })), HasSubstr("dimension"));
    EXPECT_THAT(problem(samples.samples(), with([](auto& s) { s.order = 3; })), HasSubstr("order"));
    EXPECT_THAT(problem(samples.samples(), with([](auto& s) { s.kernel = "gauss"; })), HasSubstr("choose one of cubic, wendland"));
    EXPECT_THAT(problem(samples.samples(), with([](auto& s) { s.support = -1; })), HasSubstr("support"));
    EXPECT_THAT(problem(samples.samples(), with([](auto& s) { s.support = 1e-30; })), HasSubstr("larger support radius"));
    EXPECT_THAT(problem({}, with([](auto&) {})), HasSubstr("there are none"));
    Cloud broken = samples;
    broken.values[7] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(problem(broken.samples(), with([](auto&) {})), HasSubstr("value 1 of sample 8"));
    broken = samples;
    broken.positions[2].y = HUGE_VAL;
    EXPECT_THAT(problem(broken.samples(), with([](auto&) {})), HasSubstr("position of sample 3"));
    const std::vector<double> mass(20);
    ApproximationSamples massless = samples.samples();
    massless.mass = aspic::const_view(mass);
    EXPECT_THAT(problem(massless, with([](auto&) {})), HasSubstr("mass of sample 1"));
}
