#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/scene/scene.h"

#include <limits>

namespace aspic
{
/// Something worth knowing about a scene before it runs.
struct Advice
{
    enum class Kind
    {
        fact,
        warning ///< allowed, but seldom meant
    };
    Kind kind = Kind::fact;
    std::string where; ///< a path into the scene, or a word such as "memory"
    std::string text;
    std::string hint; ///< how to mend what a warning is about
};

/// How thin walls and rigid bodies stand in the sums of an incompressible fluid, if the scene leaves that open: a line,
/// or none.
std::vector<std::string> boundary_notes(const Scene& scene, const Assets& assets);
/// What the machine has to offer.
struct Resources
{
    double memory = std::numeric_limits<double>::infinity(); ///< [bytes] that can be had
    double disk = std::numeric_limits<double>::infinity();   ///< [bytes] that are free
};

/// What a valid scene will cost, and what in it looks like a slip: how much it holds, how long it takes, how things stand to each other at the
/// start. Everything is estimated; nothing is simulated.
std::vector<Advice> examine(const Scene& scene, const Assets& assets, const Resources& resources = {});
} // namespace aspic
