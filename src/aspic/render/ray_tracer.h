#pragma once

#include "aspic/render/camera.h"
#include "aspic/render/canvas.h"

#include <optional>

namespace aspic
{
/// A colour as light: components in proportion to energy, not as screens take them.
using Light = Vec3f;

/// sRGB, as people write colours, to light.
Light light_of(const Color& color);

/// How a thing looks.
struct Look
{
    enum class Kind
    {
        matte,
        plastic, ///< matte with a glossy skin
        water    ///< clear: bends and reflects light, and absorbs some on the way
    };
    Kind kind = Kind::plastic;
    Light color{0.2F, 0.4F, 0.8F}; ///< of water: what is left of white light after `clear_depth`
    float clear_depth = 1;         ///< [m]
};

/// Balls of one size.
struct BallPart
{
    std::vector<Vec3d> centers; ///< [m]
    double radius = 0;          ///< [m]
    std::vector<Light> colors;  ///< one for each, or none: that of the look
    Look look;
};

/// Triangles with shared corners.
struct MeshPart
{
    std::vector<Vec3d> vertices; ///< [m]
    std::vector<Vec3f> normals;  ///< one for each vertex, or none: flat
    std::vector<std::array<Index, 3>> triangles;
    std::vector<Light> colors; ///< one for each vertex, or none: that of the look
    Look look;
};

/// All that is in a picture.
struct Stage
{
    std::vector<BallPart> balls;
    std::vector<MeshPart> meshes;
    Vec3d up{0, 1, 0};
    std::optional<double> ground; ///< [m] height of the ground along `up`; none: nothing below
    double size = 1;              ///< [m] of what is shown: how far light and shadow reach
    std::optional<Vec3d> to_sun;  ///< direction; none: as it suits the camera
};

/// The direction of the sun that suits a camera: from behind the viewer's left shoulder; where nothing stands on a ground, almost from the front.
Vec3d sun_for(const Camera& camera, bool has_ground);

struct PictureSettings
{
    int width = 1280, height = 720;
    int samples = 3; ///< rays along each edge of a pixel: their square through each pixel
};

/// Takes a picture: sun with soft shadows, light from the sky with occlusion, reflection and refraction. The same for any number of threads.
PixelImage take_picture(const Stage& stage, const Camera& camera, const PictureSettings& settings);
} // namespace aspic
