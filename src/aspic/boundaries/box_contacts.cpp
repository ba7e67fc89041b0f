#include "aspic/boundaries/contact.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
/// A box in the world's axes, seen from the centre of mass of body b.
struct WorldBox
{
    Vec3d center;
    Vec3d axis[3];
    Vec3d half;

    WorldBox(const BoxFrame& box, const RigidPose& pose, const Vec3d& shift)
        : center(pose.rotation * (box.center - pose.material_center) + shift), half(box.half)
    {
        for (int k = 0; k < 3; ++k)
            axis[k] = pose.rotation * box.axes.row[k];
    }

    [[nodiscard]] bool is_flat() const { return half.z == 0; } ///< in 2D

    /// Half of its extent along a direction.
    [[nodiscard]] double reach(const Vec3d& n) const
    {
        return abs(dot(axis[0], n)) * half.x + abs(dot(axis[1], n)) * half.y + abs(dot(axis[2], n)) * half.z;
    }
};

/// The direction, from b to a, along which the boxes are farthest apart or overlap least.
struct Separation
{
    double gap = -std::numeric_limits<double>::infinity();
    Vec3d normal;
    int kind = 0; ///< 0–2: a face of a; 3–5: a face of b; 6 + 3i + j: edge i of a and edge j of b

    void compare(const WorldBox& a, const WorldBox& b, Vec3d n, int candidate, double advantage)
    {
        const double along = dot(a.center - b.center, n);
        if (along < 0)
            n = -n;
        const double candidate_gap = abs(along) - a.reach(n) - b.reach(n);
        if (candidate_gap > gap + advantage)
            *this = {candidate_gap, n, candidate};
    }
};

/// Later candidates must be better by `advantage`: the choice does not change from step to step for nothing.
Separation separation(const WorldBox& a, const WorldBox& b)
{
    const double size = min(norm(a.half), norm(b.half));
    const int axes = a.is_flat() ? 2 : 3;
    Separation best;
    for (int k = 0; k < axes; ++k)
        best.compare(a, b, a.axis[k], k, 1e-4 * size);
    for (int k = 0; k < axes; ++k)
        best.compare(a, b, b.axis[k], 3 + k, 1e-4 * size);
    for (int i = 0; i < 3 && axes == 3; ++i)
        for (int j = 0; j < 3; ++j)
        {
            const Vec3d n = cross(a.axis[i], b.axis[j]);
            if (const double length = norm(n); length > 1e-2)
                best.compare(a, b, n / length, 6 + 3 * i + j, 1e-2 * size);
        }
    return best;
}

struct ClipPoint
{
    Vec3d x;
    std::uint64_t code; ///< how it came about
};

struct Polygon
{
    std::array<ClipPoint, 16> points{};
    std::size_t size = 0;

    void add(const ClipPoint& point)
    {
        if (size < points.size())
            points[size++] = point;
    }
};

/// What lies on the side n·x ≤ limit (Sutherland and Hodgman 1974).
Polygon clipped(const Polygon& polygon, const Vec3d& n, double limit, std::uint64_t plane)
{
    Polygon result;
    for (std::size_t k = 0; k < polygon.size; ++k)
    {
        const ClipPoint& p = polygon.points[k];
        const ClipPoint& q = polygon.points[(k + 1) % polygon.size];
        const double d_p = dot(n, p.x) - limit;
        const double d_q = dot(n, q.x) - limit;
        if (d_p <= 0)
            result.add(p);
        if ((d_p < 0 && d_q > 0) || (d_p > 0 && d_q < 0))
            result.add({p.x + (d_p / (d_p - d_q)) * (q.x - p.x), (1 + 4 * (p.code + 16 * q.code) + plane) & 0xffffU});
    }
    return result;
}

