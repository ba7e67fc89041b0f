#include "aspic/render/ray_scene.h"

#include <embree3/rtcore.h>

#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

namespace aspic
{
namespace
{
constexpr float endless = std::numeric_limits<float>::infinity();

struct ReleaseDevice
{
    void operator()(RTCDevice device) const { rtcReleaseDevice(device); }
};
struct ReleaseScene
{
    void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
};

RTCRay ray_of(const Ray& ray, float from, float to, RayTarget targets)
{
    RTCRay result{};
    result.org_x = ray.origin.x;
    result.org_y = ray.origin.y;
    result.org_z = ray.origin.z;
    result.tnear = from;
    result.dir_x = ray.direction.x;
    result.dir_y = ray.direction.y;
    result.dir_z = ray.direction.z;
    result.tfar = to;
    result.mask = static_cast<unsigned>(targets);
    return result;
}

Vec3f unit(const Vec3f& a) { return a / std::max(norm(a), 1e-30F); }
} // namespace

struct RayScene::Impl
{
    /// What a part's normals are made from.
    struct Part
    {
        std::vector<Vec3f> normals; ///< empty: of the geometry
        std::vector<std::array<Index, 3>> triangles;
    };

    std::unique_ptr<std::remove_pointer_t<RTCDevice>, ReleaseDevice> device;
    std::unique_ptr<std::remove_pointer_t<RTCScene>, ReleaseScene> scene;
    std::vector<Part> parts;

    void check() const
    {
        const RTCError error = rtcGetDeviceError(device.get());
        if (error == RTC_ERROR_OUT_OF_MEMORY)
            throw std::bad_alloc();
        if (error != RTC_ERROR_NONE)
            throw std::runtime_error("Embree failed with its error " + std::to_string(static_cast<int>(error)));
    }

    int attach(RTCGeometry geometry, RayTarget kind, Part part)
    {
        rtcSetGeometryMask(geometry, static_cast<unsigned>(kind));
        rtcCommitGeometry(geometry);
        const unsigned id = rtcAttachGeometry(scene.get(), geometry);
        rtcReleaseGeometry(geometry);
        check();
        parts.push_back(std::move(part));
        return static_cast<int>(id);
    }
};

RayScene::RayScene(int threads) : impl_(std::make_unique<Impl>())
{
    impl_->device.reset(rtcNewDevice(("threads=" + std::to_string(threads)).c_str()));
    if (!impl_->device)
        throw std::runtime_error("Embree cannot be started on this machine");
    impl_->scene.reset(rtcNewScene(impl_->device.get()));
    rtcSetSceneFlags(impl_->scene.get(), RTC_SCENE_FLAG_ROBUST); // rays must not slip through edges
}

RayScene::~RayScene() = default;

int RayScene::add_spheres(std::span<const Vec3f> centers, float radius)
{
    RTCGeometry geometry = rtcNewGeometry(impl_->device.get(), RTC_GEOMETRY_TYPE_SPHERE_POINT);
    auto* points = static_cast<float*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT4, 4 * sizeof(float), centers.size()));
    impl_->check();
    for (std::size_t k = 0; k < centers.size(); ++k)
    {
        points[4 * k] = centers[k].x;
        points[4 * k + 1] = centers[k].y;
        points[4 * k + 2] = centers[k].z;
        points[4 * k + 3] = radius;
    }
    return impl_->attach(geometry, RayTarget::opaque, {});
}

int RayScene::add_triangles(std::span<const Vec3f> vertices, std::span<const Vec3f> normals,
                            std::span<const std::array<Index, 3>> triangles, RayTarget kind)
{
    RTCGeometry geometry = rtcNewGeometry(impl_->device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
    auto* places = static_cast<Vec3f*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, sizeof(Vec3f), vertices.size()));
    auto* corners = static_cast<unsigned*>(
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(unsigned), triangles.size()));
    impl_->check();
    std::copy(vertices.begin(), vertices.end(), places);
    for (std::size_t k = 0; k < triangles.size(); ++k)
        for (std::size_t corner = 0; corner < 3; ++corner)
            corners[3 * k + corner] = static_cast<unsigned>(triangles[k][corner]);
    return impl_->attach(geometry, kind, {{normals.begin(), normals.end()}, {triangles.begin(), triangles.end()}});
}

void RayScene::finish()
{
    rtcCommitScene(impl_->scene.get());
    impl_->check();
}

bool RayScene::first_hit(const Ray& ray, float from, RayTarget targets, RayHit& hit) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit query{};
    query.ray = ray_of(ray, from, endless, targets);
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(impl_->scene.get(), &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID)
        return false;
    hit.distance = query.ray.tfar;
    hit.part = static_cast<int>(query.hit.geomID);
    hit.element = static_cast<Index>(query.hit.primID);
    hit.second = query.hit.u;
    hit.third = query.hit.v;
    hit.normal = unit({query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z});
    const Impl::Part& part = impl_->parts[query.hit.geomID];
    if (part.normals.empty())
        return true;
    const auto& corners = part.triangles[query.hit.primID];
    const auto normal = [&](std::size_t corner) { return part.normals[static_cast<std::size_t>(corners[corner])]; };
    hit.normal = unit((1 - hit.second - hit.third) * normal(0) + hit.second * normal(1) + hit.third * normal(2));
    return true;
}

bool RayScene::is_blocked(const Ray& ray, float from, float to, RayTarget targets) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRay query = ray_of(ray, from, to, targets);
    rtcOccluded1(impl_->scene.get(), &context, &query);
    return query.tfar < 0;
}
} // namespace aspic
