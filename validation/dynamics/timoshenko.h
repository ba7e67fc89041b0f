#pragma once

namespace aspic::validation
{
/// A beam that is clamped at one end and free at the other.
struct Cantilever
{
    double length = 1, height = 0.1; ///< [m]
    double width = 1;                ///< [m]
    double density = 1000;           ///< [kg/m³]
    double young_modulus = 1e6;      ///< [Pa]
    double poisson_ratio = 0.3;
    bool is_plane_strain = false; ///< as in 2D: E/(1 − ν²) in bending
};

/// [s] of its first mode by Timoshenko's beam theory, with shear and rotary inertia; shear coefficient 10(1 + ν)/(12 +
/// 11ν) of a rectangle (Cowper 1966).
double timoshenko_period(const Cantilever& beam);
} // namespace aspic::validation
