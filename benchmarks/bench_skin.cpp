// A mesh that follows the particles of a ball: seconds to bind it, milliseconds per frame, and the processor time of one thread for it, which does
// not depend on what else the machine does, for each method.
//
//   bench_skin [vertices (500000)] [particles (50000)] [threads (all)]

#include "measure.h"

#include "aspic/geometry/skinning/skin.h"

#include <cstdlib>

namespace
{
using namespace aspic;

constexpr double golden_angle = 2.399963229728653;

/// Lattice points of a unit ball.
Array<Vec3d> ball_of_points(double spacing)
{
    Array<Vec3d> points;
    const int n = static_cast<int>(1 / spacing);
    for (int k = -n; k <= n; ++k)
        for (int j = -n; j <= n; ++j)
            for (int i = -n; i <= n; ++i)
                if (const Vec3d X = spacing * Vec3d{double(i), double(j), double(k)}; norm(X) < 1 - 0.5 * spacing)
                    points.push_back(X);
    return points;
}

/// Evenly spread over the unit sphere, along a spiral.
Array<Vec3d> sphere_of_vertices(int count)
{
    Array<Vec3d> vertices;
    for (int k = 0; k < count; ++k)
    {
        const double z = 1 - (2 * k + 1.0) / count, r = std::sqrt(1 - z * z);
        vertices.push_back({r * std::cos(golden_angle * k), r * std::sin(golden_angle * k), z});
    }
    return vertices;
}

Vec3d twisted(const Vec3d& X)
{
    const double c = std::cos(X.z), s = std::sin(X.z);
    return {c * X.x - s * X.y, s * X.x + c * X.y, 1.2 * X.z};
}

void measure(bench::Table& table, const char* name, const RestBody& body, const RestSurface& surface, const SkinSettings& settings)
{
    std::optional<Skin> skin;
    const double binding = bench::seconds_of([&] { skin.emplace(body, surface, settings); });
    Array<Vec3d> x;
    for (const Vec3d& X : body.positions)
        x.push_back(twisted(X));
    SkinnedSurface result;
    skin->deform(const_view(x), result); // memory
    const double frame = bench::median_times({[&] { skin->deform(const_view(x), result); }}, 15).front();
    const ExecutionScope alone({.threads = 1, .instruction_set = current_execution().instruction_set});
    std::vector<double> of_one_thread;
    for (int repetition = 0; repetition < 7; ++repetition)
        of_one_thread.push_back(bench::thread_seconds_of([&] { skin->deform(const_view(x), result); }));
    table.add({name, bench::text("%.2f", binding), bench::text("%.1f", 1e3 * frame),
               bench::text("%.1f", 1e3 * bench::median(of_one_thread)), bench::text("%.1f", skin->report().mean_neighbors),
               bench::text("%.0f", static_cast<double>(skin->report().bytes) / 1e6)});
}
} // namespace

int main(int argc, char** argv)
{
    const int vertices = argc > 1 ? std::atoi(argv[1]) : 500000;
    const int particles = argc > 2 ? std::atoi(argv[2]) : 50000;
    Execution execution = default_execution();
    if (argc > 3)
        execution.threads = std::atoi(argv[3]);
    const ExecutionScope scope(execution);
    const double spacing = std::cbrt(4.18879 / particles);
    const Array<Vec3d> points = ball_of_points(spacing), mesh = sphere_of_vertices(vertices);
    const Array<double> volumes(points.size(), spacing * spacing * spacing);
    const RestBody body{const_view(points), const_view(volumes)};
    const RestSurface surface{const_view(mesh), const_view(mesh)};
    std::printf("%zu vertices, %zu particles, support of two spacings. %s\n\n", mesh.size(), points.size(),
                bench::machine_description().c_str());
    bench::Table table({"method", "binding [s]", "frame [ms]", "of one thread [ms]", "particles of a vertex", "memory [MB]"});
    measure(table, "shepard", body, surface, {.method = SkinMethod::shepard, .support = 2 * spacing});
    measure(table, "mls", body, surface, {.method = SkinMethod::mls, .support = 2 * spacing});
    measure(table, "mls-first-order", body, surface, {.method = SkinMethod::mls_first_order, .support = 2 * spacing});
    table.print();
}
