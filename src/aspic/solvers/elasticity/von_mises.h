#pragma once

#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/elastic_solver.h"

namespace aspic
{
/// [Pa] Von Mises stress of a strain: √(3/2 s:s), s the deviator of σ = 2μ ε + λ tr ε, K21 (2). In the plane σ_zz = λ tr ε counts: plane strain.
double von_mises_stress(const Mat3d& strain, double mu, double lambda);

/// What stress is asked of: a body in a pose.
struct DeformedBody
{
    View<const Vec3d> x; ///< [m]
    View<Vec4> turn;     ///< rotations as quaternions, near those of the places; out: those
    Periodicity periodicity;
};

/// [Pa] Von Mises stress of each particle, of ε = sym(RᵀF) − 1. Directions in which a particle has no neighbours at rest are not strained.
void find_stress(const ElasticSolver& solver, const DeformedBody& body, Scratch& scratch, View<Real> stress);
} // namespace aspic
