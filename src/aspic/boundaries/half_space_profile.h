#pragma once

#include "aspic/operators/smoothing_kernel.h"

#include <array>

namespace aspic
{
/// What a particle sees of a flat wall that is thick enough, as a function of its distance d from the surface. With the integral of the kernel over a plane P(z),
///     filled F(d) = ∫_d^h P(z) dz,   gradient −P(d) along the normal,   F(−d) = 1 − F(d).
/// F is stored so that the slope is exactly its derivative.
///
/// A lattice of fluid does not fill a half-space as an integral does: with a support of two spacings the first layer, half a spacing from the wall, would
/// see a quarter too much of it. `shift` moves the surface so that this layer sees the wall as it would see the missing half of the lattice, and with it a
/// density as in the middle of the fluid.
class HalfSpaceProfile
{
public:
    HalfSpaceProfile(const AnyKernelT<double>& kernel, double spacing);

    /// Of a wall at distance d from its shifted surface, −h < d < h.
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

    [[nodiscard]] double support() const { return h_; }
    [[nodiscard]] double shift() const { return shift_; }     ///< [m] into the fluid; negative: the wall draws back
    [[nodiscard]] double missing() const { return missing_; } ///< of the sums over a lattice, at half a spacing from its end

private:
    static constexpr std::size_t intervals = 256; ///< between −h and h

    struct Entry
    {
        double filled, slope, volume, offset;
    };

    double h_, inverse_width_;
    double shift_ = 0, missing_ = 0;
    std::array<Entry, intervals + 1> table_;
};

/// Σ_j V W over the points j of a lattice with the spacing a that lie at least `first_layer` spacings deeper than a point of the lattice.
double lattice_sum_below(const AnyKernelT<double>& kernel, double spacing, int first_layer);

/// The same over all points of the lattice.
double lattice_sum(const AnyKernelT<double>& kernel, double spacing);

/// P(z) [1/m]: the integral of the kernel over a plane (2D: a line) at distance z.
double plane_integral(const AnyKernelT<double>& kernel, double z);
} // namespace aspic
