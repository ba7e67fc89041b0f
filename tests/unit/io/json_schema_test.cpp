// The schema of scenes: held against scenes by an independent validator (python3-jsonschema), and walked as an editor does.

#include "aspic/io/json_schema.h"

#include "aspic/io/scene_file.h"
#include "aspic/io/table_catalogue.h"
#include "aspic/io/table_examples.h"
#include "aspic/io/table_json.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <unistd.h>

using namespace aspic;
namespace fs = std::filesystem;

namespace
{
void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

/// What the independent validator says of each text: "valid", or "invalid: …".
std::map<std::string, std::string> validated(const std::map<std::string, std::string>& texts)
{
    const fs::path folder = fs::path(testing::TempDir()) / ("aspic_schema_" + std::to_string(getpid()));
    fs::create_directories(folder / "scenes");
    write(folder / "schema.json", scene_schema());
    for (const auto& [name, text] : texts)
    {
        const auto json = parse_json(text, name);
        EXPECT_TRUE(json) << describe(json.problems());
        if (json)
            write(folder / "scenes" / (name + ".json"), json_text(*json)); // without comments
    }
    const fs::path script = fs::path(__FILE__).parent_path() / "../../independent/validate_with_schema.py";
    const std::string command = "/usr/bin/python3 '" + script.string() + "' '" + (folder / "schema.json").string() + "' '" +
                                (folder / "scenes").string() + "' > '" + (folder / "result").string() + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    std::map<std::string, std::string> results;
    std::ifstream lines(folder / "result");
    for (std::string name, verdict; lines >> name && std::getline(lines, verdict);)
        results[name] = verdict.substr(1);
    fs::remove_all(folder);
    return results;
}

/// A scene with one member more.
std::string scene_with(const std::string& member)
{
    return R"({"version": 1, "spacing": 0.1, "materials": {"water": {}}, )" + member + "}";
}

/// A scene with one object of this shape.
std::string shaped(const std::string& shape) { return scene_with(R"("objects": {"a": {"material": "water", "shape": )" + shape + "}}"); }
} // namespace

TEST(JsonSchema, BuiltInScenesAreValid)
{
    std::map<std::string, std::string> texts;
    for (const BuiltInFile& scene : built_in_scenes())
        texts[std::string(scene.name)] = scene.text;
    ASSERT_FALSE(texts.empty());
    const auto results = validated(texts);
    ASSERT_EQ(results.size(), texts.size());
    for (const auto& [name, verdict] : results)
        EXPECT_EQ(verdict, "valid") << name;
}

TEST(JsonSchema, AllowsWhatTheReaderAllows)
{
    const std::map<std::string, std::string> texts{
        {"units", scene_with(R"("gravity": [0, "-981 cm/s²"], "duration": "2 min")")},
        {"keyframes",
         scene_with(
             R"("gravity": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 1, "value": [0, "1 m/s²"]}], "interpolation": "smooth"})")},
        {"schema", scene_with(R"("$schema": "./scene.schema.json")")},
        {"nested", shaped(R"({"union": {"of": [{"difference": {"of": {"sphere": {"radius": 1}}, "without": []}}]}})")},
        {"empty", scene_with(R"("solvers": {"viscosity": {"none": {}}}, "output": {"formats": []})")},
        {"spellings", scene_with(R"("dimension": 3.0, "duration": ".5 s", "frame_rate": "1e2/s")")},
    };
    for (const auto& [name, verdict] : validated(texts))
    {
        EXPECT_EQ(verdict, "valid") << name;
        Scene scene;
        const Problems problems = read_table(*parse_json(texts.at(name), name), type_of<Scene>(), &scene, name);
        EXPECT_TRUE(problems.empty()) << describe(problems);
    }
}

