#pragma once

#include "aspic/particles/particle_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// What one stage of a step did.
struct StageReport
{
    std::string_view name;
    double seconds = 0;    ///< wall-clock time
    bool iterates = false; ///< whether the next three mean anything
    int iterations = 0;
    double residual = 0;
    bool converged = true; ///< false: it was ended by its limit
};

/// The first value that is not finite.
struct NotFinite
{
    std::string_view stage; ///< that wrote it
    std::string field;      ///< the quantity
    Identity particle = 0;
};

/// A particle that has left the domain, or ended in the matter of a wall.
struct LostParticle
{
    Identity particle = 0;
    Vec3d place; ///< [m]
    std::string what;
};

/// What a step did.
struct StepReport
{
    double dt = 0;               ///< [s]
    double largest_speed = 0;    ///< [m/s] at its beginning
    double mean_compression = 0; ///< mean of max(ρ/ρ0 − 1, 0)
    double largest_compression = 0;
    bool was_shortened = false; ///< the fixed step was longer than the limits allow
    Index particles = 0;        ///< after it
    std::vector<StageReport> stages;
    std::optional<NotFinite> not_finite; ///< the step broke off: the state is of no use any more
    std::optional<LostParticle> lost;    ///< the same, if the scene does not let particles be lost
};
} // namespace aspic
