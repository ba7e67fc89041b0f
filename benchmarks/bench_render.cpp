// Pictures of 1920x1080 with the usual 3x3 rays per pixel: of balls, and of clear water with waves. Seconds of wall-clock and of processor time, the median
// of some repetitions; what the second thread brings.
//
//   bench_render [repetitions (3)]

#include "measure.h"

#include "aspic/geometry/particle_surface.h"
#include "aspic/render/ray_tracer.h"

#include <cmath>
#include <cstdlib>
#include <ctime>

namespace
{
using namespace aspic;

constexpr double spacing = 0.01; // [m]

/// A basin of particles whose surface has waves.
Array<Vec3d> waves(int n, int depth)
{
    Array<Vec3d> points;
    for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
        {
            const double height = depth * (0.75 + 0.15 * std::sin(0.11 * i) + 0.1 * std::cos(0.07 * k + 0.02 * i));
            for (int j = 0; j < height; ++j)
                points.push_back(spacing * Vec3d{double(i), double(j), double(k)});
        }
    return points;
}

Bounds box_of(const Array<Vec3d>& points)
{
    Bounds box = empty_bounds();
    for (const Vec3d& x : points)
        box = joined(box, x);
    return box;
}

Stage balls(const Array<Vec3d>& points)
{
    BallPart part;
    part.centers.assign(points.begin(), points.end());
    part.radius = spacing / 2;
    Stage stage;
    stage.balls.push_back(std::move(part));
    return stage;
}

Stage water(const Array<Vec3d>& points)
{
    SurfaceMesh mesh = particle_surface(const_view(points), {}, {.spacing = spacing});
    MeshPart part;
    part.look = {.kind = Look::Kind::water, .color = {0.4F, 0.6F, 0.8F}, .clear_depth = 0.5F};
    for (const Vec3& normal : mesh.normals)
        part.normals.push_back(convert<float>(normal));
    part.vertices = std::move(mesh.vertices);
    part.triangles = std::move(mesh.triangles);
    Stage stage;
    stage.meshes.push_back(std::move(part));
    return stage;
}

double processor_seconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

void measure(bench::Table& table, const std::string& name, Stage stage, const Bounds& box, int repetitions)
{
    const PictureSettings settings{.width = 1920, .height = 1080, .samples = 3};
    const Camera camera = camera_for(box, {0, 1, 0}, {}, 1920.0 / 1080);
    stage.size = norm(box.high - box.low);
    stage.ground = box.low.y - spacing / 2;
    std::vector<double> wall, processor;
    for (int k = 0; k < repetitions; ++k)
    {
        const double before = processor_seconds();
        wall.push_back(bench::seconds_of([&] { take_picture(stage, camera, settings); }));
        processor.push_back(processor_seconds() - before);
    }
    const double w = bench::median(wall), p = bench::median(processor);
    table.add({name, bench::text("%.2f", w), bench::text("%.2f", p), bench::text("%.2f", p / w)});
}
} // namespace

int main(int argc, char** argv)
{
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 3;
    std::printf("1920x1080, 3x3 rays per pixel. %s\n\n", bench::machine_description().c_str());
    bench::Table table({"picture", "wall [s]", "processor [s]", "cores used"});
    const Array<Vec3d> few = waves(100, 27), many = waves(112, 32);
    measure(table, std::to_string(few.size()) + " balls", balls(few), box_of(few), repetitions);
    Stage surface = water(many);
    const std::string name = std::to_string(surface.meshes.front().triangles.size()) + " triangles of water";
    measure(table, name, std::move(surface), box_of(many), repetitions);
    table.print();
}
