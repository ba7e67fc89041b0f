#include "picture_stage.h"

#include "aspic/geometry/vertex_attributes.h"
#include "aspic/render/color_map.h"
#include "aspic/render/particle_picture.h"
#include "aspic/run/frame_surfaces.h"
#include "aspic/simulation/pose.h"

#include <cmath>

namespace
{
using namespace aspic;

/// The colour that the scene gives a material.
std::optional<Color> given_color(const PictureSetting& setting, Index material)
{
    const auto k = static_cast<std::size_t>(material);
    return k < setting.colors.size() ? setting.colors[k] : std::nullopt;
}

/// That, or the usual ones: water is blue.
Light material_color(const PictureSetting& setting, Index material)
{
    constexpr Color water{0.16, 0.44, 0.80};
    const Color usual = material == 0 ? water : series_color(static_cast<std::size_t>(material));
    return light_of(given_color(setting, material).value_or(usual));
}

BallPart balls_of(const ParticleFrame& frame, const PictureSetting& setting, const std::optional<Quantity>& quantity)
{
    BallPart balls;
    constexpr double flat_excess = 1.42; // as far as the middle between four: else the backdrop shows through
    balls.radius = (setting.is_flat ? flat_excess : 1) * setting.radius;
    balls.look.kind = setting.is_flat ? Look::Kind::matte : Look::Kind::plastic;
    const std::vector<Light> colors = quantity ? colors_of(*quantity, *setting.scale) : std::vector<Light>();
    const auto material = frame.values_as<Index>("material");
    const std::vector<bool> shown = is_shown(frame);
    for (Index i = 0; i < frame.size(); ++i)
    {
        const auto k = static_cast<std::size_t>(i);
        if (!shown[k])
            continue;
        balls.centers.push_back(frame.position()[i]);
        balls.colors.push_back(!colors.empty() ? colors[k] : material_color(setting, material ? (*material)[k] : 0));
    }
    return balls;
}

/// The colours of a surface's vertices by the quantity that it carries.
std::vector<Light> vertex_colors(const SurfaceMesh& mesh, const Quantity& quantity, const AxisRange& range)
{
    Quantity at_vertices{quantity.name, quantity.unit, {}};
    for (const VertexColumn& column : mesh.columns)
        for (std::size_t k = 0; k < mesh.vertices.size(); ++k)
        {
            double squares = 0;
            for (int c = 0; c < column.components; ++c)
                squares += square(double(column.values[k * static_cast<std::size_t>(column.components) + static_cast<std::size_t>(c)]));
            const double single = column.values[k * static_cast<std::size_t>(column.components)];
            at_vertices.values.push_back(column.components == 1 ? single : std::sqrt(squares));
        }
    return colors_of(at_vertices, range);
}

/// One surface for each material: clear water, or plastic coloured by the quantity.
std::vector<MeshPart> surfaces_in(const ParticleFrame& frame, const PictureSetting& setting, const std::optional<Quantity>& quantity)
{
    SurfaceSettings settings;
    settings.spacing = 2 * setting.radius;
    std::vector<std::string> carried;
    if (quantity)
        carried.push_back(column_of(quantity->name));
    std::vector<MeshPart> parts;
    for (MaterialSurface& surface : surfaces_of(frame, {}, carried, settings))
    {
        MeshPart part;
        part.look.kind = quantity ? Look::Kind::plastic : Look::Kind::water;
        part.look.color = material_color(setting, surface.material);
        if (!quantity && !given_color(setting, surface.material)) // what is left of the light: the colour, but brighter
            part.look.color = 0.45F * part.look.color + Light{0.35F, 0.45F, 0.5F};
        part.look.clear_depth = static_cast<float>(0.25 * setting.size());
        if (quantity)
            part.colors = vertex_colors(surface.mesh, *quantity, *setting.scale);
        for (const Vec3& normal : surface.mesh.normals)
            part.normals.push_back(convert<float>(normal));
        part.vertices = std::move(surface.mesh.vertices);
        part.triangles = std::move(surface.mesh.triangles);
        parts.push_back(std::move(part));
    }
    return parts;
}

/// The colours of a skin's vertices by a quantity of its particles.
std::vector<Light> skin_colors(const SurfaceMesh& mesh, const ObjectSkin& skin, const ParticleFrame& frame, const Quantity& quantity,
                               const AxisRange& range)
{
    Array<Vec3d> positions;
    ParticleAttribute attribute{quantity.name, quantity.unit, 1, {}};
    const auto places = skin.particles_in(frame);
    for (const std::size_t i : places.value())
    {
        positions.push_back(frame.position().values[i]);
        attribute.values.push_back(static_cast<float>(quantity.values[i]));
    }
    SurfaceMesh with_column;
    with_column.vertices = mesh.vertices;
    with_column.columns = vertex_columns(mesh, const_view(positions), {attribute}, skin.support());
    return vertex_colors(with_column, quantity, range);
}

/// Solid objects as meshes that follow their particles.
Problems add_skins(const ParticleFrame& frame, const PictureSetting& setting, const std::optional<Quantity>& quantity, Stage& stage)
{
    for (std::size_t k = 0; k < setting.skins.size(); ++k)
    {
        const ObjectSkin& skin = setting.skins[k];
        auto mesh = skin.in(frame);
        if (!mesh)
            return mesh.problems();
        MeshPart part;
        const auto color = given_color(setting, skin.material());
        part.look = {.kind = Look::Kind::plastic, .color = color ? light_of(*color) : body_color(k)};
        if (quantity && !mesh->vertices.empty())
            part.colors = skin_colors(*mesh, skin, frame, *quantity, *setting.scale);
        for (const Vec3& normal : mesh->normals)
            part.normals.push_back(convert<float>(normal));
        part.vertices = std::move(mesh->vertices);
        part.triangles = std::move(mesh->triangles);
        stage.meshes.push_back(std::move(part));
    }
    return {};
}

/// Walls and bodies where they stand at a time.
void add_obstacles(const PictureSetting& setting, double time, const std::vector<BodyPlace>& places, Stage& stage)
{
    for (const Obstacle& obstacle : setting.obstacles)
    {
        const std::optional<Pose> found = obstacle.body.empty() ? pose_at(obstacle.motion, time) : pose_among(places, obstacle.body);
        if (!found)
            continue;
        const Pose& pose = *found;
        MeshPart part = obstacle.part;
        for (Vec3d& x : part.vertices)
            x = pose.place_of(x);
        for (Vec3f& normal : part.normals)
            normal = convert<float>(pose.rotation * convert<double>(normal));
        stage.meshes.push_back(std::move(part));
    }
}
} // namespace

Result<Stage> stage_of(const ParticleFrame& frame, const std::vector<BodyPlace>& places, const PictureSetting& setting)
{
    Stage stage;
    stage.up = setting.up;
    stage.size = setting.size();
    if (!setting.is_flat)
        stage.ground = setting.ground;
    std::optional<Quantity> quantity;
    if (!setting.color_by.empty())
    {
        auto found = quantity_of(frame, setting.color_by);
        if (!found)
            return found.problems();
        quantity = std::move(*found);
    }
    if (setting.style == PictureStyle::particles || setting.style == PictureStyle::both)
        stage.balls.push_back(balls_of(frame, setting, quantity));
    if (setting.style == PictureStyle::surface || setting.style == PictureStyle::both)
        stage.meshes = surfaces_in(frame, setting, setting.style == PictureStyle::surface ? quantity : std::nullopt);
    if (setting.style == PictureStyle::skin)
    {
        stage.meshes = surfaces_in(without(setting.skins, frame), setting, quantity);
        if (const Problems problems = add_skins(frame, setting, quantity, stage); !problems.empty())
            return problems;
    }
    add_obstacles(setting, frame.time, places, stage);
    return stage;
}
