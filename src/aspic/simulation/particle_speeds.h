#pragma once

#include "aspic/particles/particle_set.h"

namespace aspic
{
/// How fast things move [m/s].
struct Speeds
{
    double largest = 0;
    double of_most = 0; ///< only a given fraction of the fluid's particles is faster
};

/// Speeds of particles. At most the fraction `outliers` of the fluid's particles is faster than `of_most`, which is at most 0.2 % of the largest speed above the exact quantile. Every particle of a
/// solid counts.
Speeds speeds_of(const ParticleSet& particles, double outliers);
} // namespace aspic
