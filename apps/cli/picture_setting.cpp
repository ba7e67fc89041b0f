#include "picture_setting.h"

#include "aspic/geometry/solid_mesh.h"
#include "aspic/io/read_particles.h"
#include "aspic/io/scene_file.h"
#include "aspic/neighbors/kd_tree.h"
#include "aspic/render/particle_picture.h"
#include "aspic/run/frame_surfaces.h"
#include "aspic/run/run_folder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace
{
using namespace aspic;

/// Half the distance to the nearest other particle, the median of some: for files that do not say.
double usual_radius(const ParticleFrame& frame)
{
    if (const auto spacing = spacing_of(frame))
        return 0.5 * *spacing;
    constexpr double any = 0.01; // [m] a single place looks the same whatever its size
    const auto points = frame.position().view();
    if (points.size() < 2)
        return any;
    const KdTree tree(points);
    std::vector<double> distances;
    for (Index i = 0; i < points.size(); i += std::max<Index>(1, points.size() / 200))
    {
        double reach = 1e-6;
        std::vector<Index> found;
        for (; found.size() < 2 && reach < 1e9; reach *= 2)
            tree.query(points[i], reach, found);
        double nearest = reach;
        for (const Index j : found)
            if (j != i)
                nearest = std::min(nearest, norm(points[j] - points[i]));
        distances.push_back(nearest);
    }
    std::ranges::nth_element(distances, distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2));
    const double middle = distances[distances.size() / 2];
    return middle > 0 ? 0.5 * middle : any;
}

Result<AxisRange> parsed_range(const std::string& text)
{
    AxisRange range;
    int end = 0;
    if (std::sscanf(text.c_str(), "%lf:%lf%n", &range.from, &range.to, &end) != 2 || static_cast<std::size_t>(end) != text.size() ||
        !(range.from < range.to) || !std::isfinite(range.width()))
        return Problem{"--range", "'" + text + "' is no range", "write for example 0:3"};
    return range;
}

/// The box of nearly all places: a few drops that fly far away must not make all else small.
Bounds usual_box(std::vector<Vec3d> places)
{
    constexpr std::size_t one_in = 2000; // of the particles may be outside of a side
    const std::size_t outside = places.size() / one_in;
    Bounds box = empty_bounds();
    for (int axis = 0; axis < 3 && !places.empty(); ++axis)
    {
        const auto is_less = [axis](const Vec3d& a, const Vec3d& b) { return a[axis] < b[axis]; };
        const auto low = places.begin() + static_cast<std::ptrdiff_t>(outside);
        const auto high = places.end() - 1 - static_cast<std::ptrdiff_t>(outside);
        std::ranges::nth_element(places, low, is_less);
        box.low[axis] = (*low)[axis];
        std::ranges::nth_element(places, high, is_less);
        box.high[axis] = (*high)[axis];
    }
    return box;
}

/// What the frames tell.
struct Survey
{
    Bounds box = empty_bounds();
    double lowest = HUGE_VAL; ///< [m] along `up`
    std::vector<double> values;
    std::string title; ///< of the quantity, with unit
};

Problems look_at(const ParticleFrame& frame, const PictureSetting& setting, Survey& survey)
{
    const std::vector<bool> shown = is_shown(frame);
    std::vector<Vec3d> places;
    for (Index i = 0; i < frame.size(); ++i)
        if (shown[static_cast<std::size_t>(i)])
        {
            places.push_back(frame.position()[i]);
            survey.lowest = std::min(survey.lowest, dot(frame.position()[i], setting.up));
        }
    survey.box = joined(survey.box, usual_box(std::move(places)));
    if (setting.color_by.empty())
        return {};
    const auto quantity = quantity_of(frame, setting.color_by);
    if (!quantity)
        return quantity.problems();
    survey.title = quantity->name + (quantity->unit.empty() || quantity->unit == "1" ? "" : " [" + quantity->unit + "]");
    AxisRange range{HUGE_VAL, -HUGE_VAL};
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (shown[i] && std::isfinite(quantity->values[i]))
            range = {std::min(range.from, quantity->values[i]), std::max(range.to, quantity->values[i])};
    survey.values.insert(survey.values.end(), {range.from, range.to});
    return {};
}

