#pragma once

#include "aspic/core/field_table.h"

#include <variant>

namespace aspic
{
/// Explicit viscosity after Morris, Fox and Zhu 1997 (the form of Brookshaw 1985), with the viscosity of each material.
struct MorrisSettings
{
    bool operator==(const MorrisSettings&) const = default;
};

/// T09 (52), with the Laplacian that is right in two and three dimensions.
struct LaplacianViscositySettings
{
    bool operator==(const LaplacianViscositySettings&) const = default;
};

/// Implicit viscosity after Weiler, Koschier, Brand and Bender 2018, for incompressible fluids: see implicit_viscosity.h.
struct ImplicitViscositySettings
{
    double tolerance = 1e-3;  ///< what may be left, as a share of the velocity change by viscosity
    int max_iterations = 200; ///< of conjugate gradients

    bool operator==(const ImplicitViscositySettings&) const = default;
};

/// No viscosity at all, whatever the materials say.
struct NoViscosity
{
    bool operator==(const NoViscosity&) const = default;
};

template <> const Structure& structure_of<MorrisSettings>();
template <> const Structure& structure_of<LaplacianViscositySettings>();
template <> const Structure& structure_of<ImplicitViscositySettings>();
template <> const Structure& structure_of<NoViscosity>();

using ViscositySolver = std::variant<MorrisSettings, LaplacianViscositySettings, ImplicitViscositySettings, NoViscosity>;
template <> inline constexpr std::string_view alternatives_name<ViscositySolver> = "viscosity";
} // namespace aspic
