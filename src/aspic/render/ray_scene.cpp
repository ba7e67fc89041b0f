#include "aspic/render/ray_scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
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

RTCRay ray_of(const Ray& ray, float from, float to)
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
    result.mask = ~0U;
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

    /// All parts of one kind: a ray that asks for one does not have to look at the other.
    struct Kind
    {
        RayTarget target = RayTarget::opaque;
        std::unique_ptr<std::remove_pointer_t<RTCScene>, ReleaseScene> scene;
        std::vector<int> parts; ///< by Embree's number
    };

    std::unique_ptr<std::remove_pointer_t<RTCDevice>, ReleaseDevice> device;
    std::array<Kind, 2> kinds{Kind{RayTarget::opaque, {}, {}}, Kind{RayTarget::clear, {}, {}}};
    std::vector<Part> parts;

    void check() const
    {
        const RTCError error = rtcGetDeviceError(device.get());
        if (error == RTC_ERROR_OUT_OF_MEMORY)
            throw std::bad_alloc();
        if (error != RTC_ERROR_NONE)
            throw std::runtime_error("Embree failed with its error " + std::to_string(static_cast<int>(error)));
    }

    int attach(RTCGeometry geometry, RayTarget target, Part part)
    {
        Kind& kind = kinds[target == RayTarget::opaque ? 0 : 1];
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(kind.scene.get(), geometry, static_cast<unsigned>(kind.parts.size()));
        rtcReleaseGeometry(geometry);
        check();
        kind.parts.push_back(static_cast<int>(parts.size()));
        parts.push_back(std::move(part));
        return kind.parts.back();
    }

    /// Whether a ray of these targets has to look at the kind.
    static bool is_asked_for(const Kind& kind, RayTarget targets)
    {
        return !kind.parts.empty() && (static_cast<unsigned>(kind.target) & static_cast<unsigned>(targets)) != 0;
    }

    /// The normal between the corners of a triangle; that of the geometry where there are none. Both face the same way along the ray: at a rim, where a normal
    /// between corners may look to the other side, it is bent back until it is just across the ray.
    [[nodiscard]] Vec3f normal_at(const RayHit& hit, const Vec3f& of_geometry, const Vec3f& direction) const
    {
        const Part& part = parts[static_cast<std::size_t>(hit.part)];
        if (part.normals.empty())
            return unit(of_geometry);
        const auto& corners = part.triangles[static_cast<std::size_t>(hit.element)];
        const auto normal = [&](std::size_t corner) { return part.normals[static_cast<std::size_t>(corners[corner])]; };
        const Vec3f between = unit((1 - hit.second - hit.third) * normal(0) + hit.second * normal(1) + hit.third * normal(2));
        const float facing = dot(between, direction);
        const bool looks_away = facing * dot(of_geometry, direction) * dot(of_geometry, between) < 0;
        return looks_away ? unit(between - (1.01F * facing) * direction) : between;
    }
};

RayScene::RayScene(int threads) : impl_(std::make_unique<Impl>())
{
    impl_->device.reset(rtcNewDevice(("threads=" + std::to_string(threads)).c_str()));
    if (!impl_->device)
        throw std::runtime_error("Embree cannot be started on this machine");
    for (Impl::Kind& kind : impl_->kinds)
    {
        kind.scene.reset(rtcNewScene(impl_->device.get()));
        rtcSetSceneFlags(kind.scene.get(), RTC_SCENE_FLAG_ROBUST); // rays must not slip through edges
    }
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
    for (const Impl::Kind& kind : impl_->kinds)
        rtcCommitScene(kind.scene.get());
    impl_->check();
}

bool RayScene::first_hit(const Ray& ray, float from, RayTarget targets, RayHit& hit) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    bool is_hit = false;
    float to = endless;
    for (const Impl::Kind& kind : impl_->kinds)
    {
        if (!Impl::is_asked_for(kind, targets))
            continue;
        RTCRayHit query{};
        query.ray = ray_of(ray, from, to);
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(kind.scene.get(), &context, &query);
        if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID)
            continue;
        is_hit = true;
        to = query.ray.tfar; // the other kind must be nearer
        hit = {.distance = to,
               .normal = {},
               .part = kind.parts[query.hit.geomID],
               .element = static_cast<Index>(query.hit.primID),
               .second = query.hit.u,
               .third = query.hit.v};
        hit.normal = impl_->normal_at(hit, {query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z}, ray.direction);
    }
    return is_hit;
}

bool RayScene::is_blocked(const Ray& ray, float from, float to, RayTarget targets) const
{
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (const Impl::Kind& kind : impl_->kinds)
    {
        if (!Impl::is_asked_for(kind, targets))
            continue;
        RTCRay query = ray_of(ray, from, to);
        rtcOccluded1(kind.scene.get(), &context, &query);
        if (query.tfar < 0)
            return true;
    }
    return false;
}
} // namespace aspic
