#include "aspic/core/rough_text.h"
#include "aspic/geometry/lattice_points.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/doctor_parts.h"
#include "aspic/simulation/pose.h"
#include "aspic/simulation/sources.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr double most_points = 2e6;    ///< to look at in all
constexpr double most_of_a_body = 5e4; ///< larger bodies are sampled more coarsely
constexpr double least_of_a_body = 50;

std::shared_ptr<const Solid> solid_of(const Shape& shape, const Examination& examination)
{
    return make_solid(shape, examination.scene.dimension, examination.assets).value();
}

bool is_file(const Body& body) { return std::holds_alternative<ParticleFile>(body.shape.form); }

/// What becomes of particles that start in a wall or in something else.
enum class Fate
{
    thrown,   ///< to the other side, by the first step
    left_out, ///< late fluid
    waits     ///< all of the body
};

/// A body as it stands at first.
struct PlacedBody
{
    std::string path;
    std::shared_ptr<const Solid> solid; ///< of its shape; none for particles from a file, and those that are scattered
    Vec3d position;
    Mat3T<double> rotation;
    double start = 0;
    Fate fate = Fate::thrown;
    std::vector<Vec3d> points; ///< some of its particles
    std::vector<Index> parts;  ///< to which of the body's parts each belongs, −1: to none
    Bounds bounds;             ///< of those
    bool is_elastic = false;
    const Object* object = nullptr; ///< none: an emitter brings it

    /// Distance from its surface, negative inside.
    [[nodiscard]] double distance(const Vec3d& x) const
    {
        return solid == nullptr ? std::numeric_limits<double>::infinity()
                                : solid->surface_from(transpose(rotation) * (x - position)).distance;
    }
};

Fate fate_of(const Object& object, const Scene& scene)
{
    if (object.start <= 0)
        return Fate::thrown;
    return is_solid(scene, object) ? Fate::waits : Fate::left_out;
}

PlacedBody placed(const Body& body, double count, const std::string& path, double start, Examination& examination, FilledShapes& filled)
{
    const Scene& scene = examination.scene;
    Scene coarse; // as far as the points of a body depend on it
    coarse.dimension = scene.dimension;
    coarse.spacing = scene.spacing;
    coarse.seed = scene.seed;
    const auto bodies = static_cast<double>(scene.objects.size() + scene.emitters.size());
    const double most = std::clamp(most_points / bodies, least_of_a_body, most_of_a_body);
    if (!is_file(body) && count > most)
        coarse.spacing *= coarse.dimension == 2 ? std::sqrt(count / most) : std::cbrt(count / most);
    PlacedBody result{path,
                      is_file(body) || body.scatter ? nullptr : solid_of(body.shape, examination),
                      body.position,
                      rotation_matrix(body.rotation),
                      start,
                      Fate::thrown,
                      {},
                      {},
                      empty_bounds(),
                      is_elastic(scene, body)};
    Body rough = body;
    if (auto* relaxed = std::get_if<RelaxedSampling>(&rough.sampling))
        relaxed->max_iterations = 0; // where particles begin is near enough
    try
    {
        BodyPoints points = body_points(rough, coarse, examination.assets, 0, filled);
        result.points = std::move(points.positions);
        result.parts = std::move(points.parts);
    }
    catch (const std::length_error& error)
    {
        examination.warn(path + ".shape", error.what(), "is its size right? Numbers are metres");
    }
    for (const Vec3d& x : result.points)
        result.bounds = joined(result.bounds, x);
    return result;
}

bool do_touch(const Bounds& a, const Bounds& b) { return !is_empty(common_part(a, b)); }

/// The share of points for which something holds.
template <class Test> double share(const std::vector<Vec3d>& points, const Test& test)
{
    return points.empty() ? 0 : static_cast<double>(std::ranges::count_if(points, test)) / static_cast<double>(points.size());
}

/// A wall, and how it stands at one time.
struct PlacedWall
{
    std::string name;
    std::shared_ptr<const Solid> solid;
    const std::optional<Motion>* motion = nullptr;
    bool is_vessel = false;
    Pose pose;

    /// How far a point is on the wrong side; negative if it is on the right one.
    [[nodiscard]] double depth(const Vec3d& x) const
    {
        const double distance = solid->surface_from(pose.material_point(x)).distance;
        return is_vessel ? distance : -distance;
    }
};

