#pragma once

#include "aspic/operators/smoothing_kernel.h"

#include <array>

namespace aspic
{
/// What a particle sees of a thick flat wall, as a function of its distance d from the surface: the fill F(d), and F'(d) along the normal.
///
/// A wall must continue the fluid, and the fluid is a lattice, not a continuum. With the sum over one layer of the lattice, straight above one of its points,
///     L(z) = V Σ_j ω(√(z² + |x_j|²)),
/// the wall is the layers that follow below, each as far behind the surface as the lattice has it:
///     F(d) = Σ_k≥1 L(d + (k − ½) dx),   F(−d) = 2 F(0) − F(d).
/// At d = (m + ½) dx these are the sums over the missing layers, so that a constant pressure exerts no force on rows along a wall. A homogeneous half-space, the integral
/// of the kernel, is 4 % too weak for the first row and pushes the second, which sees no wall at all in a lattice with a support of two spacings.
/// F reaches half a spacing less far than the kernel. Within half a spacing F'' is faded so that it vanishes at the surface.
///
/// `kernel_at` is the kernel that gives F when it is integrated over a half-space: with it the same holds for walls of any form.
class HalfSpaceProfile
{
public:
    HalfSpaceProfile(const AnyKernelT<double>& kernel, double spacing);

    /// Of a wall at distance d, −h < d < h.
    struct Sums
    {
        double filled; ///< F
        double slope;  ///< [1/m] dF/dd, not positive
        double volume; ///< [m^d] of the part of the support that is wall
        double offset; ///< [m] mean distance along the normal, weighted with the kernel
    };
    [[nodiscard]] Sums at(double d) const;

    /// The distance from which so much is seen: the inverse of F; −h … h.
    [[nodiscard]] double distance_where(double filled) const;

    /// [1/m^d] In 3D F''(r)/(2πr); in 2D Abel's integral of it, 1/π ∫ F''(z)/z dt along the chord z² = r² + t².
    [[nodiscard]] double kernel_at(double r) const;

    [[nodiscard]] double support() const { return h_; }
    [[nodiscard]] static double reach(double support, double spacing) { return support - 0.5 * spacing; } ///< [m] where F ends
    [[nodiscard]] double total() const
    {
        return table_.front().filled;
    } ///< F deep in the wall: 1, but for what lattices between two layers lack

private:
    static constexpr std::size_t intervals = 256; ///< between −h and h

    struct Entry
    {
        double filled, slope, curvature, volume, offset;
    };

    void add_moments();
    [[nodiscard]] double curvature_at(double d) const;

    double h_, inverse_width_;
    int dimension_;
    std::array<Entry, intervals + 1> table_;
};

/// Σ_j V W over the points j of a lattice with the spacing a that lie at least `first_layer` spacings deeper than a point of the lattice.
double lattice_sum_below(const AnyKernelT<double>& kernel, double spacing, int first_layer);

/// The same over all points of the lattice.
double lattice_sum(const AnyKernelT<double>& kernel, double spacing);

/// P(z) [1/m]: the integral of the kernel over a plane (2D: a line) at distance z.
double plane_integral(const AnyKernelT<double>& kernel, double z);
} // namespace aspic
