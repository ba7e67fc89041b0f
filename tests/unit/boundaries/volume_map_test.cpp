// The map of walls against integrals over their matter that know neither distances nor maps; lattices of fluid at rest before walls, edges and corners; bodies in fluid
// under pressure.

#include "aspic/boundaries/volume_map.h"

#include "aspic/compute/parallel.h"
#include "boundary_reference.h"
#include "support/execution_variants.h"
#include "support/mesh_shapes.h"

using namespace aspic;

namespace
{
const Vec3d tilt{0.3, 0.5, 0.2};

Shape tilted(const Shape& shape) { return {Moved{shape, tilt, {}}}; }
Vec3d turned(const Vec3d& x) { return rotation_matrix(tilt) * x; }
Vec3d turned_back(const Vec3d& x) { return transpose(rotation_matrix(tilt)) * x; }

struct Tolerance
{
    double filled, gradient; ///< gradients in parts of the steepest before a plane
};

/// At points around `near`, all within 0.06 along each axis.
template <class IsMatter> void expect_integrals(const VolumeMap& map, const BoundaryShape& shape, const Vec3d& near,
                                                const IsMatter& is_matter, const Tolerance& tolerance)
{
    const double steepest = -map.profile().at(0).slope;
    const WallKernel kernel(map.profile(), shape.dimension());
    RandomNumbers random(7);
    double most_seen = 0;
    for (int trial = 0; trial < 12; ++trial)
    {
        Vec3d x = near + random.in_box({-0.06, -0.06, -0.06}, {0.06, 0.06, 0.06});
        if (shape.dimension() == 2)
            x.z = 0;
        const ReferenceSums wanted = integrated(kernel, x, is_matter);
        const auto term = map.seen_from(x);
        EXPECT_NEAR(filled_of(term), wanted.filled, tolerance.filled);
        EXPECT_LT(norm(gradient_of(term) - wanted.gradient), tolerance.gradient * steepest);
        most_seen = std::max(most_seen, wanted.filled);
    }
    EXPECT_GT(most_seen, 0.05); // the test looked at something
}

/// Points on a torus around the y axis.
TriangleMesh torus_mesh(double radius, double thickness, int around, int across)
{
    TriangleMesh mesh;
    for (int i = 0; i < around; ++i)
        for (int j = 0; j < across; ++j)
        {
            const double a = 2 * pi * i / around, b = 2 * pi * j / across;
            const double r = radius + thickness * std::cos(b);
            mesh.vertices.push_back({r * std::cos(a), thickness * std::sin(b), r * std::sin(a)});
            const int i_next = (i + 1) % around, j_next = (j + 1) % across;
            mesh.triangles.push_back({i * across + j, i * across + j_next, i_next * across + j});
            mesh.triangles.push_back({i_next * across + j, i * across + j_next, i_next * across + j_next});
        }
    return mesh;
}
} // namespace

TEST(VolumeMap, OfAnEndlessPlaneIsExact)
{
    for (const int dimension : {2, 3})
    {
        const Vec3d normal = dimension == 2 ? Vec3d{0.6, 0.8, 0} : Vec3d{2.0 / 3, 2.0 / 3, 1.0 / 3};
        const BoundaryShape shape = boundary_shape({HalfSpace{{0.1, 0.2, 0}, normal}}, false, dimension);
        const VolumeMap map(shape);
        const WallKernel kernel(map.profile(), dimension);
        for (const double distance : {-0.15, -0.05, 0.0, 0.02, 0.05, 0.1, 0.15})
        {
            const Vec3d x = Vec3d{0.1, 0.2, 0} + distance * normal + Vec3d{-8, 6, 0};
            const Vec3d from = Vec3d{0.1, 0.2, 0} + Vec3d{-8, 6, 0};
            const double along = dot(x - from, normal) + dot(Vec3d{-8, 6, 0}, normal);
            const auto is_matter = [&](const Vec3d& y) { return dot(y - Vec3d{0.1, 0.2, 0}, normal) < 0; };
            const ReferenceSums wanted = integrated(kernel, x, is_matter, dimension == 2 ? 400 : 64);
            const auto term = map.seen_from(x);
            // The reference counts points: it is off by what a plane cuts from cells of a 64th of the support.
            EXPECT_NEAR(filled_of(term), wanted.filled, 1e-3) << along;
            EXPECT_LT(norm(gradient_of(term) - wanted.gradient) * shape.support(), 0.01);
            if (wanted.filled > 1e-3)
            {
                ASSERT_TRUE(term);
                EXPECT_NEAR(term->volume, wanted.volume, 0.01 * wanted.volume + 1e-5);
                EXPECT_LT(norm(convert<double>(term->offset) - wanted.offset), 0.01 * shape.support());
            }
        }
        EXPECT_FALSE(map.seen_from(Vec3d{0.1, 0.2, 0} + 0.21 * normal));
        EXPECT_NEAR(filled_of(map.seen_from(Vec3d{0.1, 0.2, 0} - 0.5 * normal)), map.profile().total(), 1e-6);
    }
}

