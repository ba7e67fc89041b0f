// Formulas of time: values and derivatives against the same written in C++, mistakes with their columns, texts that mean nothing.

#include "aspic/math/keyframed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace aspic;
using testing::HasSubstr;

namespace
{
Formula::Value at(const std::string& text, double time) { return Formula::parse(text).value().at(time); }

std::string mistake(const std::string& text)
{
    const Result<Formula> formula = Formula::parse(text);
    return formula ? "none" : describe(formula.problems());
}
} // namespace

TEST(Formula, HasTheValueAndTheDerivativeOfWhatIsWritten)
{
    const double t = 0.7;
    struct Case
    {
        const char* text;
        double value, rate;
    };
    const Case cases[] = {
        {"3", 3, 0},
        {".5e1", 5, 0},
        {"t", t, 1},
        {"2*t + 1", 2 * t + 1, 2},
        {"1 - t - 2", -1 - t, -1},
        {"8/t/2", 4 / t, -4 / (t * t)},
        {"-t^2", -t * t, -2 * t},
        {"2^t^2", std::pow(2, t * t), std::pow(2, t * t) * std::log(2.0) * 2 * t},
        {"t^-1", 1 / t, -1 / (t * t)},
        {"(1+t)*(1-t)", 1 - t * t, -2 * t},
        {"0.03*sin(2*pi*t/1.3)", 0.03 * std::sin(2 * pi * t / 1.3), 0.03 * 2 * pi / 1.3 * std::cos(2 * pi * t / 1.3)},
        {"cos(t)", std::cos(t), -std::sin(t)},
        {"tan(t)", std::tan(t), 1 / (std::cos(t) * std::cos(t))},
        {"exp(-t)*log(t)", std::exp(-t) * std::log(t), std::exp(-t) * (1 / t - std::log(t))},
        {"sqrt(1+t)", std::sqrt(1 + t), 0.5 / std::sqrt(1 + t)},
        {"abs(t-1)", 1 - t, -1},
        {"min(t, 0.5)", 0.5, 0},
        {"max(t, 0.5)", t, 1},
        {"--t", t, 1},
    };
    for (const auto& [text, value, rate] : cases)
    {
        const Formula::Value found = at(text, t);
        EXPECT_NEAR(found.value, value, 1e-14 * std::max(1.0, std::abs(value))) << text; // rounding of a few operations
        EXPECT_NEAR(found.rate, rate, 1e-14 * std::max(1.0, std::abs(rate))) << text;
    }
}

TEST(Formula, ConstantPartsHaveNoRateEvenWhereTheirSlopeIsInfinite)
{
    EXPECT_EQ(at("t*sqrt(0)", 1).rate, 0);
    EXPECT_EQ(at("0^2", 1).rate, 0);
    EXPECT_EQ(at("t^2", 0).rate, 0);
}

TEST(Formula, MistakesSayWhere)
{
    EXPECT_THAT(mistake("sin(t"), HasSubstr("column 6 of the formula: ')' is expected"));
    EXPECT_THAT(mistake("2 t"), HasSubstr("column 3 of the formula: an operator is expected"));
    EXPECT_THAT(mistake("2*si(t)"), HasSubstr("column 3 of the formula: 'si' is not known in formulas"));
    EXPECT_THAT(mistake("2*sni(t)"), HasSubstr("did you mean 'sin'?"));
    EXPECT_THAT(mistake("1+"), HasSubstr("column 3 of the formula: the formula ends where a value is expected"));
    EXPECT_THAT(mistake(""), HasSubstr("column 1"));
    EXPECT_THAT(mistake("t)"), HasSubstr("this bracket was never opened"));
    EXPECT_THAT(mistake("min(t)"), HasSubstr("column 6 of the formula: ',' is expected"));
    EXPECT_THAT(mistake("1e999"), HasSubstr("this is no number"));
    EXPECT_THAT(mistake("2$t"), HasSubstr("column 2"));
}

TEST(Formula, LengthAndDepthHaveLimits)
{
    EXPECT_EQ(mistake(std::string(1000, ' ').replace(999, 1, "t")), "none");
    EXPECT_THAT(mistake(std::string(1001, ' ') + "t"), HasSubstr("more than 1000 characters"));
    for (const std::string& deep : {std::string(400, '(') + "t", std::string(400, '-') + "t"})
        EXPECT_THAT(mistake(deep), HasSubstr("nested too deeply"));
    std::string right = "t";
    for (int k = 0; k < 200; ++k)
        right.insert(0, "t^");
    EXPECT_THAT(mistake(right), HasSubstr("nested too deeply"));
    std::string left = "t";
    for (int k = 0; k < 400; ++k)
        left += "+1";
    EXPECT_EQ(at(left, 1).value, 401);
}

TEST(Formula, AnyTextIsAFormulaOrAMistake)
{
    const std::vector<std::string> parts{"t", "pi", "sin(", "min(", ")",  "(",   ",", "+", "-",
                                         "*", "/",  "^",    "2",    ".5", "1e3", " ", "x", "\xc3"};
    std::mt19937 random(5);
    int good = 0;
    for (int k = 0; k < 20'000; ++k)
    {
        std::string text;
        for (unsigned n = random() % 12; n > 0; --n)
            text += parts[random() % parts.size()];
        if (const Result<Formula> formula = Formula::parse(text))
        {
            static_cast<void>(formula->at(0.3));
            ++good;
        }
        else
            EXPECT_THAT(formula.problems()[0].what, HasSubstr("column")) << text;
    }
    EXPECT_GT(good, 100); // both are met
}

TEST(Formula, MakesAVectorThatChanges)
{
    Keyframed<Vec3d> value;
    for (const char* text : {"sin(3*t)", "2", "t^3"})
        value.formulas.push_back(Formula::parse(text).value());
    EXPECT_FALSE(value.is_constant());
    EXPECT_EQ(value.at(0.5), (Vec3d{std::sin(1.5), 2, 0.125}));
    EXPECT_NEAR(value.rate(0.5).x, 3 * std::cos(1.5), 1e-14);
    const Vec3d integral = value.integral(2.05);
    EXPECT_NEAR(integral.x, (1 - std::cos(6.15)) / 3, 1e-12); // five points in pieces of 0.02 s: (ωh)¹⁰ is far below rounding
    EXPECT_NEAR(integral.y, 4.1, 1e-12);
    EXPECT_NEAR(integral.z, std::pow(2.05, 4) / 4, 1e-12);
    EXPECT_EQ(value.integral(0), (Vec3d{}));
    Keyframed<Vec3d> other = value;
    EXPECT_EQ(value, other);
    other.formulas[1] = Formula::parse("2.0").value();
    EXPECT_NE(value, other);
    EXPECT_NE(value, Keyframed<Vec3d>(Vec3d{0, 2, 0}));
}

TEST(Formula, QuantitiesAreToldFromFormulas)
{
    for (const char* text : {"3 furlongs", "2mm", "-1.5 kg/m", "5", "1e-3 m", "2 e"})
        EXPECT_TRUE(looks_like_quantity(text)) << text;
    for (const char* text : {"2*t", "sin(t)", "-t", "3 - t", "fast", "", "1e-3*t", "1E+2 - t"})
        EXPECT_FALSE(looks_like_quantity(text)) << text;
}
