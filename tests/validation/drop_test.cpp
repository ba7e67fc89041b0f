// L6, coarse: a drop stretched by v = (−100x, 100y) stays an ellipse whose half axes follow an ordinary differential equation (Monaghan 1994): 3 %.
// Surface tension by cohesion rounds a square drop: its reach falls, and so does its surface.

#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
constexpr const char* stretched = R"({
  "version": 1, "dimension": 2, "spacing": 0.05, "kernel": "cubic", "support": 0.15, "gravity": [0, 0],
  "materials": {"water": {"viscosity": 0}},
  "objects": {"drop": {
    "shape": {"sphere": {"radius": 1}}, "material": "water", "flow": {"linear": {"along_x": [-100, 0], "along_y": [0, 100]}}
  }},
  "solvers": {"pressure": {"weakly_compressible": {"sound_speed": 1400, "artificial_viscosity": 0.02, "shifting": 0.25}}}
})";

/// Half axes of the ellipse with the same second moments: ⟨x²⟩ = a²/4.
Vec3d half_axes(const World& world)
{
    Vec3d squares;
    for_each_fluid(world, [&](Index i) {
        const Vec3d& x = world.particles().position[i];
        squares += Vec3d{x.x * x.x, x.y * x.y, 0};
    });
    const double n = world.state().fluid_size();
    return {2 * std::sqrt(squares.x / n), 2 * std::sqrt(squares.y / n), 0};
}

/// A square drop without weight, of syrup.
constexpr const char* square_drop = R"({
  "version": 1, "dimension": 2, "spacing": 0.01, "kernel": "wendland", "support": 0.03, "gravity": [0, 0],
  "materials": {"water": {"viscosity": 0.5, "surface_tension": 10}},
  "objects": {"drop": {"shape": {"box": {"from": [-0.1, -0.1], "to": [0.1, 0.1]}}, "material": "water"}},
  "solvers": {"pressure": {"weakly_compressible": {"sound_speed": 25}}}
})";

struct Roundness
{
    double corners = 0; ///< −⟨r⁴ cos 4φ⟩/⟨r⁴⟩: 3/7 for a square, 0 for a disc
    double reach = 0;   ///< [m] of the farthest particle
    double surface = 0; ///< Σ V (1 − Σ V ω), what kernels miss: grows with the length of the surface
};

Roundness roundness_of(const World& world)
{
    const Kernel<WendlandC2, double> kernel(0.03, 2);
    const ParticleSet& particles = world.particles();
    Roundness found;
    double fourth = 0;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d& x = particles.position[i];
        found.corners -= std::pow(x.x, 4) - 6 * square(x.x * x.y) + std::pow(x.y, 4);
        fourth += square(dot(x, x));
        found.reach = std::max(found.reach, norm(x));
        double filled = 0;
        for (Index j = 0; j < particles.size(); ++j)
            filled += 1e-4 * kernel.w(norm(x - particles.position[j]));
        found.surface += 1e-4 * (1 - filled);
    }
    found.corners /= fourth;
    return found;
}
} // namespace

TEST(Drop, StretchedByALinearFlowStaysAnEllipse)
{
    World world = world_of(stretched);
    for (const auto& [time, a, b] : {std::tuple{0.0008, 0.92327, 1.08310}, {0.0038, 0.69482, 1.43922}, {0.0076, 0.51427, 1.94452}})
    {
        run_world(world, time);
        const Vec3d axes = half_axes(world);
        EXPECT_NEAR(axes.x, a, 0.03 * a);
        EXPECT_NEAR(axes.y, b, 0.03 * b);
    }
}

TEST(Drop, SlowSquareIsRoundedByCohesion)
{
    World world = world_of(square_drop);
    const Roundness square = roundness_of(world);
    EXPECT_NEAR(square.corners, 3.0 / 7, 0.01);
    run_world(world, 0.5); // √(ρR³/σ) = 0.37 s
    const Roundness drop = roundness_of(world);
    EXPECT_LT(std::abs(drop.corners), 0.25 * 3 / 7);
    EXPECT_LT(drop.reach,
              0.5 * (0.1 * std::sqrt(2.0) + 0.2 / std::sqrt(pi))); // half the way from the corner of the square to the rim of the disc
    EXPECT_LT(drop.surface, square.surface);
    // It stays in one piece and where it is.
    Vec3d center;
    for (const Vec3d& x : world.particles().position.values)
        center += x / static_cast<double>(world.particles().size());
    EXPECT_LT(norm(center), 1e-5);
}
