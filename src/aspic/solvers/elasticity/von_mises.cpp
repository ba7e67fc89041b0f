#include "aspic/solvers/elasticity/von_mises.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/symmetric_eigen.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
Mat3d in_double(const Mat3& A) { return {{convert<double>(A.row[0]), convert<double>(A.row[1]), convert<double>(A.row[2])}}; }

/// The projection on the directions in which the neighbourhood of a particle at rest has an extent, from L, K21 (8).
Mat3d extent_of(const RestShape& shape, Index i)
{
    const RestView rest = shape.view();
    const bool is_planar = shape.dimension() == 2;
    if (rest.rank[i] == Real(shape.dimension()))
        return diagonal(1.0, 1.0, 1.0);
    const SymmetricEigen<double> eigen = symmetric_eigen(in_double(rest.L[i]));
    const double largest = std::max({std::abs(eigen.values.x), std::abs(eigen.values.y), std::abs(eigen.values.z)});
    Mat3d result{};
    for (int k = 0; k < 3; ++k)
        if (std::abs(eigen.values[k]) > 1e-5 * largest)
            result = result + outer(eigen.vectors.row[k], eigen.vectors.row[k]);
    if (is_planar)
        result.row[2].z = 1; // as F has it
    return result;
}
} // namespace

double von_mises_stress(const Mat3d& strain, double mu, double lambda)
{
    const double spread = trace(strain);
    const Mat3d stress = 2 * mu * strain + lambda * spread * diagonal(1.0, 1.0, 1.0);
    const Mat3d deviator = stress - (trace(stress) / 3) * diagonal(1.0, 1.0, 1.0);
    return std::sqrt(1.5 * square_norm(deviator));
}

void find_stress(const ElasticSolver& solver, const DeformedBody& body, Scratch& scratch, View<Real> stress)
{
    const Scratch::Turn memory(scratch);
    const RestShape& shape = solver.shape();
    const View<Mat3> F = scratch.take<Mat3>(shape.size());
    solver.deformation_gradients(body.x, body.turn, scratch, F, body.periodicity);
    parallel_for(shape.size(), [&](Index i) {
        const Mat3d R = in_double(rotation_of(body.turn[i]));
        const Mat3d G = transpose(R) * in_double(F[i]);
        const Mat3d strain = 0.5 * (G + transpose(G)) - extent_of(shape, i);
        const Vec4& stiffness = solver.stuff().stiffness[static_cast<std::size_t>(i)];
        stress[i] = static_cast<Real>(von_mises_stress(strain, 0.5 * double(stiffness.xyz.x), stiffness.xyz.y));
    });
}
} // namespace aspic
