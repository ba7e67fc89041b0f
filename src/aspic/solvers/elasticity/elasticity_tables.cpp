#include "aspic/solvers/elasticity/elasticity_settings.h"

#include <array>

namespace aspic
{
template <> std::span<const Choice> choices_of<ElasticMethod>()
{
    static constexpr std::array choices{
        Choice{"unsplit", "stretch, volume and zero-energy modes in one system", static_cast<int>(ElasticMethod::unsplit)},
        Choice{"split", "stretch first, volume after, as K21 has it: bodies that keep their volume sag too much",
               static_cast<int>(ElasticMethod::split)},
        Choice{"peer", "one system without a preconditioner (Peer et al. 2018), for comparison", static_cast<int>(ElasticMethod::peer)}};
    return choices;
}

template <> std::span<const Choice> choices_of<ElasticTangent>()
{
    static constexpr std::array choices{Choice{"corotated", "rotations follow: bodies rotate and bend as they should, however stiff",
                                               static_cast<int>(ElasticTangent::corotated)},
                                        Choice{"fixed",
                                               "rotations are fixed during a step, as in K21, for comparison: stiff bodies resist rotation",
                                               static_cast<int>(ElasticTangent::fixed)}};
    return choices;
}

template <> std::span<const Choice> choices_of<ElasticIntegrator>()
{
    static constexpr std::array choices{
        Choice{"backward_euler", "damps vibrations: a mode loses π ω Δt of its amplitude in a period",
               static_cast<int>(ElasticIntegrator::backward_euler)},
        Choice{"sdirk2", "second order, two solves a step: keeps vibrations; solids that touch something are solved with backward Euler",
               static_cast<int>(ElasticIntegrator::sdirk2)}};
    return choices;
}

template <> std::span<const Choice> choices_of<ElasticPreconditioning>()
{
    static constexpr std::array choices{
        Choice{"automatic", "whichever reads less memory for a solve", static_cast<int>(ElasticPreconditioning::automatic)},
        Choice{"direct", "the factor of stretch and zero-energy modes: small or flat bodies, or many of one shape",
               static_cast<int>(ElasticPreconditioning::direct)},
        Choice{"two-level", "the diagonal and a coarse grid: large bodies", static_cast<int>(ElasticPreconditioning::two_level)}};
    return choices;
}

template <> std::span<const Choice> choices_of<ZeroEnergyControl>()
{
    static constexpr std::array choices{
        Choice{"implicit", "part of the system, K21 (24)", static_cast<int>(ZeroEnergyControl::in_system)},
        Choice{"explicit", "a force at the beginning of the step (Ganzenmüller 2015), for comparison: not stable for stiff bodies",
               static_cast<int>(ZeroEnergyControl::force)}};
    return choices;
}

template <> std::span<const Choice> choices_of<SolidContact>()
{
    static constexpr std::array choices{
        Choice{"elastic", "to pressure, a solid's own body is as dense as at rest: it can be compressed as its moduli say",
               static_cast<int>(SolidContact::elastic)},
        Choice{"incompressible", "to pressure, solids are fluids, as in K21 section 6: nothing can compress them",
               static_cast<int>(SolidContact::incompressible)}};
    return choices;
}

template <> std::span<const Choice> choices_of<PressureCoupling>()
{
    static constexpr std::array choices{
        Choice{"weak", "as loose particles, as in K21: elasticity answers in the next step", static_cast<int>(PressureCoupling::weak)},
        Choice{"strong", "with all their stiffness: for stiff solids that bear loads; each iteration of pressure takes an elastic solve",
               static_cast<int>(PressureCoupling::strong)}};
    return choices;
}

template <> std::span<const Choice> choices_of<ElasticVolumes>()
{
    static constexpr std::array choices{
        Choice{"kernel", "1/Σ W, K21 (5): larger at surfaces, which stiffens coarse bodies about as much as coarseness softens them",
               static_cast<int>(ElasticVolumes::kernel)},
        Choice{"normalized", "the same, scaled to the volume of the body: coarse bodies are too soft",
               static_cast<int>(ElasticVolumes::normalized)}};
    return choices;
}

std::optional<Lame> ElasticMaterial::lame() const
{
    const int given =
        (young_modulus ? 1 : 0) + (poisson_ratio ? 1 : 0) + (shear_modulus ? 1 : 0) + (bulk_modulus ? 1 : 0) + (lame_lambda ? 1 : 0);
    if (given > 2)
        return std::nullopt;
    if (young_modulus && (poisson_ratio || given == 1))
    {
        const double nu = poisson_ratio.value_or(0.3);
        return Lame{*young_modulus / (2 * (1 + nu)), *young_modulus * nu / ((1 + nu) * (1 - 2 * nu))};
    }
    if (shear_modulus && bulk_modulus)
        return Lame{*shear_modulus, *bulk_modulus - 2.0 / 3 * *shear_modulus};
    if (shear_modulus && lame_lambda)
        return Lame{*shear_modulus, *lame_lambda};
    return std::nullopt;
}

template <> const Structure& structure_of<ElasticMaterial>()
{
    using Material = ElasticMaterial;
    static const Structure table = structure<Material>(
        "elastic", "a solid that comes back to its shape; two moduli say how stiff it is",
        {field<&Material::young_modulus>(
             "young_modulus", "E, stress for each strain in tension: jelly 10 kPa, soft rubber 1 MPa; needs poisson_ratio, or 0.3 is taken")
             .unit("Pa")
             .range(1, 1e13),
         field<&Material::poisson_ratio>("poisson_ratio",
                                         "ν, how much it shrinks across when it is stretched; at 0.5 its volume would never change")
             .range(-0.9, 0.495),
         field<&Material::shear_modulus>("shear_modulus", "G = μ, with bulk_modulus or lame_lambda").unit("Pa").range(1, 1e13),
         field<&Material::bulk_modulus>("bulk_modulus", "K, with shear_modulus").unit("Pa").range(1, 1e15),
         field<&Material::lame_lambda>("lame_lambda", "Lamé's λ, with shear_modulus").unit("Pa").range(-1e13, 1e15),
         field<&Material::zero_energy>("zero_energy",
                                       "α of K21 (20): strength against modes that deformation gradients do not see, in shear moduli")
             .range(0, 1e3),
         field<&Material::friction>("friction", "Coulomb's coefficient; of two surfaces the geometric mean counts, fluids feel none")
             .range(0, 100),
         field<&Material::damping>("damping", "β: a strain rate resists as a strain of β times as much").unit("s").range(0, 1e3)});
    return table;
}

template <> const Structure& structure_of<ElasticitySettings>()
{
    using Settings = ElasticitySettings;
    static const Structure table = structure<Settings>(
        "elasticity", "implicit elasticity of solids (K21)",
        {field<&Settings::method>("method", "what is solved together"),
         field<&Settings::tangent>("tangent", "derivative of elastic forces in a step; the split always has fixed rotations"),
         field<&Settings::integrator>("integrator", "how a step follows the motion"),
         field<&Settings::preconditioner>("preconditioner", "what brings conjugate gradients nearer to the solution"),
         field<&Settings::zero_energy_control>("zero_energy_control", "how modes that deformation gradients do not see are kept down"),
         field<&Settings::contact>("contact", "what solids are to the pressure that keeps bodies apart"),
         field<&Settings::coupling>("coupling", "how pressure sees solids while it is found"),
         field<&Settings::volumes>("volumes", "which volumes particles have"),
         field<&Settings::neighbor_limit>(
             "neighbor_limit", "neighbours of a particle, the closest ones at rest: 10 take a third of the memory (K21 section 9)")
             .range(4, 1000),
         field<&Settings::factor_memory>("factor_memory", "GiB that factors of one shape may take; what needs more is solved on two levels")
             .range(0, 1e4),
         field<&Settings::tolerance>("tolerance", "what a solve may leave, as a share of the forces it began with")
             .range_within({.low = 0, .high = 0.5, .without_low = true}),
         field<&Settings::max_iterations>("max_iterations", "after so many a solve ends as it is").range(1, 100000)});
    return table;
}
} // namespace aspic
