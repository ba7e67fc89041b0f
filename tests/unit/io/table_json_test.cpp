// JSON into described structs and back: defaults, units, ranges, and every problem with its place and path.

#include "aspic/io/table_json.h"

#include "aspic/math/keyframed.h"

#include <gmock/gmock.h>

#include <array>

using namespace aspic;
using testing::HasSubstr;

namespace
{
enum class Finish
{
    matt,
    shiny
};

struct Leaf
{
    bool operator==(const Leaf&) const = default;
};

struct Branch
{
    std::vector<double> lengths{1, 2};
    std::optional<std::string> label;

    bool operator==(const Branch&) const = default;
};

using Part = std::variant<Leaf, Branch>;

struct Tree
{
    double height = 2;
    int rings = 10;
    std::int64_t seed = 0;
    bool evergreen = false;
    std::string name;
    Vec3d position;
    Finish finish = Finish::matt;
    Keyframed<double> growth{1};
    std::optional<Keyframed<Vec3d>> wind;
    NamedList<Part> parts;
    std::vector<Branch> roots;

    bool operator==(const Tree&) const = default;
};
} // namespace

namespace aspic
{
template <> inline constexpr std::string_view alternatives_name<Part> = "part";
template <> std::span<const Choice> choices_of<Finish>()
{
    static constexpr std::array choices{Choice{"matt", "dull", 0}, Choice{"shiny", "bright", 1}};
    return choices;
}
template <> const Structure& structure_of<Leaf>()
{
    static const Structure table = structure<Leaf>("leaf", "green", {});
    return table;
}
template <> const Structure& structure_of<Branch>()
{
    static const Structure table = structure<Branch>(
        "branch", "brown", {field<&Branch::lengths>("lengths", "l").unit("m").positive(), field<&Branch::label>("label", "a word")});
    return table;
}
template <> const Structure& structure_of<Tree>()
{
    static const Structure table = structure<Tree>(
        "tree", "tall",
        {field<&Tree::height>("height", "how tall").unit("m").range_within({.low = 0, .high = 150, .without_low = true}).required(),
         field<&Tree::rings>("rings", "years").at_least(0), field<&Tree::seed>("seed", "number").not_physics(),
         field<&Tree::evergreen>("evergreen", "in winter"), field<&Tree::name>("name", "called").not_physics(),
         field<&Tree::position>("position", "where").unit("m").range(-1e3, 1e3), field<&Tree::finish>("finish", "of the leaves"),
         field<&Tree::growth>("growth", "speed").unit("m/s").at_least(0), field<&Tree::wind>("wind", "blows").unit("m/s"),
         field<&Tree::parts>("parts", "named parts"), field<&Tree::roots>("roots", "below")});
    return table;
}
} // namespace aspic

namespace
{
struct Read
{
    Tree tree;
    Problems problems;
};

Read read(std::string_view text)
{
    Read result;
    const auto json = parse_json(text, "t");
    EXPECT_TRUE(json) << describe(json.problems());
    if (json)
        result.problems = read_table(*json, type_of<Tree>(), &result.tree, "t");
    return result;
}

/// Reads a tree with this member besides its height, and gives the only problem.
Problem problem_of(const std::string& member)
{
    const Problems problems = read("{\"height\": 1, " + member + "}").problems;
    EXPECT_EQ(problems.size(), 1U) << member << "\n" << describe(problems);
    return problems.empty() ? Problem{} : problems.front();
}

Tree full_tree()
{
    Tree tree;
    tree.height = 1.0 / 3;
    tree.rings = 7;
    tree.seed = -9007199254740992;
    tree.evergreen = true;
    tree.name = "ash \"\\\n";
    tree.position = {1, -2.5, 1e-300};
    tree.finish = Finish::shiny;
    tree.growth.keyframes = {{0, 0.5}, {1.25, 2}};
    tree.growth.interpolation = Easing::smooth;
    tree.wind = Keyframed<Vec3d>{Vec3d{0, 1, 2}};
    tree.parts = {{"a", Leaf{}}, {"b", Branch{{0.1, 0.2, 0.3}, "old"}}};
    tree.roots = {Branch{}, Branch{{}, std::nullopt}};
    return tree;
}
} // namespace

TEST(TableJson, KeepsDefaultsOfWhatIsNotWritten)
{
    const Read result = read(R"({"height": 3})");
    EXPECT_TRUE(result.problems.empty());
    Tree expected;
    expected.height = 3;
    EXPECT_EQ(result.tree, expected);
}

