#include "aspic/solvers/elasticity/elastic_solver.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/best_rotation.h"
#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/coarse_correction.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
StressRecords stress_records(Index n, Scratch& scratch)
{
    const auto take = [&] { return scratch.take<Vec4>(n); };
    return {take(), take(), take(), take(), take(), take()};
}

/// Places for pair passes, in steps of a fixed length: differences are exact however far a body is from the origin.
struct LocalPlaces
{
    LocalFrame frame;
    View<LocalPosition> place;

    template <class Place> LocalPlaces(const RestShape& shape, Scratch& scratch, const Place& x, const Periodicity& periodicity = {})
        : frame(shape.support(), periodicity), place(scratch.take<LocalPosition>(shape.size()))
    {
        parallel_for(shape.size(), [&](Index i) { place[i] = frame.local(x(i)); });
    }
    [[nodiscard]] Vec3 unit() const { return convert<Real>(frame.unit()); }
};
} // namespace

ElasticSolver::ElasticSolver(const RestShape& shape, ElasticStuff stuff, const ElasticitySettings& settings)
    : shape_(&shape), stuff_(std::move(stuff)), settings_(settings), coarse_(std::make_unique<CoarseCorrection>(shape))
{
}

ElasticSolver::~ElasticSolver() = default;

/// The system of one step, K21 (25) with K21 (26), and where conjugate gradients stand: all in scratch memory.
class ElasticSolver::Iterate
{
public:
    Iterate(ElasticSolver& solver, const ElasticStep& step, Scratch& scratch)
        : solver_(solver),
          step_(step),
          scratch_(scratch),
          rest_(solver.shape_->view()),
          n_(solver.shape_->size()),
          is_damped_(std::ranges::any_of(solver.stuff_.damping, [](Real beta) { return beta > 0; })),
          viscous_(scratch.take<Real>(is_damped_ ? n_ : 0)),
          free_mass_(scratch.take<Real>(n_)),
          inverse_diagonal_(scratch.take<Real>(n_)),
          p_(scratch.take<Vec4>(n_)),
          q_(scratch.take<Vec4>(n_)),
          r_(scratch.take<Vec3>(n_)),
          z_(scratch.take<Vec3>(n_)),
          stress_(stress_records(n_, scratch))
    {
        parallel_for(n_, [&](Index i) {
            const auto k = static_cast<std::size_t>(i);
            if (is_damped_)
                viscous_[i] = static_cast<Real>(step_.dt * double(solver_.stuff_.damping[k]));
            free_mass_[i] = is_held(i) ? Real(0) : solver_.stuff_.mass[k];
        });
        parallel_for(n_, ElasticDiagonal{rest_, stiffness(), free_mass_, elastic(), viscous_, inverse_diagonal_});
        parallel_for(n_, [&](Index i) { inverse_diagonal_[i] = is_held(i) ? Real(0) : 1 / inverse_diagonal_[i]; });
    }

    /// x + Δt v → R, r = Δt f − β Δt K v, with no change of velocity yet.
    void begin()
    {
        {
            const Scratch::Turn turn(scratch_);
            const auto ahead = [&](Index i) { return step_.x[i] + step_.dt * convert<double>(step_.v[i]); };
            const LocalPlaces places(*solver_.shape_, scratch_, ahead, step_.periodicity);
            const auto k = stiffness();
            parallel_for(n_, ElasticStress{.rest = rest_,
                                           .place = places.place,
                                           .unit = places.unit(),
                                           .is_planar = solver_.shape_->dimension() == 2,
                                           .stiffness = k,
                                           .turn = step_.turn,
                                           .stress = stress_,
                                           .F = {}});
            parallel_for(n_, ElasticForce{rest_, places.place, places.unit(), k, stress_.x, stress_.y, stress_.z, stress_.fx, stress_.fy,
                                          stress_.fz, r_});
        }
        parallel_for(n_, [&](Index i) { r_[i] = is_held(i) ? Vec3{} : static_cast<Real>(step_.dt) * r_[i]; });
        if (is_damped_)
            resist_strain_rates();
        precondition();
        parallel_for(n_, [&](Index i) {
            step_.change[i] = Vec3{};
            p_[i] = joined(z_[i], 0);
        });
    }

