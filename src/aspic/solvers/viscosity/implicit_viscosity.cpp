#include "aspic/solvers/viscosity/implicit_viscosity.h"

#include "aspic/operators/implicit_viscosity.h"

#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
/// (1 + R) of one step, and where conjugate gradients stand: all in scratch memory.
class Iterate
{
public:
    Iterate(const Fluid& fluid, const ViscousStep& step)
        : fluid_(fluid),
          step_(step),
          pull_{fluid.scratch.take<Real>(static_cast<Index>(fluid.neighborhood.slot_count())).data()},
          inverse_block_(fluid.scratch.take<Mat3>(fluid.size())),
          p_(fluid.scratch.take<Vec4>(fluid.size())),
          q_(fluid.scratch.take<Vec3>(fluid.size())),
          r_(fluid.scratch.take<Vec3>(fluid.size()))
    {
        const auto dimension = std::visit([](const auto& kernel) { return kernel.dimension; }, fluid.kernel);
        parallel_for(fluid.size(), ViscousPairs{.near = fluid.neighborhood.view(),
                                                .slope = step.slope,
                                                .mu = step.mu,
                                                .rho_0 = fluid.rest_density,
                                                .grip = step.grip,
                                                .strength = static_cast<Real>((dimension + 2) * step.dt),
                                                .softening = static_cast<Real>(0.0001 * square(fluid.neighborhood.support())),
                                                .pull = pull_,
                                                .inverse_own_block = inverse_block_});
    }

    /// v* → r = w v_wall − R v*: what is left if viscosity changes nothing.
    void begin()
    {
        resist([&](Index i) { return fluid_.particles.velocity[i]; });
        parallel_for(fluid_.size(), [&](Index i) { r_[i] = is_held(i) ? Vec3{} : step_.grip[i].xyz - q_[i]; });
    }

    /// Takes that share of the last change which leaves the least: θ = dᵀr/dᵀ(1 + R)d. None where it points the wrong way.
    void start_with(View<Vec3> d)
    {
        parallel_for(fluid_.size(), [&](Index i) { d[i] = is_held(i) ? Vec3{} : d[i]; });
        resist([&](Index i) { return d[i]; });
        const double wanted = product([&](Index i) { return d[i]; }, [&](Index i) { return r_[i]; });
        const double done = product([&](Index i) { return d[i]; }, [&](Index i) { return d[i] + q_[i]; });
        const Real share = wanted > 0 && done > 0 ? static_cast<Real>(wanted / done) : Real(0);
        parallel_for(fluid_.size(), [&](Index i) {
            r_[i] -= is_held(i) ? Vec3{} : share * (d[i] + q_[i]);
            d[i] = share * d[i];
            p_[i] = joined(preconditioned(i), 0);
        });
        progress_ = product([&](Index i) { return r_[i]; }, [&](Index i) { return preconditioned(i); });
    }

    /// p → d, r, p; false: there is nowhere to go.
    bool advance(View<Vec3> d)
    {
        resist([&](Index i) { return p_[i].xyz; });
        const double work = product([&](Index i) { return p_[i].xyz; }, [&](Index i) { return p_[i].xyz + q_[i]; });
        if (!(work > 0) || !(progress_ > 0))
            return false;
        const auto length = static_cast<Real>(progress_ / work);
        parallel_for(fluid_.size(), [&](Index i) {
            d[i] += length * p_[i].xyz;
            r_[i] -= is_held(i) ? Vec3{} : length * (p_[i].xyz + q_[i]);
        });
        const double before = progress_;
        progress_ = product([&](Index i) { return r_[i]; }, [&](Index i) { return preconditioned(i); });
        const auto kept = static_cast<Real>(progress_ / before);
        parallel_for(fluid_.size(), [&](Index i) { p_[i] = joined(preconditioned(i) + kept * p_[i].xyz, 0); });
        return true;
    }

    [[nodiscard]] View<const Vec3> residual() const { return r_; }

    /// √(Σ m |a|²)
    [[nodiscard]] double size_of(View<const Vec3> a) const
    {
        const auto value = [&](Index i) { return is_held(i) ? Vec3{} : a[i]; };
        return std::sqrt(product(value, value));
    }

private:
    [[nodiscard]] bool is_held(Index i) const { return !step_.held.empty() && step_.held[i] > 0; }
    [[nodiscard]] Vec3 preconditioned(Index i) const { return inverse_block_[i] * r_[i]; } // 0 for held ones: r is

    /// p = v, q = R v.
    template <class V> void resist(const V& v)
    {
        parallel_for(fluid_.size(), [&](Index i) { p_[i] = joined(v(i), 0); });
        parallel_for(fluid_.size(), ViscousResistance{fluid_.neighborhood.view(), {pull_.data}, step_.grip, p_, q_});
        if (step_.bodies_follow)
            step_.bodies_follow(p_, q_);
    }

    /// Σ m a·b
    template <class A, class B> [[nodiscard]] double product(const A& a, const B& b) const
    {
        return sum(fluid_.size(),
                   [&](Index i) { return double(fluid_.particles.mass[i]) * dot(convert<double>(a(i)), convert<double>(b(i))); });
    }

    const Fluid& fluid_;
    const ViscousStep& step_;
    PairView<Real> pull_;      ///< [1/m²] q_ij
    View<Mat3> inverse_block_; ///< preconditioner
    View<Vec4> p_;             ///< [m/s] direction
    View<Vec3> q_;             ///< [m/s] R p
    View<Vec3> r_;             ///< [m/s] residual
    double progress_ = 0;      ///< [J] rᵀ P r
};
} // namespace

SolveReport ImplicitViscosity::solve(const Fluid& fluid, const ViscousStep& step, View<Vec3> change) const
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> v = fluid.particles.velocity.view();
    Iterate at(fluid, step);
    at.begin();            // v* → r
    at.start_with(change); // d → r
    const double rounding = std::numeric_limits<Real>::epsilon() * at.size_of(v);
    SolveReport report;
    const auto look = [&] {
        const double left = at.size_of(at.residual());
        const double done = at.size_of(change);
        report.residual = left > rounding ? left / std::max(done, rounding) : 0;
        report.converged = report.residual <= settings_.tolerance;
    };
    for (look(); !report.converged && report.iterations < settings_.max_iterations && at.advance(change); look()) // p → d, r
        ++report.iterations;
    const auto closing = static_cast<Real>(report.converged ? 1 : 0); // r may be large otherwise
    parallel_for(fluid.size(), [&](Index i) { v[i] += change[i] + closing * at.residual()[i]; });
    return report;
}

void ImplicitViscosity::pull(const Fluid& fluid, const ViscousStep& step, View<Vec3> a)
{
    const Scratch::Turn turn(fluid.scratch);
    Iterate at(fluid, step);
    at.begin();
    parallel_for(fluid.size(), [&](Index i) { a[i] = at.residual()[i] / static_cast<Real>(step.dt); });
}
} // namespace aspic
