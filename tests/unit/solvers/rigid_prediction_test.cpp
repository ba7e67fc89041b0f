// Bodies in motion as a whole: a mass on a spring on a turntable, and one that nothing holds there, against the equations of motion in a frame that does not rotate (Runge and Kutta, double); a free body against Euler's
// equations. Velocities are Real: tolerances are those of a float build.

#include "aspic/solvers/elasticity/rigid_prediction.h"

#include "aspic/core/array.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

using namespace aspic;

namespace
{
struct Motion
{
    Vec3d x, v;
    Motion operator+(const Motion& b) const { return {x + b.x, v + b.v}; }
};
Motion operator*(double a, const Motion& m) { return {a * m.x, a * m.v}; }

template <class State, class Rate> State runge_kutta(State y, double end, int steps, const Rate& rate)
{
    const double h = end / steps;
    for (int k = 0; k < steps; ++k)
    {
        const double t = k * h;
        const State a = rate(t, y), b = rate(t + 0.5 * h, y + (0.5 * h) * a), c = rate(t + 0.5 * h, y + (0.5 * h) * b),
                    d = rate(t + h, y + h * c);
        y = y + (h / 6) * (a + 2.0 * b + 2.0 * c + d);
    }
    return y;
}

/// A plate turns about z; a mass is tied to a point of it by a spring.
struct Turntable
{
    double spin = 5, stiffness = 400; ///< [rad/s], [1/s²] k/m
    Vec3d start{0.1, 0, 0}, relative{0.3, -0.2, 0.1};
    [[nodiscard]] Vec3d place(const Vec3d& at, double t) const { return matrix_of(rotation_by({0, 0, spin * t})) * at; }
    [[nodiscard]] Motion at_first() const { return {start, cross(Vec3d{0, 0, spin}, start) + relative}; }

    [[nodiscard]] Motion exact(double end) const
    {
        return runge_kutta(at_first(), end, 20000, [&](double t, const Motion& m) {
            return Motion{m.v, -stiffness * (m.x - place(start, t))};
        });
    }

    /// Steps as ElasticSystem takes them, with the spring in place of elasticity.
    [[nodiscard]] Motion stepped(double end, int steps) const
    {
        const double dt = end / steps;
        const std::vector<Vec3d> corners{{0.05, 0.05, 0}, {-0.05, 0.05, 0}, {-0.05, -0.05, 0}, {0.05, -0.05, 0.03}};
        Motion m = at_first();
        const Array<Index> held{1, 1, 1, 1, 0};
        const Array<Real> mass(5, 1);
        for (int k = 0; k < steps; ++k)
        {
            Array<Vec3d> x;
            Array<Vec3> v;
            for (const Vec3d& corner : corners)
            {
                x.push_back(place(corner, k * dt));
                v.push_back(convert<Real>((place(corner, (k + 1) * dt) - x.back()) / dt));
            }
            x.push_back(m.x);
            v.push_back(convert<Real>(m.v));
            const BodyState body{const_view(mass), const_view(x), const_view(v)};
            const RigidPrediction prediction(body, const_view(held), dt, 1e-6);
            EXPECT_FALSE(prediction.is_straight());
            const auto at = prediction.of(body, 4);
            const Vec3d stretch = m.x + at.shift - place(start, (k + 1) * dt);
            const Vec3d w = (at.u + at.push - (dt * stiffness) * stretch) / (1 + dt * dt * stiffness);
            m = {m.x + at.shift + dt * w, at.v + w};
        }
        return m;
    }
};

/// Of a scheme of first order: the error halves with the step, and 2 y(Δt/2) − y(Δt) is right to second order.
void expect_first_order(const Turntable& table, double end, int steps, double tolerance)
{
    const Motion exact = table.exact(end), coarse = table.stepped(end, steps), fine = table.stepped(end, 2 * steps);
    EXPECT_NEAR(norm(coarse.x - exact.x) / norm(fine.x - exact.x), 2, 0.3);
    const Motion extrapolated = 2.0 * fine + (-1.0) * coarse;
    EXPECT_LT(norm(extrapolated.x - exact.x), tolerance * norm(exact.x));
    EXPECT_LT(norm(extrapolated.v - exact.v), tolerance * norm(exact.v));
}
} // namespace

/// Coriolis' force turns the plane of the swing. 1 %: what 1000 and 2000 steps leave of second order in three periods.
TEST(RigidPrediction, MassOnSpringOnTurntable) { expect_first_order({}, 1, 1000, 0.01); }

