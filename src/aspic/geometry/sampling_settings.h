#pragma once

#include "aspic/core/field_table.h"

#include <variant>

namespace aspic
{
/// Particles stand on a cubic lattice, wherever it is inside.
struct LatticeSampling
{
    bool operator==(const LatticeSampling&) const = default;
};

/// As many particles as the volume asks for, moved until they fill it evenly and touch its surface: K21 section 7.
struct RelaxedSampling
{
    double cohesion = 1;      ///< β of K21 (35), which takes 4: see docs/methods/sampling.md
    double adhesion = 0.2;    ///< γ of K21 (36)
    double step = 0.25;       ///< η of K21 (37)
    double tolerance = 0.001; ///< [d] root mean square change of a position in an iteration at which it ends
    int max_iterations = 400;

    bool operator==(const RelaxedSampling&) const = default;
};

/// How a shape is filled with particles.
using Sampling = std::variant<LatticeSampling, RelaxedSampling>;
template <> inline constexpr std::string_view alternatives_name<Sampling> = "sampling";

template <> const Structure& structure_of<LatticeSampling>();
template <> const Structure& structure_of<RelaxedSampling>();
} // namespace aspic
