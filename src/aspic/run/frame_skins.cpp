#include "aspic/run/frame_skins.h"

#include "aspic/geometry/mesh_creases.h"
#include "aspic/geometry/shape_mesh.h"
#include "aspic/io/json.h"
#include "aspic/io/output_file.h"
#include "aspic/io/surface_file.h"
#include "aspic/run/frame_surfaces.h"
#include "aspic/run/run_folder.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/derived.h"

#include <algorithm>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

const Body& body_of(const Scene& scene, std::size_t origin)
{
    const std::size_t objects = scene.objects.size();
    return origin < objects ? static_cast<const Body&>(scene.objects[origin].value)
                            : std::get<BodyEmitter>(scene.emitters[origin - objects].value);
}

/// Of an object or emitter; files are named after it.
std::string name_of(const Scene& scene, std::size_t origin)
{
    if (origin < scene.objects.size())
        return scene.objects[origin].name;
    const std::string& name = scene.emitters[origin - scene.objects.size()].name;
    return index_of(scene.objects, name) < 0 ? name : name + "-emitter";
}

Array<Vec3d> rest_points(const Scene& scene, const Assets& assets, std::size_t origin)
{
    FilledShapes filled;
    Body body = body_of(scene, origin);
    body.scatter.reset();
    if (is_elastic(scene, body))
        body.jitter = 0;
    const BodyPoints points = body_points(body, scene, assets, origin, filled);
    return {points.positions.begin(), points.positions.end()};
}

/// The mesh of a body in the world, when it starts.
SurfaceMesh rest_mesh(const Body& object, const Scene& scene, const Assets& assets, const SkinRequest& request)
{
    SurfaceMesh mesh =
        shape_mesh(object.shape, assets, {.cell_size = request.output.cell_size * scene.spacing, .replacement = request.mesh.get()});
    constexpr double sharp = 40 * pi / 180;
    if (request.has_creases)
        mesh = with_creases(mesh, sharp);
    const Mat3T<double> rotation = rotation_matrix(object.rotation);
    for (Vec3d& x : mesh.vertices)
        x = rotation * x + object.position;
    for (Vec3& normal : mesh.normals)
        normal = convert<Real>(rotation * convert<double>(normal));
    return mesh;
}

bool is_solid_origin(const Scene& scene, std::size_t origin)
{
    const std::size_t objects = scene.objects.size();
    return origin < objects ? is_solid(scene, scene.objects[origin].value) : is_elastic(scene, scene.emitters[origin - objects].value);
}

/// What keeps an object from having a skin.
Problems problems_of_body(const Scene& scene, std::size_t origin, const Assets& assets, const SkinRequest& request)
{
    const std::string name = name_of(scene, origin);
    const std::string where = (origin < scene.objects.size() ? "objects." : "emitters.") + name;
    if (!is_solid_origin(scene, origin))
        return {{where, "is a fluid: no mesh can follow it", "`aspic surface` puts surfaces around fluids"}};
    const Body& body = body_of(scene, origin);
    if (std::holds_alternative<ParticleFile>(body.shape.form) && !request.mesh)
        return {{where, "is made of particles from a file, which have no surface",
                 "name a mesh: aspic skin RUN --object " + name + " --mesh FILE"}};
    if (body_point_count(body, scene, assets) < 1)
        return {{where, "has no particles", "make it larger, or the spacing smaller"}};
    return {};
}

/// Objects that are asked for, by index.
Result<std::vector<std::size_t>> chosen_objects(const Scene& scene, const SkinRequest& request)
{
    std::vector<std::size_t> chosen;
    std::string names;
    for (std::size_t k = 0; k < scene.objects.size() + scene.emitters.size(); ++k)
    {
        const std::string name = name_of(scene, k);
        if (request.object.empty() ? is_solid_origin(scene, k) : name == request.object)
            chosen.push_back(k);
        names += (names.empty() ? "" : ", ") + name;
    }
    if (chosen.empty() && !request.object.empty())
        return Problem{"--object", "the scene has no object '" + request.object + "'", names.empty() ? "" : "it has " + names};
    if (chosen.empty())
        return Problem{"objects", "no object of the scene is solid", "`aspic surface` puts surfaces around fluids"};
    if (request.mesh && chosen.size() > 1)
        return Problem{"--mesh", "the scene has several solid objects: " + names, "choose one with --object"};
    return chosen;
}
} // namespace

ObjectSkin::ObjectSkin(const Scene& scene, const Assets& assets, std::size_t origin, SurfaceMesh mesh, const SkinOutput& output)
    : name_(name_of(scene, origin)),
      origin_(static_cast<Index>(origin)),
      material_(index_of(scene.materials, body_of(scene, origin).material)),
      support_(output.support * scene.spacing),
      periodicity_(periodicity_of(scene)),
      points_(rest_points(scene, assets, origin)),
      is_emitted_(origin >= scene.objects.size()),
      rest_(std::move(mesh)),
      skin_(bound(scene, points_, rest_, output))
{
}

Skin ObjectSkin::bound(const Scene& scene, const Array<Vec3d>& points, const SurfaceMesh& mesh, const SkinOutput& output)
{
    const Array<double> volumes(points.size(), scene.particle_volume());
    Array<Vec3d> normals;
    for (const Vec3& normal : mesh.normals)
        normals.push_back(convert<double>(normal));
    return {{const_view(points), const_view(volumes)},
            {const_view(mesh.vertices), const_view(normals)},
            {.method = output.method, .dimension = scene.dimension, .support = output.support * scene.spacing, .link = output.link}};
}

