#include "aspic/solvers/elasticity/elastic_system.h"

#include "aspic/operators/conjugate_gradients.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// Σ a·b
template <class A, class B> double product(Index n, const A& a, const B& b)
{
    return sum(n, [&](Index i) { return dot(convert<double>(a(i)), convert<double>(b(i))); });
}
} // namespace

ElasticSystem::ElasticSystem(const RestShape& shape, const ElasticStuff& stuff, const ElasticStep& step, View<Sextet> stress,
                             Scratch& scratch)
    : shape_(&shape),
      stuff_(&stuff),
      step_(step),
      n_(shape.size()),
      is_damped_(std::ranges::any_of(stuff.damping, [](Real beta) { return beta > 0; })),
      viscous_(scratch.take<Real>(is_damped_ ? n_ : 0)),
      free_mass_(scratch.take<Real>(n_)),
      p_(scratch.take<Vec4>(StretchOperator::room(n_))),
      q_(scratch.take<Vec4>(n_)),
      r_(scratch.take<Vec3>(n_)),
      z_(scratch.take<Vec3>(n_)),
      partial_(scratch.take<double>(chunks_of(n_))),
      ahead_(scratch.take<Vec3>(n_)),
      stress_(stress),
      resistance_(scratch.take<Mat3>(step.tangent == ElasticTangent::corotated ? n_ : 0)),
      prediction_(step.dt)
{
    parallel_for(n_, [&](Index i) {
        const auto k = static_cast<std::size_t>(i);
        if (is_damped_)
            viscous_[i] = static_cast<Real>(step_.dt * double(stuff_->damping[k]));
        free_mass_[i] = step_.is_fixed(i) ? Real(0) : stuff_->mass[k];
    });
    std::fill(p_.begin() + n_, p_.end(), Vec4{});
    weigh_ties(static_cast<Real>(step_.dt * step_.dt));
}

void ElasticSystem::find_prediction()
{
    if (step_.tangent == ElasticTangent::fixed || !step_.links.empty()) // K21, or what bodies attached to it do is not known yet
        return;
    prediction_ = RigidPrediction(body_at(step_.x, step_.v_before.empty() ? step_.v : step_.v_before), step_.held, step_.dt,
                                  RigidPrediction::resolution * shape_->support());
    if (!step_.keeps_turn && !prediction_.is_straight())
        parallel_for(n_, [&](Index i) {
            const Quaternion q = prediction_.rotation() * Quaternion{double(step_.turn[i].w), convert<double>(step_.turn[i].xyz)};
            step_.turn[i] = {convert<Real>(q.v), static_cast<Real>(q.w)};
        });
}

/// v_before → where forces are found, and as far as forces of the step and of rotating go, r and the first guess; p: what particles move besides the motion of the whole.
void ElasticSystem::predict()
{
    const BodyState body = body_at(step_.x, step_.v_before.empty() ? step_.v : step_.v_before);
    const Vec3 common = is_free() ? mean_push() : Vec3{};
    parallel_for(n_, [&](Index i) {
        const bool is_held = step_.is_held(i);
        const RigidPrediction::Prediction at = is_held ? RigidPrediction::Prediction{} : prediction_.of(body, i);
        const Vec3 v = is_held ? body.v[i] : convert<Real>(at.v + at.u);
        const Vec3 drift = is_held ? Vec3{} : convert<Real>(at.shift / step_.dt - at.v);
        ahead_[i] = v + drift;
        step_.change[i] = is_held ? Vec3{} : v - step_.v[i] + common;
        r_[i] = is_held ? Vec3{} : free_mass_[i] * (step_.v[i] - body.v[i] - common + convert<Real>(at.push));
        if (!step_.drift.empty())
            step_.drift[i] = drift;
        z_[i] = v;
        p_[i].xyz = convert<Real>(at.u);
    });
}

/// After predict(): only a part of what particles move besides the motion of the whole leads to where forces are found.
void ElasticSystem::keep_part(Real part)
{
    parallel_for(n_, [&](Index i) {
        const Vec3 lost = (1 - part) * p_[i].xyz;
        ahead_[i] -= lost;
        step_.change[i] -= lost;
        r_[i] += free_mass_[i] * lost;
        z_[i] -= lost;
    });
}

