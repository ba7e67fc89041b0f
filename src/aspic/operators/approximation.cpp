#include "aspic/operators/approximation.h"

#include "aspic/neighbors/samples.h"
#include "aspic/operators/density.h"
#include "aspic/operators/mls_shape_functions.h"
#include "aspic/operators/sph_sums.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr Index points_per_batch = 1 << 16; // bounds the memory of neighbour lists

struct Box
{
    Vec3d low, high;
};

Box bounds_of(View<const Vec3d> positions, int dimension)
{
    Box box;
    for (int axis = 0; axis < dimension; ++axis)
    {
        box.low[axis] = box.high[axis] = positions[0][axis];
        for (const Vec3d& x : positions)
        {
            box.low[axis] = std::min(box.low[axis], x[axis]);
            box.high[axis] = std::max(box.high[axis], x[axis]);
        }
    }
    return box;
}

// ---------------------------------------------------------------- what can be wrong

void check_settings(const ApproximationSettings& settings, Problems& problems)
{
    if (settings.dimension < 1 || settings.dimension > 3)
        problems.push_back({"dimension", "it is " + std::to_string(settings.dimension), "choose 1, 2 or 3"});
    if (settings.order < 0 || settings.order > 2)
        problems.push_back({"order", "it is " + std::to_string(settings.order), "choose 0 (constant), 1 (linear) or 2 (quadratic)"});
    if (settings.support && !(*settings.support > 0 && std::isfinite(*settings.support)))
        problems.push_back(
            {"support", "the support radius is not a positive number", "give the distance in metres within which samples count"});
    if (std::ranges::find(kernel_names, settings.kernel) == kernel_names.end())
    {
        std::string names;
        for (const std::string_view kernel : kernel_names)
            names += (names.empty() ? "" : ", ") + std::string(kernel);
        problems.push_back({"kernel", "there is no kernel '" + settings.kernel + "'", "choose one of " + names});
    }
    if (settings.form == SphForm::symmetric && settings.derivative == Derivative::laplacian)
        problems.push_back({"form", "there is no symmetric form of the Laplacian", "choose plain, difference or brookshaw"});
    if (settings.form == SphForm::brookshaw && settings.derivative == Derivative::gradient)
        problems.push_back({"form", "Brookshaw's form is one of the Laplacian", "choose plain, difference or symmetric"});
}

void check_numbers(View<const double> numbers, Index count, bool positive, const std::string& what, Problems& problems)
{
    if (numbers.size() != count)
        problems.push_back(
            {what, std::to_string(numbers.size()) + " numbers for " + std::to_string(count) + " samples", "give one per sample"});
    for (Index i = 0; i < numbers.size(); ++i)
        if (!std::isfinite(numbers[i]) || (positive && !(numbers[i] > 0)))
        {
            problems.push_back(
                {what + " of sample " + std::to_string(i + 1), positive ? "it must be finite and positive" : "it must be finite", ""});
            return;
        }
}

void check_samples(const ApproximationSamples& samples, Problems& problems)
{
    const Index n = samples.positions.size();
    if (n == 0)
        problems.push_back({"samples", "there are none", "give at least one"});
    for (Index i = 0; i < n; ++i)
    {
        const Vec3d& x = samples.positions[i];
        if (std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z))
            continue;
        problems.push_back({"position of sample " + std::to_string(i + 1), "it is not finite", ""});
        break;
    }
    for (std::size_t k = 0; k < samples.values.size(); ++k)
        check_numbers(samples.values[k], n, false, "value " + std::to_string(k + 1), problems);
    if (!samples.mass.empty())
        check_numbers(samples.mass, n, true, "mass", problems);
    if (!samples.volume.empty())
        check_numbers(samples.volume, n, true, "volume", problems);
}

// ---------------------------------------------------------------- numbers of order one

/// x from a corner, in units of h; coordinates beyond the dimension are zero.
Vec3d scaled(const Vec3d& x, const Vec3d& corner, double h, int dimension)
{
    Vec3d result;
    for (int axis = 0; axis < dimension; ++axis)
        result[axis] = (x[axis] - corner[axis]) / h;
    return result;
}

/// The samples in the search's order, their values in the caller's. Lengths are in units of h, masses and the values of each function in units of their largest, so that
/// nothing overflows in single precision, whatever the caller's units are.
struct ScaledSamples
{
    const ApproximationSettings& settings;
    double h;
    Box box;
    Samples near;
    std::vector<Array<double>> f;
    std::vector<double> unit; ///< of each function

    /// A point in these units; those out of reach of all samples are moved to a place that is surely out of reach, but not far away.
    [[nodiscard]] Vec3d scaled_or_away(const Vec3d& x) const
    {
        for (int axis = 0; axis < settings.dimension; ++axis)
            if (!(x[axis] >= box.low[axis] - 2 * h && x[axis] <= box.high[axis] + 2 * h))
                return {-3, settings.dimension > 1 ? -3.0 : 0, settings.dimension > 2 ? -3.0 : 0};
        return scaled(x, box.low, h, settings.dimension);
    }
};

