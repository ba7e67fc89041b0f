// The commands about scenes: new, check, list, describe, schema. Exit codes, messages, and what they leave behind.

#include "support/program.h"

#include <gmock/gmock.h>

using namespace aspic;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

namespace
{
class SceneProgram : public testing::Test
{
public:
    SceneProgram() { fs::create_directories(folder_); }
    ~SceneProgram() override { fs::remove_all(folder_); }

protected:
    [[nodiscard]] Outcome run(const std::string& arguments) const { return run_program(folder_, arguments); }

    void expect(const std::string& arguments, int code, const std::string& message) const
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, code) << arguments << outcome.out << outcome.error;
        EXPECT_THAT(code == 0 ? outcome.out : outcome.error, HasSubstr(message)) << arguments;
    }

    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name, std::ios::binary) << text; }

    fs::path folder_ = fs::path(testing::TempDir()) / ("aspic_scene_program_" + std::to_string(getpid()));
};
} // namespace

TEST_F(SceneProgram, WalkOfANewcomer)
{
    expect("list", 0, "dam-break");
    expect("new pool.json", 0, "pool.json");
    EXPECT_TRUE(fs::exists(folder_ / "scene.schema.json"));
    EXPECT_THAT(file_content(folder_ / "pool.json"), HasSubstr("\"$schema\": \"./scene.schema.json\""));
    expect("check pool.json", 0, "pool.json: no problems\n");
    expect("run pool.json --frames 1 -o out --quiet", 0, "");
    EXPECT_TRUE(fs::exists(folder_ / "out"));
}

TEST_F(SceneProgram, NewCopiesBuiltInScenes)
{
    for (const char* name : {"dam-break", "dam-break-2d", "fountain-2d"})
    {
        expect(std::string("new ") + name + ".json --from " + name, 0, name);
        expect(std::string("check ") + name + ".json", 0, "no problems");
    }
    expect("new x.json --from dam-brake", 2, "did you mean 'dam-break'?");
    EXPECT_FALSE(fs::exists(folder_ / "x.json"));
}

TEST_F(SceneProgram, NewReplacesNothingUnasked)
{
    write("mine.json", "mine");
    expect("new mine.json", 2, "is there already");
    EXPECT_EQ(file_content(folder_ / "mine.json"), "mine");
    EXPECT_FALSE(fs::exists(folder_ / "scene.schema.json"));
    expect("new mine.json --force", 0, "wrote mine.json");
    EXPECT_THAT(file_content(folder_ / "mine.json"), HasSubstr("spacing"));

    write("scene.schema.json", "somebody else's");
    expect("new other.json", 2, "is no schema of scenes");
    EXPECT_FALSE(fs::exists(folder_ / "other.json"));
    expect("new other.json --no-schema", 0, "wrote other.json\n");
    EXPECT_EQ(file_content(folder_ / "scene.schema.json"), "somebody else's");
    EXPECT_THAT(file_content(folder_ / "other.json"), Not(HasSubstr("$schema")));

    expect("new", 2, "scene.schema.json");
    fs::remove(folder_ / "scene.schema.json");
    expect("new", 0, "scene.json");
    expect("new again.json", 0, "again.json"); // our own schema may be written again
    expect("new -", 0, "\"spacing\"");
    expect("new no/such/folder.json", 4, "no/such");
}

TEST_F(SceneProgram, CheckGivesAllProblemsAtOnce)
{
    write("bad.json", "{\n\"version\": 1,\n\"spacing\": -1,\n\"gravty\": [0, 0],\n\"materials\": {\"w\": {\"density\": \"5 s\"}}\n}");
    const Outcome outcome = run("check bad.json");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.error, HasSubstr("bad.json:3:12 (spacing): -1 m is out of range"));
    EXPECT_THAT(outcome.error,
                HasSubstr("bad.json:4:1 (gravty): the key 'gravty' is not known in a scene\n  hint: did you mean 'gravity'?"));
    EXPECT_THAT(outcome.error, HasSubstr("bad.json:5:32 (materials.w.density)"));
    EXPECT_THAT(outcome.error, HasSubstr("3 problems\n"));
    expect("run bad.json", 2, "bad.json:4:1");
}

TEST_F(SceneProgram, CheckAdvises)
{
    expect("check dam-break-2d", 0, "3200 particles");
    const Outcome outcome = run("check dam-break-2d --set 'objects.column.position=[3.5,0]'");
    EXPECT_EQ(outcome.code, 0); // it can run
    EXPECT_THAT(outcome.out, HasSubstr("1 warning"));
    EXPECT_THAT(outcome.out, HasSubstr("50 % of its particles start outside of the wall 'tank'\n  hint: "));
    expect("check dam-break-2d --set spacing=5mm", 0, "80 thousand particles");
    expect("check dam-break-2d --set spacing=nothing", 2, "--set spacing");
}

TEST_F(SceneProgram, CheckNamesWhatItCannotRead)
{
    fs::create_directories(folder_ / "folder.json");
    write("empty.json", "");
    write("secret.json", "{}");
    expect("check", 2, "a scene is missing");
    expect("check nope", 2, "no built-in scene 'nope'");
    expect("check nope.json", 4, "nope.json");
    expect("check folder.json", 4, "folder.json");
    expect("check empty.json", 2, "the file is empty");
    expect("check /dev/null", 2, "is a device or a pipe");
    expect("check a b", 2, "b");
    expect("check --bogus dam-break", 2, "--bogus");
    expect("check '' ", 2, "a scene is missing");
}

TEST_F(SceneProgram, TakesOddPaths)
{
    for (const char* name : {"with space.json", "käse 🌊.json", "new\nline.json", "-dash.json", "\xff\xfe.json"})
    {
        const std::string quoted = "'./" + std::string(name) + "'";
        expect("new --no-schema " + quoted, 0, "wrote");
        expect("check " + quoted, 0, "no problems");
    }
}

TEST_F(SceneProgram, DescribesThings)
{
    expect("describe", 0, "shape.sphere");
    expect("describe sphere", 0, "more than 0");
    expect("describe objects.shape.sphere.radius", 0, "its radius");
    expect("describe spher", 2, "did you mean 'sphere'?");
    expect("describe --markdown", 0, "## scene");
    expect("describe --markdown -o page.md", 0, "");
    EXPECT_THAT(file_content(folder_ / "page.md"), HasSubstr("| spacing |"));
    expect("describe sphere box", 2, "box");
}

TEST_F(SceneProgram, WritesTheSchema)
{
    expect("schema", 0, "json-schema.org/draft-07");
    expect("schema -o s.json", 0, "");
    EXPECT_EQ(file_content(folder_ / "s.json"), run("schema").out);
    expect("schema -o /dev/null/x", 4, "/dev/null/x");
}

TEST_F(SceneProgram, SaysWhenOutputIsLost)
{
    for (const char* command : {"list", "schema", "describe scene", "check dam-break-2d", "new -"})
    {
        const Outcome full = run(std::string(command) + " >/dev/full");
        EXPECT_EQ(full.code, 4) << command;
        EXPECT_THAT(full.error, HasSubstr("No space left")) << command;
        EXPECT_NE(run(std::string(command) + " >&-").code, 0) << command;
        EXPECT_EQ(run(std::string(command) + " <&-").code, 0) << command;
    }
}

TEST_F(SceneProgram, HelpShowsExamples)
{
    for (const char* command : {"new", "check", "describe", "schema"})
        expect(std::string(command) + " --help", 0, std::string("aspic ") + command);
    expect("list --help", 0, "built-in scenes");
    expect("--help", 0, "aspic check pool.json");
}
