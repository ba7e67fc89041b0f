#include "dynamics/timoshenko.h"

#include "aspic/math/vec.h"

#include <array>
#include <cmath>

namespace aspic::validation
{
namespace
{
/// Deflection w, rotation ψ, moment M and shear force Q along the beam.
using Section = std::array<double, 4>;

Section moved(const Section& s, const Section& rate, double dx)
{
    Section result{};
    for (std::size_t k = 0; k < s.size(); ++k)
        result[k] = s[k] + dx * rate[k];
    return result;
}

/// Of a beam that swings with ω: w' = ψ + Q/(κGA), ψ' = M/(EI), M' = −Q − ρIω²ψ, Q' = −ρAω²w. Scaled by E I, so that
/// entries are of one size.
struct SwingingBeam
{
    double per_shear, per_bending, rotary, inertia; ///< 1/(κGA), 1/(EI), ρIω², ρAω²
    double length;

    [[nodiscard]] Section rate(const Section& s) const
    {
        return {s[1] + per_shear * s[3], per_bending * s[2], -s[3] - rotary * s[1], -inertia * s[0]};
    }
    /// At the free end, from the clamped one on.
    [[nodiscard]] Section end(Section s) const
    {
        constexpr int steps = 400;
        const double dx = length / steps;
        for (int k = 0; k < steps; ++k)
        {
            const Section a = rate(s), b = rate(moved(s, a, 0.5 * dx)), c = rate(moved(s, b, 0.5 * dx)), d = rate(moved(s, c, dx));
            for (std::size_t i = 0; i < s.size(); ++i)
                s[i] += dx / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
        }
        return s;
    }
    /// Zero where a mode leaves the free end without moment and shear force.
    [[nodiscard]] double determinant() const
    {
        const Section by_moment = end({0, 0, 1, 0}), by_force = end({0, 0, 0, 1});
        return by_moment[2] * by_force[3] - by_moment[3] * by_force[2];
    }
};

SwingingBeam swinging(const Cantilever& beam, double omega)
{
    const double nu = beam.poisson_ratio, area = beam.width * beam.height, I = area * beam.height * beam.height / 12;
    const double E = beam.is_plane_strain ? beam.young_modulus / (1 - nu * nu) : beam.young_modulus;
    const double shear = 10 * (1 + nu) / (12 + 11 * nu) * beam.young_modulus / (2 * (1 + nu)) * area;
    const double mass = beam.density * omega * omega;
    return {1 / shear, 1 / (E * I), mass * I, mass * area, beam.length};
}
} // namespace

double timoshenko_period(const Cantilever& beam)
{
    const double wave = std::sqrt(beam.young_modulus / (12 * beam.density)) * beam.height / (beam.length * beam.length);
    double low = 0.5 * wave, high = 5 * wave; // Euler and Bernoulli: 3.516; between them is the first mode alone
    const bool sign = swinging(beam, low).determinant() > 0;
    for (int k = 0; k < 60; ++k)
    {
        const double middle = 0.5 * (low + high);
        ((swinging(beam, middle).determinant() > 0) == sign ? low : high) = middle;
    }
    return 2 * pi / low;
}
} // namespace aspic::validation
