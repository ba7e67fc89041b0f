// What many particles see of many bodies, against one question at a time.

#include "aspic/boundaries/collect_terms.h"

#include "aspic/boundaries/sampled_boundary.h"
#include "aspic/boundaries/volume_map.h"
#include "boundary_reference.h"
#include "support/execution_variants.h"

using namespace aspic;

namespace
{
const RigidPose turned_pose{rotation_matrix({0.4, -0.7, 0.2}), {1.2, 0.6, -0.4}, {0.2, 0.1, -0.1}};

std::vector<Vec3d> cloud(int n, const Vec3d& low, const Vec3d& high)
{
    RandomNumbers random(11);
    std::vector<Vec3d> points;
    for (int k = 0; k < n; ++k)
        points.push_back(random.in_box(low, high));
    return points;
}

BoundaryTerms collected(std::span<const PlacedBoundary> bodies, const std::vector<Vec3d>& points, const Periodicity& periodicity = {})
{
    BoundaryTerms terms;
    TermCollector collector;
    collector.collect(bodies, const_view(points), periodicity, terms);
    return terms;
}

void expect_near(const BoundaryTerm& a, const BoundaryTerm& b, double tolerance)
{
    EXPECT_EQ(a.body, b.body);
    EXPECT_NEAR(a.filled, b.filled, tolerance);
    EXPECT_NEAR(a.volume, b.volume, tolerance);
    EXPECT_LT(norm(a.gradient - b.gradient), 20 * tolerance);
    EXPECT_LT(norm(a.moment - b.moment), 20 * tolerance);
    EXPECT_LT(norm(a.offset - b.offset), 20 * tolerance);
}
} // namespace

TEST(CollectTerms, AreThoseOfEachParticleSortedByBody)
{
    const VolumeMap vessel(boundary_shape({Box{{-1, -1, -1}, {2, 1.5, 1}}}, true));
    const SampledBoundary ball(boundary_shape({Sphere{{0.2, 0.1, -0.1}, 0.4}}, false));
    const std::vector<PlacedBoundary> bodies{{&vessel, {}, 3}, {&ball, turned_pose, 5}};
    const std::vector<Vec3d> points = cloud(20000, {-1, -1, -1}, {2, 1.5, 1});
    const BoundaryTerms terms = collected(bodies, points);
    ASSERT_EQ(terms.begin.size(), points.size() + 1);
    int with_two = 0, with_none = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const auto found = terms.of(static_cast<Index>(i));
        const auto of_vessel = vessel.seen_from(points[i]);
        const auto of_ball = ball.seen_from(turned_pose.material_point(points[i]));
        ASSERT_EQ(found.size(), std::size_t{of_vessel.has_value()} + std::size_t{of_ball.has_value()});
        if (of_vessel)
        {
            EXPECT_EQ(found.front().body, 3);
            EXPECT_EQ(found.front().filled, of_vessel->filled);
            EXPECT_EQ(found.front().gradient, of_vessel->gradient);
        }
        if (of_ball)
        {
            EXPECT_EQ(found.back().body, 5);
            EXPECT_EQ(found.back().filled, of_ball->filled);
            EXPECT_LT(norm(convert<double>(found.back().gradient) - turned_pose.rotation * gradient_of(of_ball)), 1e-5);
        }
        with_two += found.size() == 2 ? 1 : 0;
        with_none += found.empty() ? 1 : 0;
    }
    EXPECT_GT(with_two, 10);
    EXPECT_GT(with_none, 5000);
}

/// Σ_b (x_b − c) × V_b ∇W, one sample after the other.
TEST(CollectTerms, MomentIsThatOfAllMatter)
{
    const BoundaryShape shape = boundary_shape({Box{{0, 0, 0}, {0.5, 0.3, 0.4}}}, false);
    const SampledBoundary box(shape);
    const std::vector<PlacedBoundary> bodies{{&box, turned_pose, 0}};
    const std::vector<Vec3d> around = cloud(2000, turned_pose.place_of({0.2, 0.1, 0.2}) - Vec3d{0.6, 0.6, 0.6},
                                            turned_pose.place_of({0.2, 0.1, 0.2}) + Vec3d{0.6, 0.6, 0.6});
    const BoundaryTerms terms = collected(bodies, around);
    const auto points = box.points();
    const auto volumes = box.volumes();
    int seen = 0;
    for (std::size_t i = 0; i < around.size(); ++i)
        for (const BoundaryTerm& term : terms.of(static_cast<Index>(i)))
        {
            Vec3d moment{};
            for (std::size_t b = 0; b < points.size(); ++b)
            {
                const Vec3d x_b = turned_pose.place_of(points[b]);
                const Vec3d gradient = std::visit([&](const auto& kernel) { return kernel.gradient(around[i] - x_b); }, shape.kernel);
                moment += volumes[b] * cross(x_b - (turned_pose.position), gradient);
            }
            EXPECT_LT(norm(convert<double>(term.moment) - moment), 1e-4);
            seen += norm(moment) > 0.1 ? 1 : 0;
        }
    EXPECT_GT(seen, 100);
}

