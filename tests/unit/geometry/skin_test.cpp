#include "aspic/geometry/skinning/skin.h"

#include "aspic/geometry/solid.h"
#include "aspic/operators/mls_fit.h"
#include "support/execution_variants.h"
#include "support/mesh_shapes.h"
#include "support/point_sets.h"

#include <gtest/gtest.h>

#include <cstring>

namespace aspic
{
namespace
{
using Matrix = Mat3T<double>;
constexpr double spacing = 0.1, support = 0.2;
constexpr std::array methods{SkinMethod::shepard, SkinMethod::mls, SkinMethod::mls_first_order};

std::string method_name(SkinMethod method)
{
    return method == SkinMethod::shepard ? "Shepard" : method == SkinMethod::mls ? "Mls" : "MlsFirstOrder";
}

/// A body and the mesh around it, at rest.
struct Model
{
    Points points;
    std::vector<double> volumes;
    Points vertices, normals;

    [[nodiscard]] RestBody body() const { return {const_view(points), const_view(volumes)}; }
    [[nodiscard]] RestSurface surface() const { return {const_view(vertices), const_view(normals)}; }
    [[nodiscard]] Skin skin(SkinMethod method, double link = 1.5) const
    {
        return {body(), surface(), {.method = method, .support = support, .link = link}};
    }
};

void add_vertex(Model& model, const Vec3d& X, const Vec3d& n)
{
    model.vertices.push_back(X);
    model.normals.push_back(n / norm(n));
}

/// A jittered block of 6 × 5 × 4 points whose volumes differ; vertices on a box around it, inside it, and far outside.
Model block()
{
    Model model;
    RandomNumbers random(3);
    model.points = lattice_points({6, 5, 4}, spacing, {0.05, 0.05, 0.05});
    for (Vec3d& X : model.points)
    {
        X += random.in_box({-0.01, -0.01, -0.01}, {0.01, 0.01, 0.01});
        model.volumes.push_back(cube(spacing) * random.between(0.8, 1.2));
    }
    for (int k = 0; k < 400; ++k)
    {
        Vec3d X = random.in_box({0, 0, 0}, {0.6, 0.5, 0.4});
        if (k % 4 != 0)
            X[k % 3] = (k & 1) != 0 ? 0 : Vec3d{0.6, 0.5, 0.4}[k % 3];
        add_vertex(model, X, random.in_box({-1, -1, -1}, {1, 1, 1}));
    }
    for (const Vec3d& corner : box_mesh({0, 0, 0}, {0.6, 0.5, 0.4}).vertices)
        add_vertex(model, corner, {1, 2, 3});
    for (const Vec3d& far : {Vec3d{1.2, 0.2, 0.2}, Vec3d{-3, 4, 5}, Vec3d{0.3, -0.17, 0.2}, Vec3d{1e6, 0, 0}})
        add_vertex(model, far, {1, 0, 1});
    return model;
}

Vec3d unit(const Vec3d& v) { return v / norm(v); }

Points mapped(const Points& points, const Matrix& A, const Vec3d& t)
{
    Points result;
    for (const Vec3d& X : points)
        result.push_back(A * X + t);
    return result;
}

/// A⁻¹ by Cramer's rule.
Matrix inverse_of(const Matrix& A)
{
    const Matrix columns{{cross(A.row[1], A.row[2]), cross(A.row[2], A.row[0]), cross(A.row[0], A.row[1])}};
    return (1 / determinant(A)) * transpose(columns);
}

SkinnedSurface deformed(const Skin& skin, const Points& x)
{
    SkinnedSurface result;
    skin.deform(const_view(x), result);
    return result;
}

/// Vertices and normals are those of x = A X + t, whatever their distance from the body.
void expect_affine(const Model& model, const Skin& skin, const Matrix& A, const Vec3d& t, const char* name)
{
    const SkinnedSurface surface = deformed(skin, mapped(model.points, A, t));
    const Matrix turn = (determinant(A) > 0 ? 1.0 : -1.0) * transpose(inverse_of(A)); // normals go with the winding of triangles
    for (std::size_t k = 0; k < model.vertices.size(); ++k)
    {
        const Vec3d x = A * model.vertices[k] + t, n = turn * model.normals[k];
        const double size = 1 + norm(model.vertices[k]); // [m]
        const double rounding = 1e-10 + 1e-14 * norm(t); // of gradients: places far out are rounded more
        EXPECT_LT(norm(surface.vertices[k] - x), rounding * size) << name << ", vertex " << k;
        EXPECT_LT(norm(surface.normals[k] - n / norm(n)), rounding) << name << ", vertex " << k;
    }
}

/// A column of square cross-section that stands on y = 0 and has this many points across; vertices on its sides, between the points.
Model column(int across)
{
    Model model;
    const double d = 0.4 / across;
    model.points = lattice_points({across, 4 * across, across}, d, {0.5 * d - 0.2, 0.5 * d, 0.5 * d - 0.2});
    model.volumes.assign(model.points.size(), cube(d));
    RandomNumbers random(5);
    for (int k = 0; k < 1000; ++k)
    {
        const double side = (k & 1) != 0 ? -0.2 : 0.2;
        add_vertex(model, {side, random.between(0, 1.6), random.between(-0.2, 0.2)}, {side, 0, 0});
    }
    return model;
}

/// Pure bending: the axis x = z = 0 becomes a circle of radius 1 around (1, 0, 0), cross-sections stay flat and normal to it.
Vec3d bent(const Vec3d& X) { return {1 - (1 - X.x) * std::cos(X.y), (1 - X.x) * std::sin(X.y), X.z}; }
Vec3d bent_normal(const Vec3d& X, const Vec3d& n) { return n.x * Vec3d{std::cos(X.y), -std::sin(X.y), 0}; }

struct BendError
{
    double position = 0, normal = 0;
};

BendError bend_error(SkinMethod method, int across)
{
    const Model model = column(across);
    const Skin skin(model.body(), model.surface(), {.method = method, .support = 2 * 0.4 / across});
    Points x;
    for (const Vec3d& X : model.points)
        x.push_back(bent(X));
    const SkinnedSurface surface = deformed(skin, x);
    BendError error;
    for (std::size_t k = 0; k < model.vertices.size(); ++k)
    {
        error.position = std::max(error.position, norm(surface.vertices[k] - bent(model.vertices[k])));
        error.normal = std::max(error.normal, norm(surface.normals[k] - bent_normal(model.vertices[k], model.normals[k] / 1.0)));
    }
    return error;
}

/// The cubic spline with its maximum 1, and minus its slope over r; written anew.
double spline(double r)
{
    const double s = 2 * r / support;
    return s < 1 ? 1 - 1.5 * s * s + 0.75 * s * s * s : s < 2 ? 0.25 * (2 - s) * (2 - s) * (2 - s) : 0;
}
double minus_slope_over_r(double r)
{
    const double s = 2 * r / support;
    return (s < 1 ? 3 * s - 2.25 * s * s : s < 2 ? 0.75 * (2 - s) * (2 - s) : 0) / std::max(r, 1e-300);
}

Points twisted(const Points& points)
{
    Points x;
    for (const Vec3d& X : points)
        x.push_back(rotation_matrix({3 * X.x, 0, 0.5 * X.y}) * X + Vec3d{0, square(X.x), X.x * X.z});
    return x;
}

/// K21 (8) and (9) over all points of the body.
Matrix naive_gradient(const Model& model, const Points& x, std::size_t j)
{
    Matrix moment{}, sum{};
    for (std::size_t l = 0; l < x.size(); ++l)
    {
        const Vec3d X_lj = model.points[l] - model.points[j];
        const Vec3d gradient = minus_slope_over_r(norm(X_lj)) * X_lj; // ∇W_jl up to a factor
        moment = moment + model.volumes[l] * outer(gradient, X_lj);
        sum = sum + model.volumes[l] * outer(x[l] - x[j], gradient);
    }
    return sum * inverse_of(moment);
}
} // namespace

class Skinning : public testing::TestWithParam<SkinMethod>
{
};

// G4: all methods reproduce affine maps, T09 (67), T09 (68), K21 (39); 1e-10 m is what rounding leaves of sums over differences of about 1 m.
TEST_P(Skinning, ReproducesAffineMaps)
{
    const Model model = block();
    const Skin skin = model.skin(GetParam());
    EXPECT_EQ(skin.report().deficient, 0);
    const Matrix shear{{{1, 0.7, 0}, {0, 1, 0.2}, {0, 0, 1}}};
    const Matrix stretch{{{1.02, 0.03, 0}, {0, 3, 0.01}, {0.01, 0, 0.2}}};
    expect_affine(model, skin, diagonal(1.0, 1.0, 1.0), {}, "rest");
    expect_affine(model, skin, diagonal(1.0, 1.0, 1.0), {5, -7, 2}, "moved");
    expect_affine(model, skin, diagonal(1.0, 1.0, 1.0), {1e6, -1e6, 1e6}, "moved far");
    expect_affine(model, skin, rotation_matrix({0, pi, 0}), {}, "half a turn");
    expect_affine(model, skin, rotation_matrix({1.2, -0.4, 2}), {1, 2, 3}, "turned");
    expect_affine(model, skin, shear, {}, "sheared");
    expect_affine(model, skin, rotation_matrix({0.3, 2, 1}) * shear * stretch, {0.1, 0, 0}, "all of it");
    expect_affine(model, skin, diagonal(1.0, -1.0, 1.0), {}, "mirrored");
}

// The weights of a vertex add up to 1, K21 (38): of points that have all come to one place, every vertex comes there.
TEST_P(Skinning, WeightsAddUpToOne)
{
    const Model model = block();
    const Vec3d place{0.3, -2, 7};
    const SkinnedSurface surface = deformed(model.skin(GetParam()), Points(model.points.size(), place));
    for (std::size_t k = 0; k < model.vertices.size(); ++k)
    {
        EXPECT_LT(norm(surface.vertices[k] - place), 1e-13 * 50) << k; // some fifty additions
        EXPECT_EQ(surface.normals[k], model.normals[k] / norm(model.normals[k])) << k;
    }
}

// A bend is smooth: the errors of positions fall with the square of the spacing, those of normals in proportion to it (the gradient of the outermost points
// is one-sided), or faster. Measured from 8 to 16 across: positions 4.3 … 4.5, normals 2.1.
TEST_P(Skinning, ConvergesOnABend)
{
    const BendError coarse = bend_error(GetParam(), 8), fine = bend_error(GetParam(), 16);
    RecordProperty("position", std::to_string(coarse.position) + " " + std::to_string(fine.position));
    RecordProperty("normal", std::to_string(coarse.normal) + " " + std::to_string(fine.normal));
    EXPECT_LT(coarse.position, 0.01 * 0.4);
    EXPECT_GT(coarse.position / fine.position, 3.2);
    EXPECT_GT(coarse.normal / fine.normal, 1.6);
}

TEST_P(Skinning, StaysFiniteWhateverHappensToTheBody)
{
    const Model model = block();
    const Skin skin = model.skin(GetParam());
    RandomNumbers random(8);
    Points wild;
    for (std::size_t k = 0; k < model.points.size(); ++k)
        wild.push_back(random.in_box({-1e30, -1e30, -1e30}, {1e30, 1e30, 1e30}));
    const Matrix plane = diagonal(1.0, 0.0, 1.0), line = diagonal(0.0, 1.0, 0.0);
    for (const Points& x : {wild, mapped(model.points, plane, {}), mapped(model.points, line, {}), mapped(model.points, -1.0 * plane, {}),
                            mapped(model.points, diagonal(-1.0, -1.0, -1.0), {})})
    {
        const SkinnedSurface surface = deformed(skin, x);
        for (std::size_t k = 0; k < model.vertices.size(); ++k)
        {
            EXPECT_LT(norm(surface.vertices[k]), 1e40);
            EXPECT_NEAR(norm(surface.normals[k]), 1, 1e-12);
        }
    }
}

// A layer of points, a row and a single one: vertices beside them go with a rigid motion as if there were more, as far as the points tell.
TEST_P(Skinning, OfLayersRowsAndSinglePointsIsRigid)
{
    const auto model_of = [](const Vec3T<int>& counts) {
        Model model;
        const Matrix tilt = rotation_matrix({0.3, -0.7, 0.2});
        model.points = mapped(lattice_points(counts, spacing, {}), tilt, {});
        model.volumes.assign(model.points.size(), cube(spacing));
        RandomNumbers random(9);
        for (int k = 0; k < 50; ++k)
        {
            const Vec3d end{spacing * counts.x, spacing * counts.y, 0.05};
            add_vertex(model, tilt * random.in_box({-0.05, -0.05, -0.05}, end), random.in_box({-1, -1, -1}, {1, 1, 1}));
        }
        return model;
    };
    const Model layer = model_of({7, 6, 1}), row = model_of({7, 1, 1}), one = model_of({1, 1, 1});
    expect_affine(layer, layer.skin(GetParam()), rotation_matrix({pi, 0, 0}), {1, 2, 3}, "layer, half a turn");
    expect_affine(layer, layer.skin(GetParam()), rotation_matrix({1, -2, 0.4}), {}, "layer, turned");
    const Vec3d along = unit(row.points[1]);
    const Vec3d across = unit(cross(along, Vec3d{0, 0, 1}));
    expect_affine(row, row.skin(GetParam()), rotation_matrix(2.8 * across), {1, 0, 0}, "row"); // about itself a row cannot be seen to turn
    expect_affine(one, one.skin(GetParam()), diagonal(1.0, 1.0, 1.0), {1, 0, 0}, "single point");
    EXPECT_GT(layer.skin(GetParam()).report().deficient, 0);
}

TEST_P(Skinning, IsTheSameForAnyNumberOfThreads)
{
    const Model model = block();
    const Points x = twisted(model.points);
    std::vector<SkinnedSurface> results;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        results.push_back(deformed(model.skin(GetParam()), x));
        EXPECT_EQ(std::memcmp(results.back().vertices.data(), results[0].vertices.data(), model.vertices.size() * sizeof(Vec3d)), 0);
        EXPECT_EQ(std::memcmp(results.back().normals.data(), results[0].normals.data(), model.vertices.size() * sizeof(Vec3d)), 0);
    }
}