// Tolerances: several times the errors of spline and quadrature, and a tenth of what the nearest point alone would miss at an edge (13 % of the whole, a corner 24 %).
TEST(VolumeMap, OfAVesselKnowsEdgesAndCorners)
{
    const BoundaryShape shape = boundary_shape(tilted({Box{{0, 0, 0}, {1.6, 1.2, 1.3}}}), true);
    const VolumeMap map(shape);
    const auto is_matter = [&](const Vec3d& y) {
        const Vec3d p = turned_back(y);
        return std::min({p.x, p.y, p.z, 1.6 - p.x, 1.2 - p.y, 1.3 - p.z}) < 0;
    };
    expect_integrals(map, shape, turned({0.8, 0.6, 0.06}), is_matter, {0.002, 0.01});
    expect_integrals(map, shape, turned({0.8, 0.06, 0.06}), is_matter, {0.01, 0.03});
    expect_integrals(map, shape, turned({1.54, 0.06, 0.06}), is_matter, {0.012, 0.04});
}

/// Away from its ends a vessel looks the same all along: three times as long, it needs hardly more memory, and edges far from the ends are seen as they are.
TEST(VolumeMap, StraightEdgesShareTheirSplines)
{
    const auto vessel = [](double length) { return boundary_shape({Box{{0, 0, 0}, {length, 1.2, 1.3}}}, true); };
    const BoundaryShape shape = vessel(6);
    const VolumeMap map(shape);
    EXPECT_LT(static_cast<double>(map.bytes()), 1.3 * static_cast<double>(VolumeMap(vessel(2)).bytes()));
    const auto is_matter = [&](const Vec3d& p) { return std::min({p.x, p.y, p.z, 6 - p.x, 1.2 - p.y, 1.3 - p.z}) < 0; };
    for (const double x : {1.3, 3.0, 4.9})
        expect_integrals(map, shape, {x, 0.06, 0.06}, is_matter,
                         {0.018, 0.04}); // upright edges lie in the reference's lattice: half a 48th of the support may be missing
}

TEST(VolumeMap, OfAnObstacleKnowsEdgesAndCorners)
{
    const BoundaryShape shape = boundary_shape(tilted({Box{{0, 0, 0}, {1.6, 1.2, 1.3}}}), false);
    const VolumeMap map(shape);
    const auto is_matter = [&](const Vec3d& y) {
        const Vec3d p = turned_back(y);
        return std::min({p.x, p.y, p.z, 1.6 - p.x, 1.2 - p.y, 1.3 - p.z}) > 0;
    };
    expect_integrals(map, shape, turned({0.8, 0.6, -0.03}), is_matter, {0.002, 0.01});
    expect_integrals(map, shape, turned({0.8, -0.03, -0.03}), is_matter, {0.01, 0.03});
    expect_integrals(map, shape, turned({-0.01, -0.01, -0.01}), is_matter, {0.012, 0.04});
}

