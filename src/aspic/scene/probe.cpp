#include "aspic/scene/probe.h"

namespace aspic
{
namespace
{
template <class P> Structure probe(std::string_view name, std::string_view help, std::vector<Field> fields)
{
    fields.push_back(
        field<&ProbeTiming::every, P>("every", "simulated time between two rows; without it a row for each step").unit("s").positive());
    return structure<P>(name, help, std::move(fields));
}
} // namespace

template <> const Structure& structure_of<ParticleProbe>()
{
    static const Structure table = probe<ParticleProbe>(
        "particle", "one particle: position, velocity, density, pressure",
        {field<&ParticleProbe::identity>("identity", "its identity").at_least(0),
         field<&ParticleProbe::nearest>("nearest", "the particle nearest to this point when the probe first looks").unit("m")});
    return table;
}

template <> const Structure& structure_of<BodyProbe>()
{
    static const Structure table =
        probe<BodyProbe>("body", "mass, volume, centre, momentum, angular momentum and energies of an object, or of all particles",
                         {field<&BodyProbe::object>("object", "name of the object; without it all particles").names_one_of("objects"),
                          field<&BodyProbe::rotation>("rotation", "also the rotation since the start that fits best")});
    return table;
}

template <> const Structure& structure_of<PressureProbe>()
{
    static const Structure table = probe<PressureProbe>("pressure", "pressure at a point: Shepard mean of the particles around it",
                                                        {field<&PressureProbe::at>("at", "the point").unit("m").required()});
    return table;
}

template <> const Structure& structure_of<LevelProbe>()
{
    static const Structure table =
        probe<LevelProbe>("level", "how high the particles stand in a column",
                          {field<&LevelProbe::at>("at", "a point of the column's axis, from which the height counts").unit("m").required(),
                           field<&LevelProbe::up>("up", "direction of the column"),
                           field<&LevelProbe::width>("width", "width of the column").unit("m").positive().required()});
    return table;
}

template <> const Structure& structure_of<FrontProbe>()
{
    static const Structure table = probe<FrontProbe>("front", "how far the particles have come in a direction, measured from the origin",
                                                     {field<&FrontProbe::direction>("direction", "the direction")});
    return table;
}

template <> const Structure& structure_of<WallProbe>()
{
    static const Structure table =
        probe<WallProbe>("wall", "force and torque of the particles on a wall, mean over the time since the row before",
                         {field<&WallProbe::wall>("wall", "name of the wall").names_one_of("walls").required(),
                          field<&WallProbe::about>("about", "point for the torque").unit("m")});
    return table;
}

template <> const Structure& structure_of<RigidProbe>()
{
    static const Structure table =
        probe<RigidProbe>("rigid",
                          "centre, velocity, rotation and energy of a rigid body; force and torque of the fluid on it, mean over the time "
                          "since the row before",
                          {field<&RigidProbe::body>("body", "name of the rigid body").names_one_of("rigid_bodies").required()});
    return table;
}

template <> const Structure& structure_of<CountProbe>()
{
    static const Structure table = probe<CountProbe>("counts", "number of particles, of each material, emitted and removed", {});
    return table;
}

template <> const Structure& structure_of<SolverProbe>()
{
    static const Structure table = probe<SolverProbe>("solver", "what the solvers did: step, iterations, residual, compression", {});
    return table;
}
} // namespace aspic
