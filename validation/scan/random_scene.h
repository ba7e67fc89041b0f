#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace aspic::validation
{
/// What happens in a random scene.
enum class Happening
{
    drop,    ///< on a floor
    thrown,  ///< against a wall, spinning, without gravity
    collide, ///< two bodies, without gravity
    squeeze, ///< between a floor and a plate that comes down and goes up again
    rest     ///< on a floor
};
constexpr int happening_count = 5;

/// A small scene of elastic bodies that is a function of a seed and a number.
struct RandomScene
{
    std::string name; ///< "drop: bar, 3e6 Pa, …"
    std::string text; ///< JSON
    Happening happening = Happening::drop;
    double spacing = 0;          ///< [m]
    double size = 0;             ///< [m] longest extent of a body
    double fall = 0;             ///< [m] free height below the body at first
    double release = 0;          ///< [s] from when on nothing outside does work
    double duration = 0;         ///< [s]
    std::optional<double> floor; ///< [m] height of the surface; none: there is none
    bool may_not_rotate = false; ///< it lies flat
};

/// Which scenes are made.
struct RandomScenes
{
    std::uint64_t seed = 1;
    std::optional<Happening> only; ///< none: each happening in turn
    std::string elasticity;        ///< keys of solvers.elasticity; empty: the default settings
};
RandomScene random_scene(const RandomScenes& scenes, std::uint64_t number);
} // namespace aspic::validation
