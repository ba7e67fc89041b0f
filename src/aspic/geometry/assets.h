#pragma once

#include "aspic/geometry/triangle_mesh.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace aspic
{
/// Particles from a file; velocities and densities only if it has them.
struct ParticlePoints
{
    std::vector<Vec3d> positions;
    std::vector<Vec3d> velocities; ///< empty, or one each
};

/// What the files named in a scene hold, by the name written there.
struct Assets
{
    std::map<std::string, std::shared_ptr<const TriangleMesh>> meshes;
    std::map<std::string, std::shared_ptr<const ParticlePoints>> particles;
};
} // namespace aspic
