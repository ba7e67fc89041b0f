// Any bytes as a scene: a scene that can be written and read again, or a list of problems, never a crash.

#include "aspic/io/scene_file.h"
#include "aspic/simulation/estimate.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

using namespace aspic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto scene = parse_scene({reinterpret_cast<const char*>(data), size}, "fuzz.json", "/nonexistent");
    if (scene.ok() == !scene.problems().empty())
        std::abort();
    if (!scene)
        return 0;
    const auto again = parse_scene(scene_text(scene->scene), "fuzz.json", "/nonexistent");
    if (!again || !(again->scene == scene->scene) || again->physics != scene->physics)
        std::abort();
    if (std::isnan(estimate_memory(scene->scene, scene->assets, 1000)))
        std::abort();
    return 0;
}
