// A heap of rigid boxes: milliseconds per step while they fall onto each other and when they rest.
//
//   bench_rigid [--quick]

#include "measure.h"

#include "../tests/support/rigid_bodies.h"

#include <cstring>

namespace
{
using namespace aspic;

/// A hundred boxes of different directions above each other in a vessel of one square metre.
std::vector<RigidBody> heap(int count)
{
    RigidBodySettings vessel;
    vessel.shape = Shape{Box{{-0.5, 0, -0.5}, {0.5, 50, 0.5}}};
    vessel.keeps_inside = vessel.is_given = true;
    std::vector<RigidBody> bodies{made(vessel)};
    for (int k = 0; k < count; ++k)
        bodies.push_back(body_at(box_shape({0.15, 0.12, 0.1}), {-0.3 + 0.2 * (k % 4), 0.2 + 0.2 * (k / 12), -0.3 + 0.25 * (k / 4 % 3)}, {},
                                 {0.1 * k, 0.2 * k, 0.05 * k}));
    return bodies;
}

void measure(int count, double dt)
{
    std::vector<RigidBody> bodies = heap(count);
    RigidSolver solver;
    std::printf("%d boxes, dt %g ms\n", count, 1000 * dt);
    for (int second = 0; second < 4; ++second)
    {
        const int steps = static_cast<int>(1 / dt + 0.5);
        RigidReport last;
        double iterations = 0;
        const double seconds = bench::seconds_of([&] {
            for (int step = 0; step < steps; ++step)
            {
                last = solver.advance(bodies, {}, earth, dt);
                iterations += last.iterations;
            }
        });
        std::printf("  second %d: %7.3f ms per step, %5.1f iterations, %4d contacts\n", second + 1, 1000 * seconds / steps,
                    iterations / steps, last.contacts);
    }
}
} // namespace

int main(int argc, char** argv)
{
    const bool is_quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
    measure(100, 0.002);
    if (!is_quick)
    {
        measure(100, 0.005);
        measure(400, 0.005);
    }
    return 0;
}
