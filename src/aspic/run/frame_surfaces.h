#pragma once

#include "aspic/geometry/particle_surface.h"
#include "aspic/io/particle_frame.h"
#include "aspic/io/surface_file.h"
#include "aspic/run/recorded_run.h"

#include <filesystem>

namespace aspic
{
/// What surfaces need to know of the scene that frames come from.
struct RecordedScene
{
    double spacing = 0;                 ///< [m] 0: unknown
    std::vector<std::string> materials; ///< names by number; none: unknown
};

RecordedScene recorded_scene(const Scene& scene);
RecordedScene recorded_scene(const RecordedRun& run);

/// [m] The distance of particles at rest from their masses and densities; nothing if the frame has none.
std::optional<double> spacing_of(const ParticleFrame& frame);

/// The surface of all particles of one material.
struct MaterialSurface
{
    Index material = 0;
    SurfaceMesh mesh;
};

/// One surface for each of the scene's materials, or for each that occurs in the frame if the scene is not known; ghosts are left out. The surface of a
/// material without particles is empty. Columns of the frame that are named in `attributes` are carried to the vertices if they are there.
std::vector<MaterialSurface> surfaces_of(const ParticleFrame& frame, const RecordedScene& scene, const std::vector<std::string>& attributes,
                                         const SurfaceSettings& settings);

/// Where the surface of a material is written: `stem.ply`, or `stem_water.ply` if there are several materials.
std::filesystem::path surface_path(const std::filesystem::path& stem, const RecordedScene& scene, Index material, std::size_t materials,
                                   SurfaceFormat format);

/// Files that were written, and how many triangles they hold.
struct WrittenSurfaces
{
    std::vector<std::filesystem::path> files;
    std::size_t triangles = 0;
};

/// Puts surfaces around the particles of a frame and writes them.
WrittenSurfaces write_surfaces(const std::filesystem::path& stem, const ParticleFrame& frame, const RecordedScene& scene,
                               const SurfaceOutput& output);

/// What a folder of surfaces was made with, as the text of its surface.json: surfaces of other settings must not be taken for done.
///   `resolution`, `spacing`: as they were asked for
std::string surface_note(const SurfaceOutput& output, const std::string& resolution, const std::string& spacing);

/// Whether a folder's surfaces are of these settings.
bool fits_surfaces(const std::filesystem::path& folder, const std::string& note);

/// Makes the folder ready for surfaces of these settings: those of others are removed first.
void begin_surfaces(const std::filesystem::path& folder, const std::string& note);

/// Whether a file is there, and not older than another one, which is.
bool is_newer(const std::filesystem::path& file, const std::filesystem::path& other);

/// Whether the surfaces of a frame are written already, and not before the frame was.
bool has_surfaces(const std::filesystem::path& frame, const std::filesystem::path& stem, const RecordedScene& scene, SurfaceFormat format);
} // namespace aspic
