#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/assets.h"
#include "aspic/geometry/bounds.h"
#include "aspic/geometry/shape.h"
#include "aspic/math/mat.h"

#include <memory>

namespace aspic
{
/// The surface as seen from a point.
struct SurfaceView
{
    double distance = 0; ///< [m] to the surface, negative inside
    Vec3d normal;        ///< unit length, the direction in which the distance grows
};

/// A shape ready for questions. Distances are exact for single shapes outside and inside; for combinations they are exact in sign and never
/// too long.
class Solid
{
public:
    virtual ~Solid() = default;
    [[nodiscard]] virtual SurfaceView surface_from(const Vec3d& x) const = 0;
    [[nodiscard]] virtual Bounds bounds() const = 0; ///< infinite where the shape is; in 2D z is [0, 0]

    [[nodiscard]] virtual bool contains(const Vec3d& x) const { return surface_from(x).distance < 0; }
};

/// Prepares a shape in two or three dimensions. Its mesh files must be among the assets; particle files are refused: they have no inside.
Result<std::shared_ptr<const Solid>> make_solid(const Shape& shape, int dimension, const Assets& assets);

/// R(r): the rotation by |r| about r (Rodrigues).
Mat3T<double> rotation_matrix(const Vec3d& rotation_vector);
} // namespace aspic
