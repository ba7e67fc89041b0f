#include "aspic/scene/scene.h"

#include <array>

namespace aspic
{
template <> std::span<const Choice> choices_of<Side>()
{
    static constexpr std::array choices{Choice{"outside", "a solid body: particles do not enter it", static_cast<int>(Side::outside)},
                                        Choice{"inside", "a vessel: particles do not leave it", static_cast<int>(Side::inside)}};
    return choices;
}

template <> std::span<const Choice> choices_of<VelocityProfile>()
{
    static constexpr std::array choices{Choice{"flat", "the same everywhere", static_cast<int>(VelocityProfile::flat)},
                                        Choice{"parabolic", "fastest in the middle, at rest at the edge, as in a slow or narrow pipe",
                                               static_cast<int>(VelocityProfile::parabolic)},
                                        Choice{"turbulent",
                                               "nearly the same everywhere but at the edge, as in a fast or wide pipe (power 1/7)",
                                               static_cast<int>(VelocityProfile::turbulent)}};
    return choices;
}

template <> std::span<const Choice> choices_of<GhostKind>()
{
    static constexpr std::array choices{
        Choice{"none", "nothing: particles are only kept from passing", static_cast<int>(GhostKind::none)},
        Choice{"free_slip", "ghost particles that carry pressure; the fluid slips along the wall", static_cast<int>(GhostKind::free_slip)},
        Choice{"no_slip", "ghost particles that carry pressure and viscosity; the fluid sticks to the wall",
               static_cast<int>(GhostKind::no_slip)}};
    return choices;
}

template <> std::span<const Choice> choices_of<BoundaryMethod>()
{
    static constexpr std::array choices{
        Choice{"automatic", "samples for walls and rigid bodies that are thinner than a spacing somewhere, a map for all others",
               static_cast<int>(BoundaryMethod::automatic)},
        Choice{"map", "a map of the kernel's integral over the wall: smooth, right in corners; for walls at least a spacing thick",
               static_cast<int>(BoundaryMethod::map)},
        Choice{"samples", "particles in the wall (Akinci et al. 2012): for thin walls too", static_cast<int>(BoundaryMethod::samples)}};
    return choices;
}

template <> std::span<const Choice> choices_of<LostParticles>()
{
    static constexpr std::array choices{Choice{"error", "the run ends and names the first of them", static_cast<int>(LostParticles::error)},
                                        Choice{"delete", "they are taken out and counted", static_cast<int>(LostParticles::remove)}};
    return choices;
}

template <> std::span<const Choice> choices_of<KernelChoice>()
{
    static constexpr std::array choices{
        Choice{"cubic", "cubic spline (Monaghan 1992)", static_cast<int>(KernelChoice::cubic)},
        Choice{"wendland", "Wendland's C2 function: particles do not pair", static_cast<int>(KernelChoice::wendland)},
        Choice{"poly6", "(1 − q²)³, flat in the middle", static_cast<int>(KernelChoice::poly6)},
        Choice{"spiky", "(1 − q)³, steep in the middle", static_cast<int>(KernelChoice::spiky)},
        Choice{"quintic", "quintic spline, close to a Gaussian", static_cast<int>(KernelChoice::quintic)}};
    return choices;
}

template <> const Structure& structure_of<Material>()
{
    static const Structure table = structure<Material>(
        "material", "what a stuff is",
        {field<&Material::density>("density", "density at rest").unit("kg/m³").range(1e-3, 1e6),
         field<&Material::viscosity>("viscosity", "dynamic viscosity; water 0.001, olive oil 0.1, honey 10").unit("Pa s").range(0, 1e12),
         field<&Material::surface_tension>("surface_tension", "surface tension; water 0.072 (in 2D newtons)").unit("N/m").range(0, 1e6),
         field<&Material::elastic>("elastic",
                                   "makes it a solid that comes back to its shape; its viscosity is then friction with what it touches"),
         field<&Material::color>("color", "in pictures: red, green, blue from 0 to 1").range(0, 1).not_physics()});
    return table;
}

template <> const Structure& structure_of<LinearFlow>()
{
    static const Structure table =
        structure<LinearFlow>("linear", "velocities that grow evenly with the distance from a point",
                              {field<&LinearFlow::along_x>("along_x", "change of the velocity along x").unit("1/s").range(-1e9, 1e9),
                               field<&LinearFlow::along_y>("along_y", "along y").unit("1/s").range(-1e9, 1e9),
                               field<&LinearFlow::along_z>("along_z", "along z").unit("1/s").range(-1e9, 1e9),
                               field<&LinearFlow::center>("center", "where it vanishes").unit("m")});
    return table;
}

template <> const Structure& structure_of<VortexFlow>()
{
    static const Structure table =
        structure<VortexFlow>("vortices", "rows of vortices in the xy plane that turn against each other (Taylor and Green 1937)",
                              {field<&VortexFlow::speed>("speed", "largest speed").unit("m/s").range(-1e6, 1e6),
                               field<&VortexFlow::wavelength>("wavelength", "length of a pair of vortices").unit("m").positive()});
    return table;
}

template <> const Structure& structure_of<ShearFlow>()
{
    static const Structure table =
        structure<ShearFlow>("shear", "layers that slide along x, back and forth along y",
                             {field<&ShearFlow::speed>("speed", "largest speed").unit("m/s").range(-1e6, 1e6),
                              field<&ShearFlow::wavelength>("wavelength", "distance along y after which it repeats").unit("m").positive()});
    return table;
}

template <> const Structure& structure_of<BodyForce>()
{
    static const Structure table = structure<BodyForce>(
        "force", "an acceleration of fluids, solids and rigid bodies, besides gravity",
        {field<&BodyForce::acceleration>("acceleration", "of what it acts on; may be keyframed").unit("m/s²").range(-1e6, 1e6).required(),
         field<&BodyForce::material>("material", "it acts on this material only, and on no rigid body").names_one_of("materials"),
         field<&BodyForce::region>("region", "it acts only here")});
    return table;
}

template <> const Structure& structure_of<Deformation>()
{
    static const Structure table = structure<Deformation>(
        "deformation", "stretch and shear that are given: where the edges of a unit cube come to lie, the columns of F",
        {field<&Deformation::along_x>("along_x", "the edge along x; [1.1, 0, 0] stretches by a tenth").range(-1e3, 1e3),
         field<&Deformation::along_y>("along_y", "the edge along y; [0.2, 1, 0] shears by a fifth").range(-1e3, 1e3),
         field<&Deformation::along_z>("along_z", "the edge along z; only in 3D").range(-1e3, 1e3)});
    return table;
}

template <> const Structure& structure_of<Motion>()
{
    static const Structure table = structure<Motion>(
        "motion", "movement that is given, not computed; may be keyframed, or formulas of t",
        {field<&Motion::displacement>("displacement", "shift from where it stood at first").unit("m"),
         field<&Motion::velocity>("velocity", "its velocity, instead of the displacement").unit("m/s").range(-1e6, 1e6),
         field<&Motion::rotation>("rotation", "turn since the start: axis times angle").unit("rad"),
         field<&Motion::angular_velocity>("angular_velocity", "its angular velocity about a fixed axis, instead of the rotation")
             .unit("rad/s")
             .range(-1e6, 1e6),
         field<&Motion::center>("center", "point about which it turns and deforms, as it stood at first").unit("m"),
         field<&Motion::deformation>("deformation", "of pins and moved objects: stretch and shear about the center, before it turns")});
    return table;
}

namespace
{
template <class T> std::vector<Field> body_fields()
{
    return {field<&Body::shape, T>("shape", "its shape").required(),
            field<&Body::sampling, T>("sampling", "how the shape is filled with particles"),
            field<&Body::material, T>("material", "name of its material").names_one_of("materials").required(),
            field<&Body::parts, T>("parts", "regions of it that are made of other materials: solids of one piece"),
            field<&Body::position, T>("position", "where the shape's origin comes to stand").unit("m"),
            field<&Body::rotation, T>("rotation", "of the shape about its origin, before it is moved: axis times angle").unit("rad"),
            field<&Body::velocity, T>("velocity", "velocity at first").unit("m/s").range(-1e6, 1e6),
            field<&Body::angular_velocity, T>("angular_velocity", "angular velocity at first, about the position")
                .unit("rad/s")
                .range(-1e6, 1e6),
            field<&Body::flow, T>("flow", "added to the velocity at first, place by place"),
            field<&Body::jitter, T>("jitter", "random shift of each particle, in spacings").range(0, 0.5),
            field<&Body::scatter, T>(
                "scatter", "a region in the world: particles start at random places in it, and a solid has to find back to its shape")};
}

std::vector<Field> operator+(std::vector<Field> a, const std::vector<Field>& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
} // namespace

template <> const Structure& structure_of<BodyPart>()
{
    static const Structure table = structure<BodyPart>(
        "part", "a region of a body that is made of another material",
        {field<&BodyPart::region>("region", "which particles: where the shape is defined, before it is turned and moved").required(),
         field<&BodyPart::material>("material", "name of their material").names_one_of("materials").required()});
    return table;
}

template <> const Structure& structure_of<Pin>()
{
    static const Structure table = structure<Pin>(
        "pin", "a region of an object whose particles are held",
        {field<&Pin::region>("region", "where the held particles stand when the object starts").required(),
         field<&Pin::motion>("motion", "how they move; without it they rest"),
         field<&Pin::attach_to>("attach_to", "name of a wall or rigid body of which they become a part, instead of a motion")});
    return table;
}

template <> const Structure& structure_of<Object>()
{
    static const Structure table =
        structure<Object>("object", "a body that is there from its start time on",
                          body_fields<Object>() + std::vector<Field>{
                                                      field<&Object::start>("start", "when it appears").unit("s").range(0, 1e9),
                                                      field<&Object::pins>("pins", "regions whose particles are held"),
                                                      field<&Object::motion>("motion", "all its particles move as given"),
                                                  });
    return table;
}

template <> const Structure& structure_of<Wall>()
{
    static const Structure table = structure<Wall>(
        "wall", "a solid that particles do not enter, or a vessel that they do not leave",
        {field<&Wall::shape>("shape", "its shape").required(), field<&Wall::keeps>("keeps", "on which side of the surface particles stay"),
         field<&Wall::ghosts>("ghosts", "what stands behind the surface"),
         field<&Wall::restitution>("restitution", "speed away from the wall after an impact, as a share of that before").range(0, 1),
         field<&Wall::friction>("friction", "Coulomb's coefficient for rigid bodies and solids; with theirs the geometric mean counts")
             .range(0, 100),
         field<&Wall::fluid_friction>("fluid_friction", "Coulomb's coefficient for fluids: sand on a slope; water has none").range(0, 100),
         field<&Wall::contact_angle>("contact_angle",
                                     "at which fluid meets it: 0 is wetted, 180 deg repels; without it it does not attract fluid")
             .unit("rad")
             .range(0, pi),
         field<&Wall::motion>("motion", "how it moves")});
    return table;
}

template <> const Structure& structure_of<CircleNozzle>()
{
    static const Structure table = structure<CircleNozzle>(
        "circle", "a round nozzle; in 2D a slit",
        {field<&CircleNozzle::radius>("radius", "its radius; in 2D half the width").unit("m").positive().required()});
    return table;
}

template <> const Structure& structure_of<RectangleNozzle>()
{
    static const Structure table =
        structure<RectangleNozzle>("rectangle", "a rectangular nozzle; in 2D a slit",
                                   {field<&RectangleNozzle::width>("width", "its width").unit("m").positive().required(),
                                    field<&RectangleNozzle::height>("height", "its height; not used in 2D").unit("m").at_least(0)});
    return table;
}

template <> const Structure& structure_of<FluidEmitter>()
{
    static const Structure table = structure<FluidEmitter>(
        "fluid", "a jet: layers of particles that leave a nozzle one after the other",
        {field<&FluidEmitter::material>("material", "name of its material").names_one_of("materials").required(),
         field<&FluidEmitter::nozzle>("nozzle", "shape of the opening").required(),
         field<&FluidEmitter::position>("position", "centre of the nozzle").unit("m"),
         field<&FluidEmitter::direction>("direction", "of the jet"),
         field<&FluidEmitter::speed>("speed", "speed of the jet, the mean over its nozzle").unit("m/s").range(0, 1e4),
         field<&FluidEmitter::profile>("profile", "how the speed is spread over the nozzle"),
         field<&FluidEmitter::rate>("rate", "volume in a second (in 2D area in a second); without it as much as "
                                            "fills the nozzle at that speed, which is also the most there can be")
             .unit("m³/s")
             .at_least(0),
         field<&FluidEmitter::start>("start", "when it opens").unit("s").range(0, 1e9),
         field<&FluidEmitter::stop>("stop", "when it closes").unit("s").range(0, 1e9),
         field<&FluidEmitter::limit>("limit", "number of particles after which it closes").at_least(0)});
    return table;
}

template <> const Structure& structure_of<BodyEmitter>()
{
    static const Structure table = structure<BodyEmitter>(
        "bodies", "copies of a body, one after the other",
        body_fields<BodyEmitter>() +
            std::vector<Field>{field<&BodyEmitter::interval>("interval", "time from one to the next").unit("s").positive().required(),
                               field<&BodyEmitter::start>("start", "when the first appears").unit("s").range(0, 1e9),
                               field<&BodyEmitter::count>("count", "how many; without it they never end").at_least(0)});
    return table;
}

template <> const Structure& structure_of<Sink>()
{
    static const Structure table = structure<Sink>("sink", "a region in which particles vanish",
                                                   {field<&Sink::shape>("shape", "the region").required(),
                                                    field<&Sink::start>("start", "when it opens").unit("s").range(0, 1e9),
                                                    field<&Sink::stop>("stop", "when it closes").unit("s").range(0, 1e9)});
    return table;
}

template <> const Structure& structure_of<Air>()
{
    static const Structure table = structure<Air>(
        "air", "air around the fluid: brakes what is exposed to it, and carries it along",
        {field<&Air::density>("density", "of the air").unit("kg/m³").range(0, 1e6),
         field<&Air::velocity>("velocity", "of the wind; may be keyframed").unit("m/s").range(-1e4, 1e4),
         field<&Air::drag_coefficient>("drag_coefficient", "of a single particle: a sphere has 0.47, a disc in the plane about 1.2")
             .at_least(0)});
    return table;
}

template <> const Structure& structure_of<TimeStepSettings>()
{
    using Settings = TimeStepSettings;
    static const Structure table = structure<Settings>(
        "time_step", "how long a step may be: the shortest of what each limit allows",
        {field<&Settings::courant>("courant", "times h/(c + v): no sound passes a particle in a step").range(1e-6, 2),
         field<&Settings::force>("force", "times √(h/a)").range(1e-6, 2),
         field<&Settings::viscous>("viscous", "times (h/2)²ρ/μ").range(1e-6, 1),
         field<&Settings::largest>("largest", "never longer than this").unit("s").range(1e-12, 1e9),
         field<&Settings::fixed>("fixed", "always this long, cut only where a frame ends; refused if the limits are shorter at the start")
             .unit("s")
             .range(1e-12, 1e9)});
    return table;
}

template <> const Structure& structure_of<Solvers>()
{
    static const Structure table = structure<Solvers>(
        "solvers", "one choice per question",
        {field<&Solvers::pressure>("pressure", "how the fluid resists compression; dfsph unless said where solids or rigid bodies need it"),
         field<&Solvers::boundaries>("boundaries", "how walls stand in the sums of an incompressible fluid"),
         field<&Solvers::viscosity>("viscosity", "how velocities even out"),
         field<&Solvers::smoothing>("smoothing", "whether particles move with smoothed velocities"),
         field<&Solvers::surface_tension>("surface_tension", "how surfaces contract"),
         field<&Solvers::vorticity>("vorticity", "whether vortices are kept alive"),
         field<&Solvers::elasticity>("elasticity", "how elastic solids are solved"),
         field<&Solvers::time_step>("time_step", "how long a step may be")});
    return table;
}

template <> const Structure& structure_of<Interval>()
{
    static const Structure table = structure<Interval>("interval", "a stretch of an axis",
                                                       {field<&Interval::from>("from", "where it begins").unit("m").required(),
                                                        field<&Interval::to>("to", "where it ends").unit("m").required()});
    return table;
}

template <> const Structure& structure_of<PeriodicAxes>()
{
    static const Structure table =
        structure<PeriodicAxes>("periodic", "axes along which the world repeats itself",
                                {field<&PeriodicAxes::x>("x", "the stretch that is repeated along x"),
                                 field<&PeriodicAxes::y>("y", "along y"), field<&PeriodicAxes::z>("z", "along z; only in 3D")});
    return table;
}

template <> const Structure& structure_of<Scene>()
{
    static const Structure table = structure<Scene>(
        "scene", "what to simulate: SI units; a number with another unit is a text, \"2 mm\"",
        {field<&Scene::schema>("$schema", "path of the schema, for editors").not_physics(),
         field<&Scene::version>("version", "version of the format").range(1, 1).required(),
         field<&Scene::name>("name", "its name; without it that of the file").not_physics(),
         field<&Scene::summary>("summary", "one line that says what it shows").not_physics(),
         field<&Scene::dimension>("dimension", "2: the plane z = 0, or 3").range(2, 3),
         field<&Scene::spacing>("spacing", "distance of particles: the one number for the resolution")
             .unit("m")
             .range(1e-9, 1e6)
             .required(),
         field<&Scene::support>("support", "support radius h of the kernel; without it twice the spacing").unit("m").positive(),
         field<&Scene::particle_radius>("particle_radius", "distance from walls; without it half the spacing").unit("m").positive(),
         field<&Scene::kernel>("kernel", "smoothing kernel"),
         field<&Scene::periodic>("periodic", "axes along which the world repeats itself"),
         field<&Scene::domain>("domain", "a box; particles outside of it are lost. In 2D z is not used"),
         field<&Scene::lost_particles>("lost_particles", "what happens to particles that leave the domain, or end in the matter of a wall"),
         field<&Scene::gravity>("gravity", "acceleration of everything that is free; may be keyframed").unit("m/s²").range(-1e6, 1e6),
         field<&Scene::duration>("duration", "time to simulate, rounded up to whole frames").unit("s").range(0, 1e9).not_physics(),
         field<&Scene::frame_rate>("frame_rate", "frames in a second of simulated time").unit("1/s").range(1e-6, 1e9),
         field<&Scene::seed>("seed", "of everything random"),
         field<&Scene::materials>("materials", "named materials"),
         field<&Scene::objects>("objects", "named bodies that are there at first, or later"),
         field<&Scene::walls>("walls", "named solids and vessels"),
         field<&Scene::rigid_bodies>("rigid_bodies", "named bodies that keep their shape"),
         field<&Scene::emitters>("emitters", "named sources of particles"),
         field<&Scene::max_particles>("max_particles",
                                      "budget: while there are as many, emitters bring nothing; what sinks take makes room")
             .at_least(0),
         field<&Scene::sinks>("sinks", "named regions in which particles vanish"),
         field<&Scene::forces>("forces", "named accelerations besides gravity"),
         field<&Scene::air>("air", "air and wind; without it nothing drags"),
         field<&Scene::solvers>("solvers", "one choice per question"),
         field<&Scene::probes>("probes", "named measurements: a CSV file each"),
         field<&Scene::output>("output", "what a run writes, and how often").not_physics(),
         field<&Scene::picture>("picture", "how pictures and movies look, unless they are asked for otherwise").not_physics()});
    return table;
}
} // namespace aspic
