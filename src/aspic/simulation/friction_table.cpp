#include "aspic/simulation/friction_table.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
FrictionTable::FrictionTable(const Scene& scene) : bodies_(scene.walls.size() + scene.rigid_bodies.size())
{
    for (const auto& [name, material] : scene.materials)
    {
        own_.push_back(material.elastic ? std::sqrt(material.elastic->friction) : 0);
        for (const auto& wall : scene.walls)
            with_body_.push_back(material.elastic ? own_.back() * std::sqrt(wall.value.friction) : wall.value.fluid_friction);
        for (const auto& body : scene.rigid_bodies)
            with_body_.push_back(own_.back() * std::sqrt(body.value.friction));
    }
}

bool FrictionTable::any_with_bodies() const
{
    return std::ranges::any_of(with_body_, [](double friction) { return friction > 0; });
}
} // namespace aspic
