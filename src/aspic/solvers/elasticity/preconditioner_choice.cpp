#include "aspic/solvers/elasticity/preconditioner_choice.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace aspic
{
namespace
{
constexpr std::size_t most_kept = 4; ///< preconditioners: steps that change, bodies held in different ways

/// [bytes] of a factor that the sweeps read in the time that a particle takes in one iteration: the passes compute more than they read. 70 ns and 16 GB/s (bench_elastic, 2 threads of an AMD EPYC); the ratio
/// of the two is what counts.
constexpr double bytes_per_application = 1100;
constexpr double bytes_per_coarse_solve = 300; ///< the same for the coarse solve
constexpr double bytes_per_entry = 4.2;        ///< of a factor, with its plan

/// Steps of nested dissection by planes.
class Dissection
{
public:
    explicit Dissection(double reach) : reach_(reach) {}

    /// `points`: of a part; `boundary`: of planes before that touch it.
    double entries(std::vector<Vec3d> points, const std::vector<Vec3d>& boundary) const
    {
        const auto n = static_cast<double>(points.size()), rows = static_cast<double>(boundary.size());
        const double dense = n * (0.5 * n + rows);
        if (points.size() <= smallest)
            return dense;
        const Box box(points);
        const int axis = box.longest_axis();
        const auto middle = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
        std::ranges::nth_element(points, middle, {}, [&](const Vec3d& x) { return x[axis]; });
        const double plane = (*middle)[axis];
        std::vector<Vec3d> parts[3]; // lower, upper, separator
        for (const Vec3d& x : points)
            parts[std::abs(x[axis] - plane) < 0.5 * reach_ ? 2 : x[axis] < plane ? 0 : 1].push_back(x);
        if (parts[0].empty() || parts[1].empty())
            return dense;
        const auto separator = static_cast<double>(parts[2].size());
        double total = separator * (0.5 * separator + rows);
        for (int side = 0; side < 2; ++side)
        {
            std::vector<Vec3d> touching;
            const Box part(parts[side]);
            for (const auto& others : {std::cref(parts[2]), std::cref(boundary)})
                std::ranges::copy_if(others.get(), std::back_inserter(touching), [&](const Vec3d& x) { return part.distance(x) < reach_; });
            total += entries(std::move(parts[side]), touching);
        }
        return total;
    }

private:
    static constexpr std::size_t smallest = 64;

    struct Box
    {
        Vec3d low, high;

        explicit Box(const std::vector<Vec3d>& points) : low(points.front()), high(points.front())
        {
            for (const Vec3d& x : points)
                for (int axis = 0; axis < 3; ++axis)
                {
                    low[axis] = std::min(low[axis], x[axis]);
                    high[axis] = std::max(high[axis], x[axis]);
                }
        }
        [[nodiscard]] int longest_axis() const
        {
            const Vec3d size = high - low;
            return size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
        }
        [[nodiscard]] double distance(const Vec3d& x) const
        {
            Vec3d out;
            for (int axis = 0; axis < 3; ++axis)
                out[axis] = std::max({low[axis] - x[axis], 0.0, x[axis] - high[axis]});
            return norm(out);
        }
    };

    double reach_;
};

double rounded_step(double dt, double usual)
{
    const double base = usual > 0 ? usual : 1;
    return base * std::exp2(0.5 * std::round(2 * std::log2(dt / base)));
}

/// Iterations of conjugate gradients to a tolerance, from the condition number.
double iterations(double condition, double tolerance)
{
    const double root = std::sqrt(condition);
    return root > 1 ? 1 + std::log(2 / tolerance) / std::log((root + 1) / (root - 1)) : 1;
}
} // namespace

double estimated_factor_entries(View<const Vec3d> points, double reach)
{
    return points.empty() ? 0 : Dissection(reach).entries({points.begin(), points.end()}, {});
}

PreconditionerChoice::PreconditionerChoice(const RestShape& shape, const ElasticStuff& stuff, const ElasticitySettings& settings)
    : shape_(&shape), stuff_(&stuff), settings_(settings)
{
}

/// Condition numbers: 1 + 1.4 λ/2μ with the stretch part solved exactly, 4 (1 + 0.6 λ/2μ) on two levels: rough guesses, of which only the ratio counts. Stiffness, with which those of two levels grow, is not looked at.
bool PreconditionerChoice::is_direct_better(Index bodies)
{
    if (factor_entries_ < 0)
        factor_entries_ = estimated_factor_entries(shape_->points(), 1.5 * shape_->support());
    if (bytes_per_entry * factor_entries_ > settings_.factor_memory * 0x1p30)
        return false;
    if (settings_.preconditioner != ElasticPreconditioning::automatic)
        return settings_.preconditioner == ElasticPreconditioning::direct;
    if (settings_.used_tangent() == ElasticTangent::corotated) // the constant part resists rotation, as the system does not
        return false;
    const auto n = static_cast<double>(shape_->size());
    const double ratio = maximum(shape_->size(), 0.0, [&](Index i) {
        const Vec4& k = stuff_->stiffness[static_cast<std::size_t>(i)];
        return k.xyz.x > 0 ? std::max(0.0, double(k.xyz.y) / double(k.xyz.x)) : 0.0;
    });
    const double sweeps = 2 * bytes_per_entry * factor_entries_ / (n * static_cast<double>(bodies));
    const auto cost = [&](double condition, double solve) {
        const double count = iterations(condition, settings_.tolerance);
        return count * bytes_per_application + (count + 1) * solve;
    };
    const double direct = cost(1 + 1.4 * ratio, sweeps), two_level = cost(4 * (1 + 0.6 * ratio), bytes_per_coarse_solve);
    return direct < two_level;
}

std::shared_ptr<ElasticPreconditioner> PreconditionerChoice::find(const Occasion& occasion)
{
    const bool is_direct = is_direct_better(occasion.bodies);
    const double dt = rounded_step(occasion.dt, occasion.usual_dt);
    const auto found = std::ranges::find_if(kept_, [&](const Kept& kept) {
        return kept.is_direct == is_direct && kept.dt == dt && std::ranges::equal(kept.held, occasion.held);
    });
    if (found != kept_.end())
        kept_.splice(kept_.begin(), kept_, found);
    else
    {
        kept_.push_front(make(is_direct, dt, occasion.held));
        forget_old();
    }
    return kept_.front().preconditioner;
}

PreconditionerChoice::Kept PreconditionerChoice::make(bool is_direct, double dt, View<const Index> held)
{
    const PreconditionedSystem system{*shape_, *stuff_, dt, held, factors_};
    Kept result{is_direct, dt, {held.begin(), held.end()}, nullptr, nullptr};
    if (is_direct)
    {
        const auto alike = std::ranges::find_if(kept_, [&](const Kept& kept) { return kept.plan && std::ranges::equal(kept.held, held); });
        if (auto direct = DirectPreconditioner::make(system, alike == kept_.end() ? nullptr : alike->plan))
        {
            result.plan = direct->plan();
            result.preconditioner = std::move(direct);
            return result;
        }
    }
    if (!grid_)
        grid_ = CoarseGrid::make(*shape_, *stuff_, settings_.used_tangent());
    result.preconditioner = std::make_unique<TwoLevelPreconditioner>(grid_, system);
    return result;
}

void PreconditionerChoice::forget_old()
{
    const auto most = static_cast<std::size_t>(settings_.factor_memory * 0x1p30);
    while (kept_.size() > most_kept || (kept_.size() > 1 && bytes() > most))
        kept_.pop_back();
}

std::size_t PreconditionerChoice::bytes() const
{
    std::size_t total = grid_ ? grid_->bytes() : 0;
    for (const Kept& kept : kept_)
        total += kept.preconditioner->bytes() + kept.held.capacity() * sizeof(Index);
    return total;
}
} // namespace aspic
