#include "aspic/geometry/sample_relaxation.h"

#include "aspic/neighbors/samples.h"
#include "aspic/operators/sample_shift.h"

#include <cmath>

namespace aspic
{
namespace
{
constexpr double jacobi_weight = 0.5; ///< ω of the pressure's step
constexpr double courant = 0.4;       ///< of K21 (37)
constexpr int most_reflections = 40;  ///< between walls that are not parallel: halves the error at 60°
constexpr double farthest_push = 2;   ///< [radius] beyond, a place is too narrow
constexpr double outer_layer = 0.75;  ///< [d] from the surface; particles that touch it are 0.5 away
constexpr int sections = 16;          ///< into thirds, of which one is left out

Vec3d in_dimension(Vec3d v, int dimension)
{
    if (dimension == 2)
        v.z = 0;
    return v;
}

/// Moves a point to the deepest place on the way inwards, by sections; returns its distance to the surface.
double to_the_middle(const Solid& solid, double radius, int dimension, Vec3d& x)
{
    const SurfaceView view = solid.surface_from(x);
    const Vec3d inwards = in_dimension(-view.normal, dimension);
    const Vec3d surface = x + view.distance * inwards;
    const auto depth_at = [&](double t) { return -solid.surface_from(surface + t * inwards).distance; };
    double low = 0, high = radius;
    for (int k = 0; k < sections; ++k)
    {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (depth_at(a) < depth_at(b))
            low = a;
        else
            high = b;
    }
    const double t = 0.5 * (low + high);
    const double depth = depth_at(t);
    if (depth > -view.distance)
        x = surface + t * inwards;
    return max(depth, -view.distance);
}

/// K21 (31): moves all particles by what neighbours and the surface ask for.
class Relaxation
{
public:
    Relaxation(const SamplingTask& task, const RelaxedSampling& settings, std::vector<Vec3d>& points)
        : task_(task),
          settings_(settings),
          d_(task.spacing),
          support_(task.support.value_or(2 * task.spacing)),
          volume_(task.dimension == 2 ? d_ * d_ : d_ * d_ * d_),
          rest_(lattice_filling(support_ / d_, task.dimension)),
          kernel_(support_, task.dimension),
          exact_kernel_(support_, task.dimension),
          points_(points),
          depth_(points.size()),
          moved_(points.size()),
          total_(points.size()),
          least_(points.size()),
          pulled_(points.size()),
          excess_(points.size()),
          shift_(points.size())
    {
        parallel_for(size(), [&](Index i) { depth_[at(i)] = keep_inside(task_.solid, 0.5 * d_, task_.dimension, points_[at(i)]); });
    }

    /// x → x; returns the root mean square change of a position [d].
    double iterate()
    {
        parallel_for(size(), [&](Index i) { adhere(i); });
        const Samples samples(const_view(points_), support_);
        const Neighborhood lists = samples.neighbors_of_samples();
        const Array<Real> least = samples.sorted(const_view(least_)), pulled = samples.sorted(const_view(pulled_));
        parallel_for(size(), Crowding<Kernel<CubicSpline>>{lists.view(), kernel_, real(volume_), real(rest_), const_view(least),
                                                           view(excess_)}); // x → κ/ρ
        parallel_for(size(), SampleShift<Kernel<CubicSpline>>{lists.view(), kernel_, real(volume_), real(d_), real(jacobi_weight),
                                                              real(settings_.cohesion), const_view(excess_), const_view(pulled),
                                                              view(shift_)}); // x, κ/ρ → Δx
        const Array<Vec3> pushed = samples.unsorted(const_view(shift_));
        parallel_for(size(), [&](Index i) { total_[at(i)] += convert<double>(pushed[at(i)]); });
        // K21 (37), but short steps are not lengthened: else it would never settle.
        const double longest = maximum(size(), 0.0, [&](Index i) { return norm(total_[at(i)]); });
        const double allowed = settings_.step * courant * d_;
        const double share = longest > allowed ? allowed / longest : 1;
        parallel_for(size(), [&](Index i) { move(i, share * total_[at(i)]); });
        return std::sqrt(sum(size(), [&](Index i) { return square(moved_[at(i)] / d_); }) / max(1.0, 1.0 * size()));
    }

