#include "aspic/scene/pressure_choice.h"

#include <algorithm>

namespace aspic
{
std::string_view needs_incompressible(const Scene& scene)
{
    const auto is_wetted = [](const auto& body) { return body.value.contact_angle.has_value(); };
    if (!scene.rigid_bodies.empty())
        return "the scene has rigid bodies";
    if (std::ranges::any_of(scene.materials, [](const auto& material) { return material.value.elastic.has_value(); }))
        return "the scene has elastic solids";
    if (std::ranges::any_of(scene.walls, is_wetted))
        return "fluid wets walls";
    if (std::holds_alternative<ImplicitViscositySettings>(scene.solvers.viscosity))
        return "viscosity is implicit";
    return "";
}
} // namespace aspic
