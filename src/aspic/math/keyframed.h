#pragma once

#include "aspic/core/field_table.h"
#include "aspic/math/formula.h"
#include "aspic/math/vec.h"

#include <algorithm>
#include <vector>

namespace aspic
{
/// How a value goes from one keyframe to the next.
enum class Easing
{
    linear,
    smooth, ///< 3s² − 2s³: starts and ends at rest
    step    ///< keeps the value until the next keyframe
};
template <> std::span<const Choice> choices_of<Easing>();

template <class T> struct Keyframe
{
    double time = 0; ///< [s]
    T value{};

    bool operator==(const Keyframe&) const = default;
};

/// ∫ formula dt from 0 to `time`.
double integral_of(const Formula& formula, double time);

/// A value that may change with time: constant, given at some times, or a formula. Before the first and after the last keyframe it keeps their values.
template <class T> struct Keyframed
{
    T constant{}; ///< the value if there are no keyframes and no formulas
    std::vector<Keyframe<T>> keyframes;
    Easing interpolation = Easing::linear;
    std::vector<Formula> formulas; ///< one for each number of T; empty: none

    Keyframed() = default;
    Keyframed(const T& value) : constant(value) {}

    /// The same value at all times: what has no effect is not compared.
    bool operator==(const Keyframed& other) const
    {
        if (is_constant() || other.is_constant())
            return is_constant() && other.is_constant() && constant == other.constant;
        return formulas == other.formulas && keyframes == other.keyframes && interpolation == other.interpolation;
    }

    [[nodiscard]] bool is_constant() const { return keyframes.empty() && formulas.empty(); }

    [[nodiscard]] T at(double time) const
    {
        if (!formulas.empty())
            return of_formulas([&](const Formula& formula) { return formula.at(time).value; });
        if (keyframes.empty())
            return constant;
        const auto next =
            std::upper_bound(keyframes.begin(), keyframes.end(), time, [](double t, const auto& key) { return t < key.time; });
        if (next == keyframes.begin())
            return next->value;
        const auto& from = *(next - 1);
        if (next == keyframes.end())
            return from.value;
        const double s = weight((time - from.time) / (next->time - from.time));
        return (1 - s) * from.value + s * next->value;
    }

    /// Its derivative by time: exact for formulas; between keyframes the mean.
    [[nodiscard]] T rate(double time) const
    {
        if (!formulas.empty())
            return of_formulas([&](const Formula& formula) { return formula.at(time).rate; });
        for (std::size_t k = 1; k < keyframes.size(); ++k)
            if (time >= keyframes[k - 1].time && time < keyframes[k].time)
                return (1 / (keyframes[k].time - keyframes[k - 1].time)) * (keyframes[k].value - keyframes[k - 1].value);
        return T{};
    }

    /// ∫ value dt from 0 to `time`; of formulas by Gauss and Legendre's rule of order 10 in pieces of 0.02 s.
    [[nodiscard]] T integral(double time) const
    {
        if (!formulas.empty())
            return of_formulas([&](const Formula& formula) { return integral_of(formula, time); });
        if (keyframes.empty())
            return time * constant;
        return primitive(time) - primitive(0);
    }

    /// [s] Between 0 and `until`: when its largest values are reached, or of formulas so many times that nothing large is missed.
    [[nodiscard]] std::vector<double> telling_times(double until) const
    {
        constexpr int samples = 2000;
        std::vector<double> times{0};
        for (const auto& key : keyframes)
            times.push_back(key.time);
        for (int k = 1; k <= (formulas.empty() ? 0 : samples); ++k)
            times.push_back(until * k / samples);
        return times;
    }

private:
    template <class F> [[nodiscard]] T of_formulas(const F& number) const
    {
        if constexpr (std::is_same_v<T, double>)
            return number(formulas[0]);
        else
            return {number(formulas[0]), number(formulas[1]), number(formulas[2])};
    }
    [[nodiscard]] double weight(double s) const
    {
        return interpolation == Easing::linear ? s : interpolation == Easing::smooth ? s * s * (3 - 2 * s) : 0;
    }
    /// ∫ weight ds from 0 to s
    [[nodiscard]] double weight_integral(double s) const
    {
        return interpolation == Easing::linear ? s * s / 2 : interpolation == Easing::smooth ? s * s * s * (1 - s / 2) : 0;
    }
    /// ∫ value dt from the first keyframe to `time`.
    [[nodiscard]] T primitive(double time) const
    {
        T total = std::min(0.0, time - keyframes.front().time) * keyframes.front().value;
        for (std::size_t k = 0; k + 1 < keyframes.size() && keyframes[k].time < time; ++k)
        {
            const auto& from = keyframes[k];
            const auto& to = keyframes[k + 1];
            const double length = to.time - from.time;
            const double s = std::min(1.0, (time - from.time) / length);
            total = total + length * (s - weight_integral(s)) * from.value + length * weight_integral(s) * to.value;
        }
        return total + std::max(0.0, time - keyframes.back().time) * keyframes.back().value;
    }
};

template <> const Structure& structure_of<Keyframe<double>>();
template <> const Structure& structure_of<Keyframe<Vec3d>>();
template <> const Structure& structure_of<Keyframed<double>>();
template <> const Structure& structure_of<Keyframed<Vec3d>>();

template <class T> struct TypeBuilder<Keyframed<T>>
{
    static Type build()
    {
        Type type;
        type.kind = Type::Kind::keyframed;
        type.structure = &structure_of<Keyframed<T>>;
        type.element = &type_of<T>;
        type.has_value = [](const void* object) { return static_cast<const Keyframed<T>*>(object)->is_constant(); };
        type.value = [](void* object) -> void* { return &static_cast<Keyframed<T>*>(object)->constant; };
        type.clear = [](void* object) { *static_cast<Keyframed<T>*>(object) = {}; };
        type.formulas = [](const void* object) {
            std::vector<std::string> texts;
            for (const Formula& formula : static_cast<const Keyframed<T>*>(object)->formulas)
                texts.push_back(formula.text());
            return texts;
        };
        type.set_formulas = [](void* object, const std::vector<std::string>& texts) {
            auto& formulas = static_cast<Keyframed<T>*>(object)->formulas;
            formulas.clear();
            for (const std::string& text : texts)
                formulas.push_back(Formula::parse(text).value());
        };
        return type;
    }
};
} // namespace aspic
