#include "aspic/scene/solid_objects.h"

namespace aspic
{
bool is_solid(const Scene& scene, const Object& object)
{
    return object.motion || scene.materials[static_cast<std::size_t>(index_of(scene.materials, object.material))].value.elastic;
}
} // namespace aspic
