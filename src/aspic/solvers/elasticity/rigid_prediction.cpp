#include "aspic/solvers/elasticity/rigid_prediction.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/best_rotation.h"
#include "aspic/math/symmetric_eigen.h"

#include <cmath>

namespace aspic
{
namespace
{
template <class T> T sum_of(Index n, const auto& value)
{
    return reduce(n, T{}, value, [](const T& a, const T& b) { return a + b; });
}

struct LinearSums
{
    double mass = 0;
    Vec3d arm, momentum;

    LinearSums operator+(const LinearSums& b) const { return {mass + b.mass, arm + b.arm, momentum + b.momentum}; }
};

struct AngularSums
{
    Vec3d momentum;
    Mat3d inertia{};

    AngularSums operator+(const AngularSums& b) const { return {momentum + b.momentum, inertia + b.inertia}; }
};

Mat3d inertia_of(double mass, const Vec3d& r) { return mass * (diagonal(dot(r, r), dot(r, r), dot(r, r)) - outer(r, r)); }

/// Whether the body is longer than half a period: then no image of it is meant.
bool is_endless(const BodyState& body)
{
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = body.periodicity.period[axis]; period > 0)
        {
            const double longest = maximum(body.x.size(), 0.0, [&](Index i) { return std::abs(body.arm(i, body.x[0])[axis]); });
            if (longest > 0.45 * period)
                return true;
        }
    return false;
}
} // namespace

Vec3d BodyState::arm(Index i, const Vec3d& center) const
{
    Vec3d r = x[i] - center;
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0)
            r[axis] -= period * std::round(r[axis] / period);
    return r;
}

RigidMomenta RigidMomenta::about_center(const BodyState& body)
{
    const Vec3d origin = body.x[0];
    const auto linear = sum_of<LinearSums>(body.x.size(), [&](Index i) {
        const double m = body.mass[i];
        return LinearSums{m, m * body.arm(i, origin), m * convert<double>(body.v[i])};
    });
    if (!(linear.mass > 0))
        return {};
    return about(body, origin + linear.arm / linear.mass, linear.momentum / linear.mass);
}

RigidMomenta RigidMomenta::about(const BodyState& body, const Vec3d& center, const Vec3d& velocity)
{
    const auto angular = sum_of<AngularSums>(body.x.size(), [&](Index i) {
        const double m = body.mass[i];
        const Vec3d r = body.arm(i, center);
        return AngularSums{m * cross(r, convert<double>(body.v[i]) - velocity), inertia_of(m, r)};
    });
    const double mass = sum(body.x.size(), [&](Index i) { return body.mass[i]; });
    return {mass, center, velocity, angular.momentum, angular.inertia};
}

Vec3d angular_velocity(const Mat3d& inertia, const Vec3d& angular_momentum)
{
    constexpr double negligible = 1e-9;
    return pseudo_inverse(inertia, negligible).matrix * angular_momentum;
}

RigidPrediction::RigidPrediction(const BodyState& body, View<const Index> held, double dt, double resolution) : dt_(dt)
{
    if (body.x.empty())
        return;
    const bool is_held = std::any_of(held.begin(), held.end(), [](Index each) { return each != 0; });
    if (is_endless(body))
        velocity_ = is_held ? Vec3d{} : RigidMomenta::about_center(body).velocity;
    else if (is_held)
        find_held_motion(body, held, resolution);
    else
    {
        kind_ = Kind::free;
        follow_momenta(RigidMomenta::about_center(body));
    }
}

void RigidPrediction::rotate_by(const Vec3d& angle)
{
    rotation_ = rotation_by(angle);
    R_ = matrix_of(rotation_);
}

/// L stays: the rotation is that of the angular velocity half a step later, which is right to second order where ω does not stay.
void RigidPrediction::follow_momenta(const RigidMomenta& momenta)
{
    const Vec3d& L = momenta.angular_momentum;
    center_ = momenta.center;
    velocity_ = momenta.velocity;
    const auto spin_when_turned = [&](const Mat3d& R) { return angular_velocity(R * momenta.inertia * transpose(R), L); };
    spin_ = angular_velocity(momenta.inertia, L);
    rotate_by(dt_ * spin_when_turned(matrix_of(rotation_by(0.5 * dt_ * spin_))));
    spin_after_ = spin_when_turned(R_);
    const Mat3d inertia = R_ * momenta.inertia * transpose(R_);
    spin_rate_ = angular_velocity(inertia, -cross(spin_after_, inertia * spin_after_)); // Euler's equations
}

