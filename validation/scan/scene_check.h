#pragma once

#include "experiment.h"
#include "scan/random_scene.h"

namespace aspic::validation
{
/// What a random scene showed.
struct SceneCheck
{
    double energy_gain =
        0; ///< most above its start, of the scale: the largest of kinetic energy at first, m g times the free height, and m g L (strain energy at release where squeezed)
    double momentum_change = 0;         ///< of Σ m |v|; two bodies in free space, else 0
    double angular_momentum_change = 0; ///< of Σ m |x × v|; two bodies in free space, else 0
    double rotation = 0;                ///< [rad] of a body that lies flat, largest; else 0
    double depth = 0;                   ///< [spacings] by which a particle is behind the surface of the floor, most
    double seconds = 0;                 ///< wall-clock time
    std::string broken;                 ///< why the run broke off; empty: it did not

    /// What is wrong, in words; empty: nothing.
    [[nodiscard]] std::string faults() const;
};

/// Runs the scene, which becomes one of those of the outcome.
SceneCheck check_scene(const Context& context, Outcome& outcome, const RandomScene& scene, const std::string& label,
                       const Stretch& stretch);
} // namespace aspic::validation
