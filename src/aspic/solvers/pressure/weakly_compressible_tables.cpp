#include "aspic/solvers/pressure/weakly_compressible.h"

#include <array>

namespace aspic
{
template <> std::span<const Choice> choices_of<PressureGradient>()
{
    static constexpr std::array choices{
        Choice{"symmetric", "T09 (51): conserves linear and angular momentum", static_cast<int>(PressureGradient::symmetric)},
        Choice{"plain", "T09 (50): conserves neither; for comparison", static_cast<int>(PressureGradient::plain)},
        Choice{"averaged", "volumes times p_i + p_j: conserves both, and is the one for fluids of different density",
               static_cast<int>(PressureGradient::averaged)}};
    return choices;
}

template <> const Structure& structure_of<SummationSettings>()
{
    static const Structure table = structure<SummationSettings>(
        "summation", "from where the particles are (T09 (5)): never drifts, but draws free surfaces together (T09 figure 4)", {});
    return table;
}

template <> const Structure& structure_of<ContinuitySettings>()
{
    static const Structure table = structure<ContinuitySettings>(
        "continuity", "follows the velocities (continuity equation): right up to free surfaces",
        {field<&ContinuitySettings::diffusion>("diffusion", "strength of the diffusion that keeps it smooth (δ-SPH); 0: none")
             .range(0, 1)});
    return table;
}

template <> const Structure& structure_of<WeaklyCompressibleSettings>()
{
    using Settings = WeaklyCompressibleSettings;
    static const Structure table = structure<Settings>(
        "weakly_compressible", "pressure from density by Tait's equation of state (T09 section 6.1)",
        {field<&Settings::sound_speed>("sound_speed", "artificial speed of sound; without it ten times the largest speed to be expected")
             .unit("m/s")
             .range_within({.low = 0, .high = 1e5, .without_low = true}),
         field<&Settings::max_compression>(
             "max_compression", "instead of the speed of sound: the share by which the fluid may be compressed; without both 0.01")
             .range_within({.low = 0, .high = 0.5, .without_low = true}),
         field<&Settings::gamma>("gamma", "exponent of the equation of state").range(1, 12),
         field<&Settings::negative_factor>("negative_factor", "share of negative pressure that is kept; 0: the fluid cannot pull")
             .range(0, 1),
         field<&Settings::background_pressure>("background_pressure",
                                               "added everywhere; keeps particles in order where there is no free surface")
             .unit("Pa")
             .range(0, 1e12),
         field<&Settings::gradient>("gradient", "how pressure forces are summed"),
         field<&Settings::density>("density", "how density is found"),
         field<&Settings::artificial_viscosity>(
             "artificial_viscosity",
             "strength of the viscosity that damps sound, between particles that approach each other (Monaghan 1992); 0: none")
             .range(0, 2),
         field<&Settings::shifting>(
             "shifting", "moves particles to where they are fewer (Lind et al. 2012); 0: not, about 1 where there is no free surface")
             .range(0, 10),
         field<&Settings::hydrostatic_start>("hydrostatic_start", "objects start with the pressure of the fluid above them")});
    return table;
}
} // namespace aspic
