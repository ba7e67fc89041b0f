#pragma once

#include "aspic/scene/scene.h"

#include <vector>

namespace aspic
{
/// Coulomb's coefficients between the materials of particles and what they touch. Of two solid surfaces the geometric mean counts; fluids only feel walls that have a coefficient for them.
class FrictionTable
{
public:
    explicit FrictionTable(const Scene& scene);

    [[nodiscard]] bool any_with_bodies() const;

    /// `body`: a wall, or behind the walls a rigid body
    [[nodiscard]] double with_body(Index material, std::size_t body) const
    {
        return with_body_[static_cast<std::size_t>(material) * bodies_ + body];
    }
    [[nodiscard]] double between(Index a, Index b) const { return own_[static_cast<std::size_t>(a)] * own_[static_cast<std::size_t>(b)]; }

private:
    std::size_t bodies_ = 0;
    std::vector<double> with_body_; ///< by materials
    std::vector<double> own_;       ///< √μ of each material; 0: a fluid
};
} // namespace aspic