/// Held at a point or on a line that does not turn: it rotates about that. Held otherwise: it rotates as held particles do, if these move as one.
void RigidPrediction::find_held_motion(const BodyState& body, View<const Index> held, double resolution)
{
    const Index n = body.x.size();
    const auto is_held = [&](Index i) { return held[i] != 0; };
    const double count = sum(n, [&](Index i) { return is_held(i) ? 1 : 0; });
    const Index first = static_cast<Index>(std::find_if(held.begin(), held.end(), [](Index each) { return each != 0; }) - held.begin());
    const Vec3d origin = body.x[first];
    const auto means = sum_of<LinearSums>(n, [&](Index i) {
        return is_held(i) ? LinearSums{1, body.arm(i, origin), convert<double>(body.v[i])} : LinearSums{};
    });
    center_ = origin + means.arm / count;
    velocity_ = means.momentum / count;
    struct Spread
    {
        Mat3d shape{}, turned{};
        Spread operator+(const Spread& b) const { return {shape + b.shape, turned + b.turned}; }
    };
    const auto after = [&](Index i) { return body.arm(i, center_) + dt_ * (convert<double>(body.v[i]) - velocity_); };
    const Spread spread = sum_of<Spread>(n, [&](Index i) {
        const Vec3d r = body.arm(i, center_);
        return is_held(i) ? Spread{outer(r, r), outer(after(i), r)} : Spread{};
    });
    rotate_by(best_rotation(spread.turned));
    const double strayed = maximum(n, 0.0, [&](Index i) { return is_held(i) ? norm(after(i) - R_ * body.arm(i, center_)) : 0.0; });
    if (strayed > resolution)
    {
        velocity_ = {};
        return;
    }
    const SymmetricEigen<double> axes = symmetric_eigen(spread.shape);
    int longest = 0;
    for (int axis = 1; axis < 3; ++axis)
        longest = axes.values[axis] > axes.values[longest] ? axis : longest;
    const double across = trace(spread.shape) - axes.values[longest], along = axes.values[longest];
    const auto is_point = [&](double square) { return square <= count * resolution * resolution; };
    if (!is_point(across))
    {
        kind_ = Kind::carried;
        spin_ = spin_after_ = (1 / dt_) * rotation_vector(rotation_);
        return;
    }
    if (rotation_vector(rotation_) == Vec3d{} || is_point(along) || norm(R_ * axes.vectors.row[longest] - axes.vectors.row[longest]) < 1e-6)
        find_hinged_motion(body, is_point(along) ? Vec3d{} : axes.vectors.row[longest]);
    else
        velocity_ = {};
}

/// `direction`: of the line; zero: a point
void RigidPrediction::find_hinged_motion(const BodyState& body, const Vec3d& direction)
{
    kind_ = Kind::hinged;
    RigidMomenta momenta = RigidMomenta::about(body, center_, velocity_);
    if (dot(direction, direction) == 0)
        return follow_momenta(momenta);
    const double inertia = dot(direction, momenta.inertia * direction);
    spin_ = spin_after_ = inertia > 0 ? (dot(direction, momenta.angular_momentum) / inertia) * direction : Vec3d{};
    rotate_by(dt_ * spin_);
}

RigidPrediction::Prediction RigidPrediction::of(const BodyState& body, Index i) const
{
    const Vec3d v = convert<double>(body.v[i]);
    if (kind_ == Kind::none)
        return {dt_ * velocity_, velocity_, v - velocity_, {}};
    const Vec3d r = body.arm(i, center_), turned = R_ * r;
    const Vec3d u = v - velocity_ - cross(spin_, r);
    return {.shift = dt_ * velocity_ + (turned - r),
            .v = velocity_ + cross(spin_after_, turned),
            .u = u,
            .push = -dt_ * (cross(spin_after_, cross(spin_after_, turned)) + cross(spin_rate_, turned))};
}

void restore_momenta(const BodyState& body, const Vec3d& momentum, const Vec3d& angular_momentum, const Vec3d& center, View<Vec3> v)
{
    const RigidMomenta now = RigidMomenta::about_center(body);
    const Vec3d about_center = angular_momentum - cross(now.center - center, momentum);
    const Vec3d shift = momentum / now.mass - now.velocity;
    const Vec3d spin = angular_velocity(now.inertia, about_center - now.angular_momentum);
    parallel_for(body.x.size(), [&](Index i) { v[i] += convert<Real>(shift + cross(spin, body.arm(i, now.center))); });
}
} // namespace aspic
