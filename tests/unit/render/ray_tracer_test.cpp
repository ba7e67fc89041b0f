// Rays against spheres and triangles with known answers; cameras that show all of a box; pictures: the same for any number of threads, shadows where the sun
// does not reach, water that bends light by Snell's law.

#include "aspic/render/ray_tracer.h"

#include "aspic/compute/execution.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr std::array<Vec3f, 4> quad{Vec3f{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
constexpr std::array<std::array<Index, 3>, 2> halves{{{0, 2, 1}, {0, 3, 2}}}; // counter-clockwise from above

Stage ball_above_ground(Look look)
{
    Stage stage;
    BallPart ball;
    ball.centers = {{1e6, 1, 0}}; // far out
    ball.radius = 0.5;
    ball.look = look;
    stage.balls.push_back(ball);
    stage.ground = 0;
    stage.size = 2;
    return stage;
}

const Camera towards_ball{.position = {1e6, 2, 6}, .target = {1e6, 0.8, 0}, .up = {0, 1, 0}, .view_angle = 35};

int brightness(const PixelImage& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    return p[0] + p[1] + p[2];
}
} // namespace

TEST(RayScene, SpheresAreMetWhereTheyAre)
{
    RayScene scene(1);
    const std::array<Vec3f, 2> centers{Vec3f{0, 0, -5}, {3, 0, -5}};
    const int part = scene.add_spheres(centers, 1);
    scene.finish();
    RayHit hit;
    ASSERT_TRUE(scene.first_hit({{0, 0.6F, 0}, {0, 0, -1}}, 0, RayTarget::all, hit));
    EXPECT_NEAR(hit.distance, 5 - 0.8, 1e-5);
    EXPECT_NEAR(hit.normal.y, 0.6, 1e-5);
    EXPECT_NEAR(hit.normal.z, 0.8, 1e-5);
    EXPECT_EQ(hit.part, part);
    EXPECT_EQ(hit.element, 0);
    ASSERT_TRUE(scene.first_hit({{3, 0, 0}, {0, 0, -1}}, 0, RayTarget::all, hit));
    EXPECT_EQ(hit.element, 1);
    EXPECT_FALSE(scene.first_hit({{1.5F, 0, 0}, {0, 0, -1}}, 0, RayTarget::all, hit));
    EXPECT_TRUE(scene.is_blocked({{0, 0, 0}, {0, 0, -1}}, 0, 4.1F, RayTarget::opaque));
    EXPECT_FALSE(scene.is_blocked({{0, 0, 0}, {0, 0, -1}}, 0, 3.9F, RayTarget::opaque));
}

TEST(RayScene, TrianglesGiveTheirNormalsAndAreMetByTheirKind)
{
    RayScene scene(1);
    const std::array<Vec3f, 4> leaning{Vec3f{-0.6F, 0.8F, 0}, {0.6F, 0.8F, 0}, {0.6F, 0.8F, 0}, {-0.6F, 0.8F, 0}};
    scene.add_triangles(quad, leaning, halves, RayTarget::clear);
    scene.finish();
    RayHit hit;
    ASSERT_TRUE(scene.first_hit({{0.5F, 2, 0.2F}, {0, -1, 0}}, 0, RayTarget::all, hit));
    EXPECT_NEAR(hit.distance, 2, 1e-6);
    const double lean = 0.3 / std::sqrt(0.3 * 0.3 + 0.8 * 0.8); // halfway between the middle, where it is 0, and the edge
    EXPECT_NEAR(hit.normal.x, lean, 1e-5);
    EXPECT_FALSE(scene.first_hit({{0.5F, 2, 0.2F}, {0, -1, 0}}, 0, RayTarget::opaque, hit));
}

TEST(Camera, ShowsAllOfABox)
{
    const Bounds box{{-3, 1, 2}, {5, 2, 4}};
    for (const Vec3d up : {Vec3d{0, 1, 0}, Vec3d{0, 0, 1}, Vec3d{1, 0, 0}})
        for (const double azimuth : {0.0, 35.0, 180.0})
        {
            const Camera camera = camera_for(box, up, {azimuth, 20}, 1.5);
            EXPECT_GT(dot(camera.position - camera.target, up), 0);
            const Vec3d forward = (camera.target - camera.position) / norm(camera.target - camera.position);
            const Vec3d right = cross(forward, camera.up) / norm(cross(forward, camera.up));
            const Vec3d top = cross(right, forward);
            const double high = std::tan(0.5 * camera.view_angle * pi / 180);
            double farthest = 0;
            for (const double x : {box.low.x, box.high.x})
                for (const double y : {box.low.y, box.high.y})
                    for (const double z : {box.low.z, box.high.z})
                    {
                        const Vec3d d = Vec3d{x, y, z} - camera.position;
                        const double across = std::abs(dot(d, right)) / dot(d, forward) / (1.5 * high);
                        const double along = std::abs(dot(d, top)) / dot(d, forward) / high;
                        farthest = std::max({farthest, across, along});
                    }
            EXPECT_LT(farthest, 1);
            EXPECT_GT(farthest, 0.7); // and not much more
        }
}

