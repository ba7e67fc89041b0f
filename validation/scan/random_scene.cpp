#include "scan/random_scene.h"

#include "dynamics/solid_motion.h"
#include "experiment.h"

#include "aspic/io/number_text.h"
#include "aspic/math/random.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace aspic::validation
{
namespace
{
/// Random numbers of one scene, one after the other.
class Dice
{
public:
    Dice(std::uint64_t seed, std::uint64_t number) : seed_(seed), number_(number) {}

    double between(double low, double high) { return low + (high - low) * 0.5 * (1 + random_number(seed_, number_, next_++)); }
    double log_between(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
    int whole(int low, int high) { return std::min(high, static_cast<int>(between(low, high + 1))); }
    Vec3d vector(double length) { return {between(-length, length), between(-length, length), between(-length, length)}; }

private:
    std::uint64_t seed_, number_, next_ = 0;
};

std::string rounded(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}
std::string list_of(const Vec3d& v) { return "[" + rounded(v.x) + ", " + rounded(v.y) + ", " + rounded(v.z) + "]"; }

struct Form
{
    std::string name, shape, sampling = "lattice";
    Vec3d half;             ///< [m] of the extents; the centre is the origin
    bool lies_flat = false; ///< on the side that is below
};

/// With faces at distance r from the centre.
Form tetrahedron(double r)
{
    std::string faces;
    for (const Vec3d& normal : {Vec3d{1, 1, 1}, Vec3d{1, -1, -1}, Vec3d{-1, 1, -1}, Vec3d{-1, -1, 1}})
        faces += R"(, {"half_space": {"point": )" + list_of(r / std::sqrt(3.0) * normal) + R"(, "normal": )" + list_of(normal) + "}}";
    const double half = std::sqrt(3.0) * r;
    const Vec3d corner{half, half, half};
    return {"tetrahedron",
            R"({"intersection": {"of": [{"box": {"from": )" + list_of(-1.0 * corner) + R"(, "to": )" + list_of(corner) + "}}" + faces +
                "]}}",
            "lattice", corner};
}

/// Of 300 to 1500 particles, 6 to 24 along its longest side.
Form random_form(Dice& dice, double dx)
{
    const int kind = dice.whole(0, 4);
    const auto box = [&](const char* name, int a, int b, int c) {
        const Vec3d half = 0.5 * dx * Vec3d{double(a), double(b), double(c)};
        return Form{name, R"({"box": {"from": )" + list_of(-1.0 * half) + R"(, "to": )" + list_of(half) + "}}", "lattice", half, true};
    };
    if (kind == 0)
        return box("box", dice.whole(6, 11), dice.whole(6, 11), dice.whole(7, 11));
    if (kind == 1)
        return box("bar", dice.whole(14, 24), dice.whole(5, 7), dice.whole(5, 7));
    if (kind == 2)
        return box("plate", dice.whole(10, 18), dice.whole(3, 4), dice.whole(10, 18));
    if (kind == 3)
        return tetrahedron(dx * dice.between(3, 4.5));
    const double radius = 0.5 * dx * dice.between(9, 13);
    const bool is_relaxed = dice.whole(0, 1) == 1;
    return {is_relaxed ? "relaxed ball" : "ball",
            R"({"sphere": {"radius": )" + rounded(radius) + "}}",
            is_relaxed ? "relaxed" : "lattice",
            {radius, radius, radius}};
}

double longest(const Vec3d& half) { return 2 * std::max({half.x, half.y, half.z}); }

/// [m] How far a turned box reaches from its centre along an axis.
double reach(const Vec3d& half, const Vec3d& rotation, int axis)
{
    const Vec3d row = matrix_of(rotation_by(rotation)).row[axis];
    return std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
}

struct Pose
{
    Vec3d position, rotation, velocity, spin; ///< [m], [rad], [m/s], [rad/s]
};

std::string object(const Form& form, const char* material, const Pose& pose)
{
    return R"({"shape": )" + form.shape + R"(, "material": ")" + material + R"(", "sampling": {")" + form.sampling +
           R"(": {}}, "position": )" + list_of(pose.position) + R"(, "rotation": )" + list_of(pose.rotation) + R"(, "velocity": )" +
           list_of(pose.velocity) + R"(, "angular_velocity": )" + list_of(pose.spin) + "}";
}

std::string half_space(const char* name, const Vec3d& normal, double friction)
{
    return std::string("\"") + name + R"(": {"shape": {"half_space": {"normal": )" + list_of(normal) + R"(}}, "friction": )" +
           rounded(friction) + "}";
}

std::string material(Dice& dice, const char* name, double E, double friction)
{
    return std::string("\"") + name + R"(": {"density": )" + rounded(dice.between(500, 2000)) + R"(, "elastic": {"young_modulus": )" +
           rounded(E) + R"(, "poisson_ratio": )" + rounded(dice.between(0, 0.45)) + R"(, "friction": )" + rounded(friction) + "}}";
}

constexpr std::string_view frame = R"({
  "version": 1,
  "summary": "$name",
  "spacing": $dx,
  "duration": $duration,
  "gravity": [0, $gravity, 0],
  "materials": {$materials},
  "objects": {$objects},
  "walls": {$walls},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$elasticity}, "time_step": {"largest": $dt}}
})";

/// What differs between happenings.
struct Content
{
    std::string objects, walls;
    bool has_gravity = true;
};

