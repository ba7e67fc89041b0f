#pragma once

#include "aspic/core/result.h"
#include "aspic/math/quaternion.h"
#include "aspic/simulation/world.h"

#include <filesystem>

namespace aspic
{
/// Where a rigid body stands in a frame: x = origin + R X for the point X of its shape.
struct BodyPlace
{
    std::string name;
    Vec3d origin; ///< [m]
    Quaternion orientation;
};

/// The name of a body in these files: without what separates fields and lines.
std::string body_label(std::string name);

/// Where the rigid bodies of a world are, as CSV: a line for each with its name, the place of its shape's origin, its orientation as a quaternion, centre of mass, velocity and
/// angular velocity.
std::string bodies_text(const World& world);

/// Reads that back; what cannot be read is left out.
std::vector<BodyPlace> read_bodies(const std::filesystem::path& path);

/// The same from the content of a file.
std::vector<BodyPlace> parse_bodies(const std::string& content);

/// Where the body of that name stands; nothing if it is not among them.
std::optional<Pose> pose_among(const std::vector<BodyPlace>& places, const std::string& name);
} // namespace aspic
