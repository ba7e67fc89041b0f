#include "aspic/core/rough_text.h"
#include "aspic/simulation/doctor_parts.h"
#include "aspic/simulation/rigid_bodies.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace aspic
{
namespace
{
/// Overlaps of rigid bodies with walls and with each other at the start.
class RigidPlacement
{
public:
    explicit RigidPlacement(Examination& examination)
        : examination_(examination), scene_(examination.scene), rigid_(examination.scene, examination.assets)
    {
        constexpr double moment = 1e-3; // [s] in which what moves as given shows how fast it is
        WorldState state;
        rigid_.prepare(state);
        rigid_.begin(state, {}, 0, moment);
    }

    void run()
    {
        std::map<std::pair<Index, Index>, double> deepest;
        for (const Contact& contact : rigid_.overlaps())
        {
            double& depth = deepest[{contact.a, contact.b}];
            depth = std::max(depth, -contact.gap);
        }
        const auto walls = static_cast<Index>(scene_.walls.size());
        for (const auto& [pair, depth] : deepest)
        {
            const auto b = static_cast<std::size_t>(pair.second - walls);
            if (pair.first < walls)
                look_at_wall(static_cast<std::size_t>(pair.first), b, depth);
            else
                look_at_pair(static_cast<std::size_t>(pair.first - walls), b, depth);
        }
    }

private:
    [[nodiscard]] std::string path(std::size_t body) const { return "rigid_bodies." + scene_.rigid_bodies[body].name; }

    /// Contact takes small overlaps away without being seen.
    [[nodiscard]] bool is_large(double depth, std::size_t body) const
    {
        constexpr double seen = 0.01; // of the thickness
        return depth > seen * rigid_[body].shape->thickness;
    }

    void look_at_wall(std::size_t w, std::size_t body, double depth)
    {
        if (!is_large(depth, body))
            return;
        const auto& [name, wall] = scene_.walls[w];
        const auto solid = make_solid(wall.shape, scene_.dimension, examination_.assets).value();
        const double distance = solid->surface_from(pose_at(wall.motion, 0).material_point(rigid_[body].state.position)).distance;
        const bool is_vessel = wall.keeps == Side::inside;
        if (is_vessel ? distance > 0 : distance < 0)
            examination_.warn(path(body),
                              std::string("its centre starts ") + (is_vessel ? "outside of" : "inside of") + " the wall '" + name + "'",
                              "move it: contact pushes it to where there is room, which may take long");
        else
            examination_.warn(path(body), "it reaches " + rough_number(depth, "m") + " into the wall '" + name + "'",
                              "move it, or make it smaller: contact pushes it out in the first moments");
    }

    void look_at_pair(std::size_t a, std::size_t b, double depth)
    {
        if (is_large(depth, a) || is_large(depth, b))
            examination_.warn(path(a), "it overlaps the rigid body '" + scene_.rigid_bodies[b].name + "' by " + rough_number(depth, "m"),
                              "move one of them: contact pushes them apart in the first moments");
    }

    Examination& examination_;
    const Scene& scene_;
    RigidBodies rigid_;
};
} // namespace

void examine_rigid_bodies(Examination& examination)
{
    if (!examination.scene.rigid_bodies.empty())
        RigidPlacement(examination).run();
}
} // namespace aspic
