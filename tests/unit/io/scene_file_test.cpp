// Scenes as text: reading with everything that they name, writing, reading again; `--set`; problems with their places.

#include "aspic/io/scene_file.h"

#include "aspic/core/field_walk.h"
#include "aspic/io/table_catalogue.h"
#include "support/full_scene.h"

#include <gmock/gmock.h>

#include <set>
#include <unistd.h>

using namespace aspic;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace
{
class SceneFile : public testing::Test
{
public:
    SceneFile() { write_files_of_full_scene(folder_); }
    ~SceneFile() override { fs::remove_all(folder_); }

protected:
    [[nodiscard]] Result<LoadedScene> read(std::string_view text, const std::vector<std::string>& settings = {}) const
    {
        return parse_scene(text, "s.json", folder_, settings);
    }

    /// All problems, one per line: "line:column (path): what".
    [[nodiscard]] std::string problems_in(std::string_view text, const std::vector<std::string>& settings = {}) const
    {
        const auto scene = read(text, settings);
        std::string lines;
        for (const Problem& problem : scene.problems())
            lines += problem.where + ": " + problem.what + "\n";
        return lines;
    }

    fs::path folder_ = fs::path(testing::TempDir()) / ("aspic_scene_" + std::to_string(getpid()));
};

using Seen = std::set<std::pair<std::string_view, std::string_view>>;

/// Every (structure, field) that a scene gives a value to.
Seen fields_in(Scene scene)
{
    Seen seen;
    walk_fields(type_of<Scene>(), &scene, "", [&](const FieldVisit& visit) {
        const Type& type = visit.field.type();
        const bool is_absent = type.kind == Type::Kind::optional && !type.has_value(visit.member);
        if (!is_absent)
            seen.emplace(visit.structure.name, visit.field.name);
    });
    return seen;
}

std::string smallest(const std::string& more = "") { return R"({"version": 1, "spacing": 0.1)" + more + "}"; }
} // namespace

