#pragma once

#include "aspic/boundaries/contact.h"

#include <span>

namespace aspic
{
/// A body as the sweeps see it.
struct SweptBody
{
    double inverse_mass = 0;
    Mat3d inverse_inertia{}; ///< in the world's axes
    Vec3d v, w;              ///< [m/s], [rad/s] as solved so far

    SweptBody() = default;
    explicit SweptBody(const RigidBody& body);
};

/// One direction of a contact: what it does to both bodies and what they do along it.
struct ContactRow
{
    Vec3d direction;
    Vec3d arm_a, arm_b;   ///< [m] r × direction
    Vec3d turn_a, turn_b; ///< [rad/s per N s] I⁻¹ (r × direction)

    [[nodiscard]] double speed(const SweptBody& a, const SweptBody& b) const
    {
        return dot(direction, a.v - b.v) + dot(arm_a, a.w) - dot(arm_b, b.w);
    }
    void push(double impulse, SweptBody& a, SweptBody& b) const
    {
        a.v += (impulse * a.inverse_mass) * direction;
        b.v -= (impulse * b.inverse_mass) * direction;
        a.w += impulse * turn_a;
        b.w -= impulse * turn_b;
    }
    /// The speed along this direction that a unit impulse along the other gives.
    [[nodiscard]] double response(const ContactRow& other, const SweptBody& a, const SweptBody& b) const
    {
        return (a.inverse_mass + b.inverse_mass) * dot(direction, other.direction) + dot(arm_a, other.turn_a) + dot(arm_b, other.turn_b);
    }
};

/// A contact as the sweeps see it.
struct SweptContact
{
    std::size_t a = 0, b = 0;
    ContactRow normal, tangent, bitangent; ///< orthonormal directions
    Vec3d r_a, r_b;                        ///< [m] from the centres of mass
    double friction = 0;
    double target = 0;                            ///< [m/s] least speed apart after the step
    double normal_mass = 0;                       ///< [kg] of an impulse along the normal
    double stop_11 = 0, stop_12 = 0, stop_22 = 0; ///< [kg] of one along the tangents: inverse of the 2 × 2 response
    double slip_mass = 0;                         ///< [kg] τ, the least of one along any tangent
    double push = 0;                              ///< [N s] along the normal, ≥ 0
    double brake_1 = 0, brake_2 = 0;              ///< [N s] along the tangents, together at most friction · push

    /// More impulse along the normal and the tangents.
    void add(const Vec3d& more, SweptBody& body_a, SweptBody& body_b)
    {
        push += more.x;
        brake_1 += more.y;
        brake_2 += more.z;
        normal.push(more.x, body_a, body_b);
        tangent.push(more.y, body_a, body_b);
        bitangent.push(more.z, body_a, body_b);
    }

    [[nodiscard]] Vec3d impulse() const { return push * normal.direction + brake_1 * tangent.direction + brake_2 * bitangent.direction; }
};

/// Fills in rows and masses from the direction of the normal and the offsets; the tangents are a function of the normal alone.
void prepare(SweptContact& contact, std::span<const SweptBody> bodies);

struct SweepReport
{
    int iterations = 0;
    double residual = 0; ///< [m/s]
    bool converged = true;
};

/// Solves 0 ≤ push ⊥ (v_n − target) ≥ 0 and Coulomb's law by sweeps forwards and backwards over all contacts, with an acceleration between them.
SweepReport sweep_velocities(std::span<SweptContact> contacts, std::span<SweptBody> bodies, int most, double tolerance);

/// The same without friction: for velocities that take overlaps away. Contacts that neither overlap nor stand in the way do nothing.
void sweep_overlaps(std::span<SweptContact> contacts, std::span<SweptBody> bodies, int most, double tolerance);
} // namespace aspic
