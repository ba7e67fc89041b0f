#pragma once

#include "aspic/solvers/elasticity/elastic_system.h"

namespace aspic
{
/// A step of second order from two of backward Euler: SDIRK2 with γ = 1 − 1/√2 (Alexander 1977), L-stable. With y' = F(y)
///
///     Y = y₀ + γ Δt F(Y),   ỹ = y₀ + (1 − γ)/γ (Y − y₀),   y₁ = ỹ + γ Δt F(y₁)
///
/// so each stage is a solve with γ Δt: the first from y₀, the second from ỹ, which stands at t + (1 − γ) Δt. ỹ is found in the frame that moves with the body as a whole (rigid_prediction.h), where nothing but vibrations
/// changes; then it gets the momenta that it must have. Not for contact: what stops a body in the first stage would be carried on by a factor of 2.4, and throw it back.
class SecondOrderStep
{
public:
    /// `mass`: [kg] of each particle
    /// `resolution`: [m] as for RigidPrediction; 0: the frame does not move
    SecondOrderStep(const ElasticStep& step, std::span<const Real> mass, double resolution, Scratch& scratch);

    [[nodiscard]] ElasticStep first();  ///< what is solved at first
    [[nodiscard]] ElasticStep second(); ///< after that
    void finish();                      ///< after that: writes change and drift of the whole step

private:
    [[nodiscard]] RigidPrediction prediction(View<const Vec3d> x, View<const Vec3> v, double span) const;
    [[nodiscard]] Vec3d held_place(Index i, double time) const;
    void extrapolate();
    void restore();
    [[nodiscard]] Vec3d push(Index i) const { return convert<double>(step_.v[i]) - before(i); } ///< [m/s] by forces of the step
    [[nodiscard]] Vec3d before(Index i) const { return convert<double>(step_.v_before.empty() ? step_.v[i] : step_.v_before[i]); }
    [[nodiscard]] BodyState body_at(View<const Vec3d> x, View<const Vec3> v) const { return {mass_, x, v, step_.periodicity}; }

    ElasticStep step_;
    double resolution_;
    View<Real> mass_;                ///< [kg]; 0 for held particles
    View<Vec3d> x_;                  ///< [m] where the second stage begins
    View<Vec3> v_, stage_v_;         ///< [m/s] before and after the forces of a stage
    View<Vec3> change_, drift_;      ///< [m/s] of a stage
    View<Vec3> on_held_;             ///< [kg m/s] of the first stage; empty: nobody asks
    RigidPrediction held_, carrier_; ///< over the whole step, for held particles; over the first stage
};
} // namespace aspic
