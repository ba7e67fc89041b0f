// Values that change with time. The integral ∫₀ᵗ v dt is compared with the midpoint rule.

#include "aspic/math/keyframed.h"

#include <gtest/gtest.h>

#include <array>

using namespace aspic;

namespace
{
Keyframed<double> ramp(Easing interpolation)
{
    Keyframed<double> value;
    value.keyframes = {{-0.5, 2}, {0.25, -1}, {1, 4}, {3, 3}};
    value.interpolation = interpolation;
    return value;
}

constexpr std::array all_easings{Easing::linear, Easing::smooth, Easing::step};

double midpoint_rule(const Keyframed<double>& value, double to)
{
    constexpr int n = 40'000; // divides all keyframe times used here, so that jumps stand between intervals
    double sum = 0;
    for (int k = 0; k < n; ++k)
        sum += value.at((k + 0.5) * to / n) * to / n;
    return sum;
}
} // namespace

TEST(Keyframed, ConstantsStayAndGrowLinearlyInTheIntegral)
{
    const Keyframed<double> value(3);
    EXPECT_TRUE(value.is_constant());
    EXPECT_EQ(value.at(-1), 3);
    EXPECT_EQ(value.at(1e9), 3);
    EXPECT_EQ(value.integral(2), 6);
}

TEST(Keyframed, HitsItsKeyframesAndKeepsTheEnds)
{
    for (const Easing interpolation : all_easings)
    {
        const auto value = ramp(interpolation);
        for (const auto& key : value.keyframes)
            EXPECT_EQ(value.at(key.time), key.value);
        EXPECT_EQ(value.at(-10), 2);
        EXPECT_EQ(value.at(10), 3);
    }
}

TEST(Keyframed, GoesBetweenThemAsAsked)
{
    EXPECT_DOUBLE_EQ(ramp(Easing::linear).at(0.4375), -1 + 5 * 0.25);
    EXPECT_DOUBLE_EQ(ramp(Easing::smooth).at(0.4375), -1 + 5 * (3 * 0.0625 - 2 * 0.015625));
    EXPECT_DOUBLE_EQ(ramp(Easing::smooth).at(0.625), 1.5);
    EXPECT_DOUBLE_EQ(ramp(Easing::step).at(0.9999), -1);
}

TEST(Keyframed, SmoothOnesStartAndEndAtRest)
{
    const auto value = ramp(Easing::smooth);
    const double dt = 1e-4;
    EXPECT_NEAR((value.at(0.25 + dt) - value.at(0.25)) / dt, 0, 0.01);
    EXPECT_NEAR((value.at(1) - value.at(1 - dt)) / dt, 0, 0.01);
    EXPECT_NEAR((ramp(Easing::linear).at(1) - ramp(Easing::linear).at(1 - dt)) / dt, 5 / 0.75, 1e-6);
}

TEST(Keyframed, IntegralIsThatOfTheValue)
{
    // Midpoint rule with steps of 1e-4: error below f'' (Δt)² t/24 < 1e-5.
    for (const Easing interpolation : all_easings)
        for (const double time : {0.0, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0})
            EXPECT_NEAR(ramp(interpolation).integral(time), midpoint_rule(ramp(interpolation), time), 1e-5)
                << "interpolation " << static_cast<int>(interpolation) << " to " << time;
}

TEST(Keyframed, IntegralBeginsAtZeroEvenBeforeTheFirstKeyframe)
{
    Keyframed<double> late;
    late.keyframes = {{1, 2}, {2, 4}};
    EXPECT_EQ(late.integral(0), 0);
    EXPECT_DOUBLE_EQ(late.integral(1), 2);     // the first value holds before
    EXPECT_DOUBLE_EQ(late.integral(2), 2 + 3); // then the trapezium
    EXPECT_DOUBLE_EQ(late.integral(3), 2 + 3 + 4);
}

TEST(Keyframed, OneKeyframeIsAConstant)
{
    Keyframed<Vec3d> value;
    value.keyframes = {{5, {1, 2, 3}}};
    EXPECT_EQ(value.at(0), (Vec3d{1, 2, 3}));
    EXPECT_EQ(value.at(9), (Vec3d{1, 2, 3}));
    EXPECT_EQ(value.integral(2), (Vec3d{2, 4, 6}));
}

TEST(Keyframed, JumpsAtKeyframesOfOneTime)
{
    Keyframed<double> value;
    value.keyframes = {{0, 0}, {1, 1}, {1, 5}, {2, 5}};
    EXPECT_EQ(value.at(1), 5);
    EXPECT_NEAR(value.at(1 - 1e-9), 1, 1e-8);
    EXPECT_DOUBLE_EQ(value.integral(2), 0.5 + 5);
}

TEST(Keyframed, EqualMeansTheSameValueAtAllTimes)
{
    Keyframed<double> a = ramp(Easing::step);
    Keyframed<double> b = a;
    b.constant = 17; // has no effect
    EXPECT_EQ(a, b);
    b.interpolation = Easing::linear;
    EXPECT_NE(a, b);
    EXPECT_NE(a, Keyframed<double>(2));
    EXPECT_NE(Keyframed<double>(1), Keyframed<double>(2));
    a.keyframes.clear();
    EXPECT_NE(a, b);
    EXPECT_EQ(a, Keyframed<double>(0));
}

/// What a wall moves by in a step is found from two integrals: errors of what lies behind must not show in their difference.
TEST(Keyframed, IntegralsOfFormulasGoOnEvenly)
{
    Keyframed<double> velocity;
    velocity.formulas = {Formula::parse("min(7*t, 1)").value()};
    constexpr double dt = 1e-5;
    for (int k = 0; k < 70; ++k)
    {
        const double t = 0.25 + 0.00731 * k;
        EXPECT_NEAR((velocity.integral(t + dt) - velocity.integral(t)) / dt, 1, 1e-9);
    }
}
