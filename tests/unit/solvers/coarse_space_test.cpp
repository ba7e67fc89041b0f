// Smooth motions of a body: P and Pᵀ belong together; the coarse matrix gives affine motions the energy that they have, none to rotations, and turns with the body; one result for all instruction sets and threads.

#include "aspic/solvers/elasticity/coarse_elements.h"

#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double dx = 0.1, mu = 4e5, lambda = 6e5;

/// Two bars that are near each other and hang together at one end only; some particles of one are held.
struct Fork
{
    RestShape shape;
    CoarseSpace space;
    ElasticStuff stuff;
    Array<Index> held;
    Array<Vec3> r;
    Array<float> c;
    Scratch scratch;

    explicit Fork(int dimension)
        : shape(points(dimension), *kernel_named("cubic", 2 * dx, dimension), 2 * dx),
          space(shape),
          held(static_cast<std::size_t>(shape.size())),
          r(static_cast<std::size_t>(shape.size())),
          c(3 * static_cast<std::size_t>(space.size()))
    {
        RandomNumbers random(7);
        for (Index i = 0; i < shape.size(); ++i)
        {
            stuff.stiffness.push_back({{Real(2 * mu), Real(lambda), Real(4e4)}, shape.volume()[i]});
            stuff.damping.push_back(0);
            stuff.mass.push_back(1);
            held[static_cast<std::size_t>(i)] = shape.points()[i].x < 2.5 * dx ? 1 : 0;
            r[static_cast<std::size_t>(i)] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
        }
        for (float& each : c)
            each = static_cast<float>(random.in_box({-1, -1, -1}, {1, 1, 1}).x);
    }

    static std::vector<Vec3d> points(int dimension, bool is_filled = false)
    {
        std::vector<Vec3d> result;
        for (int i = 0; i < 14; ++i)
            for (int j = 0; j < 9; ++j)
                for (int k = 0; k < (dimension == 2 ? 1 : 5); ++k)
                    if (is_filled || i < 3 || j < 3 || j > 5)
                        result.push_back(dx * Vec3d{double(i), double(j), double(k)});
        return result;
    }

    Array<float> restricted()
    {
        Array<float> coarse(c.size());
        space.restrict_to(const_view(r), const_view(held), view(coarse), scratch);
        return coarse;
    }
    Array<Vec3> prolonged()
    {
        Array<Vec3> z(r.size(), Vec3{});
        space.add_to(view(z), 1, const_view(held), const_view(c));
        return z;
    }
};

class CoarseSpaces : public testing::TestWithParam<int>
{
};

TEST_P(CoarseSpaces, RestrictionIsTheTransposeOfProlongation)
{
    Fork fork(GetParam());
    const Array<float> coarse = fork.restricted();
    const Array<Vec3> z = fork.prolonged();
    double by_particles = 0, by_unknowns = 0, size = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
    {
        by_particles += dot(convert<double>(z[i]), convert<double>(fork.r[i]));
        size += std::abs(dot(convert<double>(z[i]), convert<double>(fork.r[i])));
    }
    for (std::size_t k = 0; k < coarse.size(); ++k)
        by_unknowns += double(coarse[k]) * double(fork.c[k]);
    EXPECT_NEAR(by_particles, by_unknowns, 1e-6 * size); // coarse values are float
}

/// The gap of the fork is narrower than a cell: with it filled, its arms share unknowns.
TEST_P(CoarseSpaces, PartsThatAreNotConnectedHaveTheirOwnUnknowns)
{
    const RestShape filled(Fork::points(GetParam(), true), *kernel_named("cubic", 2 * dx, GetParam()), 2 * dx);
    EXPECT_GT(Fork(GetParam()).space.size(), CoarseSpace(filled).size());
}

/// [m] Where the unknowns are: the corners of cells, as the particles in them say.
std::vector<Vec3d> positions_of_unknowns(const Fork& fork)
{
    const CoarseSpace& space = fork.space;
    std::vector<Vec3d> positions(static_cast<std::size_t>(space.size()));
    for (Index cell = 0; cell < space.cell_count(); ++cell)
    {
        const CoarsePlace& place = space.particles_of_cell(cell)[0];
        const Vec3d low = fork.shape.points()[place.particle] - space.cell_size() * Vec3d{place.share[0], place.share[1], place.share[2]};
        for (std::size_t c = 0; c < space.distinct_corners(); ++c)
            positions[static_cast<std::size_t>(space.corners_of_cell(cell)[c])] =
                low + space.cell_size() * Vec3d{double(c % 2), double(c / 2 % 2), double(c / 4)};
    }
    return positions;
}

