#include "aspic/boundaries/thin_matter.h"
#include "aspic/simulation/doctor_parts.h"
#include "aspic/simulation/scene_boundaries.h"

namespace aspic
{
namespace
{
/// Calls `visit(path, shape)` for each wall that presses, and each rigid body.
template <class Visit> void for_each_boundary(const Scene& scene, const Assets& assets, const Visit& visit)
{
    for (const auto& wall : scene.walls)
        if (wall.value.ghosts != GhostKind::none)
            visit("walls." + wall.name, boundary_shape(scene, assets, wall.value));
    for (const auto& body : scene.rigid_bodies)
        visit("rigid_bodies." + body.name, boundary_shape(scene, assets, body.value));
}

std::vector<std::string> thin_boundaries(const Scene& scene, const Assets& assets)
{
    std::vector<std::string> thin;
    for_each_boundary(scene, assets, [&](const std::string& path, const BoundaryShape& shape) {
        if (thin_place(shape))
            thin.push_back(path);
    });
    return thin;
}
} // namespace

std::vector<std::string> boundary_notes(const Scene& scene, const Assets& assets)
{
    if (!std::holds_alternative<DfsphSettings>(scene.solvers.pressure) || scene.solvers.boundaries != BoundaryMethod::automatic)
        return {};
    const std::vector<std::string> thin = thin_boundaries(scene, assets);
    if (thin.empty())
        return {};
    std::string names;
    for (const std::string& name : thin)
        names += (names.empty() ? "" : ", ") + name;
    return {"thinner than a spacing, so that samples stand for it instead of a map: " + names};
}

void examine_boundaries(Examination& examination)
{
    const Scene& scene = examination.scene;
    for (const std::string& note : boundary_notes(scene, examination.assets))
        examination.fact("solvers.boundaries", note);
    const bool is_incompressible = std::holds_alternative<DfsphSettings>(scene.solvers.pressure);
    if (is_incompressible && scene.solvers.boundaries != BoundaryMethod::map)
        return;
    for (const std::string& path : thin_boundaries(scene, examination.assets))
        examination.warn(path, "it is thinner than a spacing: nothing passes it, but fluid beside it fills too little room",
                         is_incompressible ? "leave solvers.boundaries out: samples are taken for thin walls"
                                           : "make it a spacing thick, or choose solvers.pressure: {\"dfsph\": {}}");
}
} // namespace aspic
