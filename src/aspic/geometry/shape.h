#pragma once

#include "aspic/core/boxed.h"
#include "aspic/core/field_table.h"
#include "aspic/math/vec.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

// Shapes as a scene writes them down: values only, SI units. `solid.h` answers questions about them.
// In two dimensions the plane z = 0 cuts every shape, and boxes ignore z.

namespace aspic
{
struct Shape;

/// An upright box between two corners.
struct Box
{
    Vec3d from, to;

    bool operator==(const Box&) const = default;
};

struct Sphere
{
    Vec3d center;
    double radius = 0;

    bool operator==(const Sphere&) const = default;
};

/// A solid cylinder between the centres of its two flat ends.
struct Cylinder
{
    Vec3d from, to;
    double radius = 0;

    bool operator==(const Cylinder&) const = default;
};

/// All points within a radius of a line from one point to another.
struct Capsule
{
    Vec3d from, to;
    double radius = 0;

    bool operator==(const Capsule&) const = default;
};

/// A ring: all points within `thickness` of a circle of `radius` around an axis.
struct Torus
{
    Vec3d center;
    Vec3d axis{0, 1, 0};
    double radius = 0;
    double thickness = 0;

    bool operator==(const Torus&) const = default;
};

/// Everything below a plane: the side away from its normal.
struct HalfSpace
{
    Vec3d point;
    Vec3d normal{0, 1, 0};

    bool operator==(const HalfSpace&) const = default;
};

/// Everything between the level `from.y` and a surface of heights above a rectangle in x and z. The heights stand on a regular grid and are
/// joined bilinearly: `columns` numbers along x per row, rows along z; in 2D a single row.
struct HeightField
{
    Vec3d from, to; ///< corners of the rectangle; `from.y` is the bottom, `to.y` is not used
    int columns = 2;
    std::vector<double> heights; ///< [m] y of the surface

    bool operator==(const HeightField&) const = default;
};

/// The inside of a triangle mesh, or a sheet along it: OBJ, PLY or STL.
struct MeshFile
{
    std::string file;
    double scale = 1;                     ///< before it is moved
    std::optional<double> thickness = {}; ///< [m] of a sheet, half of it on each side of the triangles; none: the inside

    bool operator==(const MeshFile&) const = default;
};

/// Points as they stand in a file (CSV, PLY, VTP): only for objects, not for walls or regions.
struct ParticleFile
{
    std::string file;
    double scale = 1;

    bool operator==(const ParticleFile&) const = default;
};

/// What is in at least one of the shapes.
struct Union
{
    std::vector<Shape> of;

    bool operator==(const Union&) const;
};

/// What is in all of the shapes.
struct Intersection
{
    std::vector<Shape> of;

    bool operator==(const Intersection&) const;
};

/// What is in a shape and in none of the others.
struct Difference
{
    Boxed<Shape> of;
    std::vector<Shape> without;

    bool operator==(const Difference&) const;
};

/// A shape turned about the origin, then moved.
struct Moved
{
    Boxed<Shape> shape;
    Vec3d rotation; ///< [rad] axis times angle
    Vec3d position; ///< [m]

    bool operator==(const Moved&) const;
};

struct Shape
{
    std::variant<Box, Sphere, Cylinder, Capsule, Torus, HalfSpace, HeightField, MeshFile, ParticleFile, Union, Intersection, Difference,
                 Moved>
        form;

    bool operator==(const Shape&) const = default;
};

inline bool Union::operator==(const Union& other) const { return of == other.of; }
inline bool Intersection::operator==(const Intersection& other) const { return of == other.of; }
inline bool Difference::operator==(const Difference& other) const { return of == other.of && without == other.without; }
inline bool Moved::operator==(const Moved& other) const
{
    return shape == other.shape && rotation == other.rotation && position == other.position;
}

template <> const Structure& structure_of<Box>();
template <> const Structure& structure_of<Sphere>();
template <> const Structure& structure_of<Cylinder>();
template <> const Structure& structure_of<Capsule>();
template <> const Structure& structure_of<Torus>();
template <> const Structure& structure_of<HalfSpace>();
template <> const Structure& structure_of<HeightField>();
template <> const Structure& structure_of<MeshFile>();
template <> const Structure& structure_of<ParticleFile>();
template <> const Structure& structure_of<Union>();
template <> const Structure& structure_of<Intersection>();
template <> const Structure& structure_of<Difference>();
template <> const Structure& structure_of<Moved>();

/// A scene writes a shape as an object with one key: `{"sphere": {"radius": 0.5}}`.
template <> struct TypeBuilder<Shape>
{
    static Type build();
};
} // namespace aspic
