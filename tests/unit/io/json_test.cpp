// Reading JSON: what is taken, what is refused, and where.

#include "aspic/io/json.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>

using namespace aspic;
using testing::HasSubstr;
using testing::StartsWith;

namespace
{
std::string complaint(std::string_view text)
{
    const auto json = parse_json(text, "f");
    return json ? "none" : describe(json.problems());
}

/// Some lines with these ends.
std::string text_with(const std::string& end) { return "{" + end + "  \"größe\": 1, \"b\":" + end + end + "   [0, 7]" + end + "}"; }

double number(std::string_view text)
{
    const auto json = parse_json(text, "f");
    EXPECT_TRUE(json) << text;
    return json ? json->number : 0;
}
} // namespace

TEST(Json, ReadsAllKindsOfValues)
{
    const auto json = parse_json(R"({"a": [1, -2.5e3, true, false, null], "b": {"c": "text"}})", "f");
    ASSERT_TRUE(json);
    const auto& list = json->member("a")->value.items;
    EXPECT_EQ(list[0].number, 1);
    EXPECT_EQ(list[1].number, -2500);
    EXPECT_EQ(list[1].text, "-2.5e3");
    EXPECT_TRUE(list[2].boolean);
    EXPECT_EQ(list[3].kind, JsonValue::Kind::boolean);
    EXPECT_EQ(list[4].kind, JsonValue::Kind::null);
    EXPECT_EQ(json->member("b")->value.member("c")->value.text, "text");
    EXPECT_EQ(json->member("z"), nullptr);
}

TEST(Json, AllowsCommentsAndLastCommas)
{
    EXPECT_EQ(complaint("// first\n{ /* a \n b */ \"a\": [1, 2, ], // end\n}"), "none");
    EXPECT_EQ(complaint("{}// no end of line"), "none");
    EXPECT_THAT(complaint("{} /* open"), HasSubstr("f:1:4: this comment never ends"));
    EXPECT_THAT(complaint("{} /"), HasSubstr("behind the end"));
}

TEST(Json, PlacesCountLinesAndCharacters)
{
    for (const char* end : {"\n", "\r\n", "\r"})
    {
        const auto json = parse_json(text_with(end), "f");
        ASSERT_TRUE(json);
        EXPECT_EQ(json->members[1].place.line, 2U);
        EXPECT_EQ(json->members[1].place.column, 15U); // ö and ß are one character each
        EXPECT_EQ(json->members[1].value.items[1].place.line, 4U);
        EXPECT_EQ(json->members[1].value.items[1].place.column, 8U);
    }
    EXPECT_THAT(complaint("{\"a\": /* two\nlines */ x}"), StartsWith("f:2:10: 'x'"));
}