TEST(JsonSchema, RefusesMistakes)
{
    const std::map<std::string, std::string> texts{
        {"no_version", R"({"spacing": 0.1})"},
        {"no_spacing", R"({"version": 1})"},
        {"future", R"({"version": 2, "spacing": 0.1})"},
        {"list", "[]"},
        {"unknown_key", scene_with(R"("gravty": [0, 0, 0])")},
        {"zero_spacing", R"({"version": 1, "spacing": 0})"},
        {"no_number", R"({"version": 1, "spacing": "mm"})"},
        {"nan", R"({"version": 1, "spacing": "nan"})"},
        {"four_numbers", scene_with(R"("gravity": [0, 0, 0, 0])")},
        {"one_number", scene_with(R"("gravity": [0])")},
        {"half_dimension", scene_with(R"("dimension": 2.5)")},
        {"dimension_4", scene_with(R"("dimension": 4)")},
        {"unknown_word", scene_with(R"("kernel": "qubic")")},
        {"bad_name", scene_with(R"("sinks": {"a b": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}}})")},
        {"no_radius", shaped(R"({"sphere": {}})")},
        {"negative_radius", shaped(R"({"sphere": {"radius": -1}})")},
        {"two_shapes", shaped(R"({"sphere": {"radius": 1}, "box": {"from": [0, 0], "to": [1, 1]}})")},
        {"no_shape", shaped("{}")},
        {"unknown_shape", shaped(R"({"spher": {"radius": 1}})")},
        {"deep", shaped(R"({"union": {"of": [{"moved": {"shape": {"sphere": {"radius": 0}}}}]}})")},
        {"keyframe_key", scene_with(R"("gravity": {"keyframes": [{"t": 0, "value": [0, 0]}]})")},
        {"keyframe_range", scene_with(R"("gravity": {"keyframes": [{"time": 0, "value": [0, 1e9]}]})")},
        {"keyframe_kind", scene_with(R"("gravity": {"keyframes": [{"time": 0, "value": 1}]})")},
        {"solver", scene_with(R"("solvers": {"pressure": {"weakly": {}}})")},
        {"boolean", scene_with(R"("probes": {"p": {"body": {"rotation": 1}}})")},
    };
    const auto results = validated(texts);
    ASSERT_EQ(results.size(), texts.size());
    for (const auto& [name, verdict] : results)
    {
        EXPECT_THAT(verdict, testing::StartsWith("invalid")) << name;
        Scene scene; // and the reader agrees
        EXPECT_FALSE(read_table(*parse_json(texts.at(name), name), type_of<Scene>(), &scene, name).empty()) << name;
    }
}

// ---------------------------------------------------------------- what an editor offers

namespace
{
class Editor
{
public:
    Editor() : schema_(*parse_json(scene_schema(), "schema")) {}

    /// Keys that can be completed at a path; "*" stands for any name, "[]" for any element.
    [[nodiscard]] std::set<std::string> keys(const std::vector<std::string>& path) const
    {
        std::set<std::string> result;
        for (const JsonValue* place : places(path))
            if (const JsonMember* properties = place->member("properties"))
                for (const JsonMember& property : properties->value.members)
                    result.insert(property.key);
        return result;
    }

    /// The text shown for a path.
    [[nodiscard]] std::string description(const std::vector<std::string>& path) const
    {
        for (const JsonValue* place : places(path))
            if (const JsonMember* text = place->member("description"))
                return text->value.text;
        return "";
    }

    [[nodiscard]] std::vector<std::string> words(const std::vector<std::string>& path) const
    {
        std::vector<std::string> result;
        for (const JsonValue* place : places(path))
            if (const JsonMember* words = place->member("enum"))
                for (const JsonValue& word : words->value.items)
                    result.push_back(word.text);
        return result;
    }

private:
    /// All schemas that speak of a path.
    [[nodiscard]] std::vector<const JsonValue*> places(const std::vector<std::string>& path) const
    {
        std::vector<const JsonValue*> here{&schema_};
        expand(here);
        for (const std::string& step : path)
        {
            std::vector<const JsonValue*> next;
            for (const JsonValue* place : here)
            {
                const JsonMember* inner = place->member(step == "[]" ? "items" : step == "*" ? "additionalProperties" : "properties");
                if (inner != nullptr && step != "[]" && step != "*")
                    inner = inner->value.member(step);
                if (inner != nullptr)
                    next.push_back(&inner->value);
            }
            here = std::move(next);
            expand(here);
        }
        return here;
    }