TEST(VolumeMap, OfRoundShapes)
{
    for (const bool is_vessel : {false, true})
        for (const int dimension : {2, 3})
        {
            const BoundaryShape shape = boundary_shape({Sphere{{0.3, 0.1, 0}, 0.5}}, is_vessel, dimension, 2, "wendland");
            const VolumeMap map(shape);
            const auto is_matter = [&](const Vec3d& y) {
                const double r = norm(y - Vec3d{0.3, 0.1, 0});
                return is_vessel ? r > 0.5 : r < 0.5;
            };
            const double r = is_vessel ? 0.45 : 0.55;
            expect_integrals(map, shape, {0.3 + r, 0.1, 0}, is_matter, {0.004, 0.02});
            expect_integrals(map, shape, Vec3d{0.3, 0.1, 0} + r * Vec3d{-0.6, 0.8, 0}, is_matter, {0.004, 0.02});
        }
}

TEST(VolumeMap, OfAMeshTorus)
{
    Assets assets;
    assets.meshes["torus"] = std::make_shared<TriangleMesh>(torus_mesh(0.5, 0.2, 64, 32));
    const BoundaryShape shape = boundary_shape({MeshFile{"torus"}}, false, 3, 2, "cubic", assets);
    const VolumeMap map(shape);
    const auto is_matter = [&](const Vec3d& y) { return std::hypot(std::hypot(y.x, y.z) - 0.5, y.y) < 0.2; };
    // The mesh stays inside of the torus by up to 0.2 (1 − cos π/32) + 0.7 (1 − cos π/64) = 0.0018: 0.9 % of the support, of which F loses 1.3 %.
    expect_integrals(map, shape, {0.75, 0, 0}, is_matter, {0.018, 0.03});
    expect_integrals(map, shape, {0, 0.04, 0.26}, is_matter, {0.018, 0.03}); // in the hole: concave
    expect_integrals(map, shape, {-0.36, 0.24, 0.36}, is_matter, {0.018, 0.03});
}

// Two boxes in one mesh that cross each other, and a box in a box: the surfaces inside are none.
// Faces are upright, as the lattice of the reference is: half of a 48th of the support radius may be missing from it, and F changes by 1.4 over one.
TEST(VolumeMap, OfMeshesThatCrossThemselves)
{
    Assets assets;
    const TriangleMesh boxes = together(box_mesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), box_mesh({0.37, -0.23, -0.5}, {1.1, 0.33, 0.5}));
    assets.meshes["m"] = std::make_shared<TriangleMesh>(together(boxes, box_mesh({-0.43, -0.43, -0.43}, {0.2, 0.43, 0.43})));
    for (const bool is_vessel : {false, true})
    {
        const BoundaryShape shape = boundary_shape({MeshFile{"m"}}, is_vessel, 3, 2, "cubic", assets);
        const VolumeMap map(shape);
        const auto is_in = [&](const Vec3d& y, const Vec3d& from, const Vec3d& to) {
            return std::min({y.x - from.x, y.y - from.y, y.z - from.z, to.x - y.x, to.y - y.y, to.z - y.z}) > 0;
        };
        const auto is_matter = [&](const Vec3d& y) {
            return is_vessel != (is_in(y, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}) || is_in(y, {0.37, -0.23, -0.5}, {1.1, 0.33, 0.5}));
        };
        const double side = is_vessel ? -0.05 : 0.05;
        expect_integrals(map, shape, {0.45, 0.1, 0.5 + side}, is_matter, {0.02, 0.06}); // over the wall inside
        expect_integrals(map, shape, {0.5, 0.33 + side, 0}, is_matter, {0.02, 0.06});   // where they cross
        expect_integrals(map, shape, {-0.5 - side, 0, 0}, is_matter, {0.02, 0.06});     // before the box in the box
    }
}