TEST(CollectTerms, TurnWithBodyAndFluid)
{
    const VolumeMap map(boundary_shape({Box{{0, 0, 0}, {0.5, 0.3, 0.4}}}, false));
    const SampledBoundary samples(boundary_shape({Box{{0, 0, 0}, {0.5, 0.3, 0.4}}}, false));
    for (const Boundary* boundary : {static_cast<const Boundary*>(&map), static_cast<const Boundary*>(&samples)})
    {
        RigidPose straight;
        straight.position = straight.material_center = turned_pose.material_center;
        const RigidPose& turned = turned_pose;
        std::vector<Vec3d> before = cloud(1000, {-0.3, -0.3, -0.3}, {0.8, 0.6, 0.7}), after;
        for (const Vec3d& x : before)
            after.push_back(turned.place_of(x));
        const std::vector<PlacedBoundary> at_first{{boundary, straight, 0}}, moved{{boundary, turned, 0}};
        const BoundaryTerms a = collected(at_first, before), b = collected(moved, after);
        ASSERT_NEAR(static_cast<double>(a.terms.size()), static_cast<double>(b.terms.size()), 2); // one may be seen only just
        for (Index i = 0; i < 1000; ++i)
            if (a.of(i).size() == 1 && b.of(i).size() == 1)
            {
                BoundaryTerm expected = a.of(i).front();
                expected.gradient = convert<Real>(turned.rotation * convert<double>(expected.gradient));
                expected.moment = convert<Real>(turned.rotation * convert<double>(expected.moment));
                expected.offset = convert<Real>(turned.rotation * convert<double>(expected.offset));
                expect_near(b.of(i).front(), expected, 2e-5);
            }
    }
}

TEST(CollectTerms, SeeImagesAcrossPeriods)
{
    const Periodicity periodicity{{2, 0, 0}, {-1, 0, 0}};
    const VolumeMap ball(boundary_shape({Sphere{{0.95, 0, 0}, 0.3}}, false)); // reaches over x = 1, where −1 is again
    const VolumeMap ball_before(boundary_shape({Sphere{{-1.05, 0, 0}, 0.3}}, false));
    const VolumeMap bar(boundary_shape({Box{{-3, -1, -0.2}, {3, -0.7, 0.2}}}, false)); // three periods long
    const std::vector<PlacedBoundary> bodies{{&ball, {}, 0}, {&bar, {}, 1}};
    const std::vector<Vec3d> points = cloud(5000, {-1, -1, -0.5}, {1, 0.5, 0.5});
    const BoundaryTerms terms = collected(bodies, points, periodicity);
    int beyond = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (const BoundaryTerm& term : terms.of(static_cast<Index>(i)))
            if (term.body == 1)
                EXPECT_NEAR(term.filled, filled_of(bar.seen_from(points[i])), 1e-3); // once, not three times
            else if (points[i].x < 0)
            {
                ++beyond;
                EXPECT_NEAR(term.filled, filled_of(ball_before.seen_from(points[i])), 2e-3);
                EXPECT_LT(norm(convert<double>(term.gradient) - gradient_of(ball_before.seen_from(points[i]))), 0.15);
            }
    EXPECT_GT(beyond, 50);
}

TEST(CollectTerms, DoNotDependOnThreads)
{
    const VolumeMap vessel(boundary_shape({Box{{-1, -1, -1}, {1, 1, 1}}}, true));
    const SampledBoundary ball(boundary_shape({Sphere{{0.2, 0.1, -0.1}, 0.4}}, false));
    const std::vector<PlacedBoundary> bodies{{&vessel, {}, 0}, {&ball, turned_pose, 1}};
    const std::vector<Vec3d> points = cloud(10000, {-1, -1, -1}, {1, 1, 1});
    const BoundaryTerms first = collected(bodies, points);
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        const BoundaryTerms again = collected(bodies, points);
        ASSERT_EQ(first.begin, again.begin);
        for (std::size_t k = 0; k < first.terms.size(); ++k)
        {
            ASSERT_EQ(first.terms[k].filled, again.terms[k].filled);
            ASSERT_EQ(first.terms[k].moment, again.terms[k].moment);
        }
    }
}

TEST(CollectTerms, OfNothing)
{
    const VolumeMap vessel(boundary_shape({Box{{-1, -1, -1}, {1, 1, 1}}}, true));
    const std::vector<PlacedBoundary> bodies{{&vessel, {}, 0}};
    EXPECT_EQ(collected(bodies, {}).begin.size(), 1U);
    const BoundaryTerms none = collected({}, {{0, 0, 0}, {1, 1, 1}});
    EXPECT_TRUE(none.of(0).empty());
    EXPECT_TRUE(none.of(1).empty());
    EXPECT_TRUE(BoundaryTerms{}.of(7).empty());
}
