#pragma once

#include "aspic/geometry/sampling_settings.h"
#include "aspic/geometry/shape.h"
#include "aspic/scene/output.h"
#include "aspic/scene/picture.h"
#include "aspic/scene/probe.h"
#include "aspic/scene/rigid.h"
#include "aspic/solvers/contact/rigid_settings.h"
#include "aspic/solvers/elasticity/elasticity_settings.h"
#include "aspic/solvers/pressure/dfsph_settings.h"
#include "aspic/solvers/pressure/weakly_compressible.h"
#include "aspic/solvers/smoothing/xsph.h"
#include "aspic/solvers/surface_tension/surface_tension.h"
#include "aspic/solvers/viscosity/viscosity.h"
#include "aspic/solvers/vorticity/vorticity.h"

// What to simulate: values only, SI units. The field tables in scene_tables.cpp say the same to readers, writers and pages.

namespace aspic
{
/// What a stuff is.
struct Material
{
    double density = 1000;                  ///< [kg/m³]
    Keyframed<double> viscosity{0.001};     ///< [Pa s] dynamic
    double surface_tension = 0;             ///< [N/m]; in 2D [N]
    std::optional<ElasticMaterial> elastic; ///< a solid; none: a fluid
    std::optional<Vec3d> color;             ///< red, green, blue as screens take them, 0 … 1; none: as pictures like

    bool operator==(const Material&) const = default;
};

/// Velocities that grow evenly with the distance from a point.
struct LinearFlow
{
    Vec3d along_x, along_y, along_z; ///< [1/s] change of the velocity along each axis
    Vec3d center;                    ///< [m] where it vanishes

    bool operator==(const LinearFlow&) const = default;
};

/// Taylor and Green's vortices: v = U (−cos kx sin ky, sin kx cos ky, 0), k = 2π/λ.
struct VortexFlow
{
    double speed = 1;      ///< [m/s] U
    double wavelength = 1; ///< [m] λ

    bool operator==(const VortexFlow&) const = default;
};

/// A shear wave: layers that slide along x, v = U (sin ky, 0, 0), k = 2π/λ.
struct ShearFlow
{
    double speed = 1;      ///< [m/s] U
    double wavelength = 1; ///< [m] λ

    bool operator==(const ShearFlow&) const = default;
};

using Flow = std::variant<LinearFlow, VortexFlow, ShearFlow>;
template <> inline constexpr std::string_view alternatives_name<Flow> = "flow";

/// A part of a body that is made of something else.
struct BodyPart
{
    Shape region; ///< where the body's shape is defined, before it is turned and moved
    std::string material;

    bool operator==(const BodyPart&) const = default;
};

/// Some stuff in some shape, somewhere.
struct Body
{
    Shape shape;
    Sampling sampling; ///< how the shape is filled
    std::string material;
    NamedList<BodyPart> parts;    ///< of other materials: the first whose region holds a particle counts
    Vec3d position;               ///< [m] where the shape's origin comes to stand
    Vec3d rotation;               ///< [rad] of the shape about its origin, before it is moved: axis times angle
    Vec3d velocity;               ///< [m/s] at first
    Vec3d angular_velocity;       ///< [rad/s] at first, about the position
    std::optional<Flow> flow;     ///< added to the velocity at first, as a function of the place
    double jitter = 0;            ///< random shift of each particle, in spacings
    std::optional<Shape> scatter; ///< in the world: particles start at random places in it, instead of where the shape has them

    bool operator==(const Body&) const = default;
};

/// A region whose particles are held, or moved as given.
struct Pin
{
    Shape region;                              ///< in the world, when the object starts
    std::optional<Motion> motion;              ///< none: they rest
    std::optional<std::string> attach_to = {}; ///< a wall or rigid body that they are a part of, instead of a motion

    bool operator==(const Pin&) const = default;
};

/// A body that is there at its start time.
struct Object : Body
{
    double start = 0; ///< [s]
    NamedList<Pin> pins;
    std::optional<Motion> motion; ///< all its particles move as given

