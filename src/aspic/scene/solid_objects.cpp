#include "aspic/scene/solid_objects.h"

#include <algorithm>

namespace aspic
{
bool is_solid(const Scene& scene, const Object& object)
{
    const Index material = index_of(scene.materials, object.material); // −1 where a scene that is still to be looked at names none
    return object.motion || (material >= 0 && scene.materials[static_cast<std::size_t>(material)].value.elastic);
}

bool is_attached(const Object& object, const std::string& support)
{
    return std::ranges::any_of(object.pins, [&](const auto& pin) { return pin.value.attach_to == support; });
}
} // namespace aspic