TEST(TableJson, ReadsEveryKindOfValue)
{
    const Read result = read(R"({"height": "30 cm", "rings": 4.0, "seed": 5, "evergreen": true, "name": "oak", "position": ["1 mm", 2],
        "finish": "shiny", "growth": {"keyframes": [{"time": "1 min", "value": "2 cm/s"}], "interpolation": "step"}, "wind": [1, 0, 0],
        "parts": {"x": {"leaf": {}}, "y": {"branch": {"lengths": [1, "5 mm"], "label": "l"}}}, "roots": [{}]})");
    EXPECT_TRUE(result.problems.empty()) << describe(result.problems);
    const Tree& tree = result.tree;
    EXPECT_EQ(tree.height, 0.3);
    EXPECT_EQ(tree.rings, 4);
    EXPECT_EQ(tree.position, (Vec3d{0.001, 2, 0}));
    EXPECT_EQ(tree.finish, Finish::shiny);
    EXPECT_EQ(tree.growth.keyframes, (std::vector<Keyframe<double>>{{60, 0.02}}));
    EXPECT_EQ(tree.growth.interpolation, Easing::step);
    EXPECT_EQ(tree.wind->constant, (Vec3d{1, 0, 0}));
    EXPECT_EQ(std::get<Branch>(tree.parts[1].value).lengths, (std::vector<double>{1, 0.005}));
    EXPECT_EQ(tree.roots, std::vector<Branch>{Branch{}});
}

TEST(TableJson, WritesWhatItReads)
{
    const Tree tree = full_tree();
    for (const Written which : {Written::changed, Written::all})
    {
        const std::string text = table_text(type_of<Tree>(), &tree, which);
        const Read result = read(text);
        EXPECT_TRUE(result.problems.empty()) << describe(result.problems) << text;
        EXPECT_EQ(result.tree, tree) << text;
    }
}

TEST(TableJson, WritesAsMuchAsAsked)
{
    Tree tree;
    tree.name = "oak";
    EXPECT_EQ(table_text(type_of<Tree>(), &tree, Written::changed), "{\n  \"height\": 2,\n  \"name\": \"oak\"\n}");
    const std::string all = table_text(type_of<Tree>(), &tree, Written::all);
    for (const Field& line : structure_of<Tree>().fields)
        EXPECT_EQ(all.find("\"" + std::string(line.name) + "\"") != std::string::npos, line.name != "wind") << line.name << all;
    const std::string physics = table_text(type_of<Tree>(), &tree, Written::physics);
    EXPECT_EQ(physics.find("oak"), std::string::npos);
    EXPECT_EQ(physics.find("seed"), std::string::npos);
    EXPECT_THAT(physics, HasSubstr("\"rings\": 10"));
}

TEST(TableJson, WrongKindsAreNamed)
{
    EXPECT_EQ(problem_of(R"("rings": "four")").what, "a whole number is expected, not a text");
    EXPECT_EQ(problem_of(R"("rings": 1.5)").what, "a whole number is expected, not 1.5");
    EXPECT_EQ(problem_of(R"("evergreen": 1)").what, "true or false is expected, not a number");
    EXPECT_EQ(problem_of(R"("name": 5)").what, "a text in quotes is expected, not a number");
    EXPECT_EQ(problem_of(R"("position": 5)").what, "a list of three numbers (in 2D two will do) is expected, not a number");
    EXPECT_EQ(problem_of(R"("position": [1, 2, 3, 4])").what, "a list of three numbers (in 2D two will do) is expected, not a list of 4");
    EXPECT_EQ(problem_of(R"("position": [1, null])").what, "a number is expected, not null");
    EXPECT_EQ(problem_of(R"("position": [1, null])").where, "t:1:31 (position[1])");
    EXPECT_EQ(problem_of(R"("parts": [])").what, "an object with a key for each name is expected, not a list");
    EXPECT_EQ(problem_of(R"("roots": {})").what, "a list is expected, not an object");
    EXPECT_EQ(problem_of(R"("roots": [5])").what, "an object is expected, not a number");
    EXPECT_EQ(problem_of(R"("growth": [1])").what, "a number is expected, not a list");
    EXPECT_EQ(problem_of(R"("growth": {})").what, "the key 'keyframes' is missing");
    EXPECT_THAT(problem_of(R"("finish": true)").what, HasSubstr("one of the words matt, shiny"));
    EXPECT_THAT(problem_of(R"("finish": "shinny")").hint, HasSubstr("'shiny'"));
}