TEST_F(SceneFile, FullSceneUsesEveryField)
{
    const auto full = read(full_scene);
    ASSERT_TRUE(full) << describe(full.problems());
    Seen seen = fields_in(full->scene);
    // The speed of sound is given, or follows from what compression is allowed; the camera stands, or turns around.
    const auto other = read(full_scene, {"solvers.pressure={\"weakly_compressible\": {\"max_compression\": 0.02}}",
                                         "picture.camera={\"orbit\": {\"azimuth\": \"20 deg\", \"elevation\": 0.2, \"zoom\": 2}}"});
    ASSERT_TRUE(other) << describe(other.problems());
    seen.merge(fields_in(other->scene));
    // Incompressible fluid, with no setting at its default.
    const auto third = read(
        full_scene,
        {R"(solvers.viscosity={"implicit": {"tolerance": 2e-3, "max_iterations": 100}})",
         R"(solvers.surface_tension={"akinci": {"curvature": 0.6}})", R"(solvers.vorticity={"confinement": {"strength": 0.5}})",
         R"(materials.rubber={"density": 1100, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0.4, "zero_energy": 0.5, "friction": 0.4, "damping": "1 ms"}})",
         R"(materials.steel={"elastic": {"shear_modulus": "80 GPa", "bulk_modulus": "160 GPa"}})",
         R"(materials.glass={"elastic": {"shear_modulus": "26 GPa", "lame_lambda": "30 GPa"}})",
         R"(solvers.elasticity={"method": "split", "preconditioner": "two-level", "zero_energy_control": "explicit", "contact": "incompressible", "volumes": "normalized", "neighbor_limit": 10, "factor_memory": 1, "tolerance": 2e-3, "max_iterations": 100})",
         R"(walls.ground.contact_angle="60 deg")",
         R"(objects.jelly={"shape": {"sphere": {"radius": 0.2}}, "material": "rubber", "position": [0, 5, 0],
        "parts": {"core": {"region": {"sphere": {"radius": 0.1}}, "material": "steel"}},
        "scatter": {"sphere": {"center": [0, 5, 0], "radius": 0.5}},
        "pins": {"top": {"region": {"sphere": {"center": [0, 5.2, 0], "radius": 0.1}}, "attach_to": "wheel"}}})",
         R"(emitters.jellies={"bodies": {"shape": {"sphere": {"radius": 0.2}}, "material": "rubber", "position": [0, 6, 0], "interval": 1,
        "parts": {"core": {"region": {"sphere": {"radius": 0.1}}, "material": "steel"}},
        "scatter": {"sphere": {"center": [0, 6, 0], "radius": 0.5}}}})",
         R"(solvers.pressure={"dfsph": {"density_error": 2e-4, "divergence_error": 2e-3, "reduction": 0.01, "outliers": 0.01, "fastest": 2,
        "min_iterations": 3, "max_iterations": 50, "relaxation": 0.4, "accelerated": false, "warm_start": 0.5, "courant": 0.3, "growth": 1.2,
        "smallest_step": 1e-5, "fall": 0.1, "recovery": 0.2, "calming": 0.1}})",
         R"(rigid_bodies={"duck": {"shape": {"sphere": {"radius": 0.2}}, "density": 300, "mass": 5, "position": [0, 1, 0],
        "rotation": [0, 0.1, 0], "velocity": [0.1, 0, 0], "angular_velocity": [0, 0, 1], "friction": 0.3, "restitution": 0.4, "sticks": true,
        "contact_angle": 1.2, "motion": {"velocity": [0, 0.1, 0]}},
        "wheel": {"shape": {"sphere": {"radius": 0.2}}, "position": [0, 3, 0], "axle": {"axis": [0, 0, 2]}}})",
         R"(probes.duck={"rigid": {"body": "duck", "every": 0.01}})", R"(objects.ball.flow={"shear": {"speed": 0.1, "wavelength": 0.5}})"});
    ASSERT_TRUE(third) << describe(third.problems());
    seen.merge(fields_in(third->scene));
    for (const TableEntry& entry : table_entries(type_of<Scene>()))
    {
        if (entry.structure == nullptr)
            continue;
        for (const Field& line : entry.structure->fields)
            EXPECT_TRUE(seen.contains({entry.structure->name, line.name})) << entry.key << "." << line.name;
    }
}

TEST_F(SceneFile, WritesWhatItReads)
{
    const auto full = read(full_scene);
    ASSERT_TRUE(full) << describe(full.problems());
    const std::string text = scene_text(full->scene);
    const auto again = read(text);
    ASSERT_TRUE(again) << describe(again.problems()) << text;
    EXPECT_EQ(again->scene, full->scene) << text;
    EXPECT_EQ(again->physics, full->physics);
    EXPECT_EQ(scene_text(again->scene), text);
}

TEST(BuiltInScenes, WriteWhatTheyRead)
{
    ASSERT_FALSE(built_in_scenes().empty());
    for (const BuiltInFile& built_in : built_in_scenes())
    {
        const auto scene = load_scene(std::string(built_in.name));
        ASSERT_TRUE(scene) << built_in.name << "\n" << describe(scene.problems());
        EXPECT_EQ(scene->scene.name, built_in.name);
        EXPECT_FALSE(scene->scene.summary.empty()) << built_in.name;
        const auto again = parse_scene(scene_text(scene->scene), "again.json", ".");
        ASSERT_TRUE(again) << describe(again.problems());
        EXPECT_EQ(again->scene, scene->scene) << scene_text(scene->scene);
    }
}

TEST_F(SceneFile, ReadsTheFilesItNames)
{
    const auto full = read(full_scene);
    ASSERT_TRUE(full);
    ASSERT_TRUE(full->assets.meshes.contains("cube.obj"));
    EXPECT_EQ(full->assets.particles.at("dots.csv")->positions.size(), 3U);
    // Another content is another physics, even under the same name.
    std::ofstream(folder_ / "dots.csv") << "x,y,z\n1.2,6,1\n1.4,6,1\n1.2,6.25,1\n";
    EXPECT_NE(read(full_scene)->physics, full->physics);
}