/// Looks at every body, wall, emitter, sink and probe.
class Placement
{
public:
    explicit Placement(Examination& examination)
        : examination_(examination), scene_(examination.scene), tolerance_(0.1 * examination.scene.spacing)
    {
        for (std::size_t k = 0; k < scene_.objects.size(); ++k)
        {
            const auto& [name, object] = scene_.objects[k];
            bodies_.push_back(placed(object, examination.object_particles[k], "objects." + name, object.start, examination, filled_));
            bodies_.back().fate = fate_of(object, scene_);
            bodies_.back().object = &object;
        }
        for (const auto& wall : scene_.walls)
            walls_.push_back(
                {wall.name, solid_of(wall.value.shape, examination), &wall.value.motion, wall.value.keeps == Side::inside, {}});
        for (const auto& body : scene_.rigid_bodies)
        {
            const Pose pose{rotation_matrix(body.value.rotation), {}, body.value.position};
            rigid_.push_back({body.name, solid_of(body.value.shape, examination), nullptr, false, pose});
        }
        for (const auto& sink : scene_.sinks)
            sinks_.push_back(solid_of(sink.value.shape, examination));
    }

    void run()
    {
        for (const PlacedBody& body : bodies_)
        {
            look_at_resolution(body);
            look_at_walls(body);
            look_at_rigid_bodies(body);
            look_at_sinks(body);
        }
        look_at_overlaps();
        for (std::size_t k = 0; k < bodies_.size(); ++k)
        {
            look_at_pins(scene_.objects[k].value, bodies_[k]);
            look_at_parts(scene_.objects[k].value, bodies_[k]);
        }
        for (const auto& emitter : scene_.emitters)
            std::visit([&](const auto& e) { look_at_emitter(e, "emitters." + emitter.name); }, emitter.value);
        look_at_periodic_axes();
        look_for_a_floor();
        look_at_probes();
    }

private:
    void look_at_resolution(const PlacedBody& body)
    {
        if (body.points.empty())
            return examination_.warn(body.path, "it is too small to hold a particle", "make it larger, or the spacing smaller");
        if (body.solid == nullptr)
            return;
        const Bounds bounds = body.solid->bounds();
        double thickness = std::numeric_limits<double>::infinity();
        for (int axis = 0; axis < scene_.dimension; ++axis)
            thickness = std::min(thickness, bounds.high[axis] - bounds.low[axis]);
        double deepest = 0;
        for (const Vec3d& x : body.points)
            deepest = std::max(deepest, -body.distance(x));
        const double across = std::min(thickness, 2 * deepest + scene_.spacing) / scene_.spacing;
        if (across < 3 * (1 - 1e-9))
            examination_.warn(body.path + ".shape", "it is only about " + rough_number(across) + " particles thick",
                              "three or more across make a body; a smaller spacing gives more");
    }

    /// Whether a wall that stands still is somewhere else.
    static bool is_far(const PlacedWall& wall, const Bounds& bounds)
    {
        return !*wall.motion && !wall.is_vessel && !do_touch(wall.solid->bounds(), bounds);
    }

    void look_at_walls(const PlacedBody& body)
    {
        for (PlacedWall& wall : walls_)
        {
            if (is_far(wall, body.bounds) || may_overlap(body, wall.name))
                continue;
            wall.pose = pose_at(*wall.motion, body.start);
            const double wrong = share(body.points, [&](const Vec3d& x) { return wall.depth(x) > tolerance_; });
            if (wrong > 0)
                examination_.warn(body.path,
                                  rough_share(wrong) + " of its particles start " + (wall.is_vessel ? "outside of" : "inside of") +
                                      " the wall '" + wall.name + "'",
                                  consequence(body.fate, wall) + ": move or cut the shape");
        }
    }

    static std::string consequence(Fate fate, const PlacedWall& wall)
    {
        if (fate == Fate::thrown)
            return wall.is_vessel ? "the first step throws them in" : "the first step throws them out";
        if (fate == Fate::left_out)
            return "these are left out";
        return *wall.motion ? "it waits until the wall is gone" : "it never comes, for it waits until there is room";
    }

    void look_at_periodic_axes()
    {
        if (scene_.rigid_bodies.size() > 0 && (scene_.periodic.x || scene_.periodic.y || scene_.periodic.z))
            examination_.warn("periodic", "rigid bodies touch each other and walls where they are, not across the ends of periodic axes",
                              "keep them away from these ends; fluids meet them on both sides");
    }

    /// Whether it is attached to a wall or rigid body.
    static bool may_overlap(const PlacedBody& body, const std::string& support)
    {
        return body.object != nullptr && is_attached(*body.object, support);
    }

    /// Bodies that come later find those that are free somewhere else.
    void look_at_rigid_bodies(const PlacedBody& body)
    {
        for (const PlacedWall& rigid : rigid_)
        {
            const double wrong = body.start > 0 || may_overlap(body, rigid.name)
                                     ? 0
                                     : share(body.points, [&](const Vec3d& x) { return rigid.depth(x) > tolerance_; });
            if (wrong > 0)
                examination_.warn(body.path, rough_share(wrong) + " of its particles start inside of the rigid body '" + rigid.name + "'",
                                  "the first step throws them out: cut its shape out with 'difference', or move one of them");
        }
    }