// Two fingers whose points are two spacings apart, within the support of each other: one goes up, the other must not notice.
TEST_P(Skinning, FingersDoNotStickTogether)
{
    Model model;
    model.points = lattice_points({2, 8, 2}, spacing, {0, 0, 0});
    const Points other = lattice_points({2, 8, 2}, spacing, {0.29, 0, 0});
    const std::size_t first = model.points.size();
    model.points.insert(model.points.end(), other.begin(), other.end());
    model.volumes.assign(model.points.size(), cube(spacing));
    for (const double y : {0.1, 0.33, 0.5})
        for (const double z : {0.0, 0.07})
        {
            add_vertex(model, {0.15, y, z}, {1, 0, 0});
            add_vertex(model, {0.24, y, z}, {-1, 0, 0});
        }
    Points x = model.points;
    for (std::size_t k = first; k < x.size(); ++k)
        x[k] += Vec3d{0, 0.3, 0};
    const SkinnedSurface apart = deformed(model.skin(GetParam()), x), together = deformed(model.skin(GetParam(), 0), x);
    double pulled = 0;
    for (std::size_t k = 0; k < model.vertices.size(); ++k)
    {
        const Vec3d expected = model.vertices[k] + Vec3d{0, k % 2 == 0 ? 0 : 0.3, 0};
        EXPECT_LT(norm(apart.vertices[k] - expected), 1e-12) << k;
        EXPECT_LT(norm(apart.normals[k] - model.normals[k]), 1e-12) << k;
        pulled = std::max(pulled, norm(together.vertices[k] - expected));
    }
    EXPECT_GT(pulled, 0.01); // else this test shows nothing
}