double largest_magnitude(View<const double> values)
{
    double largest = 0;
    for (const double value : values)
        largest = std::max(largest, std::abs(value));
    return largest > 0 ? largest : 1;
}

ScaledSamples scale(const ApproximationSamples& samples, const ApproximationSettings& settings, double h)
{
    const Box box = bounds_of(samples.positions, settings.dimension);
    Array<Vec3d> positions;
    for (const Vec3d& x : samples.positions)
        positions.push_back(scaled(x, box.low, h, settings.dimension));
    ScaledSamples result{settings, h, box, Samples(const_view(positions), 1), {}, {}};
    for (const View<const double> values : samples.values)
    {
        result.unit.push_back(largest_magnitude(values));
        result.f.emplace_back(values.begin(), values.end());
        for (double& f : result.f.back())
            f /= result.unit.back();
    }
    return result;
}

template <class T> Array<Real> as_real(const Array<T>& values) { return Array<Real>(values.begin(), values.end()); }

// ---------------------------------------------------------------- results

/// Where the results of a batch of points go.
struct Output
{
    const ScaledSamples& samples;
    ApproximationResult& result;
    Index begin; ///< first point of the batch

    [[nodiscard]] std::size_t point(Index row) const { return static_cast<std::size_t>(begin) + static_cast<std::size_t>(row); }

    void set(std::size_t function, int component, Index row, double scaled) const
    {
        double value = scaled * samples.unit[function];
        if (samples.settings.derivative != Derivative::value)
            value /= samples.h;
        if (samples.settings.derivative == Derivative::laplacian)
            value /= samples.h;
        result.values[function * static_cast<std::size_t>(result.components) + static_cast<std::size_t>(component)][point(row)] = value;
    }
    void set(std::size_t function, Index row, const Vec3d& scaled) const
    {
        for (int axis = 0; axis < result.components; ++axis)
            set(function, axis, row, scaled[axis]);
    }
    void flag(Index row, PointFlag flag, int order) const
    {
        result.flags[point(row)] = flag;
        result.orders[point(row)] = order;
    }
};

/// No value leaves that is not a finite number; where there is none it is zero.
void flag_overflows(ApproximationResult& result)
{
    for (std::size_t point = 0; point < result.flags.size(); ++point)
    {
        const bool finite = std::ranges::all_of(result.values, [&](const auto& values) { return std::isfinite(values[point]); });
        if (!finite && has_value(result.flags[point]))
            result.flags[point] = PointFlag::overflow;
        if (!has_value(result.flags[point]))
            for (std::vector<double>& values : result.values)
                values[point] = 0;
    }
}

// ---------------------------------------------------------------- SPH

/// Masses, densities and volumes of the samples: T09 (4), (5). Given volumes are taken as masses of density one.
struct SampleVolumes
{
    Array<Real> m, rho, V;
};

template <class K> SampleVolumes find_volumes(const ScaledSamples& samples, const ApproximationSamples& given, const K& kernel)
{
    const auto n = static_cast<std::size_t>(samples.near.size());
    SampleVolumes volumes{Array<Real>(n, Real(1)), Array<Real>(n, Real(1)), Array<Real>(n)};
    if (!given.volume.empty())
    {
        Array<double> V = samples.near.sorted(given.volume);
        for (double& V_i : V)
            V_i /= std::pow(samples.h, samples.settings.dimension);
        volumes.m = volumes.V = as_real(V);
        return volumes;
    }
    if (!given.mass.empty())
    {
        Array<double> m = samples.near.sorted(given.mass);
        const double unit = largest_magnitude(given.mass);
        for (double& m_i : m)
            m_i /= unit;
        volumes.m = as_real(m);
    }
    const Neighborhood neighborhood = samples.near.neighbors_of_samples();
    parallel_for(samples.near.size(), Density<K>{neighborhood.view(), kernel, const_view(volumes.m), view(volumes.rho)}); // x, m → ρ
    for (std::size_t i = 0; i < n; ++i)
        volumes.V[i] = volumes.m[i] / volumes.rho[i];
    return volumes;
}