/// uᵀ A u of u = B X on the coarse grid, where the body is turned by q.
double energy_of(const Fork& fork, const Mat3d& B, double weight, const Quaternion& q, ElasticTangent tangent = ElasticTangent::corotated)
{
    const CoarseElements elements(fork.space, fork.shape, fork.stuff, tangent);
    SymmetricMatrix matrix = elements.pattern();
    const Array<Vec4> turn(fork.stuff.mass.size(), Vec4{convert<Real>(q.v), Real(q.w)});
    elements.assemble({.weight = weight, .turn = const_view(turn), .held = {}}, matrix);
    EXPECT_TRUE(is_symmetric(matrix));
    Array<double> u, Au(static_cast<std::size_t>(matrix.size));
    for (const Vec3d& X : positions_of_unknowns(fork))
        for (int axis = 0; axis < 3; ++axis)
            u.push_back((B * X)[axis]);
    multiply<double>(matrix, const_view(u), 1, view(Au));
    double total = 0;
    for (std::size_t k = 0; k < u.size(); ++k)
        total += u[k] * Au[k];
    return total;
}

Mat3d in_plane(Mat3d B, int dimension)
{
    if (dimension == 2)
        B = {{{B.row[0].x, B.row[0].y, 0}, {B.row[1].x, B.row[1].y, 0}, {}}};
    return B;
}

constexpr Mat3d skew{{{0, -0.4, 0.3}, {0.4, 0, -0.7}, {-0.3, 0.7, 0}}};
constexpr Mat3d shear{{{0.3, 0.5, -0.2}, {0.1, -0.4, 0.6}, {0.7, 0.2, 0.2}}};

TEST_P(CoarseSpaces, AffineMotionsHaveTheirEnergy)
{
    const Fork fork(GetParam());
    const Mat3d B = in_plane(shear, GetParam()), strain = 0.5 * (B + transpose(B));
    double volume = 0;
    for (const Vec4& k : fork.stuff.stiffness)
        volume += double(k.w);
    const double inertia = energy_of(fork, B, 0, {});
    double mass_moment = 0;
    for (const Vec3d& X : fork.shape.points())
        mass_moment += dot(B * X, B * X);
    EXPECT_NEAR(inertia, mass_moment, 1e-5 * mass_moment); // numbers are kept in float
    const double stretch = volume * (2 * mu * square_norm(strain) + lambda * square(trace(B)));
    EXPECT_NEAR(energy_of(fork, B, 1, {}) - inertia, stretch, 1e-5 * stretch);
    const double with_fixed = volume * (2 * mu * square_norm(B) + lambda * square(trace(B)));
    EXPECT_NEAR(energy_of(fork, B, 1, {}, ElasticTangent::fixed) - inertia, with_fixed, 1e-5 * with_fixed);
}

TEST_P(CoarseSpaces, RotationsCostNothingHoweverTheBodyIsTurned)
{
    const Fork fork(GetParam());
    const Quaternion q = rotation_by(GetParam() == 2 ? Vec3d{0, 0, 2} : Vec3d{0.8, -1.1, 0.5});
    const Mat3d R = matrix_of(q), spin = in_plane(skew, GetParam()) * R, B = in_plane(shear, GetParam());
    const double inertia = energy_of(fork, spin, 0, q), stretch = energy_of(fork, B, 1, {}) - energy_of(fork, B, 0, {});
    EXPECT_LT(energy_of(fork, spin, 1, q) - inertia, 1e-5 * stretch);
    EXPECT_NEAR(energy_of(fork, R * B, 1, q) - energy_of(fork, R * B, 0, q), stretch, 1e-5 * stretch);
}

TEST_P(CoarseSpaces, AreTheSameForAllExecutions)
{
    Array<float> first_coarse;
    Array<Vec3> first_z;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        Fork fork(GetParam());
        const Array<float> coarse = fork.restricted();
        const Array<Vec3> z = fork.prolonged();
        if (first_z.empty())
        {
            first_coarse = coarse;
            first_z = z;
        }
        EXPECT_EQ(coarse, first_coarse);
        EXPECT_EQ(z, first_z);
    }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, CoarseSpaces, testing::Values(2, 3));
} // namespace
