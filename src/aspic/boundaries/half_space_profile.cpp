#include "aspic/boundaries/half_space_profile.h"

#include <algorithm>
#include <cmath>

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
    const int dimension = std::visit([](const auto& k) { return k.dimension; }, kernel);
    h_ = std::visit([](const auto& k) { return k.h; }, kernel);
    const double width = 2 * h_ / intervals;
    inverse_width_ = 1 / width;
    const auto plane = [&](double z) { return plane_integral(kernel, z); };
    double seen = 0, moment = 0, volume = 0; // ∫_d^h of P, z P and the section
    table_[intervals] = {0, 0, 0, h_};
    for (std::size_t k = intervals; k-- > 0;)
    {
        const double d = -h_ + width * static_cast<double>(k);
        seen += integral(plane, d, d + width, 2);
        moment += integral([&](double z) { return z * plane(z); }, d, d + width, 2);
        volume += integral([&](double z) { return section_area(h_, dimension, z); }, d, d + width, 8);
        table_[k] = {seen, -plane(d), volume, seen > 1e-12 ? moment / seen : d};
    }
    for (Entry& entry : table_) // Simpson's rule has made the sum of all a little different from 1
    {
        entry.filled /= seen;
        entry.slope /= seen;
    }
    missing_ = lattice_sum_below(kernel, spacing, 1);
    const double distance = distance_where(missing_);
    shift_ = std::clamp(0.5 * spacing - distance, -0.25 * spacing, 0.25 * spacing);
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
    if (filled >= 1)
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