/// One SPH sum at a batch of points.
template <class K> struct SphBatch
{
    const ScaledSamples& samples;
    const SampleVolumes& volumes;
    const Neighborhood& neighborhood;
    View<const Vec3d> points;
    K kernel;
    Output output;

    [[nodiscard]] Index size() const { return points.size(); }
    [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(points.size()); }

    void run() const
    {
        Array<Real> rho(count());
        parallel_for(size(), Density<K>{neighborhood.view(), kernel, const_view(volumes.m), view(rho)}); // x, m → ρ
        for (Index row = 0; row < size(); ++row)
            output.flag(row, rho[static_cast<std::size_t>(row)] > 0 ? PointFlag::ok : PointFlag::no_neighbors, -1);
        for (std::size_t function = 0; function < samples.f.size(); ++function)
        {
            const Array<Real> f = as_real(samples.near.sorted(const_view(samples.f[function])));
            switch (samples.settings.derivative)
            {
            case Derivative::value:
                sum_value(function, f);
                break;
            case Derivative::gradient:
                sum_gradient(function, f, rho);
                break;
            case Derivative::laplacian:
                sum_laplacian(function, f);
                break;
            }
        }
    }

private:
    void sum_value(std::size_t function, const Array<Real>& f) const
    {
        Array<Real> sum(count());
        parallel_for(size(), Interpolation<K, Real>{neighborhood.view(), kernel, const_view(volumes.V), const_view(f), view(sum)});
        store(function, sum);
    }

    void sum_gradient(std::size_t function, const Array<Real>& f, const Array<Real>& rho) const
    {
        const NeighborView near = neighborhood.view();
        const auto V = const_view(volumes.V), m = const_view(volumes.m), rho_j = const_view(volumes.rho), f_j = const_view(f);
        Array<Vec3> sum(count());
        if (samples.settings.form == SphForm::plain)
            parallel_for(size(), Gradient<K, Real>{near, kernel, V, f_j, view(sum)});
        else
        {
            const Array<Real> own = values_at_points(f);
            if (samples.settings.form == SphForm::difference)
                parallel_for(size(), DifferenceGradient<K, Real>{near, kernel, V, const_view(own), f_j, view(sum)});
            else
                parallel_for(size(), SymmetricGradient<K, Real>{near, kernel, m, rho_j, const_view(rho), const_view(own), f_j, view(sum)});
        }
        for (Index row = 0; row < size(); ++row)
            output.set(function, row, convert<double>(sum[static_cast<std::size_t>(row)]));
    }

    void sum_laplacian(std::size_t function, const Array<Real>& f) const
    {
        const NeighborView near = neighborhood.view();
        const auto V = const_view(volumes.V), f_j = const_view(f);
        Array<Real> sum(count());
        if (samples.settings.form == SphForm::plain)
            parallel_for(size(), Laplacian<K, Real>{near, kernel, V, f_j, view(sum)});
        else
        {
            const Array<Real> own = values_at_points(f);
            if (samples.settings.form == SphForm::difference)
                parallel_for(size(), DifferenceLaplacian<K, Real>{near, kernel, V, const_view(own), f_j, view(sum)});
            else
                parallel_for(size(), BrookshawLaplacian<K, Real>{near, kernel, V, const_view(own), f_j, view(sum)});
        }
        store(function, sum);
    }

    /// f at the points: of the sample that lies there, else Shepard's value.
    [[nodiscard]] Array<Real> values_at_points(const Array<Real>& f) const
    {
        Array<Real> own(count());
        parallel_for(size(), ShepardInterpolation<K, Real>{neighborhood.view(), kernel, const_view(volumes.V), const_view(f), view(own)});
        parallel_for(size(), [&](Index row) {
            neighborhood.for_each_neighbor(row, [&](Index j) {
                if (samples.near.positions()[j] == points[row])
                    own[static_cast<std::size_t>(row)] = f[static_cast<std::size_t>(j)];
            });
        });
        return own;
    }

    void store(std::size_t function, const Array<Real>& sum) const
    {
        for (Index row = 0; row < size(); ++row)
            output.set(function, 0, row, static_cast<double>(sum[static_cast<std::size_t>(row)]));
    }
};

// ---------------------------------------------------------------- MLS

PointFlag flag_of(const MlsReport& report)
{
    if (!report.has_value())
        return PointFlag::no_neighbors;
    if (report.order_lowered)
        return PointFlag::lower_order;
    return report.rank_deficient ? PointFlag::singular : PointFlag::ok;
}

MlsSettings mls_settings(const ApproximationSettings& settings)
{
    return {.dimension = settings.dimension,
            .order = settings.method == ApproximationMethod::shepard ? 0 : settings.order,
            .derivatives = static_cast<int>(settings.derivative),
            .deficient = settings.deficient,
            .kernel = *kernel_named<double>(settings.kernel, 1, settings.dimension)};
}

