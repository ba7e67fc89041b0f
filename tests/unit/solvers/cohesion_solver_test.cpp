// Cohesion makes the surface tension that a material has: the work of parting a fluid along a plane is 2σ for each unit of it (Fowler 1937), here by adding
// the potentials of all pairs on a lattice that the plane parts.

#include "aspic/solvers/surface_tension/cohesion_solver.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
/// What it takes to part two particles of unit mass that are r apart, for κ = 1: ∫ ω(s) (s/h − λ) s ds from r to h.
double parting_work(const AnyKernelT<double>& kernel, double lambda, double r, double h)
{
    constexpr int pieces = 400;
    double work = 0;
    for (int k = 0; k < pieces && r < h; ++k)
    {
        const double s = r + (k + 0.5) * (h - r) / pieces;
        work += std::visit([&](const auto& w) { return w.w(s); }, kernel) * (s / h - lambda) * s * (h - r) / pieces;
    }
    return work;
}

struct Parting
{
    double work = 0;  ///< of parting the lattice along a plane between two layers, for each unit of the plane
    double plane = 0; ///< Σ over a layer of what parts it from one of its own
};

/// A lattice of unit density and spacing dx.
Parting part_lattice(const AnyKernelT<double>& kernel, double lambda, int dimension, double h, double dx)
{
    Parting parting;
    const int reach = static_cast<int>(h / dx) + 1;
    const double mass = std::pow(dx, dimension), cell = std::pow(dx, dimension - 1);
    for (int a = -reach; a <= reach; ++a)
        for (int b = dimension == 2 ? 0 : -reach; b <= (dimension == 2 ? 0 : reach); ++b)
            for (int layers = 0; layers <= reach; ++layers)
            {
                const double work = mass * mass * parting_work(kernel, lambda, dx * std::sqrt(a * a + b * b + layers * layers), h) / cell;
                parting.work += layers * work; // so many pairs of layers are that far apart, on both sides of the plane
                parting.plane += layers == 0 ? work : 0;
            }
    return parting;
}
} // namespace

TEST(CohesionPerTension, WorkOfPartingIsTwiceTheSurfaceTension)
{
    for (const int dimension : {2, 3})
        for (const auto name : {"cubic", "wendland"})
        {
            const double kappa = cohesion_per_tension(*kernel_named(name, 0.3, dimension));
            const double lambda = cohesion_balance(*kernel_named(name, 0.3, dimension));
            const auto kernel = *kernel_named<double>(name, 0.3, dimension);
            // Fine: the sum over layers is the integral of the continuum.
            EXPECT_NEAR(kappa * part_lattice(kernel, lambda, dimension, 0.3, 0.03).work, 2, 0.04) << name << dimension;
            // Coarse, as simulations are (h = 3 dx): layers are no integral. By Euler and Maclaurin Σ k f(k) is ∫ z f dz − f(0)/12; what is left is
            // of fourth order, and not small for a force that changes its sign within three layers.
            const Parting coarse = part_lattice(kernel, lambda, dimension, 0.3, 0.1);
            EXPECT_NEAR(kappa * (coarse.work + coarse.plane / 12), 2, 0.16) << name << dimension;
            EXPECT_NEAR(kappa * coarse.work, 2, 0.5) << name << dimension;
        }
}

TEST(CohesionPerTension, FallsWithTheCubeOfTheSupport) // ∫ ω r^(d+2) dr grows with h³
{
    for (const int dimension : {2, 3})
        for (const auto name : kernel_names)
        {
            const double small = cohesion_per_tension(*kernel_named(name, 0.01, dimension));
            const double large = cohesion_per_tension(*kernel_named(name, 1, dimension));
            EXPECT_NEAR(small / large, std::pow(100.0, 3), 1e-4 * std::pow(100.0, 3)) << name << dimension;
        }
}