/// Stiff bodies hardly keep what their particles move against each other. Places that all of it would lead to are a bad point to begin from: there forces are far from linear. The part of it at which its kinetic energy,
/// which goes, and the energy of stretch, which comes, are least together; 1 where all of it is small.
double ElasticSystem::sensible_part(double stretch_energy) const
{
    constexpr double small = 0.005; // of a support radius
    constexpr double enough = 4;    // times the kinetic energy: so much that most of it must come from the motion
    if (step_.tangent == ElasticTangent::fixed)
        return 1;
    struct Sums
    {
        double energy = 0, fastest = 0;
    };
    const Sums sums = reduce(
        n_, Sums{},
        [&](Index i) {
            const Vec3d u = convert<double>(p_[i].xyz);
            return Sums{0.5 * double(free_mass_[i]) * dot(u, u), norm(u)};
        },
        [](const Sums& a, const Sums& b) {
            return Sums{a.energy + b.energy, std::max(a.fastest, b.fastest)};
        });
    const double part = enough * sums.energy < stretch_energy ? sums.energy / stretch_energy : 1;
    return (1 - part) * sums.fastest * step_.dt > small * shape_->support() ? part : 1;
}

/// Places ahead → R, unless it is kept, stress, F in place of the tangent's resistance, and what of the forces each particle finds by itself.
void ElasticSystem::find_stress(Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const auto ahead = [&](Index i) { return step_.x[i] + step_.dt * convert<double>(ahead_[i]); };
    const LocalPlaces places(*shape_, *stuff_, scratch, ahead, step_.periodicity);
    parallel_for(n_, ElasticStress{.rest = shape_->view(),
                                   .place = places.place,
                                   .unit = places.unit(),
                                   .is_planar = shape_->dimension() == 2,
                                   .stiffness = const_view(stuff_->stiffness),
                                   .turn = step_.turn,
                                   .stress = stress_,
                                   .own = q_,
                                   .F = resistance_,
                                   .keeps_turn = step_.keeps_turn});
}

/// F → T of the tangent.
void ElasticSystem::find_resistance()
{
    const bool is_planar = shape_->dimension() == 2;
    parallel_for(resistance_.size(),
                 TangentResistance{is_planar, const_view(stuff_->stiffness), step_.turn, shape_->view().rank, resistance_});
}

/// Forces w of the step act while elasticity answers: the first guess is that nothing but the prediction changes velocities, which leaves r = Δt f + m w. Where forces and stress are in balance that is nothing, however
/// coarsely r is solved for. Of a body that nothing holds, w is without its mean, which strains nothing.
void ElasticSystem::begin(Scratch& scratch)
{
    find_prediction();
    predict();
    find_stress(scratch);
    if (const double part = sensible_part(sum(n_, [&](Index i) { return q_[i].w; })); part < 1)
    {
        keep_part(static_cast<Real>(part));
        find_stress(scratch);
    }
    find_resistance();
    parallel_for(
        n_, ElasticPull{.rest = shape_->view(), .stiffness = const_view(stuff_->stiffness), .mass = {}, .stress = stress_, .result = q_});
    parallel_for(n_, [&](Index i) { add_force(i, static_cast<Real>(step_.dt) * q_[i].xyz); });
    if (is_damped_)
        resist_strain_rates(z_);
    if (!step_.on_held.empty())
    {
        guess_ = scratch.take<Vec3>(n_);
        parallel_for(n_, [&](Index i) { guess_[i] = step_.change[i]; });
    }
    begin_contacts(scratch);
}

void ElasticSystem::begin_contacts(Scratch& scratch)
{
    contacts_ = WallContacts(step_.contacts, step_.dt);
    if (!contacts_.any())
        return;
    moving_ = scratch.take<Vec3>(n_);
    contacts_.begin(contact_velocities());
    contacts_.add_forces(moving_, r_);
}

/// [m/s] Along which particles move as far as it is solved.
View<const Vec3> ElasticSystem::contact_velocities() const
{
    parallel_for(n_, [&](Index i) { moving_[i] = step_.v[i] + step_.change[i] + (step_.drift.empty() ? Vec3{} : step_.drift[i]); });
    return moving_;
}

bool ElasticSystem::revise_contacts() { return contacts_.any() && contacts_.revise(contact_velocities(), r_); }

void ElasticSystem::pose(std::shared_ptr<ElasticPreconditioner> preconditioner)
{
    preconditioner_ = std::move(preconditioner);
    std::vector<ExtraStiffness> pressed;
    contacts_.for_each_stiffness([&](Index slot, const Mat3d& stiffness) { pressed.push_back({slot, stiffness}); });
    posed_ = preconditioner_->pose(step_.turn, pressed);
}