/// Rigid bodies are shown as a whole, wherever they are.
void look_at(const std::vector<BodyPlace>& places, const PictureSetting& setting, Survey& survey)
{
    for (const Obstacle& body : setting.obstacles)
        if (const auto pose = pose_among(places, body.body))
            for (const Vec3d& X : body.part.vertices)
            {
                const Vec3d x = pose->place_of(X);
                survey.box = joined(survey.box, x);
                survey.lowest = std::min(survey.lowest, dot(x, setting.up));
            }
}

/// What is asked for, or else what the scene says, or else what is usual.
PictureSetting looks_of(const RecordedRun& run, const RenderRequest& request)
{
    PictureSetting setting;
    Picture of_scene;
    if (run.scene)
    {
        const Vec3d gravity = run.scene->gravity.at(0);
        setting.up = norm(gravity) > 0 ? -1.0 * gravity / norm(gravity) : setting.up;
        setting.is_flat = run.scene->dimension == 2;
        setting.rate = run.scene->frame_rate;
        of_scene = run.scene->picture;
        for (const auto& material : run.scene->materials)
        {
            const auto& color = material.value.color;
            setting.colors.push_back(color ? std::optional(Color{color->x, color->y, color->z}) : std::nullopt);
        }
    }
    setting.style = request.style.value_or(of_scene.style.value_or(setting.is_flat ? PictureStyle::particles : request.usual_style));
    setting.color_by = request.color_by.value_or(of_scene.color_by.value_or(""));
    setting.camera = request.camera ? CameraChoice(*request.camera) : of_scene.camera;
    if (request.azimuth || request.elevation || request.zoom)
    {
        const auto* given = std::get_if<OrbitCamera>(&setting.camera);
        setting.camera = orbit_of(request, given != nullptr ? *given : OrbitCamera());
    }
    return setting;
}

Problems find_scale(const RenderRequest& request, const Survey& survey, PictureSetting& setting)
{
    if (!request.range.empty())
    {
        const auto range = parsed_range(request.range);
        if (!range)
            return range.problems();
        setting.scale = *range;
    }
    else if (!setting.color_by.empty())
        setting.scale = range_of(survey.values);
    setting.scale_title = survey.title;
    return {};
}

Bounds widened(const Bounds& box, double by) { return {box.low - Vec3d{by, by, by}, box.high + Vec3d{by, by, by}}; }

bool holds(const Bounds& outer, const Bounds& inner)
{
    return !is_empty(inner) && squared_distance(outer, inner.low) == 0 && squared_distance(outer, inner.high) == 0;
}

/// The part of a wall that is shown: all of it if it moves or is about as large as what is there to see; else it ends with the picture.
Bounds shown_part(const Bounds& own, const Bounds& vessel, bool moves, const PictureSetting& setting)
{
    if (is_bounded(own) && (moves || holds(widened(setting.box, 0.5 * setting.size()), own)))
        return own;
    return common_part(own, common_part(vessel, widened(setting.box, 0.1 * setting.size())));
}

constexpr Light wall_color{0.42F, 0.40F, 0.37F};

Obstacle obstacle_of(const Solid& solid, const Bounds& region, const std::optional<Motion>& motion)
{
    constexpr int cells = 96;
    SurfaceMesh mesh = solid_mesh(solid, region, cells);
    Obstacle obstacle{{}, motion, {}};
    obstacle.part.look = {.kind = Look::Kind::matte, .color = wall_color};
    for (const Vec3& normal : mesh.normals)
        obstacle.part.normals.push_back(convert<float>(normal));
    obstacle.part.vertices = std::move(mesh.vertices);
    obstacle.part.triangles = std::move(mesh.triangles);
    return obstacle;
}

