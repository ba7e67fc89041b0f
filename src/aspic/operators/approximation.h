#pragma once

#include "aspic/core/result.h"
#include "aspic/operators/mls_fit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A function known at scattered samples, taken anywhere: one call for all methods of T09 §2–§4.

namespace aspic
{
enum class ApproximationMethod
{
    sph,     ///< T09 (3): fast, reproduces nothing exactly
    shepard, ///< MLS of order 0: reproduces constants
    mls      ///< T09 (26): reproduces polynomials up to its order
};

enum class Derivative
{
    value,
    gradient, ///< one component per dimension
    laplacian
};

/// Which SPH sum stands for a derivative. All but `plain` need f at the point itself: that of the sample there, or else Shepard's value.
enum class SphForm
{
    plain,      ///< T09 (9), (11): not zero for constants
    difference, ///< T09 (13), (15): zero for constants
    symmetric,  ///< T09 (19), sign corrected: gradient only; its pairs are antisymmetric
    brookshaw   ///< Laplacian only: from first derivatives of the kernel, less noisy
};

struct ApproximationSettings
{
    int dimension = 3; ///< 1, 2 or 3; further coordinates are not looked at
    ApproximationMethod method = ApproximationMethod::mls;
    int order = 1; ///< of MLS: 0, 1 or 2
    Derivative derivative = Derivative::value;
    SphForm form = SphForm::plain;
    Deficient deficient = Deficient::pseudo_inverse; ///< MLS where the samples do not determine the polynomial
    std::string kernel = "cubic";                    ///< one of kernel_names
    std::optional<double> support;                   ///< [m] h; none: `default_support`
};

/// Samples of one or several functions, in any order.
struct ApproximationSamples
{
    View<const Vec3d> positions;            ///< [m]
    std::vector<View<const double>> values; ///< per function, one value per sample
    View<const double> mass;                ///< > 0, for SPH: weight of each sample, T09 (4); empty: all 1
    View<const double> volume;              ///< [m^d] > 0, for SPH: used instead of m/ρ; empty: m/ρ with ρ by T09 (5)
};

/// What is known of the approximation at a point.
enum class PointFlag : std::uint8_t
{
    ok,
    lower_order,  ///< value of a polynomial of lower order than asked for
    singular,     ///< value of a fit that leaves out what the samples do not determine, such as the slope across their plane
    no_neighbors, ///< no sample within h: nothing is known, the value is 0
    overflow      ///< the result does not fit into a number; the value is 0
};
inline constexpr std::size_t point_flag_count = 5;

/// The name of a flag as in files: `ok`, `lower_order`, …
std::string_view name(PointFlag flag);
/// Whether there is a value at all.
inline bool has_value(PointFlag flag) { return flag != PointFlag::no_neighbors && flag != PointFlag::overflow; }

/// Values at points, all finite.
struct ApproximationResult
{
    double support = 0;                      ///< [m] the h that was used
    int components = 1;                      ///< of each function: d for gradients, else 1
    std::vector<std::vector<double>> values; ///< [function * components + component][point]
    std::vector<PointFlag> flags;            ///< per point
    std::vector<int> orders;                 ///< per point: of the polynomial used, −1: none (always so for SPH)
};

/// h from the mean spacing of the samples: three spacings (four for MLS of order 2), where a spacing is (volume of the bounding box / n)^(1/d).
/// Axes along which the samples do not spread do not count; nothing if they do not spread at all.
std::optional<double> default_support(View<const Vec3d> positions, const ApproximationSettings& settings);

/// Approximates each function, or its derivative, at the points. Problems name the setting or the sample that is wrong.
Result<ApproximationResult> approximate(const ApproximationSamples& samples, const ApproximationSettings& settings,
                                        View<const Vec3d> points);
} // namespace aspic