    void look_at_sinks(const PlacedBody& body)
    {
        for (std::size_t k = 0; k < sinks_.size(); ++k)
        {
            const auto& [name, sink] = scene_.sinks[k];
            const bool is_open = sink.start <= body.start && (!sink.stop || *sink.stop >= body.start);
            if (!is_open || !do_touch(sinks_[k]->bounds(), body.bounds))
                continue;
            const double lost = share(body.points, [&](const Vec3d& x) { return sinks_[k]->contains(x); });
            if (body.is_elastic && lost >= 0.5)
                examination_.warn(body.path, rough_share(lost) + " of it start in the sink '" + name + "': it vanishes at once, as a whole",
                                  "move one of them: a solid goes when half of it would");
            else if (!body.is_elastic && lost > 0)
                examination_.warn(body.path, rough_share(lost) + " of its particles start in the sink '" + name + "' and vanish at once",
                                  "move one of them");
        }
    }

    /// Of bodies that appear at the same time; from left to right, so that most need not be compared.
    void look_at_overlaps()
    {
        std::vector<const PlacedBody*> ordered;
        for (const PlacedBody& body : bodies_)
            ordered.push_back(&body);
        std::ranges::stable_sort(ordered, {}, [](const PlacedBody* body) { return body->bounds.low.x; });
        for (auto a = ordered.begin(); a != ordered.end(); ++a)
            for (auto b = a + 1; b != ordered.end() && (*b)->bounds.low.x <= (*a)->bounds.high.x; ++b)
                if ((*a)->start == (*b)->start && do_touch((*a)->bounds, (*b)->bounds))
                    look_at_overlap(**a, **b);
    }

    void look_at_overlap(const PlacedBody& a, const PlacedBody& b)
    {
        const double a_in_b = share(a.points, [&](const Vec3d& x) { return b.distance(x) < -tolerance_; });
        const double b_in_a = share(b.points, [&](const Vec3d& x) { return a.distance(x) < -tolerance_; });
        if (b_in_a > a_in_b)
            return look_at_overlap(b, a);
        const char* what_comes = a.fate == Fate::thrown || b.fate == Fate::thrown ? "the overlap bursts apart"
                                 : a.fate == b.fate && a.fate == Fate::left_out   ? "the later one leaves these out"
                                                                                  : "a solid waits until there is room";
        if (a_in_b > 0)
            examination_.warn(a.path, rough_share(a_in_b) + " of its particles start inside of " + b.path,
                              std::string(what_comes) + ": move one, or cut it with 'difference'");
    }

    /// Whether a particle of a region is within two spacings of a wall or rigid body.
    [[nodiscard]] bool is_near(const std::string& support, const Solid& region, const PlacedBody& body) const
    {
        const auto touches = [&](const PlacedWall& wall) {
            return wall.name == support &&
                   share(body.points, [&](const Vec3d& x) { return region.contains(x) && wall.depth(x) > -2 * scene_.spacing; }) > 0;
        };
        return std::ranges::any_of(walls_, touches) || std::ranges::any_of(rigid_, touches);
    }

    void look_at_pins(const Object& object, const PlacedBody& body)
    {
        for (const auto& pin : object.pins)
        {
            const auto region = solid_of(pin.value.region, examination_);
            if (!body.points.empty() && share(body.points, [&](const Vec3d& x) { return region->contains(x); }) == 0)
                examination_.warn(body.path + ".pins." + pin.name, "no particle of the object stands in the region",
                                  "the region is given in the world, not relative to the object");
            else if (pin.value.attach_to && !is_near(*pin.value.attach_to, *region, body))
                examination_.warn(body.path + ".pins." + pin.name + ".attach_to",
                                  "the particles are not at '" + *pin.value.attach_to + "': they move with it from afar",
                                  "move one of them, or choose a region that is nearer");
        }
    }

    void look_at_parts(const Body& body, const PlacedBody& placed)
    {
        for (std::size_t part = 0; part < body.parts.size() && !placed.points.empty(); ++part)
            if (std::ranges::find(placed.parts, static_cast<Index>(part)) == placed.parts.end())
                examination_.warn(placed.path + ".parts." + body.parts[part].name, "no particle of the body belongs to it",
                                  "its region is given where the shape is, before it is turned and moved; parts before it come first");
    }

    void look_at_emitter(const FluidEmitter& emitter, const std::string& path)
    {
        const std::vector<Vec3d> nozzle = nozzle_layer(emitter, scene_).points;
        if (nozzle.size() == 1)
            examination_.warn(path + ".fluid.nozzle", "the jet is only one particle thick",
                              "make the nozzle wider, or the spacing smaller");
        for (PlacedWall& wall : walls_)
        {
            wall.pose = pose_at(*wall.motion, emitter.start);
            const double wrong = share(nozzle, [&](const Vec3d& x) { return wall.depth(x) > tolerance_; });
            if (wrong > 0)
                examination_.warn(path + ".fluid.position",
                                  rough_share(wrong) + " of the nozzle is " + (wall.is_vessel ? "outside of" : "inside of") +
                                      " the wall '" + wall.name + "'",
                                  "move it: nothing comes out there");
        }
    }

