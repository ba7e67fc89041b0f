// Pages about the scene format, made from the field tables.

#include "aspic/io/table_pages.h"

#include "aspic/io/table_catalogue.h"
#include "aspic/io/table_examples.h"
#include "aspic/io/table_json.h"
#include "aspic/io/text_table.h"
#include "aspic/scene/scene.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <memory>

using namespace aspic;
using testing::HasSubstr;
using testing::Not;

namespace
{
std::string page(std::string_view thing)
{
    const auto text = describe_text(thing);
    EXPECT_TRUE(text) << thing << ": " << describe(text.problems());
    return text ? *text : "";
}

std::string hint(std::string_view thing)
{
    const auto text = describe_text(thing);
    EXPECT_FALSE(text) << thing;
    return text ? "" : text.problems().front().hint;
}

/// Reads an example into a value of type T.
template <class T> Problems problems_reading(std::string_view json)
{
    T value{};
    const auto parsed = parse_json(json, "example");
    return parsed ? read_table(*parsed, type_of<T>(), &value, "example") : parsed.problems();
}

Problems problems_of_example(const TableExample& example)
{
    const auto& [key, json] = example;
    if (key == "scene")
        return problems_reading<Scene>(json);
    if (key == "periodic")
        return problems_reading<PeriodicAxes>(json);
    if (key == "keyframes")
        return problems_reading<Keyframed<double>>(json);
    if (key == "material")
        return problems_reading<Material>(json);
    if (key == "object")
        return problems_reading<Object>(json);
    if (key == "shape")
        return problems_reading<Shape>(json);
    if (key == "pin")
        return problems_reading<Pin>(json);
    if (key == "motion")
        return problems_reading<Motion>(json);
    if (key == "wall")
        return problems_reading<Wall>(json);
    if (key == "emitter")
        return problems_reading<Emitter>(json);
    if (key == "sink")
        return problems_reading<Sink>(json);
    if (key == "solvers")
        return problems_reading<Solvers>(json);
    if (key == "probe")
        return problems_reading<Probe>(json);
    if (key == "output")
        return problems_reading<Output>(json);
    return {{std::string(key), "no test reads this example", ""}};
}
} // namespace

TEST(TablePages, ExamplesCanBeRead)
{
    const auto entries = table_entries(type_of<Scene>());
    for (const TableExample& example : table_examples())
    {
        EXPECT_NE(std::ranges::find(entries, example.key, &TableEntry::key), entries.end()) << example.key;
        EXPECT_EQ(describe(problems_of_example(example)), "") << example.key;
    }
}

TEST(TablePages, EveryTableAndFieldHasItsPage)
{
    for (const TableEntry& entry : table_entries(type_of<Scene>()))
    {
        const std::string text = page(entry.key);
        EXPECT_THAT(text, HasSubstr(entry.key + ": "));
        if (entry.structure == nullptr)
            continue;
        for (const Field& line : entry.structure->fields)
        {
            EXPECT_THAT(text, HasSubstr(std::string(line.name))) << entry.key;
            if (entry.path.empty() || !line.inherits_meaning)
                page((entry.path.empty() ? "" : entry.path + ".") + std::string(line.name)); // by its place
        }
    }
}

TEST(TablePages, TableSaysUnitDefaultAndRange)
{
    EXPECT_EQ(page("sphere"), "shape.sphere: a ball; in 2D a disc; a kind of shape\n"
                              "as in objects.shape.sphere\n"
                              "\n"
                              "  key     value       default    range        meaning\n"
                              "  ---     -----       -------    -----        -------\n"
                              "  center  vector [m]  [0, 0, 0]               its centre\n"
                              "  radius  number [m]  required   more than 0  its radius\n");
}