/// The rigid bodies of a scene; flat ones are as thick as the balls.
void add_bodies(const Scene& scene, const Assets& assets, PictureSetting& setting)
{
    for (std::size_t k = 0; k < scene.rigid_bodies.size(); ++k)
    {
        const auto& [name, body] = scene.rigid_bodies[k];
        const auto solid = make_solid(body.shape, scene.dimension, assets);
        if (!solid || !is_bounded((*solid)->bounds()))
            continue;
        Bounds region = (*solid)->bounds();
        if (setting.is_flat)
        {
            region.low.z = -setting.radius;
            region.high.z = setting.radius;
        }
        setting.obstacles.push_back(obstacle_of(**solid, region, std::nullopt));
        setting.obstacles.back().body = name;
        setting.obstacles.back().part.look = {.kind = setting.is_flat ? Look::Kind::matte : Look::Kind::plastic, .color = body_color(k)};
    }
}

/// The walls that keep particles out. Vessels are not shown: they would hide what is in them.
void add_walls(const Scene& scene, const Assets& assets, PictureSetting& setting)
{
    const auto solid_of = [&](const Wall& wall) { return make_solid(wall.shape, scene.dimension, assets); };
    Bounds vessel = endless_bounds();
    for (const auto& wall : scene.walls)
        if (const auto solid = solid_of(wall.value); solid && wall.value.keeps == Side::inside && !wall.value.motion)
            vessel = common_part(vessel, (*solid)->bounds());
    for (const auto& wall : scene.walls)
    {
        if (wall.value.keeps == Side::inside)
            continue;
        const auto found = solid_of(wall.value);
        if (!found)
        {
            std::fprintf(stderr, "aspic: the wall '%s' is not shown: %s", wall.name.c_str(), describe(found.problems()).c_str());
            continue;
        }
        const auto& solid = *found;
        Bounds region = shown_part(solid->bounds(), vessel, wall.value.motion.has_value(), setting);
        if (setting.is_flat) // as thick as the balls
        {
            region.low.z = -setting.radius;
            region.high.z = setting.radius;
        }
        if (!is_empty(region))
            setting.obstacles.push_back(obstacle_of(*solid, region, wall.value.motion));
    }
}
/// The skins of a run's solid objects, as its output makes them.
Problems add_skins(const RecordedRun& run, PictureSetting& setting)
{
    if (!run.scene)
        return {{"--style", "skins need the scene, and there is no run.json", "--style surface or particles draws the frame"}};
    const auto scene = prepare_scene(*run.scene, run.scene_folder);
    if (!scene)
        return scene.problems();
    const SkinRequest request{.object = {}, .mesh = {}, .output = run.scene->output.skin.value_or(SkinOutput()), .has_creases = true};
    auto skins = skins_of(scene->scene, scene->assets, request);
    if (skins)
        setting.skins = std::move(*skins);
    return skins.problems();
}
} // namespace

Light body_color(std::size_t k)
{
    constexpr std::array colors{Color{0.93, 0.60, 0.16}, Color{0.80, 0.25, 0.20}, Color{0.95, 0.80, 0.30}, Color{0.55, 0.65, 0.30},
                                Color{0.70, 0.45, 0.65}};
    return light_of(colors[k % colors.size()]);
}

std::vector<BodyPlace> bodies_of(const RecordedFrame& frame)
{
    return read_bodies(frame.path.parent_path() / "bodies" / (frame_stem(frame.number) + ".csv"));
}

OrbitCamera orbit_of(const RenderRequest& request, OrbitCamera orbit)
{
    constexpr double degree = pi / 180;
    if (request.azimuth)
        orbit.azimuth = degree * *request.azimuth;
    if (request.elevation)
        orbit.elevation = degree * *request.elevation;
    if (request.zoom)
        orbit.zoom = *request.zoom;
    return orbit;
}

