#include "aspic/boundaries/rigid_body.h"

#include "aspic/geometry/mass_properties.h"
#include "aspic/math/symmetric_eigen.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double largest_turn = 0.05; ///< [rad] in one of the splittings
constexpr int most_turns = 1000;

void check_axle(const RigidBodySettings& settings, int dimension, Problems& problems)
{
    if (!settings.axle)
        return;
    const Vec3d& axis = *settings.axle;
    if (!is_finite(axis) || !(norm(axis) > 0))
        problems.push_back({"axle.axis", "the direction is zero or not finite", "for example [0, 0, 1]"});
    else if (dimension == 2 && (axis.x != 0 || axis.y != 0))
        problems.push_back({"axle.axis", "in 2D things turn about z only", "write [0, 0, 1], or leave the axis out"});
    if (settings.is_given)
        problems.push_back({"axle", "a body whose motion is given does not turn freely", "keep the motion or the axle"});
    if (!(settings.velocity == Vec3d{}))
        problems.push_back({"velocity", "a body on an axle stays where it is", "leave the velocity out"});
    if (norm(cross(settings.angular_velocity, axis)) > 1e-9 * norm(settings.angular_velocity) * norm(axis))
        problems.push_back({"angular_velocity", "a body on an axle turns about it only", "write a vector along the axis"});
}

void check_settings(const RigidBodySettings& settings, int dimension, Problems& problems)
{
    const double heaviness = settings.mass.value_or(settings.density);
    if (!settings.is_given && !(heaviness > 0 && std::isfinite(heaviness)))
        problems.push_back({settings.mass ? "mass" : "density", "the number is not positive", "write a finite number above zero"});
    if (settings.keeps_inside && !settings.is_given)
        problems.push_back({"shape", "a vessel that is not held has no mass", "give it a motion, or build it as a difference of shapes"});
    for (const Vec3d& a : {settings.position, settings.rotation, settings.velocity, settings.angular_velocity})
        if (!is_finite(a))
        {
            problems.push_back({"", "the motion at first is not finite", "write finite numbers"});
            break;
        }
    check_axle(settings, dimension, problems);
    const bool leaves_plane = settings.position.z != 0 || settings.velocity.z != 0 || settings.rotation.x != 0 ||
                              settings.rotation.y != 0 || settings.angular_velocity.x != 0 || settings.angular_velocity.y != 0;
    if (dimension == 2 && leaves_plane)
        problems.push_back({"", "the motion leaves the plane", "in 2D bodies move along x and y and turn about z"});
    const auto is_bad = [](double a) { return !(a >= 0 && std::isfinite(a)); };
    if (is_bad(settings.surface.friction) || is_bad(settings.surface.restitution) || settings.surface.restitution > 1)
        problems.push_back({"surface", "friction or restitution is out of range", "friction is at least 0, restitution from 0 to 1"});
}

/// The turn that takes z to another unit vector.
Quaternion turn_of_z_to(const Vec3d& a)
{
    constexpr double nearly_opposite = 1e-12;
    return 1 + a.z > nearly_opposite ? normalized(Quaternion{1 + a.z, {-a.y, a.x, 0}}) : Quaternion{0, {1, 0, 0}};
}

/// Only the turn about the axle is left, with the moment J = a·I a + m r², r: distance of the centre of mass (Steiner).
void hang_on_axle(RigidBody& body, const MassProperties& m, const Mat3d& inertia, const Vec3d& direction)
{
    body.axle = direction / norm(direction);
    const Vec3d a = transpose(matrix_of(body.state.orientation)) * *body.axle;
    const double moment = dot(a, inertia * a) + body.mass * dot(cross(a, m.center), cross(a, m.center));
    body.material_center = {};
    body.overhang = m.center;
    body.inverse_mass = 0;
    body.principal_axes = turn_of_z_to(a);
    body.principal_inertia = {0, 0, moment};
    body.inverse_inertia = {0, 0, 1 / moment};
}

/// Mass, centre, principal axes and moments. In 2D only the turn about z is left.
void set_mass(RigidBody& body, const MassProperties& m, const RigidBodySettings& settings, int dimension)
{
    body.mass = settings.mass.value_or(settings.density * m.volume);
    body.inverse_mass = 1 / body.mass;
    body.material_center = m.center;
    const Mat3d inertia = (body.mass / m.volume) * m.inertia();
    if (settings.axle)
        return hang_on_axle(body, m, inertia, *settings.axle);
    if (dimension == 2)
    {
        body.principal_inertia = {0, 0, inertia.row[2].z};
        body.inverse_inertia = {0, 0, 1 / inertia.row[2].z};
        return;
    }
    const double off_diagonal = abs(inertia.row[0].y) + abs(inertia.row[0].z) + abs(inertia.row[1].z);
    SymmetricEigen<double> eigen{{inertia.row[0].x, inertia.row[1].y, inertia.row[2].z}, diagonal(1.0, 1.0, 1.0)};
    if (off_diagonal > 1e-12 * trace(inertia)) // else the axes are the material's: no rounding
    {
        eigen = symmetric_eigen(inertia);
        if (determinant(eigen.vectors) < 0)
            eigen.vectors.row[2] = -eigen.vectors.row[2];
        body.principal_axes = quaternion_of(transpose(eigen.vectors));
    }
    body.principal_inertia = eigen.values;
    body.inverse_inertia = {1 / eigen.values.x, 1 / eigen.values.y, 1 / eigen.values.z};
}

