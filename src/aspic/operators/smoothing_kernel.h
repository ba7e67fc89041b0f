#pragma once

#include "aspic/math/vec.h"

#include <array>
#include <optional>
#include <string_view>
#include <variant>

namespace aspic
{
// A kernel is ω_h(r) = σ/h^d f(q) with q = r/h and f(q) = 0 for q ≥ 1. A shape holds f, f'/q and f'' for 0 ≤ q < 1, each a polynomial that
// is evaluated without dividing by q where f is smooth at q = 0, and the constants σ for d = 1, 2, 3, so that T09 (8) holds: ∫ω = 1.

/// (1 − q²)³, "poly6": T09 (86), (87), (88) in 3D, T09 (89), (90), (91) in 2D.
struct Poly6
{
    static constexpr std::string_view name = "poly6";
    static constexpr std::array<double, 3> sigma{35.0 / 32.0, 4.0 / pi, 315.0 / (64.0 * pi)};
    template <class Q> ASPIC_HOST_DEVICE static Q f(Q q) { return cube(1 - q * q); }
    template <class Q> ASPIC_HOST_DEVICE static Q df_over_q(Q q) { return -6 * square(1 - q * q); }
    template <class Q> ASPIC_HOST_DEVICE static Q d2f(Q q) { return 6 * (1 - q * q) * (5 * q * q - 1); }
};

/// (1 − q)³, "spiky": T09 (92), (93), (94) in 3D, T09 (95), (96), (97) in 2D, where it is also the kernel that the slides design.
/// Its slope does not vanish at q = 0: f'/q is singular there and is taken as 0, so that a particle does not push itself.
struct Spiky
{
    static constexpr std::string_view name = "spiky";
    static constexpr std::array<double, 3> sigma{2.0, 10.0 / pi, 15.0 / pi};
    template <class Q> ASPIC_HOST_DEVICE static Q f(Q q) { return cube(1 - q); }
    template <class Q> ASPIC_HOST_DEVICE static Q df_over_q(Q q)
    {
        const auto at_center = q <= 0;
        return select(at_center, Q(0), -3 * square(1 - q) / select(at_center, Q(1), q));
    }
    template <class Q> ASPIC_HOST_DEVICE static Q d2f(Q q) { return 6 * (1 - q); }
};

/// Cubic spline (Monaghan 1992), written for support h.
struct CubicSpline
{
    static constexpr std::string_view name = "cubic";
    static constexpr std::array<double, 3> sigma{4.0 / 3.0, 40.0 / (7.0 * pi), 8.0 / pi};
    template <class Q> ASPIC_HOST_DEVICE static Q f(Q q) { return select(q < 0.5F, 6 * q * q * (q - 1) + 1, 2 * cube(1 - q)); }
    template <class Q> ASPIC_HOST_DEVICE static Q df_over_q(Q q)
    {
        const auto inner = q < 0.5F;
        return select(inner, 18 * q - 12, -6 * square(1 - q) / select(inner, Q(1), q));
    }
    template <class Q> ASPIC_HOST_DEVICE static Q d2f(Q q) { return select(q < 0.5F, 36 * q - 12, 12 * (1 - q)); }
};

/// (1 − q)⁴ (4q + 1), Wendland's C2 function for two and three dimensions; the same shape is used in 1D.
struct WendlandC2
{
    static constexpr std::string_view name = "wendland";
    static constexpr std::array<double, 3> sigma{3.0 / 2.0, 7.0 / pi, 21.0 / (2.0 * pi)};
    template <class Q> ASPIC_HOST_DEVICE static Q f(Q q) { return square(square(1 - q)) * (4 * q + 1); }
    template <class Q> ASPIC_HOST_DEVICE static Q df_over_q(Q q) { return -20 * cube(1 - q); }
    template <class Q> ASPIC_HOST_DEVICE static Q d2f(Q q) { return 20 * square(1 - q) * (4 * q - 1); }
};

/// Quintic spline (3 − s)⁵ − 6 (2 − s)⁵ + 15 (1 − s)⁵ with s = 3q, each term while its base is positive: close to a Gaussian.
struct QuinticSpline
{
    static constexpr std::string_view name = "quintic";
    static constexpr std::array<double, 3> sigma{3.0 / 120.0, 9.0 * 7.0 / (478.0 * pi), 27.0 / (120.0 * pi)};