TEST(VolumeMap, OfAPlatePushesToBothSides)
{
    for (const double thickness : {0.1, 0.06})
    {
        const BoundaryShape shape = boundary_shape(tilted({Box{{0, 0, 0}, {1.6, thickness, 1.6}}}), false);
        const VolumeMap map(shape);
        const auto is_matter = [&](const Vec3d& y) {
            const Vec3d p = turned_back(y);
            return p.y > 0 && p.y < thickness && p.x > 0 && p.x < 1.6 && p.z > 0 && p.z < 1.6;
        };
        expect_integrals(map, shape, turned({0.8, -0.05, 0.8}), is_matter, {0.02, 0.05});
        for (int k = 1; k < 20; ++k)
        {
            const double away = 0.005 * k;
            const Vec3d below = turned_back(gradient_of(map.seen_from(turned({0.7, 0.5 * thickness - away, 0.8}))));
            const Vec3d above = turned_back(gradient_of(map.seen_from(turned({0.7, 0.5 * thickness + away, 0.8}))));
            EXPECT_GT(below.y, 0) << away; // F grows towards the plate: a force along −∇F pushes off
            EXPECT_LT(above.y, 0) << away;
            EXPECT_NEAR(above.y, -below.y, 0.03 * 7); // mirror images, up to the quadrature; 7 per metre is the steepest
            EXPECT_LT(std::hypot(below.x, below.z), 0.02 * 7);
        }
    }
}

// What a particle of the lattice sees, fluid and wall together, is what it sees in the middle of the fluid.
TEST(VolumeMap, ALatticeOfFluidFillsAVessel)
{
    for (const char* kernel : {"cubic", "wendland", "quintic"})
        for (const int dimension : {2, 3})
        {
            const BoundaryShape shape = boundary_shape({Box{{0, 0, 0}, {1.6, 1.6, 1.6}}}, true, dimension, 2, kernel);
            const VolumeMap map(shape);
            const double z = dimension == 2 ? 0 : 0.05, middle = dimension == 2 ? 0 : 0.75;
            const double inside = lattice_density(shape, {0.75, 0.75, middle}, 16);
            const auto density = [&](const Vec3d& x) { return lattice_density(shape, x, 16) + filled_of(map.seen_from(x)); };
            EXPECT_NEAR(density({0.75, 0.05, middle}), inside, 0.003) << kernel; // the quadrature: 2 % of what is seen
            EXPECT_NEAR(density({0.75, 0.15, middle}), inside, 0.002) << kernel;
            EXPECT_NEAR(density({0.05, 0.05, middle}), inside, 0.005) << kernel; // nearest point alone: 0.13
            EXPECT_NEAR(density({0.05, 0.05, z}), inside, 0.01) << kernel;       // nearest point alone: 0.24
        }
}

// A particle that slides along a wall feels no bumps: neither on the plane nor where blocks of different kinds meet.
TEST(VolumeMap, IsSmoothAlongAWall)
{
    const BoundaryShape shape = boundary_shape(tilted({Box{{0, 0, 0}, {3, 3, 3}}}), true);
    const VolumeMap map(shape);
    const double expected = map.profile().at(0.05).filled;
    const double steep = -map.profile().at(0.05).slope;
    double before = expected;
    for (int k = 0; k < 2000; ++k) // from 3.5 spacings before one edge to the middle
    {
        const auto term = map.seen_from(turned({0.35 + 0.0006 * k, 1.4 + 0.0001 * k, 0.05}));
        ASSERT_TRUE(term);
        EXPECT_NEAR(term->filled, expected, 1e-3);
        EXPECT_NEAR(term->filled, before, 1e-3); // blocks fit together
        const Vec3d g = turned_back(gradient_of(term));
        EXPECT_LT(std::hypot(g.x, g.y), 0.005 * steep);
        EXPECT_NEAR(g.z, -steep, 0.01 * steep);
        before = static_cast<double>(term->filled);
    }
}

TEST(VolumeMap, GradientIsThatOfFilled)
{
    const Shape shapes[] = {tilted({Box{{0, 0, 0}, {1.6, 1.2, 1.3}}}), Shape{Sphere{{0, 0, 0}, 0.7}}};
    for (const Shape& form : shapes)
        for (const bool is_vessel : {false, true})
        {
            const VolumeMap map(boundary_shape(form, is_vessel));
            RandomNumbers random(3);
            int seen = 0;
            for (int trial = 0; trial < 2000; ++trial)
            {
                const Vec3d x = random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
                const auto term = map.seen_from(x);
                if (!term || term->filled < 0.01F || term->filled > 0.99F)
                    continue;
                ++seen;
                constexpr double step = 1e-3;
                for (int axis = 0; axis < 3; ++axis)
                {
                    Vec3d a = x, b = x;
                    a[axis] -= step;
                    b[axis] += step;
                    // Filled is a float, and blocks fit together up to some 1e-4.
                    EXPECT_NEAR(gradient_of(term)[axis], (filled_of(map.seen_from(b)) - filled_of(map.seen_from(a))) / (2 * step), 0.15);
                }
            }
            EXPECT_GT(seen, 50);
        }
}

