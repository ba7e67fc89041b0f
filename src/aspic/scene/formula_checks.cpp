#include "aspic/scene/formula_checks.h"

#include <cmath>
#include <cstdio>
#include <set>

namespace aspic
{
namespace
{
std::string short_number(double value)
{
    char text[32];
    std::snprintf(text, sizeof(text), "%.3g", value);
    return text;
}

/// Of the keyframed value in a field; none if it has none.
const std::vector<Formula>* formulas_in(const Type& type, void* member)
{
    if (type.kind == Type::Kind::optional && type.has_value(member))
        return formulas_in(type.element(), type.value(member));
    if (type.kind != Type::Kind::keyframed)
        return nullptr;
    return type.element().kind == Type::Kind::number ? &static_cast<const Keyframed<double>*>(member)->formulas
                                                     : &static_cast<const Keyframed<Vec3d>*>(member)->formulas;
}

bool leaves_plane(const Keyframed<Vec3d>& edge, double duration)
{
    for (const double time : edge.telling_times(duration))
        if (edge.at(time).z != 0)
            return true;
    return false;
}
} // namespace

Problems formula_problems(const FieldVisit& visit, double duration)
{
    constexpr int samples = 1000;
    Problems problems;
    const std::vector<Formula>* formulas = formulas_in(visit.field.type(), visit.member);
    for (std::size_t k = 0; formulas != nullptr && k < formulas->size(); ++k)
        for (int s = 0; s <= samples; ++s)
        {
            const double time = duration * s / samples * (s == samples ? 1 + 1e-12 : 1), value = (*formulas)[k].at(time).value;
            if (std::isfinite(value) && visit.field.allowed.contains(value))
                continue;
            problems.push_back({visit.path + (formulas->size() > 1 ? "[" + std::to_string(k) + "]" : ""),
                                "the formula is " + short_number(value) + " at t = " + short_number(time) + " s",
                                std::isfinite(value) ? "this is out of range" : "it must have a value from 0 to the end of the scene"});
            break;
        }
    return problems;
}

Problems deformation_problems(const Deformation& deformation, const Scene& scene, const std::string& path)
{
    Problems problems;
    const auto& [x, y, z] = deformation;
    if (scene.dimension == 2 && (leaves_plane(x, scene.duration) || leaves_plane(y, scene.duration) || !(z == Deformation{}.along_z)))
        problems.push_back({path, "it leaves the plane z = 0", "in 2D write two numbers for along_x and along_y, and leave out along_z"});
    std::set<double> times;
    for (const Keyframed<Vec3d>* edge : {&x, &y, &z})
        for (const double time : edge->telling_times(scene.duration))
            times.insert(time);
    constexpr int samples = 2000; // between keyframes, too
    for (int k = 0; k <= samples; ++k)
        times.insert(scene.duration * k / samples);
    for (const double time : times)
        if (!(dot(x.at(time), cross(y.at(time), z.at(time))) > 0))
        {
            problems.push_back({path, "the volume is not positive at t = " + short_number(time) + " s",
                                "the three edges must span a box that is not turned inside out"});
            break;
        }
    return problems;
}
} // namespace aspic
