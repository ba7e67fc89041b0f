#include "aspic/solvers/elasticity/elasticity_settings.h"

namespace aspic
{
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
    static const Structure table =
        structure<Settings>("elasticity", "implicit elasticity of solids (K21, unsplit)",
                            {field<&Settings::tolerance>("tolerance", "what a solve may leave, as a share of the forces it began with")
                                 .range_within({.low = 0, .high = 0.5, .without_low = true}),
                             field<&Settings::max_iterations>("max_iterations", "after so many a solve ends as it is").range(1, 100000)});
    return table;
}
} // namespace aspic
