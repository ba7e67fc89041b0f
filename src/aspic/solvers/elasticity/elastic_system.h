#pragma once

#include "aspic/compute/parallel.h"
#include "aspic/core/scratch.h"
#include "aspic/operators/elastic_volume.h"
#include "aspic/solvers/elasticity/elastic_stuff.h"
#include "aspic/solvers/elasticity/elasticity_settings.h"
#include "aspic/solvers/elasticity/preconditioner.h"
#include "aspic/solvers/elasticity/rigid_group.h"
#include "aspic/solvers/elasticity/rigid_prediction.h"
#include "aspic/solvers/elasticity/stretch_operator.h"
#include "aspic/solvers/elasticity/wall_contacts.h"

namespace aspic
{
/// One body in one step; arrays in the order of slots.
struct ElasticStep
{
    View<const Vec3d> x;    ///< [m] at the beginning
    View<const Vec3> v;     ///< [m/s] after all other forces; of held particles such that x + Δt v is where they will be
    View<const Index> held; ///< positive for particles that nothing moves, negative for those of rigid groups; empty: none
    View<Vec4> turn;        ///< rotations as quaternions; in: of the step before
    double dt = 0;          ///< [s]
    View<Vec3> change;      ///< [m/s] out: Δv by elasticity
    View<Vec3> drift = {};  ///< [m/s] out: a particle moves by Δt (v + Δv + drift); empty: it must be 0
    Periodicity periodicity = {};
    double usual_dt = 0;            ///< [s] of most steps, 0: not known; preconditioners are made for it
    View<const Vec3> v_before = {}; ///< [m/s] before the forces of the step, which act while elasticity answers; empty: v
    View<Vec3> volume_change = {};  ///< [m/s] of the split: what volume asked for in the last step, and then in this one; empty: nothing
    bool keeps_turn = false;        ///< rotations are given
    ElasticTangent tangent = ElasticTangent::corotated;
    std::span<const GroupLink> links = {}; ///< particles that are a part of rigid bodies
    std::span<RigidGroup> groups = {};     ///< those bodies: their changes are added to
    std::span<WallContact> contacts = {};  ///< particles near walls
    View<Vec3> on_held = {};               ///< [kg m/s] out: what held particles got from elasticity is added; empty: nobody asks

    [[nodiscard]] bool is_held(Index i) const { return !held.empty() && held[i] != 0; }
    [[nodiscard]] bool is_fixed(Index i) const { return !held.empty() && held[i] > 0; }
};

/// Places for pair passes, in steps of a fixed length: differences are exact however far a body is from the origin. Each carries κ.
struct LocalPlaces
{
    LocalFrame frame;
    View<LocalPosition> place;

    template <class Place>
    LocalPlaces(const RestShape& shape, const ElasticStuff& stuff, Scratch& scratch, const Place& x, const Periodicity& periodicity = {})
        : frame(shape.support(), periodicity), place(scratch.take<LocalPosition>(shape.size()))
    {
        parallel_for(shape.size(), [&](Index i) {
            place[i] = frame.local(x(i));
            carry(place, i, stuff.stiffness[static_cast<std::size_t>(i)].xyz.z);
        });
    }
    [[nodiscard]] Vec3 unit() const { return convert<Real>(frame.unit()); }
};

/// The system of one body in one step, K21 (25) with K21 (26), and where conjugate gradients stand: all in scratch memory.
class ElasticSystem
{
public:
    /// `stress`: room that all systems share.
    ElasticSystem(const RestShape& shape, const ElasticStuff& stuff, const ElasticStep& step, View<Sextet> stress, Scratch& scratch);

    /// After a solve: walls that pull let go, those that were reached press, and friction is what pressure allows. Whether that changed much: then what is left must be solved for.
    bool revise_contacts();

    /// Predicted x → R, r = Δt f − β Δt K v + m (forces of the step), and the first guess of the change of velocity.
    void begin(Scratch& scratch);

    /// r += Δt f of zero-energy modes at x (Ganzenmüller 2015).
    ///   `stuff`: only κ and V are used
    void add_zero_energy_force(const ElasticStuff& stuff, Scratch& scratch);

    /// In place of begin(): no force yet, R of x + Δt v.
    void begin_without_forces(Scratch& scratch);

    /// What pushes the particles, in place of what did before: w [m/s] → r += m (w − what it was). The change of velocity goes on from where it was.
    void push(View<const Vec3> w);

    /// After the first z: begins from that multiple of a guess [m/s] which leaves the least energy. Errors still count against what they were without it.
    void begin_from(View<const Vec3> guess, Scratch& scratch);

    /// This system has neither volume nor damping: a matrix multiplies it.
    void use(const StretchOperator& matrix) { matrix_ = &matrix; }

    /// After begin(): this system has no stretch and no zero-energy modes, and is multiplied by passes of its own.
    void resist_volume_only(Scratch& scratch);

    /// Preconditions with what a preconditioner knows of the body as it stands now.
    void pose(std::shared_ptr<ElasticPreconditioner> preconditioner);
    [[nodiscard]] ElasticPreconditioner* preconditioner() const { return preconditioner_.get(); }

    [[nodiscard]] BodyResidual residual() const { return {r_, z_, posed_.get()}; }

    // Conjugate gradients, coupled_solve.h:
    double set_direction();                      ///< after the first z: z → p; returns rᵀ z [J]
    double multiply_direction(Scratch& scratch); ///< p → q; returns pᵀ q
    void advance(double length);                 ///< p, q → Δv, r
    double progress();                           ///< after each further z: rᵀ z
    void turn_direction(double kept);            ///< z, p → p