TEST(Json, ReadsEscapes)
{
    EXPECT_EQ(parse_json(R"("\"\\\/\b\f\n\r\t\u00e4\ud83c\udf0a")", "f")->text, "\"\\/\b\f\n\r\tä🌊");
    EXPECT_THAT(complaint(R"("\x")"), HasSubstr("backslash"));
    EXPECT_THAT(complaint(R"("\u12g4")"), HasSubstr("four hexadecimal digits"));
    EXPECT_THAT(complaint(R"("\u12)"), HasSubstr("four hexadecimal digits"));
    EXPECT_THAT(complaint(R"("\ud83c")"), HasSubstr("half a character"));
    EXPECT_THAT(complaint(R"("\udf0a")"), HasSubstr("half a character"));
    EXPECT_THAT(complaint(R"("\ud83c\u0041")"), HasSubstr("half a character"));
    EXPECT_THAT(complaint("\"a\nb\""), HasSubstr("no closing quote"));
    EXPECT_THAT(complaint("\"a\tb\""), HasSubstr("control character"));
    EXPECT_THAT(complaint("\"\xc3\""), HasSubstr("not UTF-8"));
}

TEST(Json, NumbersAreReadExactly)
{
    EXPECT_EQ(number("0.1"), 0.1);
    EXPECT_TRUE(std::signbit(number("-0")));
    EXPECT_EQ(number("1.7976931348623157e308"), 1.7976931348623157e308);
    EXPECT_EQ(number("5e-324"), 5e-324);
    EXPECT_EQ(number("123456789012345678"), 123456789012345678.0);
}

TEST(Json, RefusesNumbersThatAreNone)
{
    for (const char* text : {"1e400", "-1e400", "1e-400"})
        EXPECT_THAT(complaint(text), HasSubstr("too large or too small")) << text;
    for (const char* text : {"007", "-", "1.", "1.e3", "1e", "1e+", "0x10", "-inf", "1.2.3", "1_000", "--1", "2mm"})
        EXPECT_THAT(complaint(text), HasSubstr("not a number as JSON spells it")) << text;
    for (const char* text : {"NaN", "nan", "Infinity", "inf", "+Infinity"})
        EXPECT_THAT(complaint(text), HasSubstr("is no number here")) << text;
    for (const char* text : {"+1", ".5"})
        EXPECT_THAT(complaint(text), HasSubstr("must begin with a digit")) << text;
    EXPECT_THAT(complaint("2mm"), HasSubstr("in quotes: \"2 mm\""));
}

TEST(Json, RefusesWhatIsNotJson)
{
    for (const char* text : {"", " \n\t ", "// only a comment"})
        EXPECT_THAT(complaint(text), HasSubstr("the file is empty")) << text;
    for (const char* text : {"{", "[", "{\"a\": 1", "[1, 2", "{\"a\": [1, {", "[1,"})
        EXPECT_THAT(complaint(text), HasSubstr("the file ends before")) << text;
    EXPECT_THAT(complaint("{\"a\": \n"), HasSubstr("f:2:1: a value is expected"));
    EXPECT_THAT(complaint("{} {}"), HasSubstr("f:1:4: there is something behind the end"));
    EXPECT_THAT(complaint("[1 2]"), HasSubstr("f:1:4: a comma or ']' is missing"));
    EXPECT_THAT(complaint("{a: 1}"), HasSubstr("f:1:2: a key in double quotes"));
    EXPECT_THAT(complaint("{\"a\" 1}"), HasSubstr("a colon is missing behind the key 'a'"));
    EXPECT_THAT(complaint("['a']"), HasSubstr("texts stand in double quotes"));
    EXPECT_THAT(complaint("[,1]"), HasSubstr("f:1:2: a value is expected"));
    EXPECT_THAT(complaint("[1,,2]"), HasSubstr("f:1:4: a value is expected"));
    EXPECT_THAT(complaint("True"), HasSubstr("'True' is not known"));
}

TEST(Json, RefusesOtherEncodings)
{
    EXPECT_EQ(complaint("\xEF\xBB\xBF{}"), "none"); // a byte order mark of UTF-8 is harmless
    EXPECT_THAT(complaint("\xFF\xFE{\0}\0"), HasSubstr("UTF-16"));
    EXPECT_THAT(complaint(std::string_view("{\0}\0", 4)), HasSubstr("UTF-16"));
    EXPECT_THAT(complaint(std::string_view("\0{\0}", 4)), HasSubstr("UTF-16"));
}

TEST(Json, NamesRepeatedKeysAndGoesOn)
{
    const auto json = parse_json("{\"a\": 1,\n \"b\": 1e999,\n \"a\": 2}", "f");
    ASSERT_EQ(json.problems().size(), 2U);
    EXPECT_EQ(json.problems()[0].where, "f:2:7");
    EXPECT_EQ(json.problems()[1].where, "f:3:2");
    EXPECT_THAT(json.problems()[1].what, HasSubstr("'a' stands here a second time; the first is in line 1"));
}

TEST(Json, SurvivesDepthAndLength)
{
    EXPECT_THAT(complaint(std::string(100'000, '[')), HasSubstr("more than 200 deep"));
    EXPECT_EQ(complaint(std::string(200, '[') + std::string(200, ']')), "none");
    std::string list = "[0";
    for (int k = 0; k < 300'000; ++k)
        list += ",0";
    const auto json = parse_json(list + ", x]", "f"); // one line: columns must not be counted from its beginning for every element
    ASSERT_EQ(json.problems().size(), 1U);
    EXPECT_EQ(json.problems()[0].where, "f:1:600005");
    std::string errors = "[";
    for (int k = 0; k < 1000; ++k)
        errors += "1e999, ";
    EXPECT_EQ(parse_json(errors + "]", "f").problems().size(), 20U);
}

TEST(Json, MessagesAreSafeForTerminals)
{
    const std::string key = R"({"\u001b[2J)" + std::string(1000, 'k') + R"(": 1, "\u001b[2J)" + std::string(1000, 'k') + R"(": 2})";
    EXPECT_THAT(complaint(key), HasSubstr("a second time"));
    EXPECT_EQ(complaint(key).find('\x1b'), std::string::npos);
    EXPECT_LT(complaint(key).size(), 300U);
}

TEST(JsonText, ReadsBackAsTheSame)
{
    const std::string text =
        R"({"a": [1, 2.50, "x\"\\\u0001\n"], "b": {"long": ")" + std::string(200, 'y') + R"("}, "c": [], "d": {}, "e": [true, null]})";
    const auto json = parse_json(text + " // comment", "f");
    ASSERT_TRUE(json);
    const std::string once = json_text(*json);
    EXPECT_THAT(once, HasSubstr("2.50"));
    EXPECT_EQ(once.find("comment"), std::string::npos);
    EXPECT_EQ(json_text(*parse_json(once, "f")), once);
    EXPECT_EQ(parse_json(once, "f")->member("a")->value.items[2].text, "x\"\\\x01\n");
}

TEST(JsonNumber, IsTheShortestThatReadsBack)
{
    for (const double value : {0.1, 1e300, -0.0, 5e-324, 1.0 / 3, 123456789.125})
        EXPECT_EQ(std::bit_cast<std::uint64_t>(number(json_number(value))), std::bit_cast<std::uint64_t>(value)) << value;
    EXPECT_EQ(json_number(0.1), "0.1");
}
