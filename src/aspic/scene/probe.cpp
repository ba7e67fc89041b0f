#include "aspic/scene/probe.h"

namespace aspic
{
namespace
{
constexpr std::string_view moves_with_help = "name of a wall or rigid body with which it moves and turns; without it it stays";

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
                                                        {field<&PressureProbe::at>("at", "the point").unit("m").required(),
                                                         field<&PressureProbe::moves_with>("moves_with", moves_with_help)});
    return table;
}

template <> const Structure& structure_of<AreaProbe>()
{
    static const Structure table = probe<AreaProbe>(
        "area", "mean pressure over a disc, in 2D over a line, such as a pressure cell in a wall: where nothing is it counts as 0",
        {field<&AreaProbe::at>("at", "centre of the disc").unit("m").required(),
         field<&AreaProbe::normal>("normal", "direction in which the disc looks").required(),
         field<&AreaProbe::radius>("radius", "of the disc; in 2D half of the line").unit("m").positive().required(),
         field<&AreaProbe::moves_with>("moves_with", moves_with_help)});
    return table;
}

template <> const Structure& structure_of<LevelProbe>()
{
    static const Structure table =
        probe<LevelProbe>("level", "how high the particles stand in a column",
                          {field<&LevelProbe::at>("at", "a point of the column's axis, from which the height counts").unit("m").required(),
                           field<&LevelProbe::up>("up", "direction of the column"),
                           field<&LevelProbe::width>("width", "width of the column").unit("m").positive().required(),
                           field<&LevelProbe::percentile>("percentile", "of its particles that stand below; 99 ignores single drops")
                               .range_within({.low = 0, .high = 100, .without_low = true}),
                           field<&LevelProbe::moves_with>("moves_with", moves_with_help)});
    return table;
}

template <> const Structure& structure_of<FrontProbe>()
{
    static const Structure table =
        probe<FrontProbe>("front", "how far the particles have come in a direction, measured from the origin",
                          {field<&FrontProbe::direction>("direction", "the direction"),
                           field<&FrontProbe::percentile>("percentile", "of the particles that are behind; 99.9 ignores single drops")
                               .range_within({.low = 0, .high = 100, .without_low = true})});
    return table;
}

template <> const Structure& structure_of<WallProbe>()
{
    static const Structure table =
        probe<WallProbe>("wall", "force and torque of fluids, solids and rigid bodies on a wall, mean over the time since the row before",
                         {field<&WallProbe::wall>("wall", "name of the wall").names_one_of("walls").required(),
                          field<&WallProbe::about>("about", "point for the torque").unit("m")});
    return table;
}

template <> const Structure& structure_of<PinProbe>()
{
    static const Structure table =
        probe<PinProbe>("pin",
                        "force and torque with which a pin or attachment holds an object, by the balance of momentum of the particles it "
                        "holds; mean over the time since the row before",
                        {field<&PinProbe::object>("object", "name of the object").names_one_of("objects").required(),
                         field<&PinProbe::pin>("pin", "name of the pin; without it all that holds the object, or moves all of it"),
                         field<&PinProbe::about>("about", "point for the torque").unit("m")});
    return table;
}

template <> const Structure& structure_of<ElasticEnergyProbe>()
{
    static const Structure table = probe<ElasticEnergyProbe>(
        "elastic_energy", "energy that strain has stored in solids",
        {field<&ElasticEnergyProbe::object>("object", "name of the object; without it all solids").names_one_of("objects")});
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