    bool operator==(const Object&) const = default;
};

/// On which side of a wall's surface particles are kept.
enum class Side
{
    outside,
    inside
};
template <> std::span<const Choice> choices_of<Side>();

/// What stands behind the surface of a wall.
enum class GhostKind
{
    none,
    free_slip,
    no_slip
};
template <> std::span<const Choice> choices_of<GhostKind>();

/// A solid that particles do not enter, or a vessel that they do not leave.
struct Wall
{
    Shape shape;
    Side keeps = Side::outside;
    GhostKind ghosts = GhostKind::free_slip;
    double restitution = 0;              ///< speed away from the wall after an impact, as a share of the speed before
    double friction = 0.5;               ///< Coulomb's coefficient for rigid bodies and solids
    double fluid_friction = 0;           ///< the same for fluids
    std::optional<double> contact_angle; ///< [rad] at which fluid meets it; none: it does not attract fluid
    std::optional<Motion> motion;

    bool operator==(const Wall&) const = default;
};

struct CircleNozzle
{
    double radius = 0; ///< [m] in 2D half the width of a slit

    bool operator==(const CircleNozzle&) const = default;
};

struct RectangleNozzle
{
    double width = 0;  ///< [m] in 2D of a slit
    double height = 0; ///< [m] not used in 2D

    bool operator==(const RectangleNozzle&) const = default;
};

using Nozzle = std::variant<CircleNozzle, RectangleNozzle>;
template <> inline constexpr std::string_view alternatives_name<Nozzle> = "nozzle";

/// How the speed of a jet is spread over its nozzle.
enum class VelocityProfile
{
    flat,
    parabolic, ///< Poiseuille's: u ∝ 1 − s²
    turbulent  ///< the 1/7 law: u ∝ (1 − s)^(1/7)
};
template <> std::span<const Choice> choices_of<VelocityProfile>();

/// A jet: layers of particles that leave a nozzle one after the other.
struct FluidEmitter
{
    std::string material;
    Nozzle nozzle;
    Vec3d position;             ///< [m] centre of the nozzle
    Vec3d direction{0, -1, 0};  ///< of the jet
    Keyframed<double> speed{1}; ///< [m/s] mean over the nozzle
    VelocityProfile profile = VelocityProfile::flat;
    std::optional<Keyframed<double>> rate; ///< [m³/s], in 2D [m²/s]; none: as much as fills the nozzle at that speed
    double start = 0;                      ///< [s]
    std::optional<double> stop;            ///< [s]
    std::optional<std::int64_t> limit;     ///< particles at most

    bool operator==(const FluidEmitter&) const = default;
};

/// Copies of a body, one after the other.
struct BodyEmitter : Body
{
    double interval = 1; ///< [s] from one to the next
    double start = 0;    ///< [s] of the first
    std::optional<std::int64_t> count;

    bool operator==(const BodyEmitter&) const = default;
};

using Emitter = std::variant<FluidEmitter, BodyEmitter>;
template <> inline constexpr std::string_view alternatives_name<Emitter> = "emitter";

/// A region in which particles vanish.
struct Sink
{
    Shape shape;
    double start = 0;           ///< [s]
    std::optional<double> stop; ///< [s]

    bool operator==(const Sink&) const = default;
};

/// An acceleration of fluids, solids and rigid bodies, besides gravity.
struct BodyForce
{
    Keyframed<Vec3d> acceleration;       ///< [m/s²]
    std::optional<std::string> material; ///< none: of all
    std::optional<Shape> region;         ///< none: everywhere

    bool operator==(const BodyForce&) const = default;
};

/// Air around the fluid, which brakes what is exposed to it and carries it along. Nothing moves the air.
struct Air
{
    double density = 1.2;           ///< [kg/m³]
    Keyframed<Vec3d> velocity;      ///< [m/s] of the wind
    double drag_coefficient = 0.47; ///< C_d of a single particle: that of a sphere; a disc in the plane has about 1.2

    bool operator==(const Air&) const = default;
};

/// How long a step may be: the shortest of what each limit allows.
struct TimeStepSettings
{
    double courant = 0.2;          ///< h/(c + v) times this
    double force = 0.25;           ///< √(h/a) times this
    double viscous = 0.125;        ///< (h/2)²ρ/μ times this
    std::optional<double> largest; ///< [s]
    std::optional<double> fixed;   ///< [s] always this; refused if it is longer than the limits allow at first

