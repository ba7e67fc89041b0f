#pragma once

#include "aspic/geometry/solid.h"

#include <optional>

namespace aspic
{
/// A straight path in the frame of a wall or body, which may itself have moved: from where it was at first to where it
/// is at the end.
struct SweptPath
{
    const Solid& solid;
    bool keeps_inside = false; ///< a vessel: its matter is all that is outside of the solid
    Vec3d from, to;
    double skin = 0; ///< [m] paths that come as near as this touch
};

/// Where a path touches first.
struct PathContact
{
    Vec3d place;  ///< the last place of the path outside of the matter, at most a skin from the surface
    Vec3d normal; ///< unit length, away from the matter
};

/// The first contact of a path that begins outside of the matter; none if there is none, or if it begins inside. Steps
/// along the path are as long as the distance from the surface,
/// which nothing can be passed by (sphere tracing, Hart 1996): matter may be as thin as it will. A path that leaves the
/// surface does not touch it. One that begins nearer than ten thousand skins and leads along or away is followed that
/// much farther out.
std::optional<PathContact> first_contact(const SweptPath& path);
} // namespace aspic
