#include "aspic/boundaries/half_space_profile.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace aspic
{
namespace
{
double value(const AnyKernelT<double>& kernel, double r)
{
    return std::visit([&](const auto& k) { return k.w(r); }, kernel);
}

/// ∫_a^b f by Simpson's rule.
template <class F> double integral(const F& f, double a, double b, int intervals)
{
    const double step = (b - a) / (2 * intervals);
    double sum = f(a) + f(b);
    for (int k = 1; k < 2 * intervals; ++k)
        sum += (k % 2 == 1 ? 4 : 2) * f(a + k * step);
    return sum * step / 3;
}

/// Area (2D: length) of the plane's part inside the support.
double section_area(double h, int dimension, double z)
{
    const double squared_radius = std::max(0.0, h * h - z * z);
    return dimension == 2 ? 2 * std::sqrt(squared_radius) : pi * squared_radius;
}
/// F, F' and F'' of the class comment, for d not negative.
struct LayerSum
{
    double filled = 0, slope = 0, curvature = 0;
};
LayerSum sum_of_layers(const AnyKernelT<double>& kernel, double spacing, double d)
{
    const auto [h, dimension] = std::visit([](const auto& k) { return std::pair{k.h, k.dimension}; }, kernel);
    const int n = static_cast<int>(h / spacing) + 1;
    LayerSum sum;
    for (int k = 1; k <= n + 1; ++k)
        for (int j = -n; j <= n; ++j)
            for (int i = dimension == 2 ? 0 : -n; i <= (dimension == 2 ? 0 : n); ++i)
            {
                const double z = d + (k - 0.5) * spacing, along = spacing * std::hypot(i, j), r = std::hypot(z, along);
                std::visit(
                    [&](const auto& of) {
                        sum.filled += of.w(r);
                        sum.slope += z * of.dw_over_r(r);
                        sum.curvature += of.d2w(r) * square(z / r) + of.dw_over_r(r) * square(along / r);
                    },
                    kernel);
            }
    const double volume = std::pow(spacing, dimension);
    return {volume * sum.filled, volume * sum.slope, volume * sum.curvature};
}
} // namespace

double plane_integral(const AnyKernelT<double>& kernel, double z)
{
    const auto [h, dimension] = std::visit([](const auto& k) { return std::pair{k.h, k.dimension}; }, kernel);
    const double start = std::abs(z);
    if (start >= h)
        return 0;
    if (dimension == 2)
        return 2 * integral([&](double t) { return value(kernel, std::hypot(start, t)); }, 0, std::sqrt(h * h - start * start), 64);
    return 2 * pi * integral([&](double r) { return r * value(kernel, r); }, start, h, 64);
}

double lattice_sum_below(const AnyKernelT<double>& kernel, double spacing, int first_layer)
{
    const auto [h, dimension] = std::visit([](const auto& k) { return std::pair{k.h, k.dimension}; }, kernel);
    const int n = static_cast<int>(h / spacing) + 1;
    double sum = 0;
    for (int k = first_layer; k <= n; ++k)
        for (int j = -n; j <= n; ++j)
            for (int i = dimension == 2 ? 0 : -n; i <= (dimension == 2 ? 0 : n); ++i)
                sum += value(kernel, spacing * std::sqrt(static_cast<double>(i * i + j * j + k * k)));
    return sum * std::pow(spacing, dimension);
}

double lattice_sum(const AnyKernelT<double>& kernel, double spacing)
{
    return lattice_sum_below(kernel, spacing, 0) + lattice_sum_below(kernel, spacing, 1);
}

HalfSpaceProfile::HalfSpaceProfile(const AnyKernelT<double>& kernel, double spacing)
{
    std::tie(h_, dimension_) = std::visit([](const auto& k) { return std::pair{k.h, k.dimension}; }, kernel);
    const double width = 2 * h_ / intervals;
    inverse_width_ = 1 / width;
    constexpr std::size_t middle = intervals / 2;
    const LayerSum kink = sum_of_layers(kernel, spacing, 0);
    for (std::size_t k = middle; k <= intervals; ++k)
    {
        const double d = width * static_cast<double>(k - middle);
        const LayerSum sum = sum_of_layers(kernel, spacing, d);
        const double s = 0.5 * spacing, t = std::max(0.0, 1 - d / s); // takes F''(0) (1 − d/s)³ from F''
        table_[k].filled = sum.filled - kink.curvature * square(s) / 20 * square(square(t)) * t;
        table_[k].slope = sum.slope + kink.curvature * s / 4 * square(square(t));
        table_[k].curvature = sum.curvature - kink.curvature * cube(t);
    }
    for (std::size_t k = 0; k < middle; ++k)
    {
        const Entry& mirrored = table_[intervals - k];
        table_[k] = {2 * table_[middle].filled - mirrored.filled, mirrored.slope, -mirrored.curvature, 0, 0};
    }
    add_moments();
}

/// The mean distance of what is seen is ∫_d^h −z F'(z) dz / F(d).
void HalfSpaceProfile::add_moments()
{
    const double width = 1 / inverse_width_;
    double moment = 0, volume = 0;
    table_[intervals].volume = 0;
    table_[intervals].offset = h_;
    for (std::size_t k = intervals; k-- > 0;)
    {
        const double d = -h_ + width * static_cast<double>(k);
        moment -= integral([&](double z) { return z * at(z).slope; }, d, d + width, 2);
        volume += integral([&](double z) { return section_area(h_, dimension_, z); }, d, d + width, 8);
        table_[k].volume = volume;
        table_[k].offset = table_[k].filled > 1e-12 ? moment / table_[k].filled : d;
    }
}

double HalfSpaceProfile::kernel_at(double r) const
{
    const double closest = std::max(r, 1e-3 * h_);
    if (closest >= h_)
        return 0;
    if (dimension_ == 3)
        return curvature_at(closest) / (2 * pi * closest);
    const auto along_chord = [&](double t) {
        const double z = std::hypot(closest, t);
        return curvature_at(z) / z;
    };
    return integral(along_chord, 0, std::sqrt(h_ * h_ - closest * closest), 256) / pi;
}

double HalfSpaceProfile::curvature_at(double d) const
{
    const double place = std::clamp((d + h_) * inverse_width_, 0.0, intervals - 1e-9);
    const auto k = static_cast<std::size_t>(place);
    return table_[k].curvature + (place - static_cast<double>(k)) * (table_[k + 1].curvature - table_[k].curvature);
}

HalfSpaceProfile::Sums HalfSpaceProfile::at(double d) const
{
    const double place = std::clamp((d + h_) * inverse_width_, 0.0, intervals - 1e-9);
    const auto k = static_cast<std::size_t>(place);
    const double t = place - static_cast<double>(k);
    const Entry& a = table_[k];
    const Entry& b = table_[k + 1];
    // Cubic Hermite interpolation of F and the derivative of that.
    const double step = b.filled - a.filled;
    const double m_a = a.slope / inverse_width_, m_b = b.slope / inverse_width_;
    const double c_2 = 3 * step - 2 * m_a - m_b, c_3 = m_a + m_b - 2 * step;
    return {a.filled + t * (m_a + t * (c_2 + t * c_3)), (m_a + t * (2 * c_2 + t * 3 * c_3)) * inverse_width_,
            a.volume + t * (b.volume - a.volume), a.offset + t * (b.offset - a.offset)};
}

double HalfSpaceProfile::distance_where(double filled) const
{
    if (filled <= 0)
        return h_;
    if (filled >= total())
        return -h_;
    const auto below =
        std::lower_bound(table_.begin() + 1, table_.end() - 1, filled, [](const Entry& a, double f) { return a.filled > f; });
    double high = static_cast<double>(below - table_.begin()) / inverse_width_ - h_;
    double low = high - 1 / inverse_width_; // F falls from low to high
    for (int step = 0; step < 16; ++step)
    {
        const double middle = 0.5 * (low + high);
        (at(middle).filled > filled ? low : high) = middle;
    }
    return 0.5 * (low + high);
}
} // namespace aspic
