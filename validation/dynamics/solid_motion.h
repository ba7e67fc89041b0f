#pragma once

#include "measure.h"

#include "aspic/math/quaternion.h"

#include <string_view>
#include <unordered_map>

// What the cases of solids in motion measure: momentum, angular momentum, energy and rotation; and the other ways of
// solving elasticity beside which they stand.

namespace aspic::validation
{
/// What a world of elastic solids has of everything that mechanics conserves.
struct Motion
{
    double mass = 0;          ///< [kg]
    Vec3d center;             ///< [m]
    Vec3d momentum;           ///< [N s]
    Vec3d angular_momentum;   ///< [N m s] about the origin
    double kinetic = 0;       ///< [J]
    double elastic = 0;       ///< [J] strain energy
    double gravitational = 0; ///< [J] −Σ m g·x

    [[nodiscard]] double energy() const { return kinetic + elastic + gravitational; }
    /// [N m s] about the centre of mass.
    [[nodiscard]] Vec3d spin() const { return angular_momentum - cross(center, momentum); }
};
Motion motion_of(const World& world);

/// [N s] Σ m |v|: what momentum is compared with where the sum is zero.
double sum_of_momenta(const World& world);

/// How the particles of a world are turned since this was made: the rotation that fits best.
class RotationSince
{
public:
    explicit RotationSince(const World& world);

    /// Axis times angle, at most π.
    [[nodiscard]] Vec3d operator()(const World& world) const;

private:
    std::unordered_map<Identity, Vec3d> start_; ///< [m] from the centre
    bool is_flat_;
};

/// [rad] of a direction in the plane of x and y, continued over whole turns.
class ContinuedAngle
{
public:
    double operator()(const Vec3d& direction);

private:
    double last_ = 0;
    bool is_first_ = true;
};

/// Changes the velocities of particles: what a scene cannot say. `change(x)` is added [m/s].
void kick(Experiment& experiment, const std::function<Vec3d(const Vec3d&)>& change);

/// A way to solve elasticity. The program's own is gated, those it is compared with are reported.
struct Method
{
    std::string name;     ///< empty: the program's own
    std::string settings; ///< keys of solvers.elasticity
    bool is_gated = true;
};

/// The program's own method.
inline const Method own_method;

/// Methods to compare with: rotations fixed in the tangent, and K21's split; those of them that this program knows.
std::vector<Method> compared_methods();

/// A measured curve of a run joins a plot: dashed if it is not of the program's own method.
void add_run(LinePlot& plot, const std::string& name, const Curve& curve, const Method& method);

/// Whether a scene may have these keys in solvers.elasticity.
bool is_known(const std::string& elasticity_settings);

/// "1e6 Pa, 4 ms" or "1e6 Pa, 4 ms, split".
std::string name_of(double young_modulus, double dt, const Method& method);
std::string power_text(double number); ///< "1e6", "3e6"

/// A label of a scene from a name: letters, digits and dashes.
std::string label_of(std::string_view subject, std::string_view name);

/// [s] when a curve first reaches a level; NaN if it does not.
double time_to_reach(const Curve& curve, double level);
} // namespace aspic::validation
