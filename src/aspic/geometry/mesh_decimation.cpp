#include "aspic/geometry/mesh_decimation.h"

#include "aspic/geometry/mesh_smoothing.h"

#include <algorithm>
#include <queue>
#include <tuple>

namespace aspic
{
namespace
{
/// Σ (n·x + d)² of planes through a vertex: xᵀ A x + 2 b·x + c.
struct Quadric
{
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    Vec3d b{};
    double c = 0;

    void add_plane(const Vec3d& n, double d, double weight)
    {
        xx += weight * n.x * n.x;
        xy += weight * n.x * n.y;
        xz += weight * n.x * n.z;
        yy += weight * n.y * n.y;
        yz += weight * n.y * n.z;
        zz += weight * n.z * n.z;
        b += (weight * d) * n;
        c += weight * d * d;
    }
    void add(const Quadric& q)
    {
        xx += q.xx;
        xy += q.xy;
        xz += q.xz;
        yy += q.yy;
        yz += q.yz;
        zz += q.zz;
        b += q.b;
        c += q.c;
    }
    [[nodiscard]] double error(const Vec3d& x) const
    {
        const Vec3d Ax{xx * x.x + xy * x.y + xz * x.z, xy * x.x + yy * x.y + yz * x.z, xz * x.x + yz * x.y + zz * x.z};
        return dot(x, Ax) + 2 * dot(b, x) + c;
    }
};

/// An edge that may be collapsed; worth nothing any more when one of its ends has changed since.
struct Candidate
{
    double error;
    Index a, b; ///< a < b
    int age;    ///< of both ends together
    Vec3d place;

    /// The smallest error first; ties by number, so that the result is always the same.
    bool operator<(const Candidate& other) const { return std::tie(other.error, other.a, other.b) < std::tie(error, a, b); }
};

class Decimation
{
public:
    explicit Decimation(SurfaceMesh& mesh)
        : mesh_(mesh),
          origin_(mesh.vertices.front()),
          quadrics_(mesh.vertices.size()),
          age_(mesh.vertices.size(), 0),
          triangles_at_(mesh.vertices.size()),
          is_gone_(mesh.triangles.size(), false)
    {
        for (Vec3d& x : mesh_.vertices) // small numbers keep their digits
            x -= origin_;
        for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
            for (const Index v : mesh_.triangles[t])
            {
                triangles_at_[number(v)].push_back(static_cast<Index>(t));
                add_plane(t, v);
            }
        for (const auto& triangle : mesh_.triangles)
            for (std::size_t k = 0; k < 3; ++k)
                if (triangle[k] < triangle[(k + 1) % 3]) // each edge once: it has two triangles, in opposite directions
                    push(triangle[k], triangle[(k + 1) % 3]);
    }

    void reduce_to(std::size_t wanted)
    {
        std::size_t left = mesh_.triangles.size();
        while (left > wanted && !queue_.empty())
        {
            const Candidate candidate = queue_.top();
            queue_.pop();
            if (candidate.age != age_[number(candidate.a)] + age_[number(candidate.b)] || !is_allowed(candidate))
                continue;
            collapse(candidate);
            left -= 2;
        }
    }

    /// Leaves out what is gone and numbers the rest anew.
    void finish()
    {
        std::vector<std::array<Index, 3>> triangles;
        std::vector<Index> place(mesh_.vertices.size(), -1);
        std::vector<Vec3d> vertices;
        for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
        {
            if (is_gone_[t])
                continue;
            triangles.push_back(mesh_.triangles[t]);
            for (Index& v : triangles.back())
            {
                Index& to = place[number(v)];
                if (to < 0)
                {
                    to = static_cast<Index>(vertices.size());
                    vertices.push_back(mesh_.vertices[number(v)] + origin_);
                }
                v = to;
            }
        }
        mesh_.vertices = std::move(vertices);
        mesh_.triangles = std::move(triangles);
        mesh_.normals.clear();
        mesh_.columns.clear();
        recompute_normals(mesh_);
    }

private:
    static std::size_t number(Index i) { return static_cast<std::size_t>(i); }

    [[nodiscard]] Vec3d area_of(const std::array<Index, 3>& t) const
    {
        const Vec3d& a = mesh_.vertices[number(t[0])];
        return cross(mesh_.vertices[number(t[1])] - a, mesh_.vertices[number(t[2])] - a);
    }

    void add_plane(std::size_t triangle, Index vertex)
    {
        const Vec3d area = area_of(mesh_.triangles[triangle]);
        const double length = norm(area);
        if (!(length > 0))
            return;
        const Vec3d n = area / length;
        quadrics_[number(vertex)].add_plane(n, -dot(n, mesh_.vertices[number(mesh_.triangles[triangle][0])]), length);
    }

