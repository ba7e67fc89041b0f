#pragma once

#include "aspic/solvers/fluid.h"
#include "aspic/solvers/surface_tension/surface_tension.h"

namespace aspic
{
/// What makes a surface tension of 1 N/m (in 2D 1 N) at a density of 1 kg/m³, if it is alone; both go with σ/ρ0².
struct SurfaceStrength
{
    double pull = 0;    ///< [m^(d+1)/(kg s²) per N/m] γ/h^d of cohesion
    double normals = 0; ///< [m/(kg s²) per N/m] ζ of the difference of normals
};

/// Both follow from the stress across and along a flat surface of fluid that fills space evenly, which pressure keeps in balance across it: σ = ∫(P_across − P_along) dz.
///   cohesion (Fowler 1937)   σ = γρ0² π/8 ∫C r⁴ dr in 3D, γρ0²/3 ∫C r³ dr in 2D
///   normals                  σ = ζρ0² ∫_{z<0} ∫_0^h A(s) s (n(z) − n(z − s)) ds dz,  n = h ∫ω over a plane at the distance |z|, A the area of the support's section at s
SurfaceStrength surface_strength(const AnyKernelT<double>& kernel);

/// Adds the acceleration by surface tension.
///   in:  positions (as neighbourhood), masses, densities; σ/ρ0² of each particle; the share of walls in the sum of normals [1/m]
///   out: a −= Σ_j K_ij m_j (γ C x_ij/|x_ij| + ζ (n_i − n_j))
void add_surface_tension(const AkinciSettings& settings, const SurfaceStrength& strength, const Fluid& fluid, View<const Real> tension,
                         View<const Vec3> wall, View<Vec3> a);

/// How a flat wall attracts fluid: with the authors' adhesion A(r) of all its matter, as a function of the distance d from its surface,
///   a(d) = w/ρ0 G(d)/∫G(s) s ds,   G(d) = π ∫_d^h A (r² − d²) dr in 3D, 2 ∫_d^h A √(r² − d²) dr in 2D,
/// such that the work of parting wall and fluid is w for each unit of the wall. By Young and Dupré w = σ(1 + cos θ).
class AdhesionProfile
{
public:
    AdhesionProfile(double support, int dimension);

    /// [1/m²] a(d) ρ0/w, not negative.
    [[nodiscard]] double at(double distance) const;

private:
    static constexpr std::size_t intervals = 128;
    double per_interval_; ///< [1/m]
    std::array<double, intervals + 1> values_{};
};
} // namespace aspic
