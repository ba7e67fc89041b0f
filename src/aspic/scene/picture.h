#pragma once

#include "aspic/math/keyframed.h"
#include "aspic/math/scalar.h"

#include <string>

namespace aspic
{
/// How particles are shown.
enum class PictureStyle
{
    particles, ///< as balls
    surface,   ///< as a surface around them: of water, or coloured
    both,      ///< balls in water
    skin       ///< solid objects as meshes that follow their particles, all else as a surface
};
template <> std::span<const Choice> choices_of<PictureStyle>();

/// A camera that looks at the whole scene from a direction and keeps the distance it needs for that.
struct OrbitCamera
{
    std::optional<Keyframed<double>> azimuth;   ///< [rad] around the upward axis, from the front; none: 35°, in 2D 0
    std::optional<Keyframed<double>> elevation; ///< [rad] above the horizon; none: 16°, in 2D 0
    Keyframed<double> zoom{1};                  ///< how much larger things are than where all fits in

    bool operator==(const OrbitCamera&) const = default;
};

/// A camera at a given place.
struct PlacedCamera
{
    Keyframed<Vec3d> position;              ///< [m]
    Keyframed<Vec3d> target;                ///< [m] what stands in the middle of the picture
    Keyframed<double> angle{35 * pi / 180}; ///< [rad] of view, between the lower and the upper edge

    bool operator==(const PlacedCamera&) const = default;
};

using CameraChoice = std::variant<OrbitCamera, PlacedCamera>;
template <> inline constexpr std::string_view alternatives_name<CameraChoice> = "camera";

/// How pictures of the scene look, unless they are asked for otherwise.
struct Picture
{
    std::optional<PictureStyle> style;   ///< none: particles, in the movie of a 3D run the surface
    std::optional<std::string> color_by; ///< a quantity; none: the material
    CameraChoice camera;

    bool operator==(const Picture&) const = default;
};

template <> const Structure& structure_of<OrbitCamera>();
template <> const Structure& structure_of<PlacedCamera>();
template <> const Structure& structure_of<Picture>();
} // namespace aspic