TEST_P(Skinning, CountsVerticesThatAreFar)
{
    const Model model = block();
    EXPECT_EQ(model.skin(GetParam()).report().far_vertices, 4); // the last ones; the nearest of them is 0.22 m from a point
    EXPECT_EQ(model.skin(GetParam()).report().vertices, 412);
}

INSTANTIATE_TEST_SUITE_P(Methods, Skinning, testing::ValuesIn(methods), [](const auto& info) { return method_name(info.param); });

// K21 (38), (39) with F by K21 (8), (9), written down once more as sums over all points.
TEST(SkinOracle, ShepardIsTheSumsOfThePaper)
{
    const Model model = block();
    const Points x = twisted(model.points);
    const SkinnedSurface surface = deformed(model.skin(SkinMethod::shepard), x);
    std::vector<Matrix> F;
    for (std::size_t j = 0; j < x.size(); ++j)
        F.push_back(naive_gradient(model, x, j));
    double largest = 0;
    for (std::size_t k = 0; k < 408; ++k) // those near the body
    {
        double weights = 0;
        Vec3d sum;
        for (std::size_t j = 0; j < x.size(); ++j)
        {
            const Vec3d X_kj = model.vertices[k] - model.points[j];
            const double weight = model.volumes[j] * spline(norm(X_kj));
            weights += weight;
            sum += weight * (F[j] * X_kj + x[j]);
        }
        EXPECT_LT(norm(surface.vertices[k] - sum / weights), 1e-12) << k; // rounding
        largest = std::max(largest, norm(sum / weights - model.vertices[k]));
    }
    EXPECT_GT(largest, 0.1); // the body has been deformed
}

