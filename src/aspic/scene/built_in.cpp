#include "aspic/scene/built_in.h"

namespace aspic
{
namespace
{
Scene dam_break_2d()
{
    Scene scene;
    scene.name = "dam-break-2d";
    scene.summary = "a water column 1 m wide and 2 m high collapses in a tank 4 m long (plane, 3200 particles)";
    scene.dimension = 2;
    scene.spacing = 0.025;
    scene.tank = {{0, 0, 0}, {4, 4, 0}};
    scene.fluid = {{{0, 0, 0}, {1, 2, 0}}};
    scene.pressure.sound_speed = 60; // ten times √(2 g H)
    return scene;
}
} // namespace

const std::vector<Scene>& built_in_scenes()
{
    static const std::vector<Scene> scenes{dam_break_2d()};
    return scenes;
}

Result<Scene> built_in_scene(std::string_view name)
{
    std::string names;
    for (const Scene& scene : built_in_scenes())
    {
        if (scene.name == name)
            return scene;
        names += (names.empty() ? "" : ", ") + scene.name;
    }
    return Problem{"", "there is no built-in scene '" + std::string(name) + "'", "choose one of: " + names};
}
} // namespace aspic