/// Nothing pulls: it goes straight on, whatever turns below it.
TEST(RigidPrediction, LooseMassOnTurntableGoesStraightOn)
{
    Turntable table;
    table.stiffness = 0;
    expect_first_order(table, 1, 1000, 0.01);
    const Vec3d before = table.at_first().v;
    EXPECT_LT(norm(table.stepped(0.2, 400).v - before), 0.005 * norm(before));
}

/// dR/dt = [ω]× R, dL/dt = 0. Second order: the error of 100 steps in a second is four times that of 200, and 1e-3 rad.
TEST(RigidPrediction, FreeBodyTumblesAsEulerSays)
{
    const std::vector<Vec3d> corners{{0.3, 0, 0}, {-0.3, 0, 0}, {0, 0.2, 0}, {0, -0.2, 0}, {0, 0, 0.1}, {0, 0, -0.1}};
    const Array<Real> mass(6, 1);
    const Vec3d first_spin{1, 3, 2};
    const auto inertia = [&](const Array<Vec3d>& x) {
        Mat3d sum{};
        for (const Vec3d& r : x)
            sum = sum + diagonal(dot(r, r), dot(r, r), dot(r, r)) - outer(r, r);
        return sum;
    };
    const Array<Vec3d> rest(corners.begin(), corners.end());
    const Vec3d L = inertia(rest) * first_spin;
    struct Frame
    {
        Vec3d a, b, c; // axes of the body
        Frame operator+(const Frame& o) const { return {a + o.a, b + o.b, c + o.c}; }
    };
    struct Scaled
    {
        static Frame of(double s, const Frame& f) { return {s * f.a, s * f.b, s * f.c}; }
    };
    const auto placed = [&](const Frame& f) {
        Array<Vec3d> x;
        for (const Vec3d& r : rest)
            x.push_back(r.x * f.a + r.y * f.b + r.z * f.c);
        return x;
    };
    const auto rate = [&](const Frame& f) {
        const Vec3d w = angular_velocity(inertia(placed(f)), L);
        return Frame{cross(w, f.a), cross(w, f.b), cross(w, f.c)};
    };
    Frame exact{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const int fine = 5000;
    for (int k = 0; k < fine; ++k) // midpoint rule, error 1e-8
    {
        const Frame half = exact + Scaled::of(0.5 / fine, rate(exact));
        exact = exact + Scaled::of(1.0 / fine, rate(half));
    }
    const auto error = [&](int steps) {
        Array<Vec3d> x = rest;
        Array<Vec3> v;
        for (const Vec3d& r : rest)
            v.push_back(convert<Real>(cross(first_spin, r)));
        for (int k = 0; k < steps; ++k)
        {
            const BodyState body{const_view(mass), const_view(x), const_view(v)};
            const RigidPrediction prediction(body, {}, 1.0 / steps, 1e-6);
            EXPECT_TRUE(prediction.is_free());
            Array<Vec3d> next = x;
            Array<Vec3> faster = v;
            for (Index i = 0; i < 6; ++i)
            {
                const auto at = prediction.of(body, i);
                next[static_cast<std::size_t>(i)] += at.shift;
                faster[static_cast<std::size_t>(i)] = convert<Real>(at.v);
            }
            x = next;
            v = faster;
        }
        const BodyState body{const_view(mass), const_view(x), const_view(v)};
        EXPECT_LT(norm(RigidMomenta::about_center(body).angular_momentum - L), 1e-5 * norm(L));
        return norm(x[0] - placed(exact)[0]) / norm(x[0]);
    };
    EXPECT_LT(error(100), 1e-3);
    EXPECT_NEAR(error(50) / error(100), 4, 1);
}

TEST(RigidPrediction, RestoresMomentaByARigidMotion)
{
    const Array<Vec3d> x{{1000, 0, 0}, {1000.3, 0, 0}, {1000, 0.2, 0}, {1000, 0, 0.4}};
    const Array<Real> mass{1, 2, 1, 3};
    Array<Vec3> v{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}};
    const BodyState body{const_view(mass), const_view(x), const_view(v)};
    const Vec3d momentum{3, -2, 1}, angular_momentum{0.1, 0.5, -0.3}, about{1000, 0.1, 0};
    restore_momenta(body, momentum, angular_momentum, about, view(v));
    const RigidMomenta after = RigidMomenta::about(body, about, {});
    const RigidMomenta center = RigidMomenta::about_center(body);
    EXPECT_LT(norm(center.mass * center.velocity - momentum), 1e-5);
    EXPECT_LT(norm(after.angular_momentum - angular_momentum), 1e-5);
}
