#pragma once

#include "aspic/core/field_table.h"

#include <optional>
#include <variant>

namespace aspic
{
/// Vortices live as long as the other forces let them.
struct NoVorticity
{
    bool operator==(const NoVorticity&) const = default;
};

/// Particles that spin and exchange spin with the flow (Bender, Koschier, Kugelstadt and Weiler 2017, 2019): see spin_solver.h.
struct MicropolarSettings
{
    double transfer = 0;           ///< [m²/s] ν_t
    std::optional<double> inertia; ///< [m²] Θ, squared radius of gyration; none: (2h)²
    double balance = 1;            ///< c: 1 takes from the flow what it gives to spins; 0: the authors' form, which adds energy

    bool operator==(const MicropolarSettings&) const = default;
};

/// A force towards the middle of vortices that turns with them (Steinhoff and Underhill 1994; Fedkiw, Stam and Jensen 2001): see spin_solver.h.
struct ConfinementSettings
{
    double strength = 1; ///< [1/s] ε

    bool operator==(const ConfinementSettings&) const = default;
};

template <> const Structure& structure_of<NoVorticity>();
template <> const Structure& structure_of<MicropolarSettings>();
template <> const Structure& structure_of<ConfinementSettings>();

using VorticitySolver = std::variant<NoVorticity, MicropolarSettings, ConfinementSettings>;
template <> inline constexpr std::string_view alternatives_name<VorticitySolver> = "vorticity";
} // namespace aspic
