#pragma once

#include "aspic/core/view.h"
#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/grip.h"

#include <span>
#include <vector>

namespace aspic
{
/// A particle of a solid near a wall.
struct WallContact
{
    // As the step begins:
    Index slot = 0;       ///< the particle
    Index body = 0;       ///< the wall
    Vec3d normal;         ///< away from the wall
    Vec3d velocity;       ///< [m/s] of the wall there
    double gap = 0;       ///< [m] from where the particle touches it; negative: it is too near
    double friction = 0;  ///< Coulomb's coefficient
    double stiffness = 0; ///< [N/m] along the normal, where it is hardly pressed
    double inertia = 0;   ///< [kg/s] resists that it comes nearer still
    double spacing = 0;   ///< [m] of particles
    Vec3d force = {};     ///< [N] in: of the step before; out: of this one, on the particle

    // While the step is solved:
    bool presses = false, approaches = false;
    Grip grip = {};
};

/// Contact of a solid with walls, as a part of its elastic solve: one-sided springs as stiff as half a layer of its material, and friction. A stage that moves single particles after the solve would strain a stiff body by
/// itself, and give it energy out of nothing; a spring in the solve takes it from the motion.
class WallContacts
{
public:
    WallContacts() = default;
    WallContacts(std::span<WallContact> contacts, double dt) : contacts_(contacts), dt_(dt) {}

    [[nodiscard]] bool any() const { return !contacts_.empty(); }

    /// Chooses what presses and slides if nothing else happens.
    ///   `u`: [m/s] with which particles will move
    void begin(View<const Vec3> u);

    /// r += Δt f of velocities u.
    void add_forces(View<const Vec3> u, View<Vec3> r) const;

    /// q += Δt² C p; returns pᵀ of that.
    double multiply(View<const Vec4> p, View<Vec4> q) const;

    /// Looks at the velocities that were found: r → r of what presses and slides now. Whether that changed much.
    bool revise(View<const Vec3> u, View<Vec3> r);

    /// Writes what walls do in the end.
    void finish(View<const Vec3> u);

    /// [kg] Δt² C of particles that are pressed.
    template <class Use> void for_each_stiffness(const Use& use) const
    {
        for (const WallContact& contact : contacts_)
            if (contact.presses)
                use(contact.slot, stiffness_of(contact));
    }

    [[nodiscard]] std::span<const WallContact> all() const { return contacts_; }

private:
    [[nodiscard]] Vec3d force_of(const WallContact& contact, const Vec3d& u) const;
    [[nodiscard]] double pressure_of(const WallContact& contact, const Vec3d& u) const;
    [[nodiscard]] double normal_stiffness(const WallContact& contact) const;
    [[nodiscard]] double spring_along(const WallContact& contact) const;
    [[nodiscard]] Mat3d stiffness_of(const WallContact& contact) const;
    bool choose(WallContact& contact, const Vec3d& u, bool is_first) const;

    std::span<WallContact> contacts_;
    double dt_ = 0;
};
} // namespace aspic
