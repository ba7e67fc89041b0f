#pragma once

#include "aspic/core/field_table.h"

#include <variant>

namespace aspic
{
/// No surface tension, whatever the materials say.
struct NoSurfaceTension
{
    bool operator==(const NoSurfaceTension&) const = default;
};

/// Particles of one fluid attract each other (Becker and Teschner 2007): see cohesion_solver.h.
struct CohesionSettings
{
    bool operator==(const CohesionSettings&) const = default;
};

/// Cohesion, smaller surfaces and wetting after Akinci, Akinci and Teschner 2013: see akinci2013.h.
struct AkinciSettings
{
    double curvature = 0.75; ///< share of the surface tension that evens out normals; the rest is cohesion

    bool operator==(const AkinciSettings&) const = default;
};

template <> const Structure& structure_of<NoSurfaceTension>();
template <> const Structure& structure_of<CohesionSettings>();
template <> const Structure& structure_of<AkinciSettings>();

using SurfaceTensionSolver = std::variant<CohesionSettings, AkinciSettings, NoSurfaceTension>;
template <> inline constexpr std::string_view alternatives_name<SurfaceTensionSolver> = "surface_tension";
} // namespace aspic