void run_mls_batch(const ScaledSamples& samples, View<const Vec3d> points, const Output& output)
{
    const Derivative derivative = samples.settings.derivative;
    const auto visitor = [&](Index row, const MlsStencil& stencil, const MlsFit& fit) {
        output.flag(row, flag_of(fit.report()), fit.report().order);
        const ShapeFunctionRow shape = fit.row();
        for (std::size_t function = 0; function < samples.f.size(); ++function)
        {
            const auto f = [&](Index k) {
                return samples.f[function][static_cast<std::size_t>(stencil.sample[static_cast<std::size_t>(k)])];
            };
            if (derivative == Derivative::gradient)
                output.set(function, row, shape.gradient_of(f));
            else
                output.set(function, 0, row, derivative == Derivative::value ? shape.value(f) : shape.laplacian(f));
        }
    };
    for_each_mls_fit(samples.near, samples.near.neighbors_at(points), points, mls_settings(samples.settings), visitor);
}

// ---------------------------------------------------------------- all points

/// Calls `f(points, begin)` for batches of scaled points.
template <class F> void for_each_batch(const ScaledSamples& samples, View<const Vec3d> points, const F& f)
{
    Array<Vec3d> batch;
    for (Index begin = 0; begin < points.size(); begin += points_per_batch)
    {
        const Index end = std::min(points.size(), begin + points_per_batch);
        batch.clear();
        for (Index i = begin; i < end; ++i)
            batch.push_back(samples.scaled_or_away(points[i]));
        f(const_view(batch), begin);
    }
}

void run_sph(const ScaledSamples& samples, const ApproximationSamples& given, View<const Vec3d> points, ApproximationResult& result)
{
    const auto with_kernel = [&](const auto& kernel) {
        const SampleVolumes volumes = find_volumes(samples, given, kernel);
        for_each_batch(samples, points, [&](View<const Vec3d> batch, Index begin) {
            const Neighborhood neighborhood = samples.near.neighbors_at(batch);
            const Output output{samples, result, begin};
            SphBatch<std::decay_t<decltype(kernel)>>{samples, volumes, neighborhood, batch, kernel, output}.run();
        });
    };
    std::visit(with_kernel, *kernel_named<Real>(samples.settings.kernel, 1, samples.settings.dimension));
}

void run_mls(const ScaledSamples& samples, View<const Vec3d> points, ApproximationResult& result)
{
    for_each_batch(samples, points, [&](View<const Vec3d> batch, Index begin) { run_mls_batch(samples, batch, {samples, result, begin}); });
}

ApproximationResult run(const ScaledSamples& samples, const ApproximationSamples& given, View<const Vec3d> points)
{
    const auto n = static_cast<std::size_t>(points.size());
    ApproximationResult result;
    result.support = samples.h;
    result.components = samples.settings.derivative == Derivative::gradient ? samples.settings.dimension : 1;
    result.values.assign(samples.f.size() * static_cast<std::size_t>(result.components), std::vector<double>(n));
    result.flags.resize(n);
    result.orders.resize(n);
    if (samples.settings.method == ApproximationMethod::sph)
        run_sph(samples, given, points, result);
    else
        run_mls(samples, points, result);
    flag_overflows(result);
    return result;
}
} // namespace

std::string_view name(PointFlag flag)
{
    constexpr std::array<std::string_view, point_flag_count> names{"ok", "lower_order", "singular", "no_neighbors", "overflow"};
    return names[static_cast<std::size_t>(flag)];
}

std::optional<double> default_support(View<const Vec3d> positions, const ApproximationSettings& settings)
{
    if (positions.empty())
        return std::nullopt;
    const Box box = bounds_of(positions, settings.dimension);
    const Vec3d extent = box.high - box.low;
    const double longest = std::max({extent.x, extent.y, extent.z});
    int axes = 0;
    double cells_per_sample = 1; // volume of the box in cubes of its longest edge, per sample
    for (int axis = 0; axis < settings.dimension; ++axis)
        if (extent[axis] > 1e-9 * longest)
        {
            ++axes;
            cells_per_sample *= extent[axis] / longest;
        }
    if (axes == 0 || !std::isfinite(longest))
        return std::nullopt;
    const double spacing = longest * std::pow(cells_per_sample / positions.size(), 1.0 / axes);
    return (settings.method == ApproximationMethod::mls && settings.order >= 2 ? 4 : 3) * spacing;
}

Result<ApproximationResult> approximate(const ApproximationSamples& samples, const ApproximationSettings& settings,
                                        View<const Vec3d> points)
{
    Problems problems;
    check_settings(settings, problems);
    check_samples(samples, problems);
    if (!problems.empty())
        return problems;
    const std::optional<double> h = settings.support ? settings.support : default_support(samples.positions, settings);
    if (!h)
        return Problem{"support", "the samples lie in one point, so no support radius follows from their spacing", "give one in metres"};
    try
    {
        return run(scale(samples, settings, *h), samples, points);
    }
    catch (const std::domain_error&)
    {
        return Problem{"support", "the samples spread over too many support radii to be told apart", "choose a larger support radius"};
    }
}
} // namespace aspic