    /// [kg^½ m/s] Errors that places of this precision do not see.
    [[nodiscard]] double unnoticed() const { return unnoticed_; }
    void set_unnoticed(double error) { unnoticed_ = error; }

    // For contacts of several systems, by particles:
    [[nodiscard]] Vec3d motion_of(Index i) const ///< [m/s] along which it moves, as far as it is solved
    {
        return convert<double>(step_.v[i] + step_.change[i] + (step_.drift.empty() ? Vec3{} : step_.drift[i]));
    }
    [[nodiscard]] Vec3d predicted_motion_of(Index i) const { return convert<double>(ahead_[i]); }
    [[nodiscard]] Vec3d direction_of(Index i) const { return convert<double>(p_[i].xyz); }
    void add_residual(Index i, const Vec3d& impulse)
    {
        if (!step_.is_fixed(i))
            r_[i] += convert<Real>(impulse);
    }
    void add_product(Index i, const Vec3d& impulse)
    {
        if (!step_.is_fixed(i))
            q_[i].xyz += convert<Real>(impulse);
    }
    void set_direction_of(Index i, const Vec3d& v) { p_[i].xyz = convert<Real>(v); }
    [[nodiscard]] Vec3d product_of(Index i) const { return convert<double>(q_[i].xyz); }
    [[nodiscard]] std::span<const GroupLink> links() const { return step_.links; }
    [[nodiscard]] std::span<RigidGroup> groups() const { return step_.groups; }
    [[nodiscard]] bool is_anything_fixed() const;
    [[nodiscard]] double mass() const;          ///< [kg] of what is not fixed
    [[nodiscard]] Vec3d loose_residual() const; ///< [kg m/s] of particles that are not held
    void add_velocity(const Vec3d& v);          ///< to all of them

    /// What others gave: to a particle, `from` where it is predicted to be.
    void note_impulse(Index i, const Vec3d& impulse, const Vec3d& from);

    /// What a solve left.
    struct Remainder
    {
        RigidMomenta body;                ///< where it is predicted to be
        Vec3d momentum, angular_momentum; ///< [kg m/s], [kg m²/s] of r, about its centre
    };
    [[nodiscard]] Remainder remainder(Scratch& scratch) const;
    /// Whether its momenta will be those that it had and what others gave.
    [[nodiscard]] bool keeps_own_momenta() const;
    [[nodiscard]] double kinetic_energy() const; ///< [J] before elasticity answers
    [[nodiscard]] bool touches_walls() const { return contacts_.any(); }
    /// What others gave to all of it, about a point.
    void note_impulse(const Vec3d& momentum, const Vec3d& angular_momentum, const Vec3d& at);

    /// After the last solve of the step. Takes from a body that nothing holds what solving it gave it of momentum and angular momentum: forces within it give none.
    void finish(Scratch& scratch);

private:
    void add_force(Index i, const Vec3& impulse);
    void find_impulses_on_held();
    void multiply_all_rows(Real elastic);
    void weigh_ties(Real elastic);
    void find_prediction();
    void predict();
    void keep_part(Real part);
    [[nodiscard]] double sensible_part(double stretch_energy) const;
    void begin_contacts(Scratch& scratch);
    [[nodiscard]] View<const Vec3> contact_velocities() const;
    void find_stress(Scratch& scratch);
    void find_resistance();
    [[nodiscard]] bool is_free() const; ///< nothing holds it
    [[nodiscard]] Vec3 mean_push() const;
    [[nodiscard]] BodyState body_at(View<const Vec3d> x, View<const Vec3> v) const { return {free_mass_, x, v, step_.periodicity}; }
    void keep_momentum(Scratch& scratch);
    void follow_found_rotation(Scratch& scratch);
    void keep_own_momenta(Scratch& scratch);
    void keep_pushed_momenta();
    template <class Value> [[nodiscard]] Vec3d mean(const Value& value) const;
    double multiply(Real elastic);
    double multiply_volume(Real elastic);
    void resist_strain_rates(View<const Vec3> v);

    const RestShape* shape_;
    const ElasticStuff* stuff_;
    ElasticStep step_;
    Index n_;
    bool is_damped_;
    View<Real> viscous_;   ///< [s²] β Δt; empty without damping
    View<Real> free_mass_; ///< [kg]; 0 for fixed particles
    View<Vec4> p_;         ///< [m/s] direction; κ Δt (Δt + β), which passes read with it
    View<Vec4> q_;         ///< [kg m/s] (m + K) p
    View<Vec3> r_;         ///< [kg m/s] residual
    View<Vec3> z_;         ///< [m/s] what it asks for
    View<double> partial_; ///< sums over chunks of rows
    View<Vec3> ahead_;     ///< [m/s] along which particles go to where forces are found
    View<Vec3> pushed_;    ///< [m/s] by push(); empty before
    Vec3d common_push_;    ///< [m/s] its mean
    View<Sextet> stress_;
    View<Mat3> resistance_; ///< [Pa] T of the tangent; empty: rotations are fixed
    RigidPrediction prediction_;
    WallContacts contacts_;
    View<Vec3> guess_;  ///< [m/s] change of velocity with which the solve begins, where held particles are measured
    View<Vec3> moving_; ///< [m/s] along which particles move; empty: nothing touches them
    const StretchOperator* matrix_ = nullptr;
    View<Mat3> turned_; ///< R L, for volume only; else empty
    View<Real> spread_; ///< [Pa] λ tr(RᵀF), for volume only
    VolumePairs volume_pairs_;
    std::shared_ptr<ElasticPreconditioner> preconditioner_;
    PosedFactor posed_;
    double unnoticed_ = 0;        ///< [kg^½ m/s]
    Vec3d given_, given_angular_; ///< [kg m/s], [kg m²/s] by others, about the centre of the prediction
};
} // namespace aspic
