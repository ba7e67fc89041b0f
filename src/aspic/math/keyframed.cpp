#include "aspic/math/keyframed.h"

#include <array>

namespace aspic
{
template <> std::span<const Choice> choices_of<Easing>()
{
    static constexpr std::array choices{Choice{"linear", "straight from one value to the next", static_cast<int>(Easing::linear)},
                                        Choice{"smooth", "starts and ends at rest", static_cast<int>(Easing::smooth)},
                                        Choice{"step", "keeps a value until the next keyframe", static_cast<int>(Easing::step)}};
    return choices;
}

namespace
{
template <class T> const Structure& keyframe_table()
{
    static const Structure table =
        structure<Keyframe<T>>("keyframe", "a value at one time",
                               {field<&Keyframe<T>::time>("time", "when the value is reached").unit("s").required(),
                                field<&Keyframe<T>::value>("value", "the value then").inherits().required()});
    return table;
}

template <class T> const Structure& keyframed_table()
{
    static const Structure table =
        structure<Keyframed<T>>("keyframes", "a value that changes with time",
                                {field<&Keyframed<T>::keyframes>("keyframes", "values at ascending times").inherits().required(),
                                 field<&Keyframed<T>::interpolation>("interpolation", "how the value goes from one to the next")});
    return table;
}
} // namespace

template <> const Structure& structure_of<Keyframe<double>>() { return keyframe_table<double>(); }
template <> const Structure& structure_of<Keyframe<Vec3d>>() { return keyframe_table<Vec3d>(); }
template <> const Structure& structure_of<Keyframed<double>>() { return keyframed_table<double>(); }
template <> const Structure& structure_of<Keyframed<Vec3d>>() { return keyframed_table<Vec3d>(); }
} // namespace aspic
