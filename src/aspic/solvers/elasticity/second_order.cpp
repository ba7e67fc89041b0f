#include "aspic/solvers/elasticity/second_order.h"

#include <algorithm>
#include <numbers>

namespace aspic
{
namespace
{
constexpr double gamma = 1 - 0.5 * std::numbers::sqrt2;
constexpr double farther = (1 - gamma) / gamma; ///< how much farther than the first stage the second begins
} // namespace

SecondOrderStep::SecondOrderStep(const ElasticStep& step, std::span<const Real> mass, double resolution, Scratch& scratch)
    : step_(step),
      resolution_(resolution),
      mass_(scratch.take<Real>(step.x.size())),
      x_(scratch.take<Vec3d>(step.x.size())),
      v_(scratch.take<Vec3>(step.x.size())),
      stage_v_(scratch.take<Vec3>(step.x.size())),
      change_(scratch.take<Vec3>(step.x.size())),
      drift_(scratch.take<Vec3>(step.x.size())),
      on_held_(scratch.take<Vec3>(step.on_held.size())),
      held_(step.dt),
      carrier_(step.dt)
{
    parallel_for(mass_.size(), [&](Index i) { mass_[i] = step_.is_held(i) ? Real(0) : mass[static_cast<std::size_t>(i)]; });
    parallel_for(on_held_.size(), [&](Index i) { on_held_[i] = {}; });
    held_ = prediction(step_.x, step_.v, step_.dt);
}

RigidPrediction SecondOrderStep::prediction(View<const Vec3d> x, View<const Vec3> v, double span) const
{
    return resolution_ == 0 ? RigidPrediction(span) : RigidPrediction(body_at(x, v), step_.held, span, resolution_);
}

/// [m] A part of the step later: on its arc where all held particles rotate as one, else on a straight line.
Vec3d SecondOrderStep::held_place(Index i, double time) const
{
    if (!held_.is_carried() || time == 1)
        return step_.x[i] + (time * step_.dt) * convert<double>(step_.v[i]);
    const Vec3d r = body_at(step_.x, step_.v).arm(i, held_.center());
    const Mat3d R = matrix_of(rotation_by(time * rotation_vector(held_.rotation())));
    return step_.x[i] + (time * step_.dt) * held_.velocity() + (R * r - r);
}

ElasticStep SecondOrderStep::first()
{
    const double dt = gamma * step_.dt;
    parallel_for(v_.size(), [&](Index i) {
        const Vec3d v = step_.is_held(i) ? (held_place(i, gamma) - step_.x[i]) / dt : before(i);
        v_[i] = convert<Real>(v);
        stage_v_[i] = convert<Real>(step_.is_held(i) ? v : v + gamma * push(i));
    });
    carrier_ = prediction(step_.x, v_, dt);
    ElasticStep stage = step_;
    stage.v = stage_v_;
    stage.v_before = v_;
    stage.dt = dt;
    stage.usual_dt = gamma * step_.usual_dt;
    stage.change = change_;
    stage.drift = drift_;
    stage.on_held = on_held_;
    return stage;
}

/// Y − y₀ in the frame of the body, as much farther: → x, v, and rotations to begin from.
void SecondOrderStep::extrapolate()
{
    const double dt = gamma * step_.dt, span = (1 - gamma) * step_.dt;
    const BodyState first = body_at(step_.x, v_);
    const View<Vec3> v = stage_v_; // held particles: so that they are where they will be at the end of the span
    parallel_for(v.size(), [&](Index i) {
        change_[i] = stage_v_[i] + change_[i]; // V of the first stage
        v[i] = step_.is_held(i) ? convert<Real>((held_place(i, 1 - gamma) - step_.x[i]) / span) : v_[i];
    });
    const RigidPrediction later = prediction(step_.x, v, span);
    const Mat3d back = transpose(matrix_of(carrier_.rotation())), forth = matrix_of(later.rotation());
    parallel_for(v.size(), [&](Index i) {
        if (step_.is_held(i))
        {
            x_[i] = held_place(i, 1 - gamma);
            return;
        }
        const RigidPrediction::Prediction to_first = carrier_.of(first, i), to_later = later.of(first, i);
        const Vec3d V = convert<double>(change_[i]), moved = dt * (V + convert<double>(drift_[i])) - to_first.shift;
        const Vec3d u = back * (V - to_first.v - cross(carrier_.spin_after(), moved));
        const Vec3d shift = farther * (forth * (back * moved));
        x_[i] = step_.x[i] + to_later.shift + shift;
        v[i] = convert<Real>(to_later.v + forth * (to_first.u + farther * (u - to_first.u)) + cross(later.spin_after(), shift));
    });
    const Quaternion turned = later.rotation() * conjugate(carrier_.rotation());
    parallel_for(v.size(), [&](Index i) {
        const Quaternion q = turned * Quaternion{double(step_.turn[i].w), convert<double>(step_.turn[i].xyz)};
        step_.turn[i] = {convert<Real>(q.v), static_cast<Real>(q.w)};
    });
}

/// Of a body that nothing holds: momenta that it had, and what forces of the step gave it until then; its centre where the first stage leads to, since the fall of all of it does not turn with the frame.
void SecondOrderStep::restore()
{
    if (resolution_ == 0 || std::ranges::any_of(step_.held, [](Index held) { return held != 0; }))
        return;
    parallel_for(v_.size(), [&](Index i) { v_[i] = convert<Real>(before(i) + gamma * push(i)); }); // first stage
    const RigidMomenta first = RigidMomenta::about_center(body_at(step_.x, v_));
    parallel_for(v_.size(), [&](Index i) { v_[i] = convert<Real>(before(i) + (1 - gamma) * push(i)); });
    const RigidMomenta should = RigidMomenta::about_center(body_at(step_.x, v_));
    const BodyState now = body_at(x_, stage_v_);
    const Vec3d center = first.center + ((1 - gamma) * step_.dt) * first.velocity;
    const Vec3d shift = center - RigidMomenta::about_center(now).center;
    parallel_for(x_.size(), [&](Index i) { x_[i] += shift; });
    restore_momenta(now, should.mass * should.velocity, should.angular_momentum, center, stage_v_);
}

ElasticStep SecondOrderStep::second()
{
    extrapolate();
    restore();
    // y₁ = y₀ + Δt ((1 − γ) F(Y) + γ F(y₁)): of the first stage's γ Δt F(Y) as much farther; the second adds its own.
    parallel_for(on_held_.size(), [&](Index i) { step_.on_held[i] += static_cast<Real>(farther) * on_held_[i]; });
    const double dt = gamma * step_.dt;
    parallel_for(v_.size(), [&](Index i) {
        if (step_.is_held(i))
            stage_v_[i] = convert<Real>((held_place(i, 1) - x_[i]) / dt);
        v_[i] = stage_v_[i];
        stage_v_[i] += step_.is_held(i) ? Vec3{} : convert<Real>(gamma * push(i));
    });
    ElasticStep stage = step_;
    stage.x = x_;
    stage.v = stage_v_;
    stage.v_before = v_;
    stage.dt = dt;
    stage.usual_dt = gamma * step_.usual_dt;
    stage.change = change_;
    stage.drift = drift_;
    return stage;
}

void SecondOrderStep::finish()
{
    parallel_for(v_.size(), [&](Index i) {
        const Vec3d v = convert<double>(stage_v_[i] + change_[i]);
        const Vec3d x = x_[i] + (gamma * step_.dt) * (v + convert<double>(drift_[i]));
        step_.change[i] = step_.is_held(i) ? Vec3{} : convert<Real>(v) - step_.v[i];
        step_.drift[i] = step_.is_held(i) ? Vec3{} : convert<Real>((x - step_.x[i]) / step_.dt - v);
    });
}
} // namespace aspic
