#include "aspic/math/keyframed.h"

#include <array>
#include <cmath>

namespace aspic
{
template <> std::span<const Choice> choices_of<Easing>()
{
    static constexpr std::array choices{Choice{"linear", "straight from one value to the next", static_cast<int>(Easing::linear)},
                                        Choice{"smooth", "starts and ends at rest", static_cast<int>(Easing::smooth)},
                                        Choice{"step", "keeps a value until the next keyframe", static_cast<int>(Easing::step)}};
    return choices;
}

/// Over pieces of one length and a last one that is shorter, so that from one moment to the next nothing changes but the last.
double integral_of(const Formula& formula, double time)
{
    constexpr double longest = 0.02; // [s]
    constexpr std::array<std::array<double, 2>, 3> points{{{0, 128.0 / 225},
                                                           {0.5384693101056831, 0.4786286704993665},
                                                           {0.9061798459386640, 0.2369268850561891}}}; // of Legendre's P5, and weights
    const auto over = [&](double from, double to) {
        const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
        double sum = points[0][1] * formula.at(middle).value;
        for (std::size_t p = 1; p < points.size(); ++p)
            sum += points[p][1] * (formula.at(middle - points[p][0] * half).value + formula.at(middle + points[p][0] * half).value);
        return half * sum;
    };
    const double piece = std::copysign(longest, time);
    const auto whole = static_cast<std::int64_t>(time / piece);
    double sum = 0;
    for (std::int64_t k = 0; k < whole; ++k)
        sum += over(static_cast<double>(k) * piece, static_cast<double>(k + 1) * piece);
    return sum + over(static_cast<double>(whole) * piece, time);
}

namespace
{
template <class T> const Structure& keyframe_table()
{
    static const Structure table =
        structure<Keyframe<T>>("keyframe", "a value at one time",
                               {field<&Keyframe<T>::time>("time", "when the value is reached").unit("s").required(),
                                field<&Keyframe<T>::value>("value", "the value then").inherits().required()});
    return table;
}

template <class T> const Structure& keyframed_table()
{
    static const Structure table =
        structure<Keyframed<T>>("keyframes", "a value that changes with time",
                                {field<&Keyframed<T>::keyframes>("keyframes", "values at ascending times").inherits().required(),
                                 field<&Keyframed<T>::interpolation>("interpolation", "how the value goes from one to the next")});
    return table;
}
} // namespace

template <> const Structure& structure_of<Keyframe<double>>() { return keyframe_table<double>(); }
template <> const Structure& structure_of<Keyframe<Vec3d>>() { return keyframe_table<Vec3d>(); }
template <> const Structure& structure_of<Keyframed<double>>() { return keyframed_table<double>(); }
template <> const Structure& structure_of<Keyframed<Vec3d>>() { return keyframed_table<Vec3d>(); }
} // namespace aspic
