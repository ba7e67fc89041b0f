#pragma once

#include "aspic/math/vec.h"

namespace aspic
{
/// Heights between four corners of an upright rectangle, y(u, v) bilinear, 0 ≤ u, v ≤ 1 along x and z.
struct BilinearPatch
{
    double x0, x1, z0, z1;     ///< [m] the rectangle
    double y00, y10, y01, y11; ///< [m] heights at (u, v) = (0, 0), (1, 0), (0, 1), (1, 1)

    [[nodiscard]] Vec3d at(double u, double v) const;
    [[nodiscard]] Vec3d upward_normal(double u, double v) const; ///< unit length

    /// How much the patch differs from a plane: y00 − y10 − y01 + y11.
    [[nodiscard]] double twist() const { return y00 - y10 - y01 + y11; }
};

/// The place of a patch nearest to a point.
struct PatchPoint
{
    double u = 0, v = 0;
    double distance2; ///< [m²]
};

/// Replaces `best` by the place of the patch nearest to x if that is nearer, and returns whether it was. Local minima do not deceive it:
/// parts are passed over only if the two triangles between their corners are too far away, even less |twist|/4, the most that the patch
/// can stand off them.
bool find_nearer(const BilinearPatch& patch, const Vec3d& x, PatchPoint& best);
} // namespace aspic
