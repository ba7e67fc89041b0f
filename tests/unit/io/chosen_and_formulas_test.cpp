// Formulas in scenes: where they may stand, what they are when written again, what is wrong with them. And the pressure solver that a scene needs.

#include "aspic/io/scene_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;
using testing::ElementsAre;
using testing::HasSubstr;

namespace
{
Result<LoadedScene> read(const std::string& rest, const std::vector<std::string>& settings = {})
{
    return parse_scene(R"({"version": 1, "spacing": 0.1, "duration": 2, )" + rest + "}", "s.json", ".", settings);
}

std::string problems_in(const std::string& rest) { return describe(read(rest).problems()); }

const std::string wall = R"("walls": {"w": {"shape": {"sphere": {"radius": 1}}, "motion": )";
const std::string crate = R"("rigid_bodies": {"crate": {"shape": {"sphere": {"radius": 1}}}})";
const std::string rubber = R"("materials": {"rubber": {"elastic": {"young_modulus": 1e6, "poisson_ratio": 0.3}}})";
} // namespace

TEST(FormulasInScenes, StandWhereKeyframesMay)
{
    const auto scene = read(
        wall + R"x({"displacement": ["sin(2*pi*t/1.3)*0.03", 0, "2 mm"], "rotation": [0, 0, "10 deg"]}}}, "gravity": [0, "-9.81*min(t, 1)"],
        "materials": {"water": {"viscosity": "0.001*exp(-t)"}})x");
    ASSERT_TRUE(scene) << describe(scene.problems());
    const Motion& motion = *scene->scene.walls[0].value.motion;
    EXPECT_DOUBLE_EQ(motion.displacement->at(0.4).x, std::sin(2 * pi * 0.4 / 1.3) * 0.03);
    EXPECT_EQ(motion.displacement->at(0.4).z, 0.002);
    EXPECT_TRUE(motion.rotation->is_constant());
    EXPECT_DOUBLE_EQ(scene->scene.gravity.at(0.5).y, -9.81 * 0.5);
    EXPECT_DOUBLE_EQ(scene->scene.materials[0].value.viscosity.at(1), 0.001 * std::exp(-1.0));
    const auto again = parse_scene(scene_text(scene->scene), "again.json", ".");
    ASSERT_TRUE(again) << describe(again.problems());
    EXPECT_EQ(again->scene.walls, scene->scene.walls);
    EXPECT_EQ(scene_text(again->scene), scene_text(scene->scene));
    EXPECT_EQ(again->physics, scene->physics);
}

TEST(FormulasInScenes, MistakesHaveTheirPlace)
{
    EXPECT_THAT(
        problems_in(wall + R"({"displacement": [0, "sin(t", 0]}}})"),
        testing::AllOf(HasSubstr("s.json:1:"), HasSubstr("(walls.w.motion.displacement[1]): column 6 of the formula: ')' is expected")));
    EXPECT_THAT(problems_in(R"("gravity": [0, "3 furlongs"])"), HasSubstr("furlongs"));
    EXPECT_THAT(problems_in(R"x("gravity": [0, "1/(t-1)"])x"), HasSubstr("gravity[1]): the formula is inf at t = 1 s"));
    EXPECT_THAT(problems_in(R"("materials": {"water": {"viscosity": "1-t"}})"), HasSubstr("the formula is -0.002 at t = 1 s"));
    EXPECT_THAT(problems_in(R"("dimension": 2, "gravity": [0, "t", "t"])"), HasSubstr("z must be 0 in 2D"));
    EXPECT_EQ(problems_in(R"("dimension": 2, "gravity": [0, "t"])"), "");
    EXPECT_THAT(problems_in(wall + R"x({"angular_velocity": ["sin(t)", "cos(t)", 0]}}})x"), HasSubstr("the axis changes with time"));
    EXPECT_EQ(problems_in(wall + R"x({"angular_velocity": ["sin(t)", "2*sin(t)", 0]}}})x"), "");
}

TEST(FormulasInScenes, DeformationsAreForWhatIsHeld)
{
    const std::string pinned =
        R"("materials": {"water": {}}, "objects": {"o": {"shape": {"sphere": {"radius": 1}}, "material": "water", "pins": {"p": {"region": {"sphere": {"radius": 1}},
        "motion": {"deformation": )";
    EXPECT_EQ(problems_in(pinned + R"({"along_x": ["1+t", 0, 0]}}}}}})"), "");
    EXPECT_THAT(problems_in(pinned + R"({"along_x": ["1-t", 0, 0]}}}}}})"), HasSubstr("the volume is not positive at t = 1 s"));
    EXPECT_THAT(problems_in(wall + R"({"deformation": {"along_x": [2, 0, 0]}}}})"), HasSubstr("walls and rigid bodies keep their shape"));
}

TEST(PressureChoice, FollowsFromWhatAsksForIt)
{
    for (const auto& [rest, reason] : {std::pair(crate, "rigid bodies"), std::pair(rubber, "elastic solids")})
    {
        const auto scene = read(rest);
        ASSERT_TRUE(scene) << describe(scene.problems());
        EXPECT_TRUE(std::holds_alternative<DfsphSettings>(scene->scene.solvers.pressure));
        EXPECT_THAT(scene->notes, ElementsAre(HasSubstr(reason)));
        EXPECT_THAT(scene_text(scene->scene), HasSubstr(R"("dfsph": {})")); // a run says it by itself later
    }
    const auto fluid = read(R"("materials": {"water": {}})");
    EXPECT_TRUE(std::holds_alternative<WeaklyCompressibleSettings>(fluid->scene.solvers.pressure));
    EXPECT_TRUE(fluid->notes.empty());
    const auto said = read(crate, {R"(solvers.pressure={"dfsph": {"courant": 0.3}})"});
    EXPECT_EQ(std::get<DfsphSettings>(said->scene.solvers.pressure).courant, 0.3);
    EXPECT_TRUE(said->notes.empty());
}

TEST(PressureChoice, SaysWhatAWeaklyCompressibleFluidCannotDo)
{
    const std::string sound = R"("solvers": {"pressure": {"weakly_compressible": {}}}, )";
    EXPECT_THAT(problems_in(sound + crate), HasSubstr("only DFSPH solves for both"));
    EXPECT_THAT(problems_in(sound + rubber), HasSubstr("leave out solvers.pressure, which chooses DFSPH"));
}
