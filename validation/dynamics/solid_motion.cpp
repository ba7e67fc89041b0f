#include "dynamics/solid_motion.h"

#include "aspic/io/number_text.h"
#include "aspic/io/scene_file.h"
#include "aspic/math/best_rotation.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace aspic::validation
{
Motion motion_of(const World& world)
{
    const ParticleSet& particles = world.particles();
    const auto material = particles.column<Index>("material").view();
    const Vec3d g = world.scene().gravity.at(world.time());
    Motion total;
    for (Index i = 0; i < particles.size(); ++i)
    {
        if (material[i] == ghost_material)
            continue;
        const double m = particles.mass[i];
        const Vec3d x = particles.position[i], v = convert<double>(particles.velocity[i]);
        total.mass += m;
        total.center += m * x;
        total.momentum += m * v;
        total.angular_momentum += m * cross(x, v);
        total.kinetic += 0.5 * m * dot(v, v);
        total.gravitational -= m * dot(g, x);
    }
    total.center = total.center / total.mass;
    total.elastic = world.elastic_energy();
    return total;
}

double sum_of_momenta(const World& world)
{
    const ParticleSet& particles = world.particles();
    double total = 0;
    for (Index i = 0; i < particles.size(); ++i)
        total += double(particles.mass[i]) * norm(convert<double>(particles.velocity[i]));
    return total;
}

RotationSince::RotationSince(const World& world) : is_flat_(world.scene().dimension == 2)
{
    const Vec3d center = motion_of(world).center;
    const ParticleSet& particles = world.particles();
    for (Index i = 0; i < particles.size(); ++i)
        start_[particles.identity[i]] = particles.position[i] - center;
}

Vec3d RotationSince::operator()(const World& world) const
{
    const Vec3d center = motion_of(world).center;
    const ParticleSet& particles = world.particles();
    Mat3d covariance{};
    for (Index i = 0; i < particles.size(); ++i)
        if (const auto found = start_.find(particles.identity[i]); found != start_.end())
            covariance = covariance + outer(particles.position[i] - center, found->second);
    return best_rotation(covariance);
}

double ContinuedAngle::operator()(const Vec3d& direction)
{
    const double angle = std::atan2(direction.y, direction.x);
    last_ = is_first_ ? angle : last_ + std::remainder(angle - last_, 2 * pi);
    is_first_ = false;
    return last_;
}

void kick(Experiment& experiment, const std::function<Vec3d(const Vec3d&)>& change)
{
    experiment.alter([&](WorldState& state) {
        ParticleSet& particles = state.particles;
        for (Index i = 0; i < particles.size(); ++i)
            particles.velocity[i] += convert<Real>(change(particles.position[i]));
    });
}

void add_run(LinePlot& plot, const std::string& name, const Curve& curve, const Method& method)
{
    const bool is_dashed = !method.name.empty();
    const auto alike = std::ranges::count_if(
        plot.series, [&](const PlotSeries& series) { return series.dashed == is_dashed && series.color.has_value(); });
    plot.series.push_back(measured_line(name, curve, static_cast<std::size_t>(alike)));
    plot.series.back().dashed = is_dashed;
}

bool is_known(const std::string& elasticity_settings)
{
    const std::string text = R"({"version": 1, "spacing": 1, "solvers": {"elasticity": {)" + elasticity_settings + "}}}";
    return static_cast<bool>(parse_scene(text, "trial", {}));
}

std::vector<Method> compared_methods()
{
    std::vector<Method> known;
    for (const Method& method : {Method{"fixed R", R"("tangent": "fixed")", false}, Method{"split", R"("method": "split")", false}})
        if (is_known(method.settings))
            known.push_back(method);
    return known;
}

std::string power_text(double number)
{
    const int exponent = static_cast<int>(std::floor(std::log10(number) + 1e-9));
    return number_text(std::round(10 * number / std::pow(10, exponent)) / 10) + "e" + std::to_string(exponent);
}

std::string name_of(double young_modulus, double dt, const Method& method)
{
    const std::string step = number_text(std::round(1e5 * dt) / 100) + " ms";
    return power_text(young_modulus) + " Pa, " + step + (method.name.empty() ? "" : ", " + method.name);
}

std::string label_of(std::string_view subject, std::string_view name)
{
    std::string label(subject);
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            label += c;
        else if (label.back() != '-')
            label += '-';
    return label;
}

double time_to_reach(const Curve& curve, double level)
{
    for (std::size_t k = 1; k < curve.x.size(); ++k)
        if ((curve.y[k - 1] < level) != (curve.y[k] < level))
            return std::lerp(curve.x[k - 1], curve.x[k], (level - curve.y[k - 1]) / (curve.y[k] - curve.y[k - 1]));
    return std::numeric_limits<double>::quiet_NaN();
}
} // namespace aspic::validation
