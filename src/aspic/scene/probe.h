#pragma once

#include "aspic/core/field_table.h"
#include "aspic/math/vec.h"

// What is measured while a scene runs: a CSV file for each probe.

namespace aspic
{
/// How often a probe looks.
struct ProbeTiming
{
    std::optional<double> every; ///< [s] of simulated time; none: each step

    bool operator==(const ProbeTiming&) const = default;
};

/// One particle: where it is, how fast, its density and pressure.
struct ParticleProbe : ProbeTiming
{
    std::optional<std::int64_t> identity;
    std::optional<Vec3d> nearest; ///< [m] the particle that is nearest to this point when the probe first looks

    bool operator==(const ParticleProbe&) const = default;
};

/// All particles of an object, or all there are: mass, volume, centre, momentum, angular momentum, energies, rotation.
struct BodyProbe : ProbeTiming
{
    std::optional<std::string> object;
    bool rotation = false; ///< also the rotation since the start that fits best

    bool operator==(const BodyProbe&) const = default;
};

/// Pressure at a point, the Shepard mean of the particles around it.
struct PressureProbe : ProbeTiming
{
    Vec3d at;                                   ///< [m]
    std::optional<std::string> moves_with = {}; ///< a wall or rigid body; none: it stays

    bool operator==(const PressureProbe&) const = default;
};

/// Mean pressure over a disc, as a pressure cell in a wall measures it; in 2D over a line. Where nothing is it is 0.
struct AreaProbe : ProbeTiming
{
    Vec3d at;          ///< [m] its centre
    Vec3d normal;      ///< to the disc
    double radius = 0; ///< [m]
    std::optional<std::string> moves_with = {};

    bool operator==(const AreaProbe&) const = default;
};

/// How high the fluid stands in a column.
struct LevelProbe : ProbeTiming
{
    Vec3d at;                ///< [m] a point of the column's axis; heights count from it
    Vec3d up{0, 1, 0};       ///< direction of the column
    double width = 0;        ///< [m] of the column
    double percentile = 100; ///< of the particles in it that stand below
    std::optional<std::string> moves_with = {};

    bool operator==(const LevelProbe&) const = default;
};

/// How far the fluid has come in a direction.
struct FrontProbe : ProbeTiming
{
    Vec3d direction{1, 0, 0};
    double percentile = 100; ///< of the particles that stand behind

    bool operator==(const FrontProbe&) const = default;
};

/// Force and torque of the particles on a wall.
struct WallProbe : ProbeTiming
{
    std::string wall;
    Vec3d about; ///< [m] point for the torque

    bool operator==(const WallProbe&) const = default;
};

/// Force and torque with which a pin, or all pins and the motion of an object, hold it.
struct PinProbe : ProbeTiming
{
    std::string object;
    std::optional<std::string> pin = {}; ///< none: all that holds the object
    Vec3d about = {};                    ///< [m] point for the torque

    bool operator==(const PinProbe&) const = default;
};

/// Energy that is stored in a solid, or in all.
struct ElasticEnergyProbe : ProbeTiming
{
    std::optional<std::string> object;

    bool operator==(const ElasticEnergyProbe&) const = default;
};

/// A rigid body: where its centre of mass is, how it moves and turns, and what the fluid does to it.
struct RigidProbe : ProbeTiming
{
    std::string body;

    bool operator==(const RigidProbe&) const = default;
};

/// How many particles there are, of each material, and how many came and went.
struct CountProbe : ProbeTiming
{
    bool operator==(const CountProbe&) const = default;
};

/// What the solvers did: steps, iterations, residuals, compression.
struct SolverProbe : ProbeTiming
{
    bool operator==(const SolverProbe&) const = default;
};

using Probe = std::variant<ParticleProbe, BodyProbe, PressureProbe, AreaProbe, LevelProbe, FrontProbe, WallProbe, PinProbe,
                           ElasticEnergyProbe, RigidProbe, CountProbe, SolverProbe>;
template <> inline constexpr std::string_view alternatives_name<Probe> = "probe";

template <> const Structure& structure_of<ParticleProbe>();
template <> const Structure& structure_of<BodyProbe>();
template <> const Structure& structure_of<PressureProbe>();
template <> const Structure& structure_of<AreaProbe>();
template <> const Structure& structure_of<PinProbe>();
template <> const Structure& structure_of<ElasticEnergyProbe>();
template <> const Structure& structure_of<LevelProbe>();
template <> const Structure& structure_of<FrontProbe>();
template <> const Structure& structure_of<WallProbe>();
template <> const Structure& structure_of<RigidProbe>();
template <> const Structure& structure_of<CountProbe>();
template <> const Structure& structure_of<SolverProbe>();
} // namespace aspic
