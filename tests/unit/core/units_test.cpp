// Numbers with units, in the unit that is wanted.

#include "aspic/core/units.h"

#include <gmock/gmock.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
struct Reading
{
    const char* text;
    const char* wanted;
    double value;
};

class GoodUnits : public testing::TestWithParam<Reading>
{
};

std::string complaint(std::string_view text, std::string_view wanted)
{
    const auto number = number_with_unit(text, wanted);
    return number ? "none" : number.problems().front().what;
}
} // namespace

TEST_P(GoodUnits, AreConverted)
{
    const auto number = number_with_unit(GetParam().text, GetParam().wanted);
    ASSERT_TRUE(number) << GetParam().text << ": " << describe(number.problems());
    EXPECT_EQ(*number, GetParam().value) << GetParam().text; // not only near: powers of ten must be exact
}

INSTANTIATE_TEST_SUITE_P(Units, GoodUnits,
                         testing::Values(Reading{"2 mm", "m", 0.002}, Reading{"3", "m", 3}, Reading{"-0.5", "", -0.5},
                                         Reading{"2mm", "m", 0.002}, Reading{"7 µm", "m", 7e-6}, Reading{"7 μm", "m", 7e-6},
                                         Reading{"7 um", "m", 7e-6}, Reading{"1.5 MPa", "Pa", 1.5e6}, Reading{"80 mPa s", "Pa s", 0.08},
                                         Reading{"0.9 t/m³", "kg/m³", 900}, Reading{"1 g/cm^3", "kg/m³", 1000},
                                         Reading{"1 kg/L", "kg/m³", 1000}, Reading{"9.81 m s^-2", "m/s²", 9.81},
                                         Reading{"9.81 m s⁻²", "m/s²", 9.81}, Reading{"9.81 m*s-2", "m/s²", 9.81},
                                         Reading{"2 min", "s", 120}, Reading{"0.5 h", "s", 1800}, Reading{"20 °C", "K", 293.15},
                                         Reading{"50 Hz", "1/s", 50}, Reading{"50 1/s", "1/s", 50}, Reading{"50/s", "1/s", 50},
                                         Reading{"25 %", "", 0.25}, Reading{"1 kN/m²", "Pa", 1000}, Reading{"3 L/s", "m³/s", 0.003},
                                         Reading{"1e3 mm  ", "m", 1}, Reading{"36 km/h", "m/s", 10}));

TEST(Units, AnglesTurnIntoRadians)
{
    EXPECT_DOUBLE_EQ(*number_with_unit("180 deg", "rad"), 3.14159265358979323846);
    EXPECT_DOUBLE_EQ(*number_with_unit("90°", "rad"), 3.14159265358979323846 / 2);
    EXPECT_DOUBLE_EQ(*number_with_unit("30 rpm", "rad/s"), 3.14159265358979323846);
}

TEST(Units, NamesWhatIsNoNumber)
{
    for (const char* text : {"", "mm", "nan", "-nan", "inf", "Infinity", "+3 m", " 3 m", "x3"})
        EXPECT_THAT(complaint(text, "m"), HasSubstr("does not begin with a number")) << text;
    for (const char* text : {"1e400 m", "1e308 Gm", "1 m Gm9 Gm9 Gm9 Gm9/Gm9/Gm9/Gm9/Gm9"})
        EXPECT_THAT(complaint(text, "m"), HasSubstr("too large")) << text;
}

TEST(Units, NamesUnknownUnits)
{
    for (const char* text : {"2 furlong", "2 0x", "0x10", "2 1 m", "2 11 m", "2 m//s", "2 m/", "2 m^", "2 m^-", "2 %^", "2 kmin", "2 m10",
                             "1.2.3", "007x", "2 m²³^", "2 MM"})
        EXPECT_THAT(complaint(text, "m"), HasSubstr("not a unit that is known")) << text;
}

TEST(Units, RefusesUnitsOfOtherThings)
{
    EXPECT_THAT(complaint("2 s", "m"), HasSubstr("does not measure the same as m"));
    EXPECT_THAT(complaint("2 m", ""), HasSubstr("plain number"));
    EXPECT_THAT(complaint("2 m²", "m"), HasSubstr("same as m"));
    EXPECT_THAT(complaint("3 Hz", "rad/s"), HasSubstr("rad/s")); // a frequency is no angular velocity
    EXPECT_THAT(complaint("20 °C", "m"), HasSubstr("'°C'"));
}

TEST(Units, MessagesAreSafeForTerminals)
{
    const std::string what = complaint("2 \x1b[31m" + std::string(1000, 'x'), "m");
    EXPECT_EQ(what.find('\x1b'), std::string::npos);
    EXPECT_LT(what.size(), 200U);
}