TEST(TableJson, RangesAndUnitsAreChecked)
{
    const Problem range = read("{\n\"height\": 0}").problems.at(0);
    EXPECT_EQ(range.where, "t:2:11 (height)");
    EXPECT_EQ(range.what, "0 m is out of range");
    EXPECT_EQ(range.hint, "allowed is from 0 m (exclusive) to 150 m");
    EXPECT_EQ(problem_of(R"("rings": -1)").hint, "allowed is at least 0");
    EXPECT_THAT(problem_of(R"("rings": 3000000000)").hint, HasSubstr("2147483647"));
    EXPECT_EQ(problem_of(R"("rings": 1e300)").what, "a whole number is expected, not 1e300");
    EXPECT_EQ(problem_of(R"("position": ["2 km", 0])").what, "2000 m is out of range");
    EXPECT_EQ(problem_of(R"("growth": -1)").where, "t:1:25 (growth)");
    EXPECT_EQ(problem_of(R"("growth": {"keyframes": [{"time": 0, "value": -1}]})").where, "t:1:61 (growth.keyframes[0].value)");
    EXPECT_THAT(problem_of(R"("growth": {"keyframes": [{"time": 0, "value": "1 kg"}]})").what, HasSubstr("same as m/s"));
    EXPECT_THAT(problem_of(R"("parts": {"a": {"branch": {"lengths": [1, 0]}}})").where, HasSubstr("(parts.a.branch.lengths[1])"));
}

TEST(TableJson, UnknownKeysGetTheNearest)
{
    EXPECT_THAT(problem_of(R"("ringz": 1)").what, HasSubstr("'ringz' is not known"));
    EXPECT_THAT(problem_of(R"("ringz": 1)").hint, HasSubstr("'rings'"));
    EXPECT_EQ(problem_of(R"("parts": {"a": {"leaf": {"x": 1}}})").hint, "it has no keys: {}");
    EXPECT_THAT(problem_of(R"("parts": {"a": {"leav": {}}})").hint, HasSubstr("'leaf'"));
    EXPECT_EQ(problem_of(R"("parts": {"a": {}})").what, "an object with one key, the kind of part, is expected, not one with 0");
    EXPECT_EQ(problem_of(R"("parts": {"a": {"leaf": {}, "branch": {}}})").hint, "kinds are leaf, branch");
    EXPECT_THAT(problem_of(R"("parts": {"a b": {"leaf": {}}})").what, HasSubstr("'a b' cannot be a name"));
    EXPECT_THAT(problem_of(R"("parts": {"": {"leaf": {}}})").what, HasSubstr("cannot be a name"));
}

TEST(TableJson, GivesAllProblemsAtOnceButNotWithoutEnd)
{
    const Problems problems = read(R"({"rings": -1, "finish": "red", "position": 0, "leaves": 1})").problems;
    ASSERT_EQ(problems.size(), 5U) << describe(problems);
    EXPECT_EQ(problems[4].what, "the key 'height' is missing");

    std::string many = "{";
    for (int k = 0; k < 10'000; ++k)
        many += "\"x" + std::to_string(k) + "\": 0,";
    EXPECT_EQ(read(many + "}").problems.size(), 51U);
}

TEST(TableJson, MessagesAreSafeForTerminals)
{
    const std::string evil = R"(\u001b[2J)" + std::string(1000, 'x');
    for (const std::string& member :
         {"\"" + evil + "\": 1", "\"parts\": {\"" + evil + "\": {\"leaf\": {\"a\": 1}}}", "\"finish\": \"" + evil + "\"",
          "\"parts\": {\"a\": {\"" + evil + "\": {}}}", "\"growth\": \"" + evil + "\""})
    {
        const std::string text = describe(read("{\"height\": 1, " + member + "}").problems);
        EXPECT_FALSE(text.empty());
        EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
        EXPECT_LT(text.size(), 500U);
    }
}

TEST(TableJson, RangesInWords)
{
    EXPECT_EQ(range_text({}, "m"), "");
    EXPECT_EQ(range_text({.low = 0, .without_low = true}, "m"), "more than 0 m");
    EXPECT_EQ(range_text({.high = 1}, ""), "at most 1");
    EXPECT_EQ(range_text({.low = 1, .high = 1}, ""), "only 1");
}
