#include "aspic/solvers/contact/contact_sweeps.h"

#include <cmath>

namespace aspic
{
namespace
{
constexpr double stuck = 1e-6;   ///< of the largest response: along a direction with less an axle holds
constexpr int plain_sweeps = 10; ///< at the end, so that what the acceleration has overdone is not handed to the next step

/// Returns by how much the speed along the normal was changed.
double solve_normal(SweptContact& c, std::span<SweptBody> bodies)
{
    const double speed = c.normal.speed(bodies[c.a], bodies[c.b]);
    const double before = c.push;
    c.push = max(0.0, before - c.normal_mass * (speed - c.target));
    c.normal.push(c.push - before, bodies[c.a], bodies[c.b]);
    return c.normal_mass > 0 ? abs(c.push - before) / c.normal_mass : 0;
}

/// Stops the slip u if the cone |brake| ≤ μ push allows it. Else the brake lies on the cone against the slip: the fixed point of
/// brake = projection(brake − τ u) with a number τ; with the matrix `stop` instead it would not be against u. Returns by how much the slip was changed.
double solve_friction(SweptContact& c, std::span<SweptBody> bodies)
{
    if (c.friction == 0)
        return 0;
    SweptBody& a = bodies[c.a];
    SweptBody& b = bodies[c.b];
    const double u_1 = c.tangent.speed(a, b);
    const double u_2 = c.bitangent.speed(a, b);
    const double before_1 = c.brake_1;
    const double before_2 = c.brake_2;
    const double most2 = square(c.friction * c.push);
    c.brake_1 = before_1 - c.stop_11 * u_1 - c.stop_12 * u_2;
    c.brake_2 = before_2 - c.stop_12 * u_1 - c.stop_22 * u_2;
    if (square(c.brake_1) + square(c.brake_2) > most2)
    {
        c.brake_1 = before_1 - c.slip_mass * u_1;
        c.brake_2 = before_2 - c.slip_mass * u_2;
        if (const double size2 = square(c.brake_1) + square(c.brake_2); size2 > most2)
        {
            c.brake_1 *= sqrt(most2 / size2);
            c.brake_2 *= sqrt(most2 / size2);
        }
    }
    const double change_1 = c.brake_1 - before_1;
    const double change_2 = c.brake_2 - before_2;
    c.tangent.push(change_1, a, b);
    c.bitangent.push(change_2, a, b);
    return (abs(change_1) + abs(change_2)) / c.slip_mass;
}

/// Returns the largest change of a velocity.
double solve(SweptContact& c, std::span<SweptBody> bodies)
{
    const double change = solve_normal(c, bodies);
    return max(change, solve_friction(c, bodies));
}

/// One of the two unit vectors across n: along the axis that n has least of.
Vec3d tangent_of(const Vec3d& n)
{
    int least = 0;
    for (int axis = 1; axis < 3; ++axis)
        if (abs(n[axis]) < abs(n[least]) - 1e-3)
            least = axis;
    Vec3d e;
    e[least] = 1;
    const Vec3d t = cross(n, e);
    return t / norm(t);
}

/// The nonsmooth nonlinear conjugate gradient method of Silcowitz-Hansen, Niebe and Erleben (2010): what a sweep changes is the negative gradient; after it,
/// the impulses go on along the direction of before. Sweeps go forwards and backwards, as a conjugate gradient method asks for symmetry. Carries loads through tall stacks and to heavy bodies on light ones, for which sweeps alone take
/// hundreds of rounds. The next sweep puts impulses back that have left the cone.
class Acceleration
{
public:
    explicit Acceleration(std::size_t contacts) : before_(contacts), direction_(contacts) {}

    void begin(std::span<const SweptContact> contacts)
    {
        for (std::size_t k = 0; k < contacts.size(); ++k)
            before_[k] = {contacts[k].push, contacts[k].brake_1, contacts[k].brake_2};
    }

