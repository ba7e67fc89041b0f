#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/core/view.h"
#include "aspic/math/quaternion.h"

namespace aspic
{
/// Particles of a body at one moment.
struct BodyState
{
    View<const Real> mass;        ///< [kg]; 0: does not count
    View<const Vec3d> x;          ///< [m]
    View<const Vec3> v;           ///< [m/s]
    Periodicity periodicity = {}; ///< the images that are nearest to the first particle are meant

    [[nodiscard]] Vec3d arm(Index i, const Vec3d& center) const; ///< [m] from a point to particle i
};

/// The motion of a body as a whole about a point.
struct RigidMomenta
{
    double mass = 0;        ///< [kg]
    Vec3d center, velocity; ///< [m], [m/s] of the point
    Vec3d angular_momentum; ///< [kg m²/s] L about it, of velocities relative to its own
    Mat3d inertia{};        ///< [kg m²] I about it

    /// About the centre of mass.
    static RigidMomenta about_center(const BodyState& body);
    static RigidMomenta about(const BodyState& body, const Vec3d& center, const Vec3d& velocity);
};

/// I⁻¹ L; nothing about an axis without inertia: that of a row of particles.
Vec3d angular_velocity(const Mat3d& inertia, const Vec3d& angular_momentum);

/// How a body moves as a whole in a step. Backward Euler from x + Δt v swells a body that rotates, and brakes it: particles leave along tangents, and what pulls them back is not at right angles to their velocities. So
/// the rotation of the whole is predicted exactly, and elasticity answers centrifugal forces in the frame that rotates with the body.
///
/// v = v_c + ω × r + u about a point c that is not accelerated. After the step v = v_c + ω × (R r) + w, where R r is r turned by the rotation of the step, and particles move by what turns r into R r and by Δt w.
/// w = u + Δt (f/m − ω̇ × r − ω × (ω × r)): no Coriolis force, since w is seen by those who do not rotate. Half of −2 ω × u is that u keeps its direction in space, half that the next step
/// finds u = w − ω × (Δt w). c is the centre of mass of a free body, whose L = I ω stays; a point that the body is hinged at; or the mean of held particles that move as one.
class RigidPrediction
{
public:
    static constexpr double resolution = 1e-5; ///< of a support radius: what held particles may stray

    explicit RigidPrediction(double dt) : dt_(dt) {} ///< straight lines
    /// `held`: not zero for particles that are, whose v is such that x + Δt v is where they will be; empty: none
    ///   `resolution`: [m] below which held particles count as being at one point or on one line
    RigidPrediction(const BodyState& body, View<const Index> held, double dt, double resolution);

    /// Of one particle: how far it moves with the whole, its velocity then, what is left of its own, and what centrifugal forces give it.
    struct Prediction
    {
        Vec3d shift;      ///< [m]
        Vec3d v, u, push; ///< [m/s]
    };
    [[nodiscard]] Prediction of(const BodyState& body, Index i) const;

    /// Whether nothing holds the body: its momenta are its own.
    [[nodiscard]] bool is_free() const { return kind_ == Kind::free; }
    [[nodiscard]] bool is_straight() const { return kind_ == Kind::none; }
    /// Whether held particles carry it as one.
    [[nodiscard]] bool is_carried() const { return kind_ == Kind::carried; }
    [[nodiscard]] const Quaternion& rotation() const { return rotation_; } ///< of the whole, over the step
    [[nodiscard]] const Vec3d& center() const { return center_; }          ///< [m] at first
    [[nodiscard]] const Vec3d& velocity() const { return velocity_; }      ///< [m/s] of the centre
    [[nodiscard]] const Vec3d& spin_after() const { return spin_after_; }  ///< [rad/s]

private:
    enum class Kind
    {
        none, ///< held in ways that are not rigid
        free,
        hinged, ///< at a point, or on a line
        carried ///< by held particles that move as one
    };
    void follow_momenta(const RigidMomenta& momenta);
    void find_held_motion(const BodyState& body, View<const Index> held, double resolution);
    void find_hinged_motion(const BodyState& body, const Vec3d& direction);
    void rotate_by(const Vec3d& angle);

    Kind kind_ = Kind::none;
    double dt_;
    Vec3d center_, velocity_; ///< [m], [m/s] c, v_c
    Quaternion rotation_;
    Mat3d R_ = diagonal(1.0, 1.0, 1.0);
    Vec3d spin_, spin_after_, spin_rate_; ///< [rad/s] ω before and after the step, [rad/s²] ω̇ after it
};

/// Gives a free body the momentum and angular momentum that it must have, by a rigid motion: v → v.
///   `should`: about the same centre, in the world's axes
void restore_momenta(const BodyState& body, const Vec3d& momentum, const Vec3d& angular_momentum, const Vec3d& center, View<Vec3> v);
} // namespace aspic