    void look_at_emitter(const BodyEmitter& emitter, const std::string& path)
    {
        PlacedBody body =
            placed(emitter, body_point_count(emitter, scene_, examination_.assets), path + ".bodies", emitter.start, examination_, filled_);
        body.fate = Fate::waits;
        look_at_resolution(body);
        look_at_parts(emitter, body);
        look_at_walls(body);
        const double t = emitter.interval;
        const Vec3d way = t * emitter.velocity + (0.5 * t * t) * scene_.gravity.at(emitter.start);
        const double caught = share(body.points, [&](const Vec3d& x) { return body.distance(x - way) < -tolerance_; });
        if (caught > 0 && emitter.count.value_or(2) > 1)
            examination_.warn(path + ".bodies.interval",
                              "each body has to wait: " + rough_share(caught) + " of its particles would start inside of the one before",
                              "a longer interval or a higher velocity lets them come in time");
    }

    /// With gravity and nothing to stand on, all falls for ever.
    void look_for_a_floor()
    {
        const bool has_gravity = !scene_.gravity.is_constant() || norm(scene_.gravity.constant) > 0;
        if (has_gravity && scene_.walls.empty() && !(scene_.periodic.x || scene_.periodic.y || scene_.periodic.z) && scene_.sinks.empty())
            examination_.warn("walls", "there are none: everything falls for ever", "add a wall, or set gravity to [0, 0, 0]");
    }

    /// Where anything can be: bodies, emitters, vessels, and some room around them.
    [[nodiscard]] Bounds inhabited() const
    {
        Bounds bounds = empty_bounds();
        for (const PlacedBody& body : bodies_)
            bounds = joined(bounds, body.bounds);
        for (const auto& emitter : scene_.emitters)
            bounds = joined(bounds, std::visit([](const auto& e) { return e.position; }, emitter.value));
        for (const PlacedWall& wall : walls_)
            if (wall.is_vessel && is_bounded(wall.solid->bounds()))
                bounds = joined(bounds, wall.solid->bounds());
        const double h = scene_.support_radius();
        return {bounds.low - Vec3d{h, h, h}, bounds.high + Vec3d{h, h, h}};
    }

    void look_at_probes()
    {
        const Bounds bounds = inhabited();
        if (is_empty(bounds))
            return;
        for (const auto& probe : scene_.probes)
        {
            std::optional<Vec3d> point;
            if (const auto* pressure = std::get_if<PressureProbe>(&probe.value))
                point = pressure->at;
            if (const auto* particle = std::get_if<ParticleProbe>(&probe.value))
                point = particle->nearest;
            if (const auto* level = std::get_if<LevelProbe>(&probe.value))
                point = nearest_of_column(*level, bounds);
            if (point && squared_distance(bounds, *point) > 0)
                examination_.warn("probes." + probe.name, "it looks where nothing is at first, and no vessel either",
                                  "is the point right? Everything stands between " + corner(bounds.low) + " and " + corner(bounds.high));
        }
    }

    /// The point of a column's axis that comes nearest to the bounds, of some.
    [[nodiscard]] static Vec3d nearest_of_column(const LevelProbe& level, const Bounds& bounds)
    {
        constexpr int samples = 1000;
        const double length = norm(bounds.high - bounds.low) + std::sqrt(squared_distance(bounds, level.at));
        Vec3d nearest = level.at;
        for (int k = 0; k <= samples; ++k)
        {
            const Vec3d x = level.at + (length * k / samples / norm(level.up)) * level.up;
            nearest = squared_distance(bounds, x) < squared_distance(bounds, nearest) ? x : nearest;
        }
        return nearest;
    }

    [[nodiscard]] std::string corner(const Vec3d& x) const
    {
        return "[" + rough_number(x.x) + ", " + rough_number(x.y) + (scene_.dimension == 2 ? "" : ", " + rough_number(x.z)) + "]";
    }

    Examination& examination_;
    const Scene& scene_;
    double tolerance_; ///< [m] that something may be on the wrong side
    FilledShapes filled_;
    std::vector<PlacedBody> bodies_;
    std::vector<PlacedWall> walls_;
    std::vector<PlacedWall> rigid_; ///< as the scene puts them
    std::vector<std::shared_ptr<const Solid>> sinks_;
};
} // namespace

void examine_placement(Examination& examination) { Placement(examination).run(); }
} // namespace aspic