void ElasticSystem::begin_without_forces(Scratch& scratch)
{
    pushed_ = scratch.take<Vec3>(n_);
    parallel_for(n_, [&](Index i) {
        r_[i] = step_.change[i] = pushed_[i] = Vec3{};
        ahead_[i] = step_.v[i];
    });
    find_stress(scratch);
    find_resistance();
    contacts_ = WallContacts(step_.contacts, step_.dt);
}

void ElasticSystem::push(View<const Vec3> w)
{
    parallel_for(n_, [&](Index i) {
        r_[i] += free_mass_[i] * (w[i] - pushed_[i]);
        pushed_[i] = w[i];
    });
    common_push_ = mean([&](Index i) { return w[i]; });
}

void ElasticSystem::begin_from(View<const Vec3> guess, Scratch& scratch)
{
    parallel_for(n_, [&](Index i) { p_[i].xyz = step_.is_held(i) ? Vec3{} : guess[i]; });
    const double work = multiply_direction(scratch);
    const double gain = product(
        n_, [&](Index i) { return p_[i].xyz; }, [&](Index i) { return r_[i]; });
    if (work > 0)
        advance(gain / work);
}

bool ElasticSystem::is_free() const
{
    return std::ranges::all_of(step_.held, [](Index held) { return held == 0; });
}

/// [m/s] Mean of v − v_before.
Vec3 ElasticSystem::mean_push() const
{
    if (step_.v_before.empty())
        return {};
    return convert<Real>(mean([&](Index i) { return step_.v[i] - step_.v_before[i]; }));
}

/// Of all particles, by mass.
template <class Value> Vec3d ElasticSystem::mean(const Value& value) const
{
    const double mass = sum(n_, [&](Index i) { return free_mass_[i]; });
    const auto component = [&](int axis) { return sum(n_, [&](Index i) { return double(free_mass_[i]) * double(value(i)[axis]); }); };
    return (1 / mass) * Vec3d{component(0), component(1), component(2)};
}

void ElasticSystem::add_zero_energy_force(const ElasticStuff& stuff, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const View<Vec3> f = scratch.take<Vec3>(n_);
    const View<Vec4> turned = scratch.take<Vec4>(n_);
    std::copy(step_.turn.begin(), step_.turn.end(), turned.begin());
    const View<Mat3> F = scratch.take<Mat3>(n_);
    const LocalPlaces places(
        *shape_, stuff, scratch, [&](Index i) { return step_.x[i]; }, step_.periodicity);
    const auto k = const_view(stuff.stiffness);
    const RestView rest = shape_->view();
    parallel_for(n_, ElasticStress{rest, places.place, places.unit(), shape_->dimension() == 2, k, turned, stress_, q_, F});
    parallel_for(n_, ZeroEnergyForce{rest, places.place, places.unit(), k, F, f});
    parallel_for(n_, [&](Index i) { add_force(i, static_cast<Real>(step_.dt) * f[i]); });
}

double ElasticSystem::set_direction()
{
    const double first = progress();
    turn_direction(0);
    return first;
}

double ElasticSystem::progress()
{
    parallel_for(n_, VectorProduct{r_, z_, partial_});
    return total(partial_);
}

double ElasticSystem::multiply_direction(Scratch& scratch)
{
    const auto dt2 = static_cast<Real>(step_.dt * step_.dt);
    if (matrix_ != nullptr)
    {
        const double work = matrix_->multiply(p_, free_mass_, dt2, q_, scratch);
        return work + contacts_.multiply(p_, q_);
    }
    const double work = multiply(dt2);
    return work + contacts_.multiply(p_, q_);
}

void ElasticSystem::advance(double length)
{
    parallel_for(n_, FollowDirection{.p = p_, .q = q_, .a = static_cast<Real>(length), .x = step_.change, .r = r_});
}

void ElasticSystem::turn_direction(double kept) { parallel_for(n_, TurnDirection{.z = z_, .b = static_cast<Real>(kept), .p = p_}); }

void ElasticSystem::note_impulse(Index i, const Vec3d& impulse, const Vec3d& from)
{
    const Vec3d arm = body_at(step_.x, step_.v).arm(i, prediction_.center()) + step_.dt * convert<double>(ahead_[i]) + from;
    given_ += impulse;
    given_angular_ += cross(arm, impulse);
    if (!step_.on_held.empty() && step_.is_held(i))
        step_.on_held[i] += convert<Real>(impulse);
}