Mat3d turned(const Quaternion& q, const Vec3d& principal)
{
    const Mat3d R = matrix_of(q);
    return R * diagonal(principal.x, principal.y, principal.z) * transpose(R);
}

/// One principal axis k: the momentum Π and the body turn about it by ±Π_k t/J_k.
void turn_about(int axis, double t, const Vec3d& inverse_inertia, Quaternion& q, Vec3d& momentum)
{
    const double angle = t * momentum[axis] * inverse_inertia[axis];
    Vec3d r;
    r[axis] = angle;
    q = q * rotation_by(r);
    const int j = (axis + 1) % 3;
    const int k = (axis + 2) % 3;
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const double along_j = momentum[j];
    momentum[j] = c * along_j + s * momentum[k];
    momentum[k] = c * momentum[k] - s * along_j;
}
} // namespace

Mat3d RigidBody::world_inverse_inertia() const { return turned(state.orientation * principal_axes, inverse_inertia); }

Vec3d RigidBody::angular_velocity() const
{
    if (is_given())
        return given_angular_velocity;
    const Mat3d R = matrix_of(state.orientation * principal_axes);
    const Vec3d momentum = transpose(R) * state.angular_momentum;
    return R * Vec3d{momentum.x * inverse_inertia.x, momentum.y * inverse_inertia.y, momentum.z * inverse_inertia.z};
}

Vec3d RigidBody::weight_torque(const Vec3d& gravity) const { return cross(matrix_of(state.orientation) * overhang, mass * gravity); }

double RigidBody::kinetic_energy() const
{
    return is_given() ? 0 : 0.5 * (mass * dot(state.velocity, state.velocity) + dot(angular_velocity(), state.angular_momentum));
}

Result<RigidBody> make_rigid_body(const RigidBodySettings& settings, int dimension, const Assets& assets)
{
    Problems problems;
    check_settings(settings, dimension, problems);
    auto shape = make_contact_shape(settings.shape, settings.keeps_inside, dimension, assets);
    if (!shape)
        problems.insert(problems.end(), shape.problems().begin(), shape.problems().end());
    if (!problems.empty())
        return problems;

    RigidBody body;
    body.shape = std::move(*shape);
    body.surface = settings.surface;
    body.state.orientation = rotation_by(settings.rotation);
    if (!settings.is_given)
    {
        const auto m = mass_properties(settings.shape, dimension, assets);
        if (!m)
            return m.problems();
        set_mass(body, *m, settings, dimension);
    }
    const Vec3d from_origin = matrix_of(body.state.orientation) * body.material_center;
    body.state.position = settings.position + from_origin;
    body.state.velocity = settings.velocity + cross(settings.angular_velocity, from_origin);
    if (settings.is_given)
        body.given_angular_velocity = settings.angular_velocity;
    else
        body.state.angular_momentum =
            turned(body.state.orientation * body.principal_axes, body.principal_inertia) * settings.angular_velocity;
    return body;
}

void apply_impulse(RigidBody& body, const Wrench& impulse)
{
    if (body.is_given())
        return;
    body.state.velocity += body.inverse_mass * impulse.force;
    body.state.angular_momentum += body.free_part(impulse.torque);
}

void set_course(RigidBody& body, const Vec3d& position, const Quaternion& orientation, double dt)
{
    body.state.velocity = (position - body.state.position) / dt;
    body.given_angular_velocity = rotation_vector(orientation * conjugate(body.state.orientation)) / dt;
}

void turn_freely(RigidBody& body, double dt)
{
    RigidBodyState& state = body.state;
    if (body.is_given())
    {
        state.orientation = normalized(rotation_by(dt * body.given_angular_velocity) * state.orientation);
        return;
    }
    Quaternion q = state.orientation * body.principal_axes;
    Vec3d momentum = transpose(matrix_of(q)) * state.angular_momentum; // Π, in the principal frame
    Vec3d spin;
    for (int k = 0; k < 3; ++k)
        spin[k] = momentum[k] * body.inverse_inertia[k];
    const double turn = norm(spin) * abs(dt);
    if (!(turn > 0) || !std::isfinite(turn))
        return;
    const int parts = static_cast<int>(std::clamp(std::ceil(turn / largest_turn), 1.0, double(most_turns)));
    const double t = dt / parts;
    for (int part = 0; part < parts; ++part)
        for (const auto& [axis, share] : {std::pair{0, 0.5}, {1, 0.5}, {2, 1.0}, {1, 0.5}, {0, 0.5}})
            turn_about(axis, share * t, body.inverse_inertia, q, momentum);
    state.orientation = normalized(q * conjugate(body.principal_axes));
}
} // namespace aspic
