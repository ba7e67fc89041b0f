#pragma once

#include "aspic/math/vec.h"

#include <algorithm>

namespace aspic
{
/// Coulomb's friction at a contact, as a part of an implicit step: a spring along the surface, which begins with the friction of the step before and gives way where it would be more than pressure allows. So what rests does not
/// creep, and what slides is braked by a drag that can not turn it back.
struct Grip
{
    Vec3d held_by;       ///< [N] friction of the step before
    double fraction = 0; ///< of the spring's force; 1: it sticks, 0: nothing presses

    /// [N]
    ///   `spring`: [kg/s] of the step
    [[nodiscard]] Vec3d force(const Vec3d& sliding, double spring) const { return fraction * (held_by - spring * sliding); }

    /// The fraction that gives at most so much [N] at a speed that was found; whether it is another than before.
    bool limit(const Vec3d& sliding, double spring, double most)
    {
        constexpr double enough = 0.1; // by which friction may be off
        const double before = fraction, wanted = norm(held_by - spring * sliding);
        fraction = wanted > most ? std::max(most, 0.0) / wanted : 1;
        return std::abs(fraction - before) > enough * std::max(fraction, before);
    }
};
} // namespace aspic