/// Where the body is predicted to be, and what the solve left: forces that no velocity answers, as velocities that are not there.
ElasticSystem::Remainder ElasticSystem::remainder(Scratch& scratch) const
{
    const Scratch::Turn turn(scratch);
    const View<Vec3d> x = scratch.take<Vec3d>(n_);
    parallel_for(n_, [&](Index i) { x[i] = step_.x[i] + step_.dt * convert<double>(ahead_[i]); });
    const BodyState body = body_at(x, step_.v);
    Remainder result;
    result.body = RigidMomenta::about_center(body);
    const Vec3d& center = result.body.center;
    const auto left = [&](const auto& value) { return reduce(n_, Vec3d{}, value, [](const Vec3d& a, const Vec3d& b) { return a + b; }); };
    result.momentum = left([&](Index i) { return convert<double>(r_[i]); });
    result.angular_momentum = left([&](Index i) { return cross(body.arm(i, center), convert<double>(r_[i])); });
    return result;
}

double ElasticSystem::kinetic_energy() const
{
    return 0.5 * product(
                     n_, [&](Index i) { return free_mass_[i] * step_.v[i]; }, [&](Index i) { return step_.v[i]; });
}

bool ElasticSystem::keeps_own_momenta() const
{
    return is_free() && step_.tangent == ElasticTangent::corotated && pushed_.empty() && prediction_.is_free();
}

void ElasticSystem::note_impulse(const Vec3d& momentum, const Vec3d& angular_momentum, const Vec3d& at)
{
    given_ += momentum;
    given_angular_ += angular_momentum + cross(at - prediction_.center(), momentum);
}

/// The solve is linear: what it adds to the rotation that was predicted moves particles along tangents, and swells the body by half the square of the angle. A stiff one that hits a wall would get more energy by that than it
/// has: E V θ⁴/8, 300 J for a plate of 1 GPa and 24 l that is turned by 0.1 more. So the rotation that was found is followed exactly too.
void ElasticSystem::follow_found_rotation(Scratch& scratch)
{
    if (step_.drift.empty())
        return;
    const Scratch::Turn turn(scratch);
    const View<Vec3d> x = scratch.take<Vec3d>(n_);
    const View<Vec3> added = scratch.take<Vec3>(n_);
    parallel_for(n_, [&](Index i) {
        x[i] = step_.x[i] + step_.dt * convert<double>(ahead_[i]);
        added[i] = step_.v[i] + step_.change[i] + step_.drift[i] - ahead_[i];
    });
    const BodyState body = body_at(x, added);
    const RigidMomenta momenta = RigidMomenta::about_center(body);
    const Vec3d angle = step_.dt * angular_velocity(momenta.inertia, momenta.angular_momentum);
    const Mat3d R = matrix_of(rotation_by(angle));
    parallel_for(n_, [&](Index i) {
        const Vec3d r = body.arm(i, momenta.center);
        step_.drift[i] += convert<Real>((1 / step_.dt) * (R * r - r - cross(angle, r)));
    });
}

/// As forces of the step had left them: about the centre where the step began.
void ElasticSystem::keep_own_momenta(Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const View<Vec3d> x = scratch.take<Vec3d>(n_);
    const View<Vec3> v = scratch.take<Vec3>(n_);
    const RigidMomenta should = RigidMomenta::about(body_at(step_.x, step_.v), prediction_.center(), {});
    for (const WallContact& contact : contacts_.all())
        note_impulse(contact.slot, step_.dt * contact.force, {});
    follow_found_rotation(scratch);
    const Vec3d momentum = should.mass * mean([&](Index i) { return step_.v[i]; }) + given_;
    const Vec3d angular_momentum = should.angular_momentum + given_angular_;
    parallel_for(n_, [&](Index i) {
        v[i] = step_.v[i] + step_.change[i];
        const Vec3 drift = step_.drift.empty() ? Vec3{} : step_.drift[i];
        x[i] = step_.x[i] + step_.dt * convert<double>(v[i] + drift);
    });
    restore_momenta(body_at(x, v), momentum, angular_momentum, prediction_.center(), v);
    parallel_for(n_, [&](Index i) { step_.change[i] = v[i] - step_.v[i]; });
}

