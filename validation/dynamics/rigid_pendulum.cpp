#include "dynamics/rigid_pendulum.h"

namespace aspic::validation
{
Curve motion_from_rest(const RigidPendulum& body, double start, double duration)
{
    struct State
    {
        double angle, rate;
    };
    const auto rate_of = [&](const State& s) { return State{s.rate, body.moment(s.angle) / body.inertia}; };
    const auto moved = [](const State& s, const State& r, double dt) { return State{s.angle + dt * r.angle, s.rate + dt * r.rate}; };
    constexpr double dt = 1e-4;
    Curve curve;
    State now{start, 0};
    for (int step = 0; step * dt <= duration; ++step)
    {
        curve.add(step * dt, now.angle);
        const State a = rate_of(now);
        const State b = rate_of(moved(now, a, 0.5 * dt));
        const State c = rate_of(moved(now, b, 0.5 * dt));
        const State d = rate_of(moved(now, c, dt));
        now = moved(now, {a.angle + 2 * b.angle + 2 * c.angle + d.angle, a.rate + 2 * b.rate + 2 * c.rate + d.rate}, dt / 6);
    }
    return curve;
}
} // namespace aspic::validation