    [[nodiscard]] Index squeezed() const
    {
        return static_cast<Index>(
            sum(size(), [&](Index i) { return is_squeezed(-task_.solid.surface_from(points_[at(i)]).distance) ? 1 : 0; }));
    }

private:
    static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
    static Real real(double a) { return static_cast<Real>(a); }
    [[nodiscard]] Index size() const { return static_cast<Index>(points_.size()); }
    [[nodiscard]] bool is_squeezed(double depth) const { return depth < 0.5 * d_ * (1 - 2e-6); }

    /// K21 (36): −γ V (x_i − x_s) ω(|x_i − x_s|). Far inside, the distance is only known not to be smaller than `depth_`.
    void adhere(Index i)
    {
        if (depth_[at(i)] < support_)
        {
            const SurfaceView view = task_.solid.surface_from(points_[at(i)]);
            depth_[at(i)] = -view.distance;
            total_[at(i)] = (-settings_.adhesion * volume_ * exact_kernel_.w(abs(view.distance)) * view.distance) *
                            in_dimension(view.normal, task_.dimension);
        }
        else
            total_[at(i)] = {};
        least_[at(i)] = depth_[at(i)] < support_ ? Real(0) : Real(-1);
        pulled_[at(i)] = depth_[at(i)] < outer_layer * d_ ? Real(0) : Real(1);
    }

    void move(Index i, const Vec3d& way)
    {
        const Vec3d before = points_[at(i)];
        Vec3d x = before + in_dimension(way, task_.dimension);
        depth_[at(i)] -= norm(way);
        if (depth_[at(i)] < 0.5 * d_)
            depth_[at(i)] = keep_inside(task_.solid, 0.5 * d_, task_.dimension, x);
        points_[at(i)] = x;
        moved_[at(i)] = norm(x - before);
    }

    const SamplingTask& task_;
    const RelaxedSampling& settings_;
    double d_;       ///< [m]
    double support_; ///< [m]
    double volume_;  ///< [m^d] V of a particle
    double rest_;    ///< δ_0
    Kernel<CubicSpline> kernel_;
    Kernel<CubicSpline, double> exact_kernel_;
    std::vector<Vec3d>& points_;
    std::vector<double> depth_; ///< [m] not more than the distance to the surface
    std::vector<double> moved_; ///< [m]
    std::vector<Vec3d> total_;  ///< [m] Δx
    Array<Real> least_;         ///< of δ − δ_0 that counts
    Array<Real> pulled_;        ///< whether neighbours attract: not in the outer layer, where that would open holes
    Array<Real> excess_;        ///< [m²] κ/ρ, in the search's order
    Array<Vec3> shift_;         ///< [m] by neighbours, in the search's order
};
} // namespace

double keep_inside(const Solid& solid, double radius, int dimension, Vec3d& x)
{
    const Vec3d start = x;
    for (int k = 0; k < most_reflections && norm(x - start) <= farthest_push * radius; ++k)
    {
        const SurfaceView view = solid.surface_from(x);
        const double missing = radius + view.distance;
        if (missing <= 1e-9 * radius)
            return -view.distance;
        x -= missing * in_dimension(view.normal, dimension);
    }
    if (const double depth = -solid.surface_from(x).distance; depth >= radius * (1 - 1e-6) && norm(x - start) <= farthest_push * radius)
        return depth;
    x = start;
    return to_the_middle(solid, radius, dimension, x);
}

void relax(const SamplingTask& task, const RelaxedSampling& settings, const SamplingWatcher& watch, SolidSample& sample)
{
    Relaxation relaxation(task, settings, sample.points);
    sample.end = SamplingEnd::iterations_done;
    while (sample.iterations < settings.max_iterations)
    {
        sample.change = relaxation.iterate();
        ++sample.iterations;
        if (sample.change <= settings.tolerance)
        {
            sample.end = SamplingEnd::settled;
            break;
        }
        if (watch && !watch({sample.iterations, settings.max_iterations, sample.change}))
        {
            sample.end = SamplingEnd::stopped;
            break;
        }
    }
    sample.squeezed = relaxation.squeezed();
}
} // namespace aspic
