#include "aspic/scene/picture.h"

#include <array>

namespace aspic
{
template <> std::span<const Choice> choices_of<PictureStyle>()
{
    static constexpr std::array choices{
        Choice{"particles", "balls", static_cast<int>(PictureStyle::particles)},
        Choice{"surface", "the surface around them: clear water, or coloured", static_cast<int>(PictureStyle::surface)},
        Choice{"both", "balls in water", static_cast<int>(PictureStyle::both)},
        Choice{"skin", "solid objects as meshes that follow their particles, fluids as a surface", static_cast<int>(PictureStyle::skin)}};
    return choices;
}

template <> const Structure& structure_of<OrbitCamera>()
{
    constexpr double turn = 6.283185307179586;
    static const Structure table = structure<OrbitCamera>(
        "orbit", "looks at the whole scene from a direction; keyframes turn it around",
        {field<&OrbitCamera::azimuth>("azimuth", "around the upward axis, from the front; without it 35°, in 2D 0")
             .unit("rad")
             .range(-1000 * turn, 1000 * turn),
         field<&OrbitCamera::elevation>("elevation", "above the horizon; without it 16°, in 2D 0").unit("rad").range(-turn / 4, turn / 4),
         field<&OrbitCamera::zoom>("zoom", "how much larger things are than where all fits in").range(1e-3, 1e3)});
    return table;
}

template <> const Structure& structure_of<PlacedCamera>()
{
    static const Structure table =
        structure<PlacedCamera>("placed", "stands where it is put; keyframes move it",
                                {field<&PlacedCamera::position>("position", "where it stands").unit("m").required(),
                                 field<&PlacedCamera::target>("target", "what stands in the middle of the picture").unit("m").required(),
                                 field<&PlacedCamera::angle>("angle", "of view, between the lower and the upper edge; without it 35°")
                                     .unit("rad")
                                     .range(0.001, 3)});
    return table;
}

template <> const Structure& structure_of<Picture>()
{
    static const Structure table = structure<Picture>(
        "picture", "how pictures and movies of the scene look, unless they are asked for otherwise",
        {field<&Picture::style>("style", "how particles are shown; without it as balls, in the movie of a 3D run as a surface"),
         field<&Picture::color_by>("color_by", "speed, pressure, density or another column; without it by material"),
         field<&Picture::camera>("camera", "from where they are taken")});
    return table;
}
} // namespace aspic