    bool operator==(const TimeStepSettings&) const = default;
};

using PressureSolver = std::variant<WeaklyCompressibleSettings, DfsphSettings>;
template <> inline constexpr std::string_view alternatives_name<PressureSolver> = "pressure";

/// How walls stand in the sums of an incompressible fluid.
enum class BoundaryMethod
{
    automatic,
    map,
    samples
};
template <> std::span<const Choice> choices_of<BoundaryMethod>();

/// One choice per question.
struct Solvers
{
    PressureSolver pressure;
    BoundaryMethod boundaries = BoundaryMethod::automatic;
    ViscositySolver viscosity;
    VelocitySmoother smoothing;
    SurfaceTensionSolver surface_tension;
    VorticitySolver vorticity;
    ElasticitySettings elasticity;
    RigidSolverSettings rigid;
    TimeStepSettings time_step;

    bool operator==(const Solvers&) const = default;
};

enum class KernelChoice
{
    cubic,
    wendland,
    poly6,
    spiky,
    quintic
};
template <> std::span<const Choice> choices_of<KernelChoice>();

/// A stretch of an axis.
struct Interval
{
    double from = 0, to = 0; ///< [m]

    bool operator==(const Interval&) const = default;
};

/// Axes along which the world repeats itself.
struct PeriodicAxes
{
    std::optional<Interval> x, y, z;

    bool operator==(const PeriodicAxes&) const = default;
};

/// What happens to particles that leave the domain, or end in the matter of a wall.
enum class LostParticles
{
    error,
    remove
};
template <> std::span<const Choice> choices_of<LostParticles>();

/// What to simulate.
struct Scene
{
    std::string schema; ///< for editors
    int version = 1;    ///< of the format
    std::string name;
    std::string summary;                   ///< one line
    int dimension = 3;                     ///< 2: the plane z = 0
    double spacing = 0.02;                 ///< [m] distance of particles: the one number for the resolution
    std::optional<double> support;         ///< [m] h; none: twice the spacing
    std::optional<double> particle_radius; ///< [m] none: half the spacing
    KernelChoice kernel = KernelChoice::cubic;
    PeriodicAxes periodic;
    std::optional<Box> domain; ///< particles outside of it are lost; none: there is no such box
    LostParticles lost_particles = LostParticles::error;
    Keyframed<Vec3d> gravity{{0, -9.81, 0}}; ///< [m/s²]
    double duration = 1;                     ///< [s]
    double frame_rate = 50;                  ///< [1/s]
    std::int64_t seed = 1;                   ///< of everything random
    NamedList<Material> materials;
    NamedList<Object> objects;
    NamedList<Wall> walls;
    NamedList<RigidObject> rigid_bodies;
    NamedList<Emitter> emitters;
    std::optional<std::int64_t> max_particles; ///< emitters bring nothing beyond
    NamedList<Sink> sinks;
    NamedList<BodyForce> forces;
    std::optional<Air> air; ///< none: no drag
    Solvers solvers;
    NamedList<Probe> probes;
    Output output;
    Picture picture;

    bool operator==(const Scene&) const = default;

    [[nodiscard]] double support_radius() const { return support.value_or(2 * spacing); }
    [[nodiscard]] double radius() const { return particle_radius.value_or(spacing / 2); }
    [[nodiscard]] double particle_volume() const
    {
        return dimension == 2 ? spacing * spacing : spacing * spacing * spacing;
    } ///< [m³]; [m²]
};

template <> const Structure& structure_of<Material>();
template <> const Structure& structure_of<LinearFlow>();
template <> const Structure& structure_of<VortexFlow>();
template <> const Structure& structure_of<ShearFlow>();
template <> const Structure& structure_of<BodyForce>();
template <> const Structure& structure_of<BodyPart>();
template <> const Structure& structure_of<Pin>();
template <> const Structure& structure_of<Object>();
template <> const Structure& structure_of<Wall>();
template <> const Structure& structure_of<CircleNozzle>();
template <> const Structure& structure_of<RectangleNozzle>();
template <> const Structure& structure_of<FluidEmitter>();
template <> const Structure& structure_of<BodyEmitter>();
template <> const Structure& structure_of<Sink>();
template <> const Structure& structure_of<Air>();
template <> const Structure& structure_of<TimeStepSettings>();
template <> const Structure& structure_of<Solvers>();
template <> const Structure& structure_of<Interval>();
template <> const Structure& structure_of<PeriodicAxes>();
template <> const Structure& structure_of<Scene>();

/// The index of a name in a list, or -1.
template <class T> Index index_of(const NamedList<T>& list, std::string_view name)
{
    for (std::size_t k = 0; k < list.size(); ++k)
        if (list[k].name == name)
            return static_cast<Index>(k);
    return -1;
}
} // namespace aspic
