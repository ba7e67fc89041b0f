#include "aspic/geometry/shape.h"

namespace aspic
{
template <> const Structure& structure_of<Box>()
{
    static const Structure table =
        structure<Box>("box", "an upright box between two corners",
                       {field<&Box::from>("from", "the corner with the smallest coordinates").unit("m").required(),
                        field<&Box::to>("to", "the corner with the largest coordinates").unit("m").required()});
    return table;
}

template <> const Structure& structure_of<Sphere>()
{
    static const Structure table = structure<Sphere>("sphere", "a ball; in 2D a disc",
                                                     {field<&Sphere::center>("center", "its centre").unit("m"),
                                                      field<&Sphere::radius>("radius", "its radius").unit("m").positive().required()});
    return table;
}

template <> const Structure& structure_of<Cylinder>()
{
    static const Structure table = structure<Cylinder>("cylinder", "a solid cylinder with flat ends",
                                                       {field<&Cylinder::from>("from", "centre of one end").unit("m").required(),
                                                        field<&Cylinder::to>("to", "centre of the other end").unit("m").required(),
                                                        field<&Cylinder::radius>("radius", "its radius").unit("m").positive().required()});
    return table;
}

template <> const Structure& structure_of<Capsule>()
{
    static const Structure table = structure<Capsule>("capsule", "a cylinder with round ends",
                                                      {field<&Capsule::from>("from", "centre of one round end").unit("m").required(),
                                                       field<&Capsule::to>("to", "centre of the other").unit("m").required(),
                                                       field<&Capsule::radius>("radius", "its radius").unit("m").positive().required()});
    return table;
}

template <> const Structure& structure_of<Torus>()
{
    static const Structure table =
        structure<Torus>("torus", "a ring",
                         {field<&Torus::center>("center", "its centre").unit("m"), field<&Torus::axis>("axis", "direction of the hole"),
                          field<&Torus::radius>("radius", "from the centre to the middle of the tube").unit("m").positive().required(),
                          field<&Torus::thickness>("thickness", "radius of the tube").unit("m").positive().required()});
    return table;
}

template <> const Structure& structure_of<HalfSpace>()
{
    static const Structure table = structure<HalfSpace>("half_space", "everything below a plane",
                                                        {field<&HalfSpace::point>("point", "a point of the plane").unit("m"),
                                                         field<&HalfSpace::normal>("normal", "direction away from the inside")});
    return table;
}

template <> const Structure& structure_of<HeightField>()
{
    static const Structure table = structure<HeightField>(
        "height_field", "ground: everything between the level from.y and a surface of heights above a rectangle in x and z",
        {field<&HeightField::from>("from", "first corner; its y is the bottom").unit("m").required(),
         field<&HeightField::to>("to", "opposite corner; its y is not used").unit("m").required(),
         field<&HeightField::columns>("columns", "heights per row along x").at_least(2).required(),
         field<&HeightField::heights>("heights", "y of the surface, row by row along z; joined bilinearly; in 2D one row")
             .unit("m")
             .required()});
    return table;
}

template <> const Structure& structure_of<MeshFile>()
{
    static const Structure table = structure<MeshFile>(
        "mesh", "the inside of a triangle mesh, or a sheet along it",
        {field<&MeshFile::file>("file", "OBJ, PLY or STL file, relative to the scene's folder").path().required(),
         field<&MeshFile::scale>("scale", "factor for its coordinates, which are metres").positive(),
         field<&MeshFile::thickness>("thickness", "a sheet so thick along the triangles, half on each side, instead of the inside")
             .unit("m")
             .positive()});
    return table;
}

template <> const Structure& structure_of<ParticleFile>()
{
    static const Structure table = structure<ParticleFile>(
        "particles", "points as they stand in a file; only for objects",
        {field<&ParticleFile::file>("file", "CSV, PLY or VTP file, relative to the scene's folder; velocities in it are taken too")
             .path()
             .required(),
         field<&ParticleFile::scale>("scale", "factor for its coordinates, which are metres").positive()});
    return table;
}

template <> const Structure& structure_of<Union>()
{
    static const Structure table =
        structure<Union>("union", "what is in at least one of the shapes", {field<&Union::of>("of", "the shapes").required()});
    return table;
}

template <> const Structure& structure_of<Intersection>()
{
    static const Structure table =
        structure<Intersection>("intersection", "what is in all of the shapes", {field<&Intersection::of>("of", "the shapes").required()});
    return table;
}

template <> const Structure& structure_of<Difference>()
{
    static const Structure table = structure<Difference>(
        "difference", "what is in a shape and in none of the others",
        {field<&Difference::of>("of", "the shape").required(), field<&Difference::without>("without", "the others").required()});
    return table;
}

template <> const Structure& structure_of<Moved>()
{
    static const Structure table = structure<Moved>("moved", "a shape turned about the origin, then moved",
                                                    {field<&Moved::shape>("shape", "the shape").required(),
                                                     field<&Moved::rotation>("rotation", "axis times angle").unit("rad"),
                                                     field<&Moved::position>("position", "where its origin comes to stand").unit("m")});
    return table;
}

Type TypeBuilder<Shape>::build()
{
    using Form = decltype(Shape::form);
    Type type = field_table::alternatives_type<Form>();
    type.name = "shape";
    type.index = [](const void* object) { return static_cast<const Shape*>(object)->form.index(); };
    type.value = [](void* object) { return std::visit([](auto& held) -> void* { return &held; }, static_cast<Shape*>(object)->form); };
    type.emplace = [](void* object, std::size_t k) { return field_table::emplace_alternative(static_cast<Shape*>(object)->form, k); };
    return type;
}
} // namespace aspic
