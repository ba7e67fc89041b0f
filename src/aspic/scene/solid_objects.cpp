#include "aspic/scene/solid_objects.h"

#include <algorithm>

namespace aspic
{
bool is_solid(const Scene& scene, const Object& object) { return object.motion || is_elastic(scene, static_cast<const Body&>(object)); }

bool is_elastic(const Scene& scene, const Body& body)
{
    const Index material = index_of(scene.materials, body.material); // −1 where a scene that is still to be looked at names none
    return material >= 0 && scene.materials[static_cast<std::size_t>(material)].value.elastic;
}

bool is_elastic(const Scene& scene, const Emitter& emitter)
{
    const auto* bodies = std::get_if<BodyEmitter>(&emitter);
    return bodies != nullptr && is_elastic(scene, static_cast<const Body&>(*bodies));
}

bool has_fluid(const Scene& scene)
{
    return std::ranges::any_of(scene.objects, [&](const auto& object) { return !is_solid(scene, object.value); }) ||
           std::ranges::any_of(scene.emitters, [&](const auto& emitter) { return !is_elastic(scene, emitter.value); });
}

bool is_attached(const Object& object, const std::string& support)
{
    return std::ranges::any_of(object.pins, [&](const auto& pin) { return pin.value.attach_to == support; });
}
} // namespace aspic