// Pressure p of the fluid, answered by the same in the wall, pushes a body with 2 ∫ p ∇F over the fluid around it. For p = 1 that is 2 ∮ F n = 0, since F is the same all over the
// surface of a ball; for p = −z it is what Archimedes says, the body's volume: twice the share F ≈ ½ of the surface, and what F is seen from beyond it,
// 2 F_surface Vol + 2 ∫ F, which is within a third of a layer of particles.
TEST(VolumeMap, OfABodyUnderPressureObeysArchimedes)
{
    for (const double radius : {0.5, 1.0})
    {
        const VolumeMap map(boundary_shape({Sphere{{0, 0, 0}, radius}}, false));
        constexpr double step = 0.02;
        const int n = static_cast<int>((radius + 0.25) / step);
        Vec3d push{}, buoyancy{};
        double strength = 0, seen = 0;
        for (int k = -n; k < n; ++k)
            for (int j = -n; j < n; ++j)
                for (int i = -n; i < n; ++i)
                {
                    const Vec3d x = step * Vec3d{i + 0.37, j + 0.21, k + 0.61}; // no symmetry helps
                    const auto term = norm(x) < radius ? std::nullopt : map.seen_from(x);
                    const Vec3d g = cube(step) * gradient_of(term);
                    push += g;
                    strength += norm(g);
                    buoyancy += (-2 * x.z) * g;
                    seen += cube(step) * filled_of(term);
                }
        // The points that stand for the fluid end raggedly at the surface: a cell has a tenth of a support radius.
        EXPECT_GT(strength, 0.3 * 4 * pi * radius * radius);
        EXPECT_LT(norm(push), 0.003 * strength);
        const double volume = 4 * pi / 3 * cube(radius), layer = 4 * pi * square(radius) * 0.1;
        EXPECT_NEAR(buoyancy.z, volume, 0.33 * layer);
        EXPECT_NEAR(buoyancy.z, 2 * filled_of(map.seen_from({radius, 0, 0})) * volume + 2 * seen, 0.01 * volume);
        EXPECT_LT(std::hypot(buoyancy.x, buoyancy.y), 0.005 * volume);
    }
}

TEST(VolumeMap, DoesNotDependOnThreads)
{
    const BoundaryShape shape = boundary_shape(tilted({Box{{0, 0, 0}, {0.8, 0.6, 0.7}}}), true);
    const VolumeMap first(shape);
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        const VolumeMap again(shape);
        RandomNumbers random(1);
        for (int trial = 0; trial < 500; ++trial)
        {
            const Vec3d x = turned(random.in_box({0, 0, 0}, {0.8, 0.6, 0.7}));
            ASSERT_EQ(filled_of(first.seen_from(x)), filled_of(again.seen_from(x)));
            ASSERT_EQ(gradient_of(first.seen_from(x)), gradient_of(again.seen_from(x)));
        }
    }
}

TEST(VolumeMap, TooLargeIsSaid)
{
    EXPECT_THROW(VolumeMap(boundary_shape({Box{{0, 0, 0}, {1e6, 1e6, 1e6}}}, true)), std::length_error);
    BoundaryShape shape = boundary_shape({Box{{0, 0, 0}, {1e6, 1e6, 1e6}}}, true);
    shape.region = {{0, 0, 0}, {1, 1, 1}};
    const VolumeMap map(shape); // of the corner
    EXPECT_NEAR(lattice_density(shape, {0.05, 0.05, 0.05}, 8) + filled_of(map.seen_from({0.05, 0.05, 0.05})), 1, 0.01);
}
