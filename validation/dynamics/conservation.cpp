#include "dynamics/conservation.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
Conservation::Conservation(const Experiment& experiment)
    : experiment_(&experiment), start_(motion_of(experiment.world())), now_(start_), sum_of_momenta_(sum_of_momenta(experiment.world()))
{
}

void Conservation::look()
{
    now_ = motion_of(experiment_->world());
    angular_momentum.add(experiment_->time(), angular_momentum_kept());
    energy.add(experiment_->time(), energy_kept());
}

double Conservation::momentum_change() const { return norm(now_.momentum - start_.momentum) / sum_of_momenta_; }

double Conservation::angular_momentum_kept() const { return dot(now_.spin(), start_.spin()) / dot(start_.spin(), start_.spin()); }

double Conservation::angular_momentum_change() const
{
    return norm(now_.angular_momentum - start_.angular_momentum) / norm(start_.angular_momentum);
}

double Conservation::direction_change() const
{
    const Vec3d a = now_.spin(), b = start_.spin();
    return std::atan2(norm(cross(a, b)), dot(a, b));
}

double Conservation::largest_energy() const { return *std::ranges::max_element(energy.y); }

Row kept(std::string figure, double measured, double tolerance, bool is_gated)
{
    return {std::move(figure), 1, measured, Comparison::absolute, tolerance, is_gated, 0};
}

Row change(std::string figure, double measured, double tolerance, bool is_gated)
{
    return {std::move(figure), 0, measured, Comparison::absolute, tolerance, is_gated, 0};
}

Row never_above_start(std::string figure, double measured, bool is_gated)
{
    return {std::move(figure), 1.01, measured, Comparison::at_most, 0, is_gated, 0};
}
} // namespace aspic::validation