/// The face of a box that looks most against n.
Polygon facing(const WorldBox& box, const Vec3d& n)
{
    int k = 0;
    for (int axis = 1; axis < 3; ++axis)
        if (abs(dot(box.axis[axis], n)) > abs(dot(box.axis[k], n)))
            k = axis;
    const int i = (k + 1) % 3;
    const int j = (k + 2) % 3;
    const double side = dot(box.axis[k], n) > 0 ? -1 : 1;
    const Vec3d middle = box.center + (side * box.half[k]) * box.axis[k];
    const Vec3d u = box.half[i] * box.axis[i];
    const Vec3d v = box.half[j] * box.axis[j];
    Polygon polygon;
    polygon.add({middle + u + v, 0});
    polygon.add({middle - u + v, 1});
    polygon.add({middle - u - v, 2});
    polygon.add({middle + u - v, 3});
    return polygon;
}

/// Where both edges are closest to each other; n points from b to a.
Vec3d edge_middle(const WorldBox& a, const WorldBox& b, int i, int j, const Vec3d& n)
{
    const auto on_edge = [](const WorldBox& box, int edge, const Vec3d& towards) {
        Vec3d x = box.center;
        for (int k = 0; k < 3; ++k)
            if (k != edge)
                x += (dot(box.axis[k], towards) > 0 ? box.half[k] : -box.half[k]) * box.axis[k];
        return x;
    };
    const Vec3d p = on_edge(a, i, -n);
    const Vec3d q = on_edge(b, j, n);
    const Vec3d& u = a.axis[i];
    const Vec3d& v = b.axis[j];
    const double c = dot(u, v);
    const double scale = 1 / (1 - c * c);
    const double s = std::clamp((c * dot(v, p - q) - dot(u, p - q)) * scale, -a.half[i], a.half[i]);
    const double t = std::clamp((dot(v, p - q) - c * dot(u, p - q)) * scale, -b.half[j], b.half[j]);
    return 0.5 * (p + s * u + q + t * v);
}
} // namespace

void add_box_contacts(const PartPair& pair, std::vector<Contact>& contacts)
{
    const Vec3d apart = pair.a.pose.position - pair.b.pose.position;
    const WorldBox a(*pair.a.part.box, pair.a.pose, apart);
    const WorldBox b(*pair.b.part.box, pair.b.pose, {0, 0, 0});
    const Separation best = separation(a, b);
    if (!(best.gap < pair.margin))
        return;
    const auto add = [&](const Vec3d& place, double gap, std::uint64_t code) {
        const std::uint64_t key = pair.key | static_cast<std::uint64_t>(best.kind) << 32U | code;
        contacts.push_back({.key = key, .normal = best.normal, .gap = gap, .r_a = place - apart, .r_b = place});
    };
    if (best.kind >= 6)
        return add(edge_middle(a, b, (best.kind - 6) / 3, (best.kind - 6) % 3, best.normal), best.gap, 0);

    // The face of one box cuts what lies over it out of the nearest face of the other.
    const bool face_of_a = best.kind < 3;
    const WorldBox& face = face_of_a ? a : b;
    const Vec3d outward = face_of_a ? -best.normal : best.normal;
    const int k = best.kind % 3;
    Polygon polygon = facing(face_of_a ? b : a, outward);
    for (int side = 0; side < 4; ++side)
    {
        const int axis = (k + 1 + side / 2) % 3;
        if (axis == 2 && face.is_flat())
            continue;
        const Vec3d n = side % 2 == 0 ? face.axis[axis] : -face.axis[axis];
        polygon = clipped(polygon, n, dot(n, face.center) + face.half[axis], static_cast<std::uint64_t>(side));
    }
    const double level = dot(outward, face.center) + face.half[k];
    for (std::size_t p = 0; p < polygon.size; ++p)
        if (const double gap = dot(outward, polygon.points[p].x) - level; gap < pair.margin)
            add(polygon.points[p].x - (0.5 * gap) * outward, gap, polygon.points[p].code);
}
} // namespace aspic