// T09 (68) without the transpose, with T09 (37), (38) written down once more.
TEST(SkinOracle, FirstOrderIsTheSumsOfThePaper)
{
    const Model model = block();
    const Points x = twisted(model.points);
    const SkinnedSurface surface = deformed(model.skin(SkinMethod::mls_first_order), x);
    std::vector<Matrix> gradient; // ∇u
    for (std::size_t j = 0; j < x.size(); ++j)
    {
        Matrix A{}, B{};
        for (std::size_t l = 0; l < x.size(); ++l)
        {
            const Vec3d X_lj = model.points[l] - model.points[j];
            A = A + spline(norm(X_lj)) * outer(X_lj, X_lj);
            B = B + spline(norm(X_lj)) * outer((x[l] - model.points[l]) - (x[j] - model.points[j]), X_lj);
        }
        gradient.push_back(B * inverse_of(A));
    }
    for (std::size_t k = 0; k < 408; ++k)
    {
        double weights = 0;
        Vec3d u;
        for (std::size_t j = 0; j < x.size(); ++j)
        {
            const Vec3d X_kj = model.vertices[k] - model.points[j];
            weights += spline(norm(X_kj));
            u += spline(norm(X_kj)) * (x[j] - model.points[j] + gradient[j] * X_kj);
        }
        EXPECT_LT(norm(surface.vertices[k] - model.vertices[k] - u / weights), 1e-12) << k;
    }
}