    /// Adds what is referred to and what is combined.
    void expand(std::vector<const JsonValue*>& places) const
    {
        for (std::size_t k = 0; k < places.size(); ++k)
        {
            if (const JsonMember* reference = places[k]->member("$ref"))
                places.push_back(&schema_.member("definitions")->value.member(reference->value.text.substr(14))->value);
            for (const char* combined : {"allOf", "anyOf", "oneOf"})
                if (const JsonMember* parts = places[k]->member(combined))
                    for (const JsonValue& part : parts->value.items)
                        places.push_back(&part);
        }
    }

    JsonValue schema_;
};

std::set<std::string> keys_of(const Structure& structure)
{
    std::set<std::string> keys;
    for (const Field& line : structure.fields)
        keys.insert(std::string(line.name));
    return keys;
}

/// Walks all tables and compares what the editor offers there.
void compare(const Editor& editor, const Type& type, const std::vector<std::string>& path, int depth)
{
    const auto below = [&](const std::string& step) {
        auto longer = path;
        longer.push_back(step);
        return longer;
    };
    using Kind = Type::Kind;
    switch (type.kind)
    {
    case Kind::optional:
        return compare(editor, type.element(), path, depth);
    case Kind::list:
        return compare(editor, type.element(), below("[]"), depth);
    case Kind::named_list:
        return compare(editor, type.element(), below("*"), depth);
    case Kind::choice:
        EXPECT_EQ(editor.words(path).size(), type.choices.size());
        return;
    case Kind::alternatives:
        EXPECT_EQ(editor.keys(path).size(), type.alternatives.size()) << type.name;
        for (const auto alternative : type.alternatives)
            if (depth < 6) // shapes contain shapes
                compare(editor, alternative(), below(std::string(alternative().structure().name)), depth + 1);
        return;
    case Kind::structure:
    case Kind::keyframed:
        EXPECT_EQ(editor.keys(path), keys_of(type.structure())) << type.structure().name;
        for (const Field& line : type.structure().fields)
        {
            EXPECT_THAT(editor.description(below(std::string(line.name))), testing::StartsWith(std::string(line.help)));
            compare(editor, line.type(), below(std::string(line.name)), depth + 1);
        }
        return;
    default:
        return;
    }
}
} // namespace

TEST(JsonSchema, EditorsOfferEveryKeyOfEveryTable) { compare(Editor(), type_of<Scene>(), {}, 0); }

TEST(JsonSchema, EditorsOfferKeysWhereTheyAreNeeded)
{
    const Editor editor;
    EXPECT_THAT(editor.keys({}), testing::IsSupersetOf({"spacing", "objects", "$schema", "walls"}));
    EXPECT_THAT(editor.keys({"objects", "*", "shape"}), testing::IsSupersetOf({"box", "sphere", "union", "mesh"}));
    EXPECT_THAT(editor.keys({"objects", "*", "shape", "union", "of", "[]", "sphere"}), testing::ElementsAre("center", "radius"));
    EXPECT_THAT(editor.keys({"gravity", "keyframes", "[]"}), testing::ElementsAre("time", "value"));
    EXPECT_THAT(editor.words({"gravity", "interpolation"}), testing::ElementsAre("linear", "smooth", "step"));
    EXPECT_EQ(editor.description({"duration"}), "time to simulate, rounded up to whole frames [s]; default 1");
    EXPECT_TRUE(editor.keys({"objects", "*", "nothing"}).empty());
}