TEST(Picture, IsTheSameForAnyNumberOfThreads)
{
    const Stage stage = ball_above_ground({.kind = Look::Kind::plastic, .color = {0.8F, 0.1F, 0.1F}});
    std::vector<std::uint8_t> first;
    for (const int threads : {1, 2, 3, 8})
    {
        const ExecutionScope scope({.threads = threads, .instruction_set = InstructionSet::scalar});
        const PixelImage image = take_picture(stage, towards_ball, {.width = 81, .height = 60, .samples = 2});
        if (first.empty())
            first = image.rgba;
        EXPECT_EQ(image.rgba, first) << threads;
    }
}

TEST(Picture, ShowsTheBallItsShadowAndTheGround)
{
    const Stage stage = ball_above_ground({.kind = Look::Kind::matte, .color = {0.8F, 0.1F, 0.1F}});
    const PixelImage image = take_picture(stage, towards_ball, {.width = 120, .height = 90, .samples = 4});
    const std::uint8_t* middle = image.pixel(60, 42);
    EXPECT_GT(middle[0], 2 * middle[1]); // red
    EXPECT_NEAR(middle[1], middle[2], 12);
    int darkest = 1000, lit = brightness(image, 5, 85);
    for (int x = 0; x < image.width; ++x)
        for (int y = 60; y < image.height; ++y)
            if (const std::uint8_t* p = image.pixel(x, y); std::abs(p[0] - p[1]) < 25) // grey: ground
                darkest = std::min(darkest, brightness(image, x, y));
    EXPECT_LT(darkest, 0.75 * lit);
    EXPECT_GT(brightness(image, 60, 2), 400); // the backdrop is bright
}

TEST(Picture, WaterBendsLight)
{
    // A pane of water 1 m thick before two balls: seen slantingly, what is behind it is displaced by d (tan a − tan b), sin a = 1.33 sin b.
    Stage stage;
    stage.size = 4;
    BallPart red;
    red.centers = {{0, 0, 0}};
    red.radius = 0.1;
    red.look = {.kind = Look::Kind::matte, .color = {0.9F, 0, 0}};
    stage.balls.push_back(red);
    const double slant = std::tan(40 * pi / 180);
    const Camera camera{.position = {4 * slant, 0, 4}, .target = {0, 0, 0}, .up = {0, 1, 0}, .view_angle = 20};
    const auto column_of_red = [&] {
        const PixelImage image = take_picture(stage, camera, {.width = 300, .height = 100, .samples = 2});
        double sum = 0, count = 0;
        for (int x = 0; x < image.width; ++x)
            for (int y = 0; y < image.height; ++y)
                if (const std::uint8_t* p = image.pixel(x, y); p[0] > p[1] + 60)
                {
                    sum += x;
                    count += 1;
                }
        EXPECT_GT(count, 20);
        return sum / count;
    };
    const double without = column_of_red();
    MeshPart pane;
    for (const double z : {1.0, 2.0})
        for (const auto& [x, y] : {std::pair{-9.0, -9.0}, {9.0, -9.0}, {9.0, 9.0}, {-9.0, 9.0}})
            pane.vertices.push_back({x, y, z});
    pane.triangles = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}};
    pane.look = {.kind = Look::Kind::water, .color = {0.99F, 0.99F, 0.99F}, .clear_depth = 1};
    stage.meshes.push_back(pane);
    const double with = column_of_red();
    // Where the ray towards the displaced ball leaves the picture plane through the target, at right angles to the view.
    const double a = 40 * pi / 180, b = std::asin(std::sin(a) / 1.33);
    const double shift = 1.0 * (std::tan(a) - std::tan(b)) * std::cos(a);           // [m] to the side, small
    const double pixel = 2 * std::tan(10 * pi / 180) * norm(camera.position) / 100; // [m] at the target
    EXPECT_NEAR(std::abs(with - without), shift / pixel, 0.12 * shift / pixel); // the angle of view changes a little with the displacement
}

// Seen from above, the ground shines through so much water as stands on it: the deeper, the darker, though no ray leaves the water downwards.
TEST(RayTracer, WaterOnTheGroundAbsorbsLight)
{
    const auto seen_through = [](double depth) {
        MeshPart water;
        water.look = {.kind = Look::Kind::water, .color = {0.25F, 0.25F, 0.25F}, .clear_depth = 1};
        for (const double y : {0.001, depth})
            for (const Vec3f& x : quad)
                water.vertices.push_back({10.0 * double(x.x), y, 10.0 * double(x.z)});
        water.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 6, 5}, {4, 7, 6}}; // bottom and top
        Stage stage;
        stage.meshes.push_back(std::move(water));
        stage.ground = 0.01; // in the water: rays meet it first
        stage.size = 4;
        const Camera above{.position = {0, 8, 0}, .target = {0, 0, 0}, .up = {0, 1, 0}, .view_angle = 5};
        return brightness(take_picture(stage, above, {.width = 9, .height = 9, .samples = 4}), 4, 4);
    };
    const int shallow = seen_through(0.02), deep = seen_through(1);
    EXPECT_GT(shallow, 500);
    EXPECT_LT(deep, 3 * shallow / 4); // a quarter of the light is left: half as bright on the screen
}
