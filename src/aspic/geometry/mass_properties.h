#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/assets.h"
#include "aspic/geometry/solid.h"
#include "aspic/math/quaternion.h"

namespace aspic
{
/// Integrals over a solid of density 1; in 2D over its area, per metre of depth.
struct MassProperties
{
    double volume = 0;   ///< [m^d] V
    Vec3d center;        ///< [m] c = 1/V ∫ x dV
    Mat3d second_moment; ///< [m^(d+2)] C = ∫ (x − c)(x − c)ᵀ dV
    double error = 0;    ///< of V and C relative to them, as estimated; 0: exact to rounding

    /// [m^(d+2)] I = tr(C) 1 − C = ∫ (|x − c|² 1 − (x − c)(x − c)ᵀ) dV; in 2D I_zz is the one about the axis across the plane.
    [[nodiscard]] Mat3d inertia() const;
};

/// Of two solids that share nothing.
MassProperties operator+(const MassProperties& a, const MassProperties& b);

/// Of the solid turned about the origin, then moved.
MassProperties moved(const MassProperties& a, const Mat3d& R, const Vec3d& position);

/// Of the inside of a closed mesh, exactly: a sum over the tetrahedra between its triangles and the mean vertex (Eberly 2002, with the
/// integrals of Tonon 2004). The mesh may be inside-out; it has no problems_of_solid.
MassProperties mass_properties(const TriangleMesh& mesh);

/// Of the cut of the plane z = 0 through a closed mesh, exactly, by Green's theorem on the outline.
MassProperties plane_mass_properties(const TriangleMesh& mesh);

/// Of any bounded solid, by dividing its bounds `levels` times in halves: whole cells count exactly, cells on the surface by the plane that
/// touches it. The error is of second order in the size of the smallest cells; it is estimated from the result with one level less.
MassProperties integrated_mass_properties(const Solid& solid, int dimension, int levels);

/// Of a shape: in closed form, except for combinations that overlap and slanted cuts in 2D, which are integrated over 2^7 cells per axis, in 2D 2^11.
/// Refuses what is no solid, is endless or encloses nothing.
Result<MassProperties> mass_properties(const Shape& shape, int dimension, const Assets& assets);
} // namespace aspic
