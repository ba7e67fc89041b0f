#pragma once

#include "aspic/core/types.h"
#include "aspic/math/vec.h"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace aspic
{
using Vec3f = Vec3T<float>;

/// Half a line: the points `origin + t direction` with t > 0.
struct Ray
{
    Vec3f origin, direction; ///< the direction has length 1
};

/// Where a ray first meets something.
struct RayHit
{
    float distance = 0;
    Vec3f normal;                ///< of length 1: outwards, interpolated between the corners of a triangle
    int part = 0;                ///< what add_… returned
    Index element = 0;           ///< sphere or triangle of the part
    float second = 0, third = 0; ///< shares of a triangle's second and third corner
};

/// What rays can be stopped by.
enum class RayTarget : unsigned
{
    opaque = 1,
    clear = 2, ///< light goes through it
    all = 3
};

/// Spheres and triangles that rays are traced against.
class RayScene
{
public:
    explicit RayScene(int threads);
    ~RayScene();
    RayScene(const RayScene&) = delete;
    RayScene& operator=(const RayScene&) = delete;

    /// Each returns the number of the part. Normals: one for each vertex, or none for flat triangles.
    int add_spheres(std::span<const Vec3f> centers, float radius);
    int add_triangles(std::span<const Vec3f> vertices, std::span<const Vec3f> normals, std::span<const std::array<Index, 3>> triangles,
                      RayTarget kind);

    /// After this, rays can be traced, by any number of threads.
    void finish();

    /// Whether the ray meets one of the targets beyond the distance `from` and before `to`, and what first.
    bool first_hit(const Ray& ray, float from, RayTarget targets, RayHit& hit) const;
    [[nodiscard]] bool is_blocked(const Ray& ray, float from, float to, RayTarget targets) const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};
} // namespace aspic