std::vector<bool> is_shown(const ParticleFrame& frame)
{
    std::vector<bool> shown(static_cast<std::size_t>(frame.size()), true);
    if (const auto material = frame.values_as<Index>("material"))
        for (std::size_t k = 0; k < shown.size(); ++k)
            shown[k] = (*material)[k] >= 0; // no ghosts
    return shown;
}

Result<PictureSetting> setting_of(const RecordedRun& run, const std::vector<RecordedFrame>& frames, std::size_t looks,
                                  const RenderRequest& request)
{
    PictureSetting setting = looks_of(run, request);
    if (setting.is_flat && setting.style != PictureStyle::particles)
        return Problem{"--style", "a scene of two dimensions has no surface to show", "--style particles draws it"};
    if (setting.style == PictureStyle::skin)
        if (const Problems problems = add_skins(run, setting); !problems.empty())
            return problems;
    const Assets assets = run.scene ? readable_assets(*run.scene, run.scene_folder) : Assets();
    bool has_radius = run.scene.has_value();
    if (run.scene)
    {
        setting.radius = run.scene->radius();
        add_bodies(*run.scene, assets, setting);
    }
    Survey survey;
    looks = std::min(frames.size(), looks);
    for (std::size_t k = 0; k < looks; ++k)
    {
        const RecordedFrame& recorded = frames[looks == 1 ? 0 : k * (frames.size() - 1) / (looks - 1)];
        const auto frame = read_particles(recorded.path);
        if (!frame)
            return frame.problems();
        if (const Problems problems = look_at(*frame, setting, survey); !problems.empty())
            return problems;
        look_at(bodies_of(recorded), setting, survey);
        if (!has_radius && (frame->size() > 1 || k + 1 == looks))
        {
            setting.radius = usual_radius(*frame);
            has_radius = true;
        }
    }
    if (is_empty(survey.box))
        return Problem{frames.front().path.string(), "holds no particles", "there is nothing to draw"};
    if (const Problems problems = find_scale(request, survey, setting); !problems.empty())
        return problems;
    const Vec3d r{setting.radius, setting.radius, setting.radius};
    setting.box = {survey.box.low - r, survey.box.high + r};
    constexpr double gap = 0.2; // [radii] the surface of water must not lie in the ground
    setting.ground = survey.lowest - (1 + gap) * setting.radius;
    if (run.scene)
        add_walls(*run.scene, assets, setting);
    return setting;
}

Camera camera_of(const PictureSetting& setting, const RenderRequest& request, double time, double share)
{
    constexpr double degree = pi / 180;
    if (const auto* placed = std::get_if<PlacedCamera>(&setting.camera))
        return {.position = placed->position.at(time),
                .target = placed->target.at(time),
                .up = setting.up,
                .view_angle = placed->angle.at(time) / degree};
    const auto& orbit = std::get<OrbitCamera>(setting.camera);
    const ViewDirection usual = setting.is_flat ? ViewDirection{0, 0} : ViewDirection{};
    const double azimuth = orbit.azimuth ? orbit.azimuth->at(time) / degree : usual.azimuth;
    const double elevation = orbit.elevation ? orbit.elevation->at(time) / degree : usual.elevation;
    const double aspect = double(request.picture.width) / request.picture.height;
    const double bar = setting.scale ? 0.14 : 0; // of the width: room for the colour bar on the right
    Camera camera = camera_for(setting.box, setting.up, {azimuth + share * request.turn, elevation}, (1 - bar) * aspect);
    const double distance = norm(camera.target - camera.position);
    const Vec3d aside = (bar * aspect * distance * std::tan(0.5 * degree * camera.view_angle)) * view_axes(camera).right;
    camera.position += aside;
    camera.target += aside;
    camera.view_angle = 2 / degree * std::atan(std::tan(0.5 * degree * camera.view_angle) / orbit.zoom.at(time));
    return camera;
}
