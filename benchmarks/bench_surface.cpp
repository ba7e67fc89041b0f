// The surface of a cube of particles at rest, stage by stage, for each method: seconds of wall-clock time.
//
//   bench_surface [particles along an edge (100)] [threads (all)]

#include "measure.h"

#include "aspic/geometry/isosurface.h"
#include "aspic/geometry/particle_field.h"
#include "aspic/geometry/particle_surface.h"

#include <cstdlib>

namespace
{
using namespace aspic;

Array<Vec3d> cube_of_particles(int n, double spacing)
{
    Array<Vec3d> points;
    for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                points.push_back(spacing * Vec3d{i + 0.2 * ((j * 7 + k * 3) % 5) / 5, j + 0.2 * ((i + k * 5) % 7) / 7, k + 0.01 * (i % 3)});
    return points;
}

void measure(bench::Table& table, const char* name, SurfaceMethod method, const Array<Vec3d>& points, double spacing)
{
    const double support = 2 * spacing, cell_size = spacing / 2;
    FieldParticles particles;
    SparseField field;
    SurfaceMesh mesh;
    const double level = level_of_flat_surface(method, spacing, support, spacing / 2);
    const double kernels = bench::seconds_of([&] { particles = field_particles(const_view(points), method, support); });
    const double nodes = bench::seconds_of([&] { field = particle_field(particles, cell_size); });
    const double triangles = bench::seconds_of([&] { mesh = isosurface(field, static_cast<float>(level)); });
    const double total =
        bench::seconds_of([&] { mesh = particle_surface(const_view(points), {}, {.method = method, .spacing = spacing}); });
    table.add({name, bench::text("%.2f", kernels), bench::text("%.2f", nodes), bench::text("%.2f", triangles), bench::text("%.2f", total),
               std::to_string(mesh.triangles.size())});
}
} // namespace

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 100;
    Execution execution = default_execution();
    if (argc > 2)
        execution.threads = std::atoi(argv[2]);
    const ExecutionScope scope(execution);
    const double spacing = 0.01;
    const Array<Vec3d> points = cube_of_particles(n, spacing);
    std::printf("%zu particles, cells of half a spacing. %s\n\n", points.size(), bench::machine_description().c_str());
    bench::Table table({"method", "kernels [s]", "nodes [s]", "triangles [s]", "all [s]", "triangles"});
    measure(table, "density", SurfaceMethod::density, points, spacing);
    measure(table, "Zhu & Bridson", SurfaceMethod::zhu_bridson, points, spacing);
    measure(table, "anisotropic", SurfaceMethod::anisotropic, points, spacing);
    table.print();
}
