#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/core/result.h"
#include "aspic/geometry/assets.h"
#include "aspic/geometry/skinning/skin.h"
#include "aspic/geometry/surface_mesh.h"
#include "aspic/io/particle_frame.h"
#include "aspic/scene/scene.h"

#include <filesystem>
#include <memory>
#include <span>

namespace aspic
{
/// Which objects of a scene get skins, and how.
struct SkinRequest
{
    std::string object;                       ///< or emitter of bodies; empty: all that are solid
    std::shared_ptr<const TriangleMesh> mesh; ///< in the coordinates of the object's shape; none: that of the shape itself
    SkinOutput output;
    bool has_creases = false; ///< sharp edges, for pictures: see with_creases
};

/// A solid object of a scene, or the solids of an emitter, with a mesh that follows their particles. At rest they are as the scene makes them, without jitter and not scattered if they are elastic.
class ObjectSkin
{
public:
    /// `origin`: index of an object; or of an emitter, counted on from the last object
    /// `mesh`: in the world, when the object starts
    ObjectSkin(const Scene& scene, const Assets& assets, std::size_t origin, SurfaceMesh mesh, const SkinOutput& output);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] Index origin() const { return origin_; }     ///< as the column of that name has it
    [[nodiscard]] Index material() const { return material_; } ///< index in the scene
    [[nodiscard]] double support() const { return support_; }  ///< [m]
    [[nodiscard]] const SkinReport& report() const { return skin_.report(); }
    [[nodiscard]] const SurfaceMesh& rest() const { return rest_; }

    /// Where the object's particles stand in a frame, in their order at rest; none if the object is not there yet. Copies of an emitter come one after the other. A problem if some are missing, or the
    /// frame does not say which are which.
    [[nodiscard]] Result<std::vector<std::size_t>> particles_in(const ParticleFrame& frame) const;

    /// The mesh in a frame; empty if the object is not there yet, with those of all copies that an emitter has brought.
    [[nodiscard]] Result<SurfaceMesh> in(const ParticleFrame& frame) const;

private:
    void add_copy(std::span<const std::size_t> places, const ParticleFrame& frame, SurfaceMesh& mesh) const;
    static Skin bound(const Scene& scene, const Array<Vec3d>& points, const SurfaceMesh& mesh, const SkinOutput& output);

    std::string name_;
    Index origin_, material_;
    double support_;
    Periodicity periodicity_;
    Array<Vec3d> points_; ///< [m] at rest
    bool is_emitted_;     ///< there can be any number of copies
    SurfaceMesh rest_;
    Skin skin_;
};

/// Skins of what is asked for. Says so if an object is no solid, or has no surface that could be one.
Result<std::vector<ObjectSkin>> skins_of(const Scene& scene, const Assets& assets, const SkinRequest& request);

/// A frame without the particles of these objects: what else there is to show.
ParticleFrame without(const std::vector<ObjectSkin>& skins, const ParticleFrame& frame);

/// `stem_name.ply`
std::filesystem::path skin_path(const std::filesystem::path& stem, const ObjectSkin& skin, SurfaceFormat format);

/// Files that were written, and why others were not.
struct WrittenSkins
{
    std::vector<std::filesystem::path> files;
    Problems problems;
};

/// Writes the skins of a frame; that of an object that has lost particles is left out.
WrittenSkins write_skins(const std::filesystem::path& stem, const ParticleFrame& frame, const std::vector<ObjectSkin>& skins,
                         SurfaceFormat format);

/// Whether the skins of a frame are written already, and not before the frame was.
bool has_skins(const std::filesystem::path& frame, const std::filesystem::path& stem, const std::vector<ObjectSkin>& skins,
               SurfaceFormat format);

/// What a folder of skins was made with: the text of its surface.json, see begin_surfaces.
///   `mesh`: the file as it was asked for; empty: none
std::string skin_note(const SkinOutput& output, const std::string& mesh);
} // namespace aspic
