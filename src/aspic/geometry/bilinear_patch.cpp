#include "aspic/geometry/bilinear_patch.h"

#include "aspic/geometry/closest_point.h"
#include "aspic/geometry/directions.h"

#include <cmath>

namespace aspic
{
namespace
{
double clamped(double t, double low, double high) { return min(high, max(low, t)); }

/// A part of a patch.
struct Part
{
    double u0, u1, v0, v1;
};

/// A place of a patch and its squared distance to a point, halved: f = |S − x|²/2 with its derivatives.
struct Distance
{
    double f, f_u, f_v, f_uu, f_vv, f_uv;

    Distance(const BilinearPatch& patch, const Vec3d& x, double u, double v)
    {
        const Vec3d r = patch.at(u, v) - x;
        const Vec3d S_u{patch.x1 - patch.x0, (1 - v) * (patch.y10 - patch.y00) + v * (patch.y11 - patch.y01), 0};
        const Vec3d S_v{0, (1 - u) * (patch.y01 - patch.y00) + u * (patch.y11 - patch.y10), patch.z1 - patch.z0};
        f = 0.5 * dot(r, r);
        f_u = dot(r, S_u);
        f_v = dot(r, S_v);
        f_uu = dot(S_u, S_u);
        f_vv = dot(S_v, S_v);
        f_uv = dot(S_u, S_v) + r.y * patch.twist();
    }
};

/// A search for the place of one patch nearest to one point, by branch and bound.
class PatchSearch
{
public:
    PatchSearch(const BilinearPatch& patch, const Vec3d& x, PatchPoint& best)
        : patch_(patch), x_(x), best_(best), tolerance_(1e-10 * abs(patch.twist()))
    {
    }

    void look_at(const Part& part)
    {
        const Vec3d a = patch_.at(part.u0, part.v0);
        const Vec3d b = patch_.at(part.u1, part.v0);
        const Vec3d c = patch_.at(part.u0, part.v1);
        const Vec3d d = patch_.at(part.u1, part.v1);
        const Vec3d p = closest_on_triangle(x_, a, b, d);
        const Vec3d q = closest_on_triangle(x_, a, d, c);
        const Vec3d& nearest = dot(x_ - p, x_ - p) <= dot(x_ - q, x_ - q) ? p : q;
        const double slack = abs(patch_.twist()) * (part.u1 - part.u0) * (part.v1 - part.v0) / 4;
        if (norm(x_ - nearest) - slack >= sqrt(best_.distance2))
            return;

        const double u = clamped((nearest.x - patch_.x0) / (patch_.x1 - patch_.x0), part.u0, part.u1);
        const double v = clamped((nearest.z - patch_.z0) / (patch_.z1 - patch_.z0), part.v0, part.v1);
        const double height = max(max(abs(a.y - x_.y), abs(b.y - x_.y)), max(abs(c.y - x_.y), abs(d.y - x_.y)));
        if (is_convex(height))
            return descend_from(u, v, part);
        compare_with(u, v);
        if (slack <= tolerance_)
            return;
        const double u_middle = 0.5 * (part.u0 + part.u1);
        const double v_middle = 0.5 * (part.v0 + part.v1);
        look_at({part.u0, u_middle, part.v0, v_middle});
        look_at({u_middle, part.u1, part.v0, v_middle});
        look_at({part.u0, u_middle, v_middle, part.v1});
        look_at({u_middle, part.u1, v_middle, part.v1});
    }

    bool found = false;

private:
    /// Whether the distance has a single minimum in a part whose places are less than `height` above or below x. With h = y − y_x and the
    /// sides w_x, w_z of the patch, f_uu f_vv − f_uv² = (w_x w_z)² − (h twist)² + (w_x y_v)² + (w_z y_u)² − 2 y_u y_v h twist,
    /// which is positive if |h twist| < w_x w_z.
    [[nodiscard]] bool is_convex(double height) const
    {
        return height * abs(patch_.twist()) < 0.9 * (patch_.x1 - patch_.x0) * (patch_.z1 - patch_.z0);
    }

    /// Goes down to the minimum in a part where the distance is convex: by Newton's method as long as that leads down and stays inside,
    /// else along the straight lines u = const and v = const of the patch.
    void descend_from(double u, double v, const Part& part)
    {
        for (int step = 0; step < 100; ++step)
        {
            const Distance at(patch_, x_, u, v);
            const double determinant = at.f_uu * at.f_vv - at.f_uv * at.f_uv;
            double next_u = u - (at.f_vv * at.f_u - at.f_uv * at.f_v) / determinant;
            double next_v = v - (at.f_uu * at.f_v - at.f_uv * at.f_u) / determinant;
            const bool is_inside = next_u >= part.u0 && next_u <= part.u1 && next_v >= part.v0 && next_v <= part.v1;
            if (!is_inside || Distance(patch_, x_, next_u, next_v).f > at.f)
            {
                next_u = clamped(u - at.f_u / at.f_uu, part.u0, part.u1);
                const Distance between(patch_, x_, next_u, v);
                next_v = clamped(v - between.f_v / between.f_vv, part.v0, part.v1);
            }
            const double change = abs(next_u - u) + abs(next_v - v);
            u = next_u;
            v = next_v;
            if (change < 1e-14)
                break;
        }
        compare_with(u, v);
    }

    void compare_with(double u, double v)
    {
        const Vec3d offset = x_ - patch_.at(u, v);
        if (dot(offset, offset) >= best_.distance2)
            return;
        best_ = {u, v, dot(offset, offset)};
        found = true;
    }

    const BilinearPatch& patch_;
    const Vec3d& x_;
    PatchPoint& best_;
    double tolerance_; ///< [m] no more than this is ever gained by looking further
};
} // namespace

Vec3d BilinearPatch::at(double u, double v) const
{
    const double y = (1 - v) * ((1 - u) * y00 + u * y10) + v * ((1 - u) * y01 + u * y11);
    return {(1 - u) * x0 + u * x1, y, (1 - v) * z0 + v * z1};
}

Vec3d BilinearPatch::upward_normal(double u, double v) const
{
    const double slope_x = ((1 - v) * (y10 - y00) + v * (y11 - y01)) / (x1 - x0);
    const double slope_z = ((1 - u) * (y01 - y00) + u * (y11 - y10)) / (z1 - z0);
    return unit_or({-slope_x, 1, -slope_z}, up);
}

bool find_nearer(const BilinearPatch& patch, const Vec3d& x, PatchPoint& best)
{
    PatchSearch search(patch, x, best);
    search.look_at({0, 1, 0, 1});
    return search.found;
}
} // namespace aspic
