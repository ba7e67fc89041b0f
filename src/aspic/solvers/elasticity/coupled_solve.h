#pragma once

#include "aspic/solvers/elasticity/elastic_system.h"
#include "aspic/solvers/elasticity/rigid_group.h"
#include "aspic/solvers/elasticity/solid_contacts.h"
#include "aspic/solvers/solve_report.h"

namespace aspic
{
/// Solids that touch each other: one system of equations. Most are alone.
struct SolidIsland
{
    std::vector<ElasticSystem*> systems;
    SolidContacts contacts; ///< of these with each other, and with rigid bodies
    GroupUnknowns groups;   ///< rigid bodies that they are attached to or touch
    double first_error = 0; ///< [kg^½ m/s] the largest that a solve began with
};

/// One solid, with what it is attached to.
SolidIsland island_of(ElasticSystem& system);

/// Conjugate gradients of all islands in step; one that has converged keeps its values.
SolveReport iterate(std::span<SolidIsland> islands, const ElasticitySettings& settings, Scratch& scratch);

/// As above; what touches and what slides is found by trying: few steps need more than one solve.
SolveReport solve_with_contacts(std::span<SolidIsland> islands, const ElasticitySettings& settings, Scratch& scratch);
} // namespace aspic
