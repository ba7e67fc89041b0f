#pragma once

#include "aspic/simulation/doctor.h"

namespace aspic
{
/// Advice as it comes together, and what it is about.
class Examination
{
public:
    Examination(const Scene& scene, const Assets& assets, const Resources& resources);

    const Scene& scene;
    const Assets& assets;
    const Resources& resources;
    std::vector<double> object_particles; ///< of each object
    double wanted_particles = 0;          ///< at most, with what emitters bring
    double particles = 0;                 ///< of these, as many as the budget allows
    std::vector<Advice> advice;

    void fact(std::string where, std::string text) { advice.push_back({Advice::Kind::fact, std::move(where), std::move(text), ""}); }
    void warn(std::string where, std::string text, std::string hint)
    {
        advice.push_back({Advice::Kind::warning, std::move(where), std::move(text), std::move(hint)});
    }
};

/// Particles within the support of one, itself included.
double neighbor_count(const Scene& scene);

/// Memory, steps, time and disk, against what the machine has.
void examine_cost(Examination& examination);

/// Shapes that particles do not fill as they are, parts and walls that are thinner than what particles can show.
void examine_shapes(Examination& examination);

/// Solids whose stiffness, with the steps of the scene, is not what they will show.
void examine_stiff_solids(Examination& examination);

/// How things stand to each other at the start: overlaps, walls, resolution, sinks, pins, emitters, probes.
void examine_placement(Examination& examination);

/// Rigid bodies that start in each other, in walls, or outside of a vessel.
void examine_rigid_bodies(Examination& examination);

/// Walls and bodies that are thin.
void examine_boundaries(Examination& examination);

/// Forces that make more vortices than the fluid can lose.
void examine_vorticity(Examination& examination);
} // namespace aspic
