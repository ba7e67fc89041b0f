#include "aspic/scene/solid_objects.h"

namespace aspic
{
bool is_solid([[maybe_unused]] const Scene& scene, const Object& object) { return object.motion || !object.pins.empty(); }
} // namespace aspic