Content drop(Dice& dice, const Form& form, double friction, RandomScene& scene)
{
    Pose pose{{}, dice.vector(pi / std::sqrt(3.0)), {}, {}};
    const double gap = dice.between(0.1, 1) * scene.spacing, height = dice.log_between(0.02, 1);
    pose.position.y = reach(form.half, pose.rotation, 1) + gap;
    pose.velocity = {dice.between(-0.5, 0.5), -std::sqrt(2 * 9.81 * height), dice.between(-0.5, 0.5)};
    if (dice.whole(0, 1) == 1)
        pose.spin = dice.vector(3);
    scene.fall = gap;
    scene.floor = 0;
    return {R"("body": )" + object(form, "first", pose), half_space("floor", {0, 1, 0}, friction)};
}

Content thrown(Dice& dice, const Form& form, double friction, RandomScene& scene)
{
    Pose pose{{}, dice.vector(pi / std::sqrt(3.0)), {}, dice.vector(10)};
    pose.position.y = reach(form.half, pose.rotation, 1) + dice.between(0.5, 3) * scene.spacing;
    pose.velocity = {dice.between(-2, 2), -dice.between(0.5, 5), 0};
    scene.floor = 0;
    return {R"("body": )" + object(form, "first", pose), half_space("wall", {0, 1, 0}, friction), false};
}

Content collide(Dice& dice, const Form& form, RandomScene& scene)
{
    const Form other = random_form(dice, scene.spacing);
    Pose left{{}, dice.vector(pi / std::sqrt(3.0)), {dice.between(0.3, 3), 0, 0}, dice.vector(4)};
    Pose right{{}, dice.vector(pi / std::sqrt(3.0)), {-dice.between(0.3, 3), 0, 0}, dice.vector(4)};
    const double apart = reach(form.half, left.rotation, 0) + reach(other.half, right.rotation, 0) + 2 * scene.spacing;
    left.position.x = -0.5 * apart;
    right.position = {0.5 * apart, dice.between(-0.3, 0.3) * longest(form.half), dice.between(-0.3, 0.3) * longest(form.half)};
    return {R"("left": )" + object(form, "first", left) + R"(, "right": )" + object(other, "second", right), "", false};
}

Content squeeze(Dice& dice, const Form& form, double friction, RandomScene& scene)
{
    Pose pose;
    pose.position.y = form.half.y;
    const double top = 2 * form.half.y, down = dice.between(0.1, 0.5) * top, time = dice.between(0.05, 0.15);
    scene.release = time;
    scene.duration = std::max(scene.duration, 2 * time);
    scene.floor = 0;
    const std::string plate = R"("plate": {"shape": {"half_space": {"point": [0, )" + rounded(top) +
                              R"(, 0], "normal": [0, -1, 0]}}, "friction": )" + rounded(friction) +
                              R"(, "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": )" + rounded(time) +
                              R"(, "value": [0, )" + rounded(-down) + R"(, 0]}, {"time": )" + rounded(1.2 * time) + R"(, "value": [0, )" +
                              rounded(2 * top) + R"(, 0]}]}}})";
    return {R"("body": )" + object(form, "first", pose), half_space("floor", {0, 1, 0}, friction) + ", " + plate};
}

Content rest(Dice& dice, const Form& form, double friction, RandomScene& scene)
{
    Pose pose;
    pose.position.y = form.half.y;
    pose.rotation.y = dice.between(-pi, pi);
    scene.floor = 0;
    return {R"("body": )" + object(form, "first", pose), half_space("floor", {0, 1, 0}, friction)};
}

const char* name_of(Happening happening)
{
    constexpr std::array<const char*, happening_count> names{"drop", "thrown", "collide", "squeeze", "rest"};
    return names.at(static_cast<std::size_t>(happening));
}
} // namespace

RandomScene random_scene(const RandomScenes& scenes, std::uint64_t number)
{
    Dice dice(scenes.seed, number);
    RandomScene scene;
    scene.happening = scenes.only.value_or(static_cast<Happening>(number % happening_count));
    scene.spacing = std::round(1e4 * dice.between(0.02, 0.03)) * 1e-4;
    const double E = dice.log_between(1e4, 1e9), other_E = dice.log_between(1e4, 1e9), friction = dice.between(0, 1);
    const double dt = dice.log_between(0.25e-3, 5e-3);
    scene.duration = std::round(1e3 * std::clamp(300 * dt, 0.2, 0.8)) * 1e-3;
    const Form form = random_form(dice, scene.spacing);
    scene.size = longest(form.half);
    const Content content = [&] {
        switch (scene.happening)
        {
        case Happening::drop:
            return drop(dice, form, friction, scene);
        case Happening::thrown:
            return thrown(dice, form, friction, scene);
        case Happening::collide:
            return collide(dice, form, scene);
        case Happening::squeeze:
            return squeeze(dice, form, friction, scene);
        case Happening::rest:
            break;
        }
        return rest(dice, form, friction, scene);
    }();
    scene.may_not_rotate = scene.happening == Happening::rest && form.lies_flat && E > 2e5; // softer ones may buckle
    scene.name = std::string(name_of(scene.happening)) + ": " + form.name + ", " + power_text(E) + " Pa, " +
                 number_text(std::round(1e5 * dt) / 100) + " ms, friction " + number_text(std::round(100 * friction) / 100);
    const std::string first = material(dice, "first", E, friction), second = material(dice, "second", other_E, friction);
    const std::string materials = scene.happening == Happening::collide ? first + ", " + second : first;
    scene.text = filled_in(frame, {{"name", scene.name},
                                   {"dx", rounded(scene.spacing)},
                                   {"duration", rounded(scene.duration)},
                                   {"gravity", content.has_gravity ? -9.81 : 0},
                                   {"materials", materials},
                                   {"objects", content.objects},
                                   {"walls", content.walls},
                                   {"elasticity", scenes.elasticity},
                                   {"dt", rounded(dt)}});
    return scene;
}
} // namespace aspic::validation
