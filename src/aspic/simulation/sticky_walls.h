#pragma once

#include "aspic/simulation/scene_boundaries.h"

#include <array>

namespace aspic
{
/// Friction of walls and bodies to which the fluid sticks, in one step: a particle is braked towards the velocity of the wall beside it, v → v − w (v − u). Bodies that give way follow at once: their
/// velocity U is that at the end of the step, M (U − V) = Σ m w (v − u). With that at the beginning, light bodies in thick fluid would be thrown to and fro.
class StickyWalls
{
public:
    /// Morris with velocities of the wall that continue those of the fluid in a straight line, so that they meet at the surface: Σ_b V_b ω'/r (v_i − v_b) = (v_i − u) gradient·n/d at a distance d.
    StickyWalls(const SceneBoundaries& walls, const Fluid& fluid, View<const Real> viscosity, double dt);

    /// For a solve that looks for velocities at the end of a step: Σ w u [m/s]; Σ w, without what bodies follow the fluid by.
    void find_grip(View<Vec4> grip) const;

    /// v, q → q: less the share w u by which bodies follow velocities v.
    void follow(View<const Vec4> v, View<Vec3> q) const;

    /// v → a −= w (v − u)/Δt [m/s²].
    void brake(View<const Vec3> v, View<Vec3> a) const;

    /// What walls and bodies get in the step, if velocities are v.
    [[nodiscard]] std::vector<BodyImpulse> impulses(View<const Vec3> v) const;

private:
    /// A particle beside a wall.
    struct Contact
    {
        Index particle = 0;
        double weight = 0; ///< w
        double drag = 0;   ///< [kg] m w
        Vec3d arm;         ///< [m] from the wall's centre to where they meet
    };
    using Six = std::array<double, 6>; ///< velocity and angular velocity, or impulse and moment
    struct Side
    {
        std::vector<Contact> contacts;
        RigidMotion before; ///< V
        bool gives_way = false;
        std::array<Six, 6> response; ///< columns: U of unit sums of m w v and its moments
        Six alone{};                 ///< U, if the fluid is at rest
    };

    static void find_response(Side& side, const BoundaryBody& body);
    template <class V> [[nodiscard]] static Six pull(const Side& side, const V& v);
    template <class V> [[nodiscard]] static RigidMotion motion_with(const Side& side, const V& v);

    std::vector<Side> sides_; ///< of each wall and body
    double dt_;
};
} // namespace aspic
