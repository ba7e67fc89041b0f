#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

// Pair passes of surface tension after Akinci, Akinci and Teschner 2013. Particles of one fluid attract each other when far and repel each other when near, and are moved so that their normals
// become equal:
//   a_i = −Σ_j K_ij m_j (γ C(|x_ij|) x_ij/|x_ij| + ζ (n_i − n_j)),   n_i = h Σ_j V_j ∇_i ω_ij,   K_ij = 2ρ0/(ρ_i + ρ_j).
// The authors have ζ m_j = γ, which couples numbers of different units; here each term has its own share of the surface tension. Linear momentum is conserved, since pairs are antisymmetric;
// angular momentum by the first term alone: the second does not act along x_ij.

namespace aspic
{
/// C(q) h^d: (1−q)³q³ beyond half the support, 2(1−q)³q³ − 1/64 within, times 32/π.
template <class Q> ASPIC_HOST_DEVICE Q cohesion_spline(Q q)
{
    const Q hump = cube((1 - q) * q);
    return Real(32 / pi) * select(q < 0.5F, 2 * hump - Real(1.0 / 64), hump);
}

/// n_i = h (Σ_j V_j ∇_i ω_ij + wall_i) over one fluid: points inwards, vanishes inside.
template <class K> struct SurfaceNormal
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> volume; // read     [m^d]
    View<const Real> rho_0;  // read     [kg/m³] tells fluids apart
    View<const Vec3> wall;   // read     [1/m] share of walls in the sum
    View<Vec3> n;            // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rest = rho_0[i];
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            return select(rho_0[j] == rest, volume[j] * kernel.dw_over_r(norm(x_ij)), Real(0)) * x_ij;
        });
        n[i] = kernel.h * (sum + wall[i]);
    }
};

/// a_i −= Σ_j K_ij m_j (γ̄ C x_ij/|x_ij| + ζ̄ (n_i − n_j)) with the mean γ and ζ of the pair.
struct SurfacePull
{
    using lane_operator = void;

    NeighborView near;
    Real inverse_h = 0;        ///< [1/m]
    View<const Vec4> n_and_m;  // read     normals; [kg]
    View<const Vec4> strength; // read     [m^d+1/(kg s²)] γ/h^d; [m/(kg s²)] ζ; [kg/m³] ρ; ρ0, which tells fluids apart
    View<Vec3> a;              // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = strength[i];
        const auto n_i = n_and_m[i].xyz;
        const auto rest = own.w;
        a[i] -= sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r = norm(x_ij);
            const auto q = inverse_h * r;
            const auto other = strength[j];
            const auto normal = n_and_m[j];
            const auto share = select((other.w == rest) & (q < 1), normal.w * rest / (own.xyz.z + other.xyz.z), Real(0)); // K m_j/2
            const auto pull = (own.xyz.x + other.xyz.x) * cohesion_spline(q) / max(r, Real(1e-6) / inverse_h);
            return share * (pull * x_ij + (own.xyz.y + other.xyz.y) * (n_i - normal.xyz));
        });
    }
};
} // namespace aspic