TEST_F(SceneFile, PhysicsIsWhatDecidesTheResult)
{
    const std::string physics = read(smallest())->physics;
    EXPECT_EQ(read(smallest(R"(, "duration": 5, "name": "x", "summary": "y", "output": {"formats": []})"))->physics, physics);
    EXPECT_EQ(read(smallest(R"(, "gravity": [0, "-9.81 m/s²"])"))->physics, physics);
    EXPECT_NE(read(smallest(R"(, "gravity": [0, -9.8])"))->physics, physics);
    EXPECT_NE(read(smallest(R"(, "seed": 2)"))->physics, physics);
}

TEST_F(SceneFile, SettingsChangeIt)
{
    const auto scene = read(
        full_scene, {"spacing=5cm", "materials.water.viscosity=0.1", "gravity=[0,-1]", "objects.ball.shape.sphere.radius=\"30 cm\"",
                     "name=changed", "walls.ground.shape.height_field.heights[4]=0.05", "kernel=cubic", "solvers.time_step.fixed=1e-5"});
    ASSERT_TRUE(scene) << describe(scene.problems());
    EXPECT_EQ(scene->scene.spacing, 0.05);
    EXPECT_EQ(scene->scene.materials[0].value.viscosity, Keyframed<double>(0.1));
    EXPECT_EQ(scene->scene.gravity, Keyframed<Vec3d>(Vec3d{0, -1, 0}));
    EXPECT_EQ(std::get<Sphere>(scene->scene.objects[1].value.shape.form).radius, 0.3);
    EXPECT_EQ(scene->scene.name, "changed");
    EXPECT_EQ(std::get<HeightField>(scene->scene.walls[0].value.shape.form).heights[4], 0.05);
}

TEST_F(SceneFile, SettingsCanBeWrongToo)
{
    EXPECT_THAT(problems_in(smallest(), {"spacing"}), HasSubstr("--set spacing: '=' is missing"));
    EXPECT_THAT(problems_in(smallest(), {"=5"}), HasSubstr("this is no path"));
    EXPECT_THAT(problems_in(smallest(), {"a..b=5"}), HasSubstr("this is no path"));
    EXPECT_THAT(problems_in(smallest(), {"spacing=-1"}), HasSubstr("--set spacing: -1 m is out of range"));
    EXPECT_THAT(problems_in(smallest(), {"spacing=two"}), HasSubstr("--set spacing: 'two' does not begin with a number"));
    EXPECT_THAT(problems_in(smallest(), {"gravty=[0,0]"}), HasSubstr("the key 'gravty' is not known"));
    EXPECT_THAT(problems_in(full_scene, {"walls.ground.shape.height_field.heights[99]=1"}), HasSubstr("there is no element [99]"));
    EXPECT_THAT(problems_in(full_scene, {"objects.ball.material=milk"}),
                HasSubstr("--set objects.ball.material: 'milk' is not among the scene's materials"));
    EXPECT_THAT(problems_in(smallest(), {"spacing="}), HasSubstr("--set spacing"));
}

TEST_F(SceneFile, FiveMistakesGiveFiveErrors)
{
    EXPECT_EQ(problems_in(R"({
  "version": 1,
  "spacing": "2 cm",
  "gravty": [0, -9.81, 0],
  "duration": -1,
  "materials": {"water": {"density": "1000 Pa"}},
  "objects": {
    "drop": {"shape": {"spere": {"radius": 0.1}}, "material": "water"},
    "pool": {"shape": {"box": {"from": [0, 0, 0]}}, "material": "water"}
  }
})"),
              "s.json:4:3 (gravty): the key 'gravty' is not known in a scene\n"
              "s.json:5:15 (duration): -1 s is out of range\n"
              "s.json:6:38 (materials.water.density): 'Pa' does not measure the same as kg/m³\n"
              "s.json:8:24 (objects.drop.shape): 'spere' is no kind of shape\n"
              "s.json:9:31 (objects.pool.shape.box.to): the key 'to' is missing\n");
}

