#pragma once

#include "aspic/simulation/fluid_model.h"
#include "aspic/solvers/elasticity/elastic_solver.h"

#include <span>
#include <vector>

namespace aspic::validation
{
/// An elastic body by itself, for what a world does not tell: its forces and deformation gradients. Arrays in the order of its points.
class ElasticBody
{
public:
    ElasticBody(const Scene& scene, const Material& material, std::span<const Vec3d> points);

    [[nodiscard]] Index size() const { return shape_.size(); }
    [[nodiscard]] double volume() const; ///< [m^d] Σ V, K21 (5), whichever volumes the scene chooses

    /// [N] of places, rotations from those of the call before.
    std::vector<Vec3d> forces(std::span<const Vec3d> places);
    std::vector<Mat3> deformation_gradients(std::span<const Vec3d> places);

private:
    void set_places(std::span<const Vec3d> places);

    RestShape shape_;
    ElasticSolver solver_;
    Scratch scratch_;
    Array<Vec3d> x_;
    Array<Vec4> turn_; ///< empty before the first places
};
} // namespace aspic::validation
