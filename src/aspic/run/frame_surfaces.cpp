#include "aspic/run/frame_surfaces.h"

#include "aspic/io/input_file.h"
#include "aspic/io/json.h"
#include "aspic/io/output_file.h"
#include "aspic/run/run_folder.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

/// The material of each particle; 0 without such a column.
std::vector<Index> materials_of(const ParticleFrame& frame)
{
    const auto values = frame.values_as<Index>("material");
    return values ? std::vector<Index>(values->begin(), values->end()) : std::vector<Index>(static_cast<std::size_t>(frame.size()), 0);
}

/// A column of the frame for chosen particles; nothing if it is not there, or neither number nor vector.
std::optional<ParticleAttribute> attribute_of(const ParticleFrame& frame, const std::string& name, const std::vector<std::size_t>& chosen)
{
    const AnyColumn* any = frame.find_any(name);
    if (any == nullptr)
        return std::nullopt;
    ParticleAttribute attribute{name, std::visit([](const auto& column) { return column.unit; }, *any), 1, {}};
    if (const auto numbers = frame.values_as<float>(name))
        for (const std::size_t i : chosen)
            attribute.values.push_back((*numbers)[i]);
    else if (const auto vectors = frame.values_as<Vec3T<float>>(name))
    {
        attribute.components = 3;
        for (const std::size_t i : chosen)
            for (int axis = 0; axis < 3; ++axis)
                attribute.values.push_back((*vectors)[i][axis]);
    }
    else
        return std::nullopt;
    return attribute;
}

SurfaceMesh surface_of(const ParticleFrame& frame, const std::vector<std::size_t>& chosen, const std::vector<std::string>& names,
                       const SurfaceSettings& settings)
{
    Array<Vec3d> positions;
    for (const std::size_t i : chosen)
        positions.push_back(frame.position().values[i]);
    std::vector<ParticleAttribute> attributes;
    for (const std::string& name : names)
        if (auto attribute = attribute_of(frame, name, chosen))
            attributes.push_back(std::move(*attribute));
    return particle_surface(const_view(positions), attributes, settings);
}
} // namespace

RecordedScene recorded_scene(const Scene& scene)
{
    RecordedScene result;
    result.spacing = scene.spacing;
    for (const auto& material : scene.materials)
        result.materials.push_back(material.name);
    return result;
}

RecordedScene recorded_scene(const RecordedRun& run) { return run.scene ? recorded_scene(*run.scene) : RecordedScene(); }

std::optional<double> spacing_of(const ParticleFrame& frame)
{
    const auto mass = frame.values_as<double>("mass");
    const auto density = frame.values_as<double>("density");
    if (!mass || !density)
        return std::nullopt;
    std::vector<double> spacings;
    for (std::size_t i = 0; i < mass->size(); ++i)
        if ((*mass)[i] > 0 && (*density)[i] > 0)
            spacings.push_back(std::cbrt((*mass)[i] / (*density)[i]));
    if (spacings.empty())
        return std::nullopt;
    const auto middle = spacings.begin() + static_cast<std::ptrdiff_t>(spacings.size() / 2);
    std::ranges::nth_element(spacings, middle);
    return *middle;
}

std::vector<MaterialSurface> surfaces_of(const ParticleFrame& frame, const RecordedScene& scene, const std::vector<std::string>& attributes,
                                         const SurfaceSettings& settings)
{
    std::map<Index, std::vector<std::size_t>> particles;
    for (Index material = 0; material < static_cast<Index>(std::max<std::size_t>(1, scene.materials.size())); ++material)
        particles[material]; // also those without particles
    const std::vector<Index> materials = materials_of(frame);
    for (std::size_t i = 0; i < materials.size(); ++i)
        if (materials[i] >= 0)
            particles[materials[i]].push_back(i);
    if (scene.materials.empty() && particles.size() > 1 && particles[0].empty())
        particles.erase(0);
    std::vector<MaterialSurface> surfaces;
    surfaces.reserve(particles.size());
    for (const auto& [material, chosen] : particles)
        surfaces.push_back({material, surface_of(frame, chosen, attributes, settings)});
    return surfaces;
}

fs::path surface_path(const fs::path& stem, const RecordedScene& scene, Index material, std::size_t materials, SurfaceFormat format)
{
    fs::path path = stem;
    if (materials > 1)
    {
        const bool has_name = static_cast<std::size_t>(material) < scene.materials.size();
        path += "_" + (has_name ? file_name(scene.materials[static_cast<std::size_t>(material)]) : std::to_string(material));
    }
    path += extension(format);
    return path;
}

WrittenSurfaces write_surfaces(const fs::path& stem, const ParticleFrame& frame, const RecordedScene& scene, const SurfaceOutput& output)
{
    WrittenSurfaces written;
    const auto surfaces = surfaces_of(frame, scene, output.attributes, output);
    for (const MaterialSurface& surface : surfaces)
    {
        written.triangles += surface.mesh.triangles.size();
        written.files.push_back(surface_path(stem, scene, surface.material, surfaces.size(), output.format));
        write_output(written.files.back(), surface_text(surface.mesh, frame.time, output.format));
    }
    return written;
}

std::string surface_note(const SurfaceOutput& output, const std::string& resolution, const std::string& spacing)
{
    std::string attributes;
    for (const std::string& name : output.attributes)
        attributes += (attributes.empty() ? "" : ", ") + json_quoted(name);
    const std::string_view method = choices_of<SurfaceMethod>()[static_cast<std::size_t>(output.method)].name;
    return "{\n  \"method\": " + json_quoted(std::string(method)) + ",\n  \"resolution\": " + json_quoted(resolution) +
           ",\n  \"spacing\": " + json_quoted(spacing) + ",\n  \"support\": " + json_number(output.support) +
           ",\n  \"smooth\": " + std::to_string(output.smoothing_iterations) + ",\n  \"decimate\": " + json_number(output.kept_triangles) +
           ",\n  \"attributes\": [" + attributes + "]\n}\n";
}

bool fits_surfaces(const fs::path& folder, const std::string& note)
{
    const fs::path path = folder / "surface.json";
    return fs::exists(path) && read_file(path) == note;
}

void begin_surfaces(const fs::path& folder, const std::string& note)
{
    fs::create_directories(folder);
    if (fits_surfaces(folder, note))
        return;
    remove_surfaces(folder);
    write_output(folder / "surface.json", note);
}

bool is_newer(const fs::path& file, const fs::path& other)
{
    std::error_code is_missing;
    const auto written = fs::last_write_time(file, is_missing);
    return !is_missing && written >= fs::last_write_time(other);
}

bool has_surfaces(const fs::path& frame, const fs::path& stem, const RecordedScene& scene, SurfaceFormat format)
{
    // Of particles whose materials have no names, each may be there or not.
    constexpr Index most_numbers = 64;
    for (Index material = 0; scene.materials.empty() && material < most_numbers; ++material)
        if (is_newer(surface_path(stem, scene, material, 2, format), frame))
            return true;
    const std::size_t materials = std::max<std::size_t>(1, scene.materials.size());
    for (std::size_t material = 0; material < materials; ++material)
        if (!is_newer(surface_path(stem, scene, static_cast<Index>(material), materials, format), frame))
            return false;
    return true;
}
} // namespace aspic