TEST_F(SceneFile, MistakesOfDifferentSortsComeTogether)
{
    // A misspelled key, an unknown material, a direction of zero, keyframes out of order, a vector out of the plane.
    EXPECT_EQ(problems_in(R"({
  "version": 1, "spacing": 0.1, "dimension": 2,
  "durration": 2,
  "gravity": {"keyframes": [{"time": 1, "value": [0, 0]}, {"time": 0.5, "value": [0, 0]}]},
  "materials": {"water": {}},
  "objects": {"a": {"shape": {"sphere": {"radius": 1}},
                    "material": "watr",
                    "velocity": [0, 0, 1]}},
  "probes": {"f": {"front":
     {"direction": [0, 0]}}}
})"),
              "s.json:3:3 (durration): the key 'durration' is not known in a scene\n"
              "s.json:4:59 (gravity.keyframes[1]): its time is not later than that of the keyframe before\n"
              "s.json:7:33 (objects.a.material): 'watr' is not among the scene's materials\n"
              "s.json:8:33 (objects.a.velocity): z must be 0 in 2D\n"
              "s.json:10:20 (probes.f.front.direction): the direction is zero\n");
}

TEST_F(SceneFile, ProbesNameBodiesThatAreThere)
{
    EXPECT_EQ(problems_in(R"({
  "version": 1, "spacing": 0.1,
  "rigid_bodies": {"duck": {"shape": {"sphere": {"radius": 1}}}},
  "solvers": {"pressure": {"dfsph": {}}},
  "probes": {"d": {"rigid": {"body": "duk"}}}
})"),
              "s.json:5:38 (probes.d.rigid.body): 'duk' is not among the scene's rigid_bodies\n");
}

TEST_F(SceneFile, WhatCouldNotBeReadIsReportedOnce)
{
    const std::string text = problems_in(smallest(
        R"(, "materials": {"water": {}}, "objects": {"a": {"shape": {"sphere": {"radius": 1}}, "material": 5}, "b": {"shape": {"sphere": {"radius": 1}}}})"));
    EXPECT_EQ(std::ranges::count(text, '\n'), 2) << text;
}

TEST_F(SceneFile, AbsentFilesAreNamed)
{
    const std::string text =
        problems_in(smallest(R"(, "materials": {"w": {}}, "objects": {"a": {"shape": {"mesh": {"file": "bunny.obj"}}, "material": "w"},
"b": {"shape": {"particles": {"file": "nothing.csv"}}, "material": "w"}, "c": {"shape": {"mesh": {"file": "."}}, "material": "w"},
"d": {"shape": {"mesh": {"file": ""}}, "material": "w"}})"));
    EXPECT_THAT(text, HasSubstr("bunny.obj"));
    EXPECT_THAT(text, HasSubstr("s.json:2:39 (objects.b.shape.particles.file)"));
    EXPECT_EQ(std::ranges::count(text, '\n'), 4) << text;
}

TEST_F(SceneFile, ExampleOfTheDocumentationCanBeRead)
{
    std::ifstream file(fs::path(__FILE__).parent_path() / "../../../docs/scenes.md");
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    const std::size_t begin = page.find("```json\n{");
    ASSERT_NE(begin, std::string::npos);
    const std::string text = page.substr(begin + 8, page.find("\n```", begin + 8) - begin - 8);
    EXPECT_EQ(problems_in(text), "");
}

TEST(LoadScene, NamesWhatIsNotThere)
{
    const auto scene = load_scene("dam-brake");
    ASSERT_FALSE(scene);
    EXPECT_EQ(scene.problems()[0].hint, "did you mean 'dam-break'?");
    EXPECT_THROW(static_cast<void>(load_scene("./no-such-file.json")), std::system_error);
}