    void apply(std::span<SweptContact> contacts, std::span<SweptBody> bodies)
    {
        double size = 0; // of the gradient, in units of energy
        for (std::size_t k = 0; k < contacts.size(); ++k)
        {
            SweptContact& c = contacts[k];
            before_[k] = Vec3d{c.push, c.brake_1, c.brake_2} - before_[k];
            size += square(before_[k].x) / c.normal_mass + (square(before_[k].y) + square(before_[k].z)) / c.slip_mass;
        }
        const double share = size < last_size_ ? size / last_size_ : 0; // a gradient that grows: start anew
        last_size_ = size;
        for (std::size_t k = 0; k < contacts.size(); ++k)
        {
            const Vec3d change = share * direction_[k];
            if (share > 0)
                contacts[k].add(change, bodies[contacts[k].a], bodies[contacts[k].b]);
            direction_[k] = change + before_[k];
        }
    }

private:
    std::vector<Vec3d> before_; ///< [N s] along the normal and the tangents
    std::vector<Vec3d> direction_;
    double last_size_ = 0;
};
} // namespace

SweptBody::SweptBody(const RigidBody& body) : inverse_mass(body.inverse_mass), v(body.state.velocity), w(body.angular_velocity())
{
    if (!body.is_given())
        inverse_inertia = body.world_inverse_inertia();
}

void prepare(SweptContact& c, std::span<const SweptBody> bodies)
{
    const SweptBody& a = bodies[c.a];
    const SweptBody& b = bodies[c.b];
    const auto row = [&](const Vec3d& direction) {
        const Vec3d arm_a = cross(c.r_a, direction);
        const Vec3d arm_b = cross(c.r_b, direction);
        return ContactRow{direction, arm_a, arm_b, a.inverse_inertia * arm_a, b.inverse_inertia * arm_b};
    };
    const Vec3d n = c.normal.direction;
    const Vec3d t = tangent_of(n);
    c.normal = row(n);
    c.tangent = row(t);
    c.bitangent = row(cross(n, t));
    c.normal_mass = 1 / c.normal.response(c.normal, a, b);
    const double K11 = c.tangent.response(c.tangent, a, b);
    const double K12 = c.tangent.response(c.bitangent, a, b);
    const double K22 = c.bitangent.response(c.bitangent, a, b);
    const double larger = 0.5 * (K11 + K22 + sqrt(square(K11 - K22) + 4 * K12 * K12)); // eigenvalue
    if (const double determinant = K11 * K22 - K12 * K12; determinant > stuck * square(larger))
    {
        c.stop_11 = K22 / determinant;
        c.stop_12 = -K12 / determinant;
        c.stop_22 = K11 / determinant;
    }
    else if (larger > 0) // an axle lets it slip along one direction only: K = larger u uᵀ
    {
        c.stop_11 = K11 / square(larger);
        c.stop_12 = K12 / square(larger);
        c.stop_22 = K22 / square(larger);
    }
    else
        c.friction = 0;
    c.slip_mass = larger > 0 ? 1 / larger : 1;
}

SweepReport sweep_velocities(std::span<SweptContact> contacts, std::span<SweptBody> bodies, int most, double tolerance)
{
    SweepReport report;
    Acceleration acceleration(contacts.size());
    report.converged = contacts.empty();
    while (!report.converged && report.iterations < most)
    {
        acceleration.begin(contacts);
        report.residual = 0;
        for (std::size_t k = 0; k < contacts.size(); ++k)
            report.residual = max(report.residual, solve(contacts[k], bodies));
        for (std::size_t k = contacts.size(); k > 0; --k)
            report.residual = max(report.residual, solve(contacts[k - 1], bodies));
        double largest = 0;
        for (const SweptContact& c : contacts)
            largest = max(largest, c.push / c.normal_mass);
        ++report.iterations;
        report.converged = report.residual <= tolerance * largest;
        if (!report.converged && report.iterations < most - plain_sweeps)
            acceleration.apply(contacts, bodies);
    }
    return report;
}

void sweep_overlaps(std::span<SweptContact> contacts, std::span<SweptBody> bodies, int most, double tolerance)
{
    for (int sweep = 0; sweep < most; ++sweep)
    {
        double change = 0;
        for (std::size_t k = 0; k < contacts.size(); ++k)
            change = max(change, solve_normal(contacts[sweep % 2 == 0 ? k : contacts.size() - 1 - k], bodies));
        if (change <= tolerance)
            return;
    }
}
} // namespace aspic