TEST(TablePages, FieldsAreFoundByPlace)
{
    EXPECT_EQ(page("objects.shape.sphere.radius"), "objects.shape.sphere.radius: its radius\n\n"
                                                   "  value    number\n"
                                                   "  unit     m\n"
                                                   "  default  required\n"
                                                   "  range    more than 0 m\n");
    EXPECT_EQ(page("objects.water.shape.sphere.radius"), page("objects.shape.sphere.radius"));
    EXPECT_THAT(page("walls.tank.shape.union.of[2].box.to"), HasSubstr("largest coordinates"));
    EXPECT_THAT(page("gravity.keyframes[0].value"), HasSubstr("m/s²")); // taken from the field around it
    EXPECT_THAT(page("solvers.pressure"), HasSubstr("weakly_compressible"));
    EXPECT_THAT(page("objects.shape.sphere"), HasSubstr("shape.sphere: a ball"));
    EXPECT_THAT(page("kernel"), HasSubstr("wendland"));
}

TEST(TablePages, OneNameMayMeanSeveralThings)
{
    EXPECT_THAT(page("wall"), HasSubstr("\nprobe.wall: "));
    EXPECT_THAT(page("wall"), testing::StartsWith("wall: "));
    EXPECT_THAT(page("probe.wall"), Not(HasSubstr("restitution")));
    EXPECT_THAT(page("radius"), HasSubstr("shape.torus"));
    EXPECT_THAT(page("radius"), HasSubstr("nozzle.circle"));
}

TEST(TablePages, OverviewNamesAll)
{
    for (const TableEntry& entry : table_entries(type_of<Scene>()))
        EXPECT_THAT(page(""), HasSubstr(entry.key + " "));
}

TEST(TablePages, UnknownThingsGetTheNearest)
{
    EXPECT_EQ(hint("spher"), "did you mean 'sphere'?");
    EXPECT_EQ(hint("probe.wal"), "did you mean 'probe.wall'?");
    EXPECT_EQ(hint("objects.shap"), "did you mean 'shape'?");
    EXPECT_EQ(hint("objects.a.shape.sphere.radus"), "did you mean 'radius'?");
    EXPECT_EQ(hint("spacing.x"), "it is a plain value");
    EXPECT_EQ(hint("xylophone"), "`aspic describe` lists all there is");
    EXPECT_THAT(describe_text(std::string(10'000, 'x') + "\x1b").problems()[0].what, Not(HasSubstr("\x1b")));
    for (const char* odd : {".", "..", "[", ".objects", "objects..shape", " ", "[0]"})
        EXPECT_FALSE(describe_text(odd)) << odd;
}

TEST(TablePages, ReferencePageHoldsAllTables)
{
    const std::string text = reference_page();
    for (const TableEntry& entry : table_entries(type_of<Scene>()))
        EXPECT_THAT(text, HasSubstr("# " + entry.key + "\n"));
    EXPECT_THAT(text, HasSubstr("| spacing | number [m] | required |"));
    for (const TableExample& example : table_examples())
        EXPECT_THAT(text, HasSubstr("```json\n" + std::string(example.json) + "\n```"));
}

TEST(TextTable, AlignsLettersNotBytes)
{
    EXPECT_EQ(columns_text({{"größe", "1"}, {"a", "2"}}), "  größe  1\n  a      2\n");
    EXPECT_EQ(text_width("m³ °C"), 5U);
}

TEST(TextTable, WrapsTheLastColumn)
{
    std::string words;
    for (int k = 0; k < 40; ++k)
        words += "word ";
    const std::string text = columns_text({{"key", words}});
    EXPECT_GT(std::ranges::count(text, '\n'), 1);
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
    {
        const std::string line = text.substr(begin, text.find('\n', begin) - begin);
        EXPECT_LE(line.size(), 120U);
        EXPECT_TRUE(line.starts_with(begin == 0 ? "  key  word" : "       word")) << line;
    }
}

TEST(TextTable, LeavesEmptyColumnsOutAndEscapesBars)
{
    EXPECT_EQ(laid_out({{"a", "b", "c"}, {"1", "", "x|y"}}, TextLayout::markdown), "| a | c |\n| --- | --- |\n| 1 | x\\|y |\n");
    EXPECT_EQ(laid_out({{"a", "b"}, {"1", ""}}, TextLayout::terminal), "  a\n  -\n  1\n");
    EXPECT_EQ(indented_text("a\n\nb", 2), "  a\n\n  b\n");
}
