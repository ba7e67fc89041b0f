// One pair pass of an iterative pressure solver: nanoseconds per particle and memory traffic against the triad bandwidth of the same run.

#include "measure.h"

#include "aspic/neighbors/samples.h"
#include "aspic/operators/density_rate.h"
#include "aspic/particles/particle_set.h"

#include <cstdlib>
#include <cstring>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

/// A cube of fluid, slightly irregular, sorted as the solvers sort it.
struct Cube
{
    explicit Cube(int across)
    {
        const double dx = 1.0 / across;
        fluid.append(across * across * across);
        std::uint64_t noise = 1;
        const auto jitter = [&] {
            noise = noise * 6364136223846793005U + 1442695040888963407U;
            return dx * 0.2 * (static_cast<double>(noise >> 33) * 0x1p-30 - 1);
        };
        Index i = 0;
        for (int x = 0; x < across; ++x)
            for (int y = 0; y < across; ++y)
                for (int z = 0; z < across; ++z, ++i)
                {
                    fluid.position[i] = {x * dx + jitter(), y * dx + jitter(), z * dx + jitter()};
                    fluid.velocity[i] = {static_cast<Real>(jitter()), static_cast<Real>(jitter()), static_cast<Real>(jitter())};
                    fluid.mass[i] = static_cast<Real>(dx * dx * dx);
                }
        kernel = K(2 * dx, 3);
        near = Neighborhood(2 * dx);
        fluid.reorder(near.sort(fluid.position.view()));
        near.set_columns(fluid.position.view());
        near.find_among_columns();
        slope.resize(static_cast<std::size_t>(near.slot_count()));
        rate.resize(static_cast<std::size_t>(fluid.size()));
    }

    void prepare()
    {
        parallel_for(fluid.size(), DensityAndSlopes<K>{near.view(), kernel, fluid.mass.view(), fluid.density.view(), {slope.data()}});
    }
    void stored() { parallel_for(fluid.size(), DensityRate{near.view(), {slope.data()}, fluid.velocity.view(), view(rate)}); }
    void recomputed()
    {
        parallel_for(fluid.size(), DensityRateRecomputed<K>{near.view(), kernel, fluid.mass.view(), fluid.velocity.view(), view(rate)});
    }

    /// Bytes that a pass must move at least: lists once, each particle's quantities once.
    [[nodiscard]] double bytes_per_particle(bool with_slopes) const
    {
        const double slots = static_cast<double>(near.used_slot_count()) / fluid.size();
        const double lists = slots * static_cast<double>(sizeof(Index) + (with_slopes ? sizeof(Real) : 0));
        const double particle =
            sizeof(LocalPosition) + sizeof(Vec3) + 2 * sizeof(Real) + sizeof(Index) + sizeof(std::int64_t) / double(rows_per_slice);
        return lists + particle;
    }

    ParticleSet fluid;
    K kernel;
    Neighborhood near{1};
    Array<Real> slope, rate;
};

void measure(Cube& cube, int repetitions, double triad[])
{
    bench::Table table({"pass", "instruction set", "threads", "ns/particle", "M particles/s", "GB/s", "of triad"});
    for (const int threads : {1, 2})
        for (const auto set : {InstructionSet::scalar, InstructionSet::avx2, InstructionSet::avx512})
        {
            if (!is_available(set))
                continue;
            const ExecutionScope scope({.threads = threads, .instruction_set = set});
            const auto times =
                bench::median_times({[&] { cube.prepare(); }, [&] { cube.stored(); }, [&] { cube.recomputed(); }}, repetitions);
            const char* names[] = {"density + slopes", "rate, stored slopes", "rate, recomputed"};
            const bool with_slopes[] = {true, true, false};
            for (std::size_t k = 0; k < times.size(); ++k)
            {
                const double per_particle = times[k] / cube.fluid.size();
                const double bandwidth = cube.bytes_per_particle(with_slopes[k]) / per_particle;
                table.add({names[k], std::string(name(set)), bench::text("%d", threads), bench::text("%.1f", 1e9 * per_particle),
                           bench::text("%.1f", 1e-6 / per_particle), bench::text("%.1f", 1e-9 * bandwidth),
                           bench::text("%.0f %%", 100 * bandwidth / triad[threads - 1])});
            }
        }
    table.print();
}
} // namespace

int main(int argc, char** argv)
{
    bool quick = false;
    for (int k = 1; k < argc; ++k)
    {
        if (std::strcmp(argv[k], "--quick") != 0)
        {
            std::printf("usage: bench_pairs [--quick]   (--quick: 64k particles only)\n");
            return std::strcmp(argv[k], "--help") == 0 ? 0 : 2;
        }
        quick = true;
    }
    std::printf("%s, %s\n", bench::machine_description().c_str(), sizeof(Real) == 4 ? "float" : "double");
    double triad[] = {bench::triad_bandwidth(1), bench::triad_bandwidth(2)};
    std::printf("triad: %.1f GB/s with 1 thread, %.1f GB/s with 2\n", 1e-9 * triad[0], 1e-9 * triad[1]);
    for (const int across : quick ? std::vector<int>{40} : std::vector<int>{40, 100, 160})
    {
        Cube cube(across);
        std::printf(
            "\n%d particles, %.1f neighbours and %.1f slots each; %.0f B per particle and pass with stored slopes, %.0f B recomputed\n",
            cube.fluid.size(), static_cast<double>(cube.near.pair_count()) / cube.fluid.size(),
            static_cast<double>(cube.near.used_slot_count()) / cube.fluid.size(), cube.bytes_per_particle(true),
            cube.bytes_per_particle(false));
        measure(cube, quick ? 5 : 9, triad);
    }
    return 0;
}
