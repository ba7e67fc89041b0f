#include "aspic/scene/validate.h"

#include "aspic/core/field_walk.h"
#include "aspic/core/nearest_name.h"
#include "aspic/core/printable.h"
#include "aspic/scene/solid_objects.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace aspic
{
namespace
{
template <class T> std::set<std::string_view> names_in(const NamedList<T>& list)
{
    std::set<std::string_view> names;
    for (const auto& element : list)
        names.insert(element.name);
    return names;
}

constexpr std::size_t most_problems = 100; ///< more are not looked for

class Validator
{
public:
    explicit Validator(const Scene& scene)
        : scene_(scene),
          names_{{"materials", names_in(scene.materials)},
                 {"objects", names_in(scene.objects)},
                 {"walls", names_in(scene.walls)},
                 {"rigid_bodies", names_in(scene.rigid_bodies)}}
    {
    }

    Problems run()
    {
        check_resolution();
        check_periodic_axes();
        check_fields();
        if (scene_.dimension == 2)
            check_plane(scene_.gravity, "gravity");
        for (const auto& object : scene_.objects)
            check_object(object.value, "objects." + object.name);
        for (const auto& wall : scene_.walls)
            check_motion(wall.value.motion, "walls." + wall.name + ".motion");
        for (const auto& force : scene_.forces)
            if (scene_.dimension == 2)
                check_plane(force.value.acceleration, "forces." + force.name + ".acceleration");
        if (scene_.dimension == 2 && scene_.air)
            check_plane(scene_.air->velocity, "air.velocity");
        for (const auto& wall : scene_.walls)
            check_wetting(wall.value.contact_angle, "walls." + wall.name + ".contact_angle");
        for (const auto& body : scene_.rigid_bodies)
            check_wetting(body.value.contact_angle, "rigid_bodies." + body.name + ".contact_angle");
        check_pictures();
        for (const auto& body : scene_.rigid_bodies)
            check_motion(body.value.motion, "rigid_bodies." + body.name + ".motion");
        if (!scene_.rigid_bodies.empty() && !std::holds_alternative<DfsphSettings>(scene_.solvers.pressure))
            report("rigid_bodies", "the weakly compressible solver does not move rigid bodies", "choose solvers.pressure: {\"dfsph\": {}}");
        std::visit([&](const auto& settings) { check_pressure(settings); }, scene_.solvers.pressure);
        for (const auto& material : scene_.materials)
            if (material.value.elastic)
                check_moduli(*material.value.elastic, "materials." + material.name + ".elastic");
        for (const auto& emitter : scene_.emitters)
            std::visit([&](const auto& e) { check_emitter(e, "emitters." + emitter.name); }, emitter.value);
        for (const auto& sink : scene_.sinks)
            check_times(sink.value.start, sink.value.stop, "sinks." + sink.name);
        for (const auto& probe : scene_.probes)
            std::visit([&](const auto& p) { check_probe(p, "probes." + probe.name); }, probe.value);
        return std::move(problems_);
    }

private:
    void check_pictures()
    {
        if (scene_.dimension == 2 && scene_.output.surface)
            report("output.surface", "a scene of two dimensions has no surface", "leave it out");
        if (scene_.dimension == 2 && scene_.output.skin)
            report("output.skin", "a scene of two dimensions has no surface", "leave it out");
        else if (scene_.output.skin &&
                 std::ranges::none_of(scene_.objects, [&](const auto& object) { return is_solid(scene_, object.value); }) &&
                 std::ranges::none_of(scene_.emitters, [&](const auto& emitter) { return is_elastic(scene_, emitter.value); }))
            report("output.skin", "no object of the scene is solid", "leave it out: output.surface makes surfaces of fluids");
        if (scene_.dimension == 2 && scene_.picture.style.value_or(PictureStyle::particles) != PictureStyle::particles)
            report("picture.style", "a scene of two dimensions has no surface to show", "leave it out");
        const auto* placed = std::get_if<PlacedCamera>(&scene_.picture.camera);
        if (placed != nullptr && placed->position.is_constant() && placed->target.is_constant() && placed->position == placed->target)
            report("picture.camera", "the camera stands where it looks", "move the position or the target");
    }

    void check_wetting(const std::optional<double>& contact_angle, const std::string& path)
    {
        if (!contact_angle)
            return;
        if (!std::holds_alternative<AkinciSettings>(scene_.solvers.surface_tension))
            report(path, "only the surface tension of Akinci et al. wets walls and bodies",
                   "choose solvers.surface_tension: {\"akinci\": {}}");
        else if (!std::holds_alternative<DfsphSettings>(scene_.solvers.pressure))
            report(path, "a weakly compressible fluid does not wet walls", "choose solvers.pressure: {\"dfsph\": {}}, or leave it out");
    }

    void report(std::string where, std::string what, std::string hint)
    {
        if (problems_.size() < most_problems)
            problems_.push_back({std::move(where), std::move(what), std::move(hint)});
    }

    void check_resolution()
    {
        if (scene_.support && *scene_.support < scene_.spacing)
            report("support", "the support radius is smaller than the spacing: no particle would see another",
                   "leave it out, or take about twice the spacing");
        constexpr double most_spacings = 50;
        if (scene_.support && *scene_.support > most_spacings * scene_.spacing)
            report("support", "the support radius is more than 50 spacings: each particle would see half a million others",
                   "leave it out, or take about twice the spacing");
        if (scene_.particle_radius && *scene_.particle_radius > 2 * scene_.spacing)
            report("particle_radius", "particles would keep more than two spacings away from walls",
                   "leave it out: half the spacing is taken");
    }

    void check_periodic_axes()
    {
        constexpr double most_supports = 1e12; // cells along it must be countable
        const double h = scene_.support_radius();
        const auto check = [&](const std::optional<Interval>& axis, const std::string& path) {
            if (!axis)
                return;
            const double length = axis->to - axis->from;
            if (!(length >= 2 * h))
                report(path, "the stretch that is repeated must be at least two support radii long",
                       "'to' must be greater than 'from' by that much");
            else if (!(length <= most_supports * h))
                report(path, "the stretch that is repeated is too long for the support radius",
                       "without it the world has no end along the axis");
        };
        check(scene_.periodic.x, "periodic.x");
        check(scene_.periodic.y, "periodic.y");
        check(scene_.periodic.z, "periodic.z");
        if (scene_.dimension == 2 && scene_.periodic.z)
            report("periodic.z", "there is no z in 2D", "leave it out");
    }

    /// Names that must exist, keyframes that must ascend: wherever a table says that a field is one.
    void check_fields()
    {
        auto& scene = const_cast<Scene&>(scene_); // NOLINT(cppcoreguidelines-pro-type-const-cast): the walk only looks
        walk_fields(type_of<Scene>(), &scene, "", [&](const FieldVisit& visit) {
            if (!visit.field.refers_to.empty())
                check_reference(visit);
            if (visit.field.name == "keyframes" && visit.structure.name == "keyframes")
                check_keyframes(visit);
        });
    }

    void check_reference(const FieldVisit& visit)
    {
        const std::string* name = static_cast<const std::string*>(visit.member);
        if (visit.field.type().kind == Type::Kind::optional)
        {
            const auto& optional = *static_cast<const std::optional<std::string>*>(visit.member);
            if (!optional)
                return;
            name = &*optional;
        }
        const std::set<std::string_view>& known = names_.at(visit.field.refers_to);
        if (known.contains(*name) || problems_.size() >= most_problems)
            return;
        const std::vector<std::string_view> names(known.begin(), known.end());
        report(visit.path, printable(*name) + " is not among the scene's " + std::string(visit.field.refers_to),
               names.empty() ? "the scene has none" : hint_for_name(*name, names));
    }

    void check_keyframes(const FieldVisit& visit)
    {
        const Type& list = visit.field.type();
        const Field& time = list.element().structure().fields.front();
        if (list.size(visit.member) == 0)
            report(visit.path, "there are no keyframes", "write a plain value instead if it does not change");
        double last = -std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < list.size(visit.member); ++k)
        {
            const double now = *static_cast<const double*>(time.member(list.at(visit.member, k)));
            if (!(now > last))
                report(visit.path + "[" + std::to_string(k) + "]", "its time is not later than that of the keyframe before",
                       "keyframes stand in the order of their times");
            last = now;
        }
    }

    void check_plane(const Keyframed<Vec3d>& value, const std::string& path)
    {
        bool leaves = value.is_constant() && value.constant.z != 0;
        for (const auto& key : value.keyframes)
            leaves = leaves || key.value.z != 0;
        if (leaves)
            report(path, "z must be 0 in 2D", "write two numbers, or set dimension to 3");
    }

    void check_turn_in_plane(const Keyframed<Vec3d>& value, const std::string& path)
    {
        const auto tilts = [](const Vec3d& r) { return r.x != 0 || r.y != 0; };
        bool leaves = value.is_constant() && tilts(value.constant);
        for (const auto& key : value.keyframes)
            leaves = leaves || tilts(key.value);
        if (leaves)
            report(path, "in 2D things turn about z only", "write [0, 0, angle]");
    }

    void check_motion(const std::optional<Motion>& motion, const std::string& path)
    {
        if (!motion)
            return;
        if (motion->displacement && motion->velocity)
            report(path, "displacement and velocity are both given", "keep one of them");
        if (motion->rotation && motion->angular_velocity)
            report(path, "rotation and angular_velocity are both given", "keep one of them");
        if (motion->angular_velocity)
            check_axis(*motion->angular_velocity, path + ".angular_velocity");
        if (scene_.dimension != 2)
            return;
        for (const auto& [value, name] : {std::pair{&motion->displacement, ".displacement"}, std::pair{&motion->velocity, ".velocity"}})
            if (*value)
                check_plane(**value, path + name);
        for (const auto& [value, name] :
             {std::pair{&motion->rotation, ".rotation"}, std::pair{&motion->angular_velocity, ".angular_velocity"}})
            if (*value)
                check_turn_in_plane(**value, path + name);
    }

    void check_axis(const Keyframed<Vec3d>& spin, const std::string& path)
    {
        Vec3d axis;
        for (const auto& key : spin.keyframes)
            axis = norm(key.value) > norm(axis) ? key.value : axis;
        for (const auto& key : spin.keyframes)
            if (norm(cross(axis, key.value)) > 1e-9 * norm(axis) * norm(key.value))
                return report(path, "the axis changes from keyframe to keyframe",
                              "only the speed may change; for other turns give 'rotation'");
    }

    [[nodiscard]] const Material* material_named(const std::string& name) const
    {
        const Index material = index_of(scene_.materials, name);
        return material < 0 ? nullptr : &scene_.materials[static_cast<std::size_t>(material)].value;
    }

    /// A body is one solid, or fluid.
    void check_parts(const Body& body, const std::string& path)
    {
        const Material* whole = material_named(body.material);
        for (const auto& part : body.parts)
        {
            const Material* other = material_named(part.value.material);
            if (whole == nullptr || other == nullptr || whole->elastic.has_value() == other->elastic.has_value())
                continue;
            report(path + ".parts." + part.name + ".material",
                   other->elastic ? "it is elastic, and the body is fluid" : "it is a fluid, and the body is elastic",
                   "the parts of a body are all elastic or all fluid: choose another material, or make it an object of its own");
        }
    }

    void check_scatter(const Body& body, const std::string& path)
    {
        if (!body.scatter)
            return;
        if (!is_elastic(scene_, body))
            report(path + ".scatter", "a fluid has no shape to find back to", "leave it out, or give the material 'elastic'");
        if (body.jitter > 0)
            report(path + ".jitter", "jitter and scatter are both given", "keep one of them");
    }

    void check_body(const Body& body, const std::string& path)
    {
        check_parts(body, path);
        check_scatter(body, path);
        if (scene_.dimension != 2)
            return;
        if (body.velocity.z != 0)
            report(path + ".velocity", "z must be 0 in 2D", "write two numbers, or set dimension to 3");
        if (const auto* flow = body.flow ? std::get_if<LinearFlow>(&*body.flow) : nullptr)
            if (flow->along_x.z != 0 || flow->along_y.z != 0)
                report(path + ".flow.linear", "velocities must stay in the plane in 2D", "write two numbers for each axis");
        check_turn_in_plane(body.rotation, path + ".rotation");
        check_turn_in_plane(body.angular_velocity, path + ".angular_velocity");
    }

    void check_pin(const Pin& pin, const std::string& path)
    {
        check_motion(pin.motion, path + ".motion");
        if (!pin.attach_to)
            return;
        const bool is_wall = index_of(scene_.walls, *pin.attach_to) >= 0, is_rigid = index_of(scene_.rigid_bodies, *pin.attach_to) >= 0;
        if (pin.motion)
            report(path + ".motion", "what it is attached to moves it already", "leave out motion or attach_to");
        if (is_wall && is_rigid)
            report(path + ".attach_to", "there are a wall and a rigid body named '" + *pin.attach_to + "'",
                   "give one of them another name");
        else if (!is_wall && !is_rigid)
            report(path + ".attach_to", "there is no wall and no rigid body named '" + *pin.attach_to + "'", known_supports());
    }

    [[nodiscard]] std::string known_supports() const
    {
        std::string names;
        for (const auto& wall : scene_.walls)
            names += (names.empty() ? "" : ", ") + wall.name;
        for (const auto& body : scene_.rigid_bodies)
            names += (names.empty() ? "" : ", ") + body.name;
        return names.empty() ? "the scene has none: leave it out, and the particles rest" : "there are: " + names;
    }

    void check_object(const Object& object, const std::string& path)
    {
        check_body(object, path);
        check_motion(object.motion, path + ".motion");
        for (const auto& pin : object.pins)
        {
            check_pin(pin.value, path + ".pins." + pin.name);
            if (object.motion && pin.value.attach_to)
                report(path + ".pins." + pin.name + ".attach_to", "the object has a motion of its own", "leave out one of the two");
        }
    }

    void check_moduli(const ElasticMaterial& material, const std::string& path)
    {
        const auto lame = material.lame();
        if (!lame)
            report(path, "these moduli do not say how stiff it is",
                   "give young_modulus and poisson_ratio, shear_modulus and bulk_modulus, or shear_modulus and lame_lambda");
        else if (lame->lambda + 2.0 / 3 * lame->mu <= 0)
            report(path, "its bulk modulus is not positive: it would collapse", "lame_lambda must be greater than -2/3 shear_modulus");
        else if (lame->lambda > 99.0001 * lame->mu)
            report(path, "it is nearly incompressible (Poisson's ratio above 0.495)",
                   "take a smaller bulk_modulus or lame_lambda: solves would take thousands of iterations");
    }

    void check_pressure(const WeaklyCompressibleSettings& settings)
    {
        if (settings.sound_speed && settings.max_compression)
            report("solvers.pressure.weakly_compressible", "sound_speed and max_compression are both given", "keep one of them");
        if (settings.hydrostatic_start && std::holds_alternative<SummationSettings>(settings.density))
            report("solvers.pressure.weakly_compressible.hydrostatic_start",
                   "summed densities follow from where particles are, not from a pressure",
                   "leave it out, or choose \"density\": {\"continuity\": {}}");
        for (const auto& material : scene_.materials)
            if (material.value.elastic)
                report("materials." + material.name + ".elastic", "the weakly compressible solver does not move elastic solids",
                       "choose \"pressure\": {\"dfsph\": {}}");
        if (std::holds_alternative<ImplicitViscositySettings>(scene_.solvers.viscosity))
            report("solvers.viscosity", "implicit viscosity is there for incompressible fluids only: sound limits the step of others",
                   "choose \"morris\", or \"pressure\": {\"dfsph\": {}}");
    }

    void check_pressure(const DfsphSettings& settings)
    {
        if (settings.min_iterations > settings.max_iterations)
            report("solvers.pressure.dfsph.min_iterations", "it is more than max_iterations", "");
        if (std::holds_alternative<LaplacianViscositySettings>(scene_.solvers.viscosity))
            report("solvers.viscosity", "the kernel's Laplacian is not there for incompressible fluids",
                   "choose \"morris\" or \"implicit\"");
        const ElasticitySettings& elasticity = scene_.solvers.elasticity;
        if (elasticity.coupling == PressureCoupling::strong &&
            (elasticity.method != ElasticMethod::unsplit || elasticity.zero_energy_control != ZeroEnergyControl::in_system))
            report("solvers.elasticity.coupling", "strong coupling needs all of elasticity in one system",
                   "leave out 'method' and 'zero_energy_control', or choose \"coupling\": \"weak\"");
    }

    void check_times(double start, const std::optional<double>& stop, const std::string& path)
    {
        if (stop && *stop < start)
            report(path + ".stop", "it stops before it starts", "stop must be later than start");
    }

    void check_emitter(const FluidEmitter& emitter, const std::string& path)
    {
        const std::string place = path + ".fluid";
        const auto& d = emitter.direction;
        if (scene_.dimension == 2 ? (d.z != 0 || (d.x == 0 && d.y == 0)) : norm(d) == 0)
            report(place + ".direction",
                   scene_.dimension == 2 ? "the direction must lie in the plane z = 0 and not be zero" : "the direction is zero",
                   "for example [0, -1, 0]");
        check_times(emitter.start, emitter.stop, place);
        if (const Material* material = material_named(emitter.material); material != nullptr && material->elastic)
            report(place + ".material", "it is elastic, and jets are fluid", "emit 'bodies', or choose a fluid");
        const auto* rectangle = std::get_if<RectangleNozzle>(&emitter.nozzle);
        if (rectangle != nullptr && scene_.dimension == 3 && rectangle->height <= 0)
            report(place + ".nozzle.rectangle", "the key 'height' is missing", "in 3D a rectangle has a width and a height");
    }

    void check_emitter(const BodyEmitter& emitter, const std::string& path) { check_body(emitter, path + ".bodies"); }

    void check_direction(const Vec3d& direction, const std::string& path)
    {
        if (norm(direction) == 0)
            report(path, "the direction is zero", "for example [0, 1, 0]");
    }

    void check_probe(const ParticleProbe& probe, const std::string& path)
    {
        if (probe.identity.has_value() == probe.nearest.has_value())
            report(path + ".particle", "either 'identity' or 'nearest' must be given", "");
    }
    void check_probe(const LevelProbe& probe, const std::string& path) { check_direction(probe.up, path + ".level.up"); }
    void check_probe(const FrontProbe& probe, const std::string& path) { check_direction(probe.direction, path + ".front.direction"); }
    static void check_probe(const ProbeTiming&, const std::string&) {}

    const Scene& scene_;
    std::map<std::string_view, std::set<std::string_view>> names_; ///< in the lists that can be referred to
    Problems problems_;
};
} // namespace

Problems problems_of(const Scene& scene) { return Validator(scene).run(); }
} // namespace aspic