    /// p → Δv, r, p; false: there is nowhere to go.
    bool advance()
    {
        multiply(elastic());
        const double work = product([&](Index i) { return p_[i].xyz; }, [&](Index i) { return q_[i].xyz; });
        if (!(work > 0) || !(progress_ > 0))
            return false;
        const auto length = static_cast<Real>(progress_ / work);
        parallel_for(n_, [&](Index i) {
            step_.change[i] += length * p_[i].xyz;
            r_[i] -= length * q_[i].xyz;
        });
        const double before = progress_;
        precondition();
        const auto kept = static_cast<Real>(progress_ / before);
        parallel_for(n_, [&](Index i) { p_[i] = joined(z_[i] + kept * p_[i].xyz, 0); });
        return true;
    }

    /// Gives a body that nothing holds what is left of its momentum: forces within it have none, and neither has r then.
    void keep_momentum()
    {
        if (std::ranges::any_of(step_.held, [](Index held) { return held != 0; }))
            return;
        const double mass = sum(n_, [&](Index i) { return free_mass_[i]; });
        const auto component = [&](int axis) { return sum(n_, [&](Index i) { return r_[i][axis]; }) / mass; };
        const Vec3 common = convert<Real>(Vec3d{component(0), component(1), component(2)});
        parallel_for(n_, [&](Index i) { step_.change[i] += common; });
    }

    /// √(rᵀ z) [kg^½ m/s]: about √(eᵀ (m + K) e) of the error e that is left in velocities.
    [[nodiscard]] double residual() const { return std::sqrt(std::max(0.0, progress_)); }

private:
    [[nodiscard]] bool is_held(Index i) const { return !step_.held.empty() && step_.held[i] != 0; }

    /// r → z: the diagonal for what is rough, the coarse space for what is smooth.
    void precondition()
    {
        solver_.coarse_->solve(r_, scratch_);
        parallel_for(n_, [&](Index i) { z_[i] = is_held(i) ? Vec3{} : inverse_diagonal_[i] * r_[i] + solver_.coarse_->at(i); });
        progress_ = product([&](Index i) { return r_[i]; }, [&](Index i) { return z_[i]; });
    }

    [[nodiscard]] View<const Vec4> stiffness() const { return const_view(solver_.stuff_.stiffness); }
    [[nodiscard]] Real elastic() const { return static_cast<Real>(step_.dt * step_.dt); }

    /// p → q = (m + K) p.
    void multiply(Real elastic)
    {
        parallel_for(n_, ElasticResponse{rest_, p_, stiffness(), step_.turn, elastic, viscous_, stress_});
        parallel_for(
            n_, ElasticProduct{rest_, stiffness(), free_mass_, stress_.x, stress_.y, stress_.z, stress_.fx, stress_.fy, stress_.fz, q_});
    }

    /// r −= β Δt K v, strain rates only.
    void resist_strain_rates()
    {
        parallel_for(n_, [&](Index i) { p_[i] = joined(step_.v[i], 0); });
        multiply(0);
        parallel_for(n_, [&](Index i) { r_[i] -= is_held(i) ? Vec3{} : q_[i].xyz - free_mass_[i] * step_.v[i]; });
    }

    /// Σ a·b
    template <class A, class B> [[nodiscard]] double product(const A& a, const B& b) const
    {
        return sum(n_, [&](Index i) { return dot(convert<double>(a(i)), convert<double>(b(i))); });
    }

    ElasticSolver& solver_;
    const ElasticStep& step_;
    Scratch& scratch_;
    RestView rest_;
    Index n_;
    bool is_damped_;
    View<Real> viscous_;          ///< [s²] β Δt; empty without damping
    View<Real> free_mass_;        ///< [kg]; 0 for held particles
    View<Real> inverse_diagonal_; ///< [1/kg]; 0 for held particles
    View<Vec4> p_;                ///< [m/s] direction
    View<Vec4> q_;                ///< [kg m/s] (m + K) p
    View<Vec3> r_;                ///< [kg m/s] residual
    View<Vec3> z_;                ///< [m/s] what it asks for
    StressRecords stress_;
    double progress_ = 0; ///< [J] rᵀ z
};