    /// a for a > 0, else 0
    template <class Q> ASPIC_HOST_DEVICE static Q positive(Q a) { return select(a > 0, a, Q(0)); }
    template <class Q> ASPIC_HOST_DEVICE static Q fourth(Q a) { return square(square(a)); }

    template <class Q> ASPIC_HOST_DEVICE static Q f(Q q)
    {
        const Q s = 3 * q;
        const Q a = positive(3 - s), b = positive(2 - s), c = positive(1 - s);
        return fourth(a) * a - 6 * fourth(b) * b + 15 * fourth(c) * c;
    }
    template <class Q> ASPIC_HOST_DEVICE static Q df_over_q(Q q)
    {
        const Q s = 3 * q;
        const auto inner = s < 1; // there the terms are expanded: the constant cancels, and s can be divided out
        const Q outer = (30 * fourth(positive(2 - s)) - 5 * fourth(positive(3 - s))) / select(inner, Q(1), s);
        return 9 * select(inner, s * s * (120 - 50 * s) - 120, outer);
    }
    template <class Q> ASPIC_HOST_DEVICE static Q d2f(Q q)
    {
        const Q s = 3 * q;
        return 180 * (cube(positive(3 - s)) - 6 * cube(positive(2 - s)) + 15 * cube(positive(1 - s)));
    }
};

/// A smoothing kernel ω_h in d dimensions. Every function is exactly 0 for r ≥ h and finite at r = 0.
template <class Shape, class T = Real> struct Kernel
{
    T h = 1;           ///< [m] support radius
    T inverse_h = 1;   ///< [1/m]
    T scale = 1;       ///< [1/m^d] σ/h^d
    int dimension = 3; ///< d

    Kernel() = default;
    Kernel(double support, int d) : h(static_cast<T>(support)), inverse_h(static_cast<T>(1 / support)), dimension(d)
    {
        double factor = Shape::sigma[static_cast<std::size_t>(d - 1)];
        for (int axis = 0; axis < d; ++axis)
            factor /= support;
        scale = static_cast<T>(factor);
    }

    /// ω(r)
    template <class R> ASPIC_HOST_DEVICE R w(R r) const { return select(r < h, scale * Shape::f(inverse_h * r), R(0)); }
    /// ω'(r)/r: what multiplies x_ij in the gradient
    template <class R> ASPIC_HOST_DEVICE R dw_over_r(R r) const
    {
        return select(r < h, (scale * inverse_h * inverse_h) * Shape::df_over_q(inverse_h * r), R(0));
    }
    /// ω'(r)
    template <class R> ASPIC_HOST_DEVICE R dw(R r) const { return r * dw_over_r(r); }
    /// ω''(r), the second radial derivative
    template <class R> ASPIC_HOST_DEVICE R d2w(R r) const
    {
        return select(r < h, (scale * inverse_h * inverse_h) * Shape::d2f(inverse_h * r), R(0));
    }
    /// ∇_i ω(|x_ij|): T09 (10)
    template <class R> ASPIC_HOST_DEVICE Vec3T<R> gradient(const Vec3T<R>& x_ij) const { return dw_over_r(norm(x_ij)) * x_ij; }
    /// Δω = ω'' + (d−1)/r ω', not ω'' alone as said after T09 (11)
    template <class R> ASPIC_HOST_DEVICE R laplacian(R r) const { return d2w(r) + T(dimension - 1) * dw_over_r(r); }
};

/// A kernel chosen at run time; `std::visit` gives the loops one that the compiler knows.
template <class T> using AnyKernelT =
    std::variant<Kernel<CubicSpline, T>, Kernel<WendlandC2, T>, Kernel<Poly6, T>, Kernel<Spiky, T>, Kernel<QuinticSpline, T>>;
using AnyKernel = AnyKernelT<Real>;

/// Names of all kernels, the default first.
inline constexpr std::array<std::string_view, 5> kernel_names{CubicSpline::name, WendlandC2::name, Poly6::name, Spiky::name,
                                                              QuinticSpline::name};

/// The kernel of that name, or nothing. T: float or double.
template <class T = Real> std::optional<AnyKernelT<T>> kernel_named(std::string_view name, double support, int dimension);
} // namespace aspic