// T09 (67) with the shape functions T09 (27) of uncentred moments.
TEST(SkinOracle, MlsIsTheFieldOfThePaper)
{
    const Model model = block();
    const Points x = twisted(model.points);
    const SkinnedSurface surface = deformed(model.skin(SkinMethod::mls), x);
    for (std::size_t k = 0; k < 408; ++k)
    {
        const std::vector<Index> near = brute_force_neighbors(const_view(model.points), model.vertices[k], support);
        Points positions;
        for (const Index j : near)
            positions.push_back(model.points[static_cast<std::size_t>(j)]);
        const Array<double> phi =
            uncentered_shape_functions({.dimension = 3, .order = 1}, support, model.vertices[k], const_view(positions));
        Vec3d u;
        for (std::size_t l = 0; l < near.size(); ++l)
            u += phi[l] * (x[static_cast<std::size_t>(near[l])] - positions[l]);
        EXPECT_LT(norm(surface.vertices[k] - model.vertices[k] - u), 1e-8) << k; // the moments are badly conditioned without centring
    }
}

TEST(SkinOracle, RefusesPlacesThatAreNone)
{
    Model model = block();
    model.vertices[3].x = std::nan("");
    EXPECT_THROW(static_cast<void>(model.skin(SkinMethod::shepard)), std::domain_error);
}
} // namespace aspic
