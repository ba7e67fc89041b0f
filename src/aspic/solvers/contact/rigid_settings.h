#pragma once

#include "aspic/core/field_table.h"

namespace aspic
{
/// How contacts of rigid bodies are solved. The defaults suit bodies of any size and steps from 0.01 ms to 5 ms.
struct RigidSolverSettings
{
    int max_iterations = 100;  ///< sweeps to and fro over all contacts per step
    double tolerance = 1e-6;   ///< the sweeps end when no velocity changes by more than this share of the largest change by a contact
    int direct_contacts = 120; ///< groups of up to so many contacts that sweeps do not solve are solved directly
    int max_correction_iterations = 20; ///< sweeps that push bodies apart which overlap
    double correction = 0.2;            ///< share of an overlap that is taken away in a step
    double correction_speed = 5;        ///< [1/s] at most this many thicknesses of the thinner body per second
    double slop = 1e-4;                 ///< overlaps up to this share of the thinner body's thickness are left alone
    double margin = 0.01;               ///< gaps up to this share of the thinner body's thickness are watched
    double bounce_speed = 0.01;         ///< [m/s] slower impacts do not bounce
    double longest_step = 0.005;        ///< [s] `advance` divides longer steps; a scene's steps are not longer

    bool operator==(const RigidSolverSettings&) const = default;
};
template <> const Structure& structure_of<RigidSolverSettings>();
} // namespace aspic