Result<std::vector<std::size_t>> ObjectSkin::particles_in(const ParticleFrame& frame) const
{
    const auto origin = frame.values_as<Index>("origin");
    const auto identity = frame.values_as<Identity>("identity");
    if (!origin || !identity)
        return Problem{"frame",
                       std::string("does not hold the column '") + (origin ? "identity" : "origin") +
                           "': nobody knows which particles are of '" + name_ + "'",
                       "leave output.columns out, or add it there, and run again"};
    const auto material = frame.values_as<Index>("material");
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < origin->size(); ++i)
        if ((*origin)[i] == origin_ && (!material || (*material)[i] >= 0)) // ghosts name their wall
            places.push_back(i);
    const bool is_torn = is_emitted_ ? places.size() % points_.size() != 0 : !places.empty() && places.size() != points_.size();
    if (is_torn)
        return Problem{(is_emitted_ ? "emitters." : "objects.") + name_,
                       "has " + std::to_string(places.size()) + " of its " + std::to_string(points_.size()) +
                           " particles at t = " + json_number(frame.time) + " s: a skin needs all of them",
                       "keep it out of sinks, or choose other objects with --object or other frames with --frames"};
    std::ranges::sort(places, {},
                      [&](std::size_t i) { return (*identity)[i]; }); // numbered in their order at rest, and copies come and go whole
    return places;
}

Result<SurfaceMesh> ObjectSkin::in(const ParticleFrame& frame) const
{
    const auto places = particles_in(frame);
    if (!places)
        return places.problems();
    SurfaceMesh mesh;
    for (std::size_t first = 0; first < places->size(); first += points_.size())
        add_copy(std::span(*places).subspan(first, points_.size()), frame, mesh);
    return mesh;
}

void ObjectSkin::add_copy(std::span<const std::size_t> places, const ParticleFrame& frame, SurfaceMesh& mesh) const
{
    Array<Vec3d> x;
    for (const std::size_t place : places)
    {
        const Vec3d& found = frame.position().values[place];
        x.push_back(x.empty()
                        ? found
                        : x.front() + shortest_difference(found, x.front(), periodicity_)); // in one piece across the ends of periodic axes
    }
    SkinnedSurface skinned;
    skin_.deform(const_view(x), skinned);
    const auto first = static_cast<Index>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), skinned.vertices.begin(), skinned.vertices.end());
    for (const Vec3d& normal : skinned.normals)
        mesh.normals.push_back(convert<Real>(normal));
    for (const auto& [a, b, c] : rest_.triangles)
        mesh.triangles.push_back({a + first, b + first, c + first});
}

Result<std::vector<ObjectSkin>> skins_of(const Scene& scene, const Assets& assets, const SkinRequest& request)
{
    if (scene.dimension == 2)
        return Problem{"dimension", "a scene of two dimensions has no surface", ""};
    const auto chosen = chosen_objects(scene, request);
    if (!chosen)
        return chosen.problems();
    Problems problems;
    std::vector<ObjectSkin> skins;
    for (const std::size_t k : *chosen)
    {
        Problems of_object = problems_of_body(scene, k, assets, request);
        problems.insert(problems.end(), of_object.begin(), of_object.end());
        if (problems.empty())
            skins.emplace_back(scene, assets, k, rest_mesh(body_of(scene, k), scene, assets, request), request.output);
    }
    return problems.empty() ? Result(std::move(skins)) : Result<std::vector<ObjectSkin>>(problems);
}

ParticleFrame without(const std::vector<ObjectSkin>& skins, const ParticleFrame& frame)
{
    const auto origin = frame.values_as<Index>("origin");
    const auto is_left = [&](std::size_t i) {
        return !origin || std::ranges::none_of(skins, [&](const ObjectSkin& skin) { return skin.origin() == (*origin)[i]; });
    };
    ParticleFrame result = frame;
    for (AnyColumn& any : result.columns)
        std::visit(
            [&](auto& column) {
                std::size_t kept = 0;
                for (std::size_t i = 0; i < column.values.size(); ++i)
                    if (is_left(i))
                        column.values[kept++] = column.values[i];
                column.values.resize(kept);
            },
            any);
    return result;
}

fs::path skin_path(const fs::path& stem, const ObjectSkin& skin, SurfaceFormat format)
{
    fs::path path = stem;
    path += "_" + file_name(skin.name());
    path += extension(format);
    return path;
}

WrittenSkins write_skins(const fs::path& stem, const ParticleFrame& frame, const std::vector<ObjectSkin>& skins, SurfaceFormat format)
{
    WrittenSkins written;
    for (const ObjectSkin& skin : skins)
    {
        const auto mesh = skin.in(frame);
        if (mesh)
        {
            written.files.push_back(skin_path(stem, skin, format));
            write_output(written.files.back(), surface_text(*mesh, frame.time, format));
        }
        else
            written.problems.insert(written.problems.end(), mesh.problems().begin(), mesh.problems().end());
    }
    return written;
}

bool has_skins(const fs::path& frame, const fs::path& stem, const std::vector<ObjectSkin>& skins, SurfaceFormat format)
{
    return std::ranges::all_of(skins, [&](const ObjectSkin& skin) { return is_newer(skin_path(stem, skin, format), frame); });
}

std::string skin_note(const SkinOutput& output, const std::string& mesh)
{
    const std::string_view method = choices_of<SkinMethod>()[static_cast<std::size_t>(output.method)].name;
    return "{\n  \"skin\": " + json_quoted(std::string(method)) + ",\n  \"support\": " + json_number(output.support) +
           ",\n  \"link\": " + json_number(output.link) + ",\n  \"resolution\": " + json_number(output.cell_size) +
           ",\n  \"mesh\": " + json_quoted(mesh) + "\n}\n";
}
} // namespace aspic
