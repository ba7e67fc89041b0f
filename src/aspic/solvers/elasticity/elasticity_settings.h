#pragma once

#include "aspic/core/field_table.h"

#include <optional>

namespace aspic
{
/// Lamé's constants [Pa].
struct Lame
{
    double mu = 0, lambda = 0;
};

/// How a solid resists deformation, by two of its moduli.
struct ElasticMaterial
{
    std::optional<double> young_modulus; ///< [Pa] E
    std::optional<double> poisson_ratio; ///< ν
    std::optional<double> shear_modulus; ///< [Pa] G = μ
    std::optional<double> bulk_modulus;  ///< [Pa] K = λ + 2μ/3
    std::optional<double> lame_lambda;   ///< [Pa] λ
    double zero_energy = 0.1;            ///< α of K21 (20): against modes that the deformation gradients do not see
    double friction = 0.5;               ///< Coulomb's coefficient
    double damping = 0;                  ///< [s] β: a strain rate resists as a strain of β times as much (Kelvin and Voigt)

    /// From E and ν, G and K, or λ and G, whichever are given; E alone stands with ν = 0.3. None: other combinations.
    [[nodiscard]] std::optional<Lame> lame() const;

    bool operator==(const ElasticMaterial&) const = default;
};

/// How one step of elasticity is solved.
enum class ElasticMethod
{
    unsplit, ///< stretch, volume and zero-energy modes in one system
    split,   ///< stretch and zero-energy modes first, volume after: K21 (27), (28)
    peer     ///< one system, conjugate gradients without preconditioner (Peer et al. 2018)
};
template <> std::span<const Choice> choices_of<ElasticMethod>();

/// What a step takes for the derivative of elastic forces.
enum class ElasticTangent
{
    corotated, ///< rotations follow
    fixed      ///< rotations stay as they are during the step, K21 (25): stiff bodies resist rotation
};
template <> std::span<const Choice> choices_of<ElasticTangent>();

/// How a step follows the motion.
enum class ElasticIntegrator
{
    backward_euler, ///< takes energy of vibrations: π ω Δt of the amplitude in a period
    sdirk2          ///< two stages of backward Euler, second order: see second_order.h
};
template <> std::span<const Choice> choices_of<ElasticIntegrator>();

/// What brings conjugate gradients nearer to the solution.
enum class ElasticPreconditioning
{
    automatic,
    direct,   ///< the factor of stretch and zero-energy modes
    two_level ///< the diagonal, and a coarse space
};
template <> std::span<const Choice> choices_of<ElasticPreconditioning>();

/// How zero-energy modes are kept down.
enum class ZeroEnergyControl
{
    in_system, ///< K21 (24)
    force      ///< Ganzenmüller 2015
};
template <> std::span<const Choice> choices_of<ZeroEnergyControl>();

/// What particles of solids count as, to the pressure that keeps bodies apart.
enum class SolidContact
{
    elastic,       ///< their own body as at rest: pressure acts only from outside
    incompressible ///< fluid, as K21 section 6 has it: no solid can be compressed
};
template <> std::span<const Choice> choices_of<SolidContact>();

/// How pressure sees solids while it is found.
enum class PressureCoupling
{
    weak,  ///< as loose particles: elasticity was solved before, and answers in the next step
    strong ///< each iteration of pressure finds how elasticity answers to it
};
template <> std::span<const Choice> choices_of<PressureCoupling>();

/// Which volumes particles of solids have.
enum class ElasticVolumes
{
    kernel,    ///< 1/Σ W, K21 (5): larger at surfaces, which stiffens coarse bodies about as much as coarseness softens them
    normalized ///< the same, scaled to the volume of the body
};
template <> std::span<const Choice> choices_of<ElasticVolumes>();

/// Implicit elasticity: see elastic_solver.h.
struct ElasticitySettings
{
    ElasticMethod method = ElasticMethod::unsplit;
    ElasticTangent tangent = ElasticTangent::corotated;
    ElasticIntegrator integrator = ElasticIntegrator::backward_euler;
    ElasticPreconditioning preconditioner = ElasticPreconditioning::automatic;
    ZeroEnergyControl zero_energy_control = ZeroEnergyControl::in_system;
    SolidContact contact = SolidContact::elastic;
    PressureCoupling coupling = PressureCoupling::weak;
    ElasticVolumes volumes = ElasticVolumes::kernel;
    std::optional<int> neighbor_limit = {}; ///< of a particle, the closest at rest; none: all within the support
    double factor_memory = 2;               ///< [GiB] that factors of one rest shape may take; what needs more is solved on two levels
    double tolerance = 1e-3;                ///< what may be left, as a share of what the first guess leaves
    int max_iterations = 500;               ///< of conjugate gradients

    /// K21's split stands and falls with fixed rotations.
    [[nodiscard]] ElasticTangent used_tangent() const { return method == ElasticMethod::split ? ElasticTangent::fixed : tangent; }

    bool operator==(const ElasticitySettings&) const = default;
};

template <> const Structure& structure_of<ElasticMaterial>();
template <> const Structure& structure_of<ElasticitySettings>();
} // namespace aspic