/// What pushes gave, as they act on particles where these are.
void ElasticSystem::keep_pushed_momenta()
{
    const RigidMomenta should = RigidMomenta::about_center(body_at(step_.x, pushed_));
    restore_momenta(body_at(step_.x, step_.change), should.mass * should.velocity, should.angular_momentum, should.center, step_.change);
}

void ElasticSystem::finish(Scratch& scratch)
{
    if (contacts_.any() && pushed_.empty())
        contacts_.finish(contact_velocities());
    if (!step_.on_held.empty() && pushed_.empty())
        find_impulses_on_held();
    keep_momentum(scratch);
}

void ElasticSystem::keep_momentum(Scratch& scratch)
{
    if (is_free() && step_.tangent == ElasticTangent::corotated)
    {
        if (!pushed_.empty() && !contacts_.any())
            return keep_pushed_momenta();
        if (keeps_own_momenta())
            return keep_own_momenta(scratch);
    }
    if (is_free() && !contacts_.any())
    {
        const Vec3 gained = convert<Real>(mean([&](Index i) { return step_.change[i]; }) - common_push_);
        parallel_for(n_, [&](Index i) { step_.change[i] -= gained; });
    }
}

bool ElasticSystem::is_anything_fixed() const
{
    return std::ranges::any_of(step_.held, [](Index held) { return held > 0; });
}

double ElasticSystem::mass() const
{
    return sum(n_, [&](Index i) { return free_mass_[i]; });
}

Vec3d ElasticSystem::loose_residual() const
{
    const auto component = [&](int axis) { return sum(n_, [&](Index i) { return step_.is_held(i) ? Real(0) : r_[i][axis]; }); };
    return {component(0), component(1), component(2)};
}

void ElasticSystem::add_velocity(const Vec3d& v)
{
    parallel_for(n_, [&](Index i) { step_.change[i] += convert<Real>(v); });
}

/// How much zero-energy modes of p resist.
void ElasticSystem::weigh_ties(Real elastic)
{
    parallel_for(n_, [&](Index i) {
        p_[i].w = (is_damped_ ? elastic + viscous_[i] : elastic) * stuff_->stiffness[static_cast<std::size_t>(i)].xyz.z;
    });
}

void ElasticSystem::resist_volume_only(Scratch& scratch)
{
    const RestView rest = shape_->view();
    const auto take = [&] { return PairView<Real>{scratch.take<Real>(static_cast<Index>(shape_->slot_count())).data()}; };
    turned_ = scratch.take<Mat3>(n_);
    spread_ = scratch.take<Real>(n_);
    volume_pairs_ = {take(), take(), take()};
    parallel_for(n_, TurnedCorrections{rest.L, step_.turn, turned_});
    parallel_for(n_, FindVolumePairs{rest, turned_, volume_pairs_});
}

/// The same as multiply() where λ is all there is.
double ElasticSystem::multiply_volume(Real elastic)
{
    const RestView rest = shape_->view();
    const auto k = const_view(stuff_->stiffness);
    parallel_for(n_, VolumeResponse{.rest = rest,
                                    .u = p_,
                                    .stiffness = k,
                                    .mass = free_mass_,
                                    .W = turned_,
                                    .elastic = elastic,
                                    .viscous = viscous_,
                                    .t = spread_,
                                    .own = q_});
    parallel_for(n_, VolumePull{.near = rest.near, .pairs = volume_pairs_, .stiffness = k, .mass = free_mass_, .t = spread_, .result = q_});
    return product(
        n_, [&](Index i) { return p_[i].xyz; }, [&](Index i) { return q_[i].xyz; });
}

/// p → q = (m + K) p; returns pᵀ q.
double ElasticSystem::multiply(Real elastic)
{
    if (!turned_.empty())
        return multiply_volume(elastic);
    const RestView rest = shape_->view();
    const auto k = const_view(stuff_->stiffness);
    parallel_for(n_, ElasticResponse{.rest = rest,
                                     .u = p_,
                                     .stiffness = k,
                                     .mass = free_mass_,
                                     .turn = step_.turn,
                                     .resistance = resistance_,
                                     .elastic = elastic,
                                     .viscous = viscous_,
                                     .stress = stress_,
                                     .own = q_});
    parallel_for(
        n_, ElasticPull{
                .rest = rest, .stiffness = k, .mass = free_mass_, .stress = stress_, .sign = -1, .result = q_, .u = p_, .work = partial_});
    return total(partial_);
}
} // namespace aspic