SolveReport ElasticSolver::solve(const ElasticStep& step, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const double damping =
        sum(shape_->size(), [&](Index i) { return stuff_.damping[static_cast<std::size_t>(i)]; }) / std::max<Index>(shape_->size(), 1);
    coarse_->prepare(stuff_, step.dt, damping, step.held);
    Iterate at(*this, step, scratch);
    at.begin();
    const double total_mass = sum(shape_->size(), [&](Index i) { return stuff_.mass[static_cast<std::size_t>(i)]; });
    const double unnoticed = std::numeric_limits<Real>::epsilon() * shape_->support() / step.dt *
                             std::sqrt(total_mass); // motion in a step that places of this precision do not see
    const double first = at.residual();
    SolveReport report;
    const auto look = [&] {
        const double left = at.residual();
        report.residual = left > unnoticed ? left / first : 0;
        report.converged = report.residual <= settings_.tolerance;
    };
    for (look(); !report.converged && report.iterations < settings_.max_iterations && at.advance(); look()) // p → Δv, r
        ++report.iterations;
    at.keep_momentum();
    return report;
}

void ElasticSolver::forces(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Vec3> f) const
{
    const Scratch::Turn memory(scratch);
    const StressRecords stress = stress_records(shape_->size(), scratch);
    const LocalPlaces places(*shape_, scratch, [&](Index i) { return x[i]; });
    const auto k = const_view(stuff_.stiffness);
    parallel_for(shape_->size(), ElasticStress{shape_->view(), places.place, places.unit(), shape_->dimension() == 2, k, turn, stress, {}});
    parallel_for(shape_->size(), ElasticForce{shape_->view(), places.place, places.unit(), k, stress.x, stress.y, stress.z, stress.fx,
                                              stress.fy, stress.fz, f});
}

void ElasticSolver::deformation_gradients(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Mat3> F) const
{
    const Scratch::Turn memory(scratch);
    const StressRecords stress = stress_records(shape_->size(), scratch);
    const LocalPlaces places(*shape_, scratch, [&](Index i) { return x[i]; });
    parallel_for(shape_->size(), ElasticStress{shape_->view(), places.place, places.unit(), shape_->dimension() == 2,
                                               const_view(stuff_.stiffness), turn, stress, F});
}

namespace
{
/// F of one particle, by the definition, in double.
Mat3d gradient_at(const RestShape& shape, View<const Vec3d> x, Index i)
{
    const RestView rest = shape.view();
    Mat3d sum{};
    for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
        sum = sum + double(rest.slope[j]) * outer(x[j.column] - x[i], shape.points()[i] - shape.points()[j.column]);
    });
    const Mat3& L = rest.L[i];
    return sum * Mat3d{{convert<double>(L.row[0]), convert<double>(L.row[1]), convert<double>(L.row[2])}};
}
} // namespace

double ElasticSolver::energy(View<const Vec3d> x, View<const Vec4> turn) const
{
    const RestView rest = shape_->view();
    return sum(shape_->size(), [&](Index i) {
        const Mat3d F = gradient_at(*shape_, x, i);
        const Mat3d R = matrix_of({double(turn[i].w), convert<double>(turn[i].xyz)});
        const Vec4& k = stuff_.stiffness[static_cast<std::size_t>(i)];
        double tied = 0;
        for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
            const Vec3d error = F * (shape_->points()[i] - shape_->points()[j.column]) - (x[i] - x[j.column]);
            tied += double(rest.tie[j]) * dot(error, error);
        });
        const double spread = trace(transpose(R) * F) - double(rest.rank[i]);
        return double(k.w) *
               (0.5 * double(k.xyz.x) * square_norm(F - R) + 0.5 * double(k.xyz.y) * spread * spread + 0.5 * double(k.xyz.z) * tied);
    });
}

void ElasticSolver::find_turns(View<const Vec3d> x, View<Vec4> turn) const
{
    parallel_for(shape_->size(), [&](Index i) {
        Mat3d F = gradient_at(*shape_, x, i);
        if (shape_->dimension() == 2)
            F.row[2].z = 1;
        const Quaternion q = rotation_by(best_rotation(F));
        turn[i] = {convert<Real>(q.v), static_cast<Real>(q.w)};
    });
}
} // namespace aspic