    /// The best of both ends and the middle.
    void push(Index a, Index b)
    {
        Quadric quadric = quadrics_[number(a)];
        quadric.add(quadrics_[number(b)]);
        const Vec3d& x = mesh_.vertices[number(a)];
        const Vec3d& y = mesh_.vertices[number(b)];
        Candidate best{0, a, b, age_[number(a)] + age_[number(b)], 0.5 * (x + y)};
        best.error = quadric.error(best.place);
        for (const Vec3d& place : {x, y})
            if (const double error = quadric.error(place); error < best.error)
            {
                best.error = error;
                best.place = place;
            }
        queue_.push(best);
    }

    /// Corners around a vertex, ascending.
    [[nodiscard]] std::vector<Index> neighbors_of(Index vertex) const
    {
        std::vector<Index> neighbors;
        for (const Index t : triangles_at_[number(vertex)])
            for (const Index v : mesh_.triangles[number(t)])
                if (v != vertex)
                    neighbors.push_back(v);
        std::ranges::sort(neighbors);
        neighbors.erase(std::unique(neighbors.begin(), neighbors.end()), neighbors.end());
        return neighbors;
    }

    /// The two ends have exactly two neighbours in common, those of the two triangles that vanish, and these keep at least three; and no triangle turns over.
    [[nodiscard]] bool is_allowed(const Candidate& candidate) const
    {
        const std::vector<Index> around_a = neighbors_of(candidate.a), around_b = neighbors_of(candidate.b);
        std::vector<Index> common;
        std::ranges::set_intersection(around_a, around_b, std::back_inserter(common));
        if (common.size() != 2 || around_a.size() + around_b.size() < 7)
            return false;
        if (std::ranges::any_of(common, [&](Index v) { return triangles_at_[number(v)].size() < 4; }))
            return false;
        return keeps_facing(candidate.a, candidate) && keeps_facing(candidate.b, candidate);
    }

    [[nodiscard]] bool keeps_facing(Index moved, const Candidate& candidate) const
    {
        constexpr double least_cosine = 0.2;
        for (const Index t : triangles_at_[number(moved)])
        {
            const auto& triangle = mesh_.triangles[number(t)];
            if (std::ranges::count(triangle, candidate.a) + std::ranges::count(triangle, candidate.b) == 2)
                continue; // vanishes
            std::array<Vec3d, 3> x;
            for (std::size_t k = 0; k < 3; ++k)
                x[k] = triangle[k] == moved ? candidate.place : mesh_.vertices[number(triangle[k])];
            const Vec3d before = area_of(triangle), after = cross(x[1] - x[0], x[2] - x[0]);
            if (!(dot(before, after) > least_cosine * norm(before) * norm(after)))
                return false;
        }
        return true;
    }

    /// Moves a to the place of the candidate and gives it the triangles of b.
    void collapse(const Candidate& candidate)
    {
        const auto [error, a, b, age, place] = candidate;
        mesh_.vertices[number(a)] = place;
        quadrics_[number(a)].add(quadrics_[number(b)]);
        for (const Index t : triangles_at_[number(b)])
        {
            auto& triangle = mesh_.triangles[number(t)];
            if (std::ranges::count(triangle, a) == 0)
            {
                std::ranges::replace(triangle, b, a);
                triangles_at_[number(a)].push_back(t);
                continue;
            }
            is_gone_[number(t)] = true;
            for (const Index v : triangle)
                if (v != b)
                    std::erase(triangles_at_[number(v)], t);
        }
        triangles_at_[number(b)].clear();
        age_[number(b)] = -1'000'000'000; // no candidate has this
        ++age_[number(a)];
        for (const Index v : neighbors_of(a))
            push(std::min(a, v), std::max(a, v));
    }

    SurfaceMesh& mesh_;
    Vec3d origin_;
    std::vector<Quadric> quadrics_;
    std::vector<int> age_; ///< how often a vertex was moved
    std::vector<std::vector<Index>> triangles_at_;
    std::vector<bool> is_gone_;
    std::priority_queue<Candidate> queue_;
};
} // namespace

void decimate(SurfaceMesh& mesh, double kept)
{
    if (kept >= 1 || mesh.triangles.empty())
        return;
    Decimation decimation(mesh);
    decimation.reduce_to(static_cast<std::size_t>(kept * static_cast<double>(mesh.triangles.size())));
    decimation.finish();
}
} // namespace aspic
