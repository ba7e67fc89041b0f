#include "aspic/simulation/probes.h"

#include "aspic/math/best_rotation.h"
#include "aspic/simulation/area_pressure.h"
#include "aspic/simulation/pose.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

using Names = std::vector<std::string>;
using Values = std::vector<double>;

void append(Values& values, const Vec3d& v) { values.insert(values.end(), {v.x, v.y, v.z}); }

Names three(const std::string& name, const std::string& unit)
{
    return {name + "_x [" + unit + "]", name + "_y [" + unit + "]", name + "_z [" + unit + "]"};
}

Names joined(std::initializer_list<Names> lists)
{
    Names result;
    for (const Names& list : lists)
        result.insert(result.end(), list.begin(), list.end());
    return result;
}

// ---------------------------------------------------------------- names

Names columns_of(const ParticleProbe&, const Scene&)
{
    return joined({{"identity"}, three("position", "m"), three("velocity", "m/s"), {"density [kg/m³]", "pressure [Pa]"}});
}
Names columns_of(const BodyProbe& probe, const Scene&)
{
    Names names = joined({{"particles", "mass [kg]", "volume [m³]"},
                          three("center", "m"),
                          three("momentum", "kg m/s"),
                          three("angular_momentum", "kg m²/s"),
                          {"kinetic_energy [J]", "potential_energy [J]", "compression_energy [J]"}});
    return probe.rotation ? joined({names, three("rotation", "rad")}) : names;
}
Names columns_of(const PressureProbe&, const Scene&) { return {"pressure [Pa]"}; }
Names columns_of(const LevelProbe&, const Scene&) { return {"level [m]"}; }
Names columns_of(const FrontProbe&, const Scene&) { return {"front [m]"}; }
Names columns_of(const AreaProbe&, const Scene&) { return {"pressure [Pa]"}; }
Names columns_of(const PinProbe&, const Scene&) { return joined({three("force", "N"), three("torque", "N m")}); }
Names columns_of(const ElasticEnergyProbe&, const Scene&) { return {"elastic_energy [J]"}; }
Names columns_of(const WallProbe&, const Scene&) { return joined({three("force", "N"), three("torque", "N m")}); }
Names columns_of(const RigidProbe&, const Scene&)
{
    return joined({three("position", "m"),
                   three("velocity", "m/s"),
                   three("rotation", "rad"),
                   three("angular_velocity", "rad/s"),
                   three("force", "N"),
                   three("torque", "N m"),
                   {"kinetic_energy [J]"}});
}
Names columns_of(const CountProbe&, const Scene& scene)
{
    Names names{"particles"};
    for (const auto& material : scene.materials)
        names.push_back(material.name);
    return joined({names, {"emitted", "removed", "withheld", "left_out", "postponed"}});
}
Names columns_of(const SolverProbe&, const Scene&)
{
    return {"dt [s]", "largest_speed [m/s]", "mean_compression", "largest_compression", "iterations", "residual", "shortened_steps"};
}

// ---------------------------------------------------------------- measuring

/// What a probe may look at.
struct Moment
{
    const Scene& scene;
    WorldState& state;
    const StepReport& report;
    const MeasuredWorld& world;
    const Array<Real>& pressure; ///< empty unless needs_pressure
    ProbeState& memory;

    [[nodiscard]] const ParticleSet& particles() const { return state.particles; }
    [[nodiscard]] View<const Index> material() const
    {
        return state.particles.column<Index>("material").view();
    } ///< of ghosts ghost_material
};

/// The index of the particle with that identity, or −1.
Index index_of_identity(const ParticleSet& particles, Identity identity)
{
    return maximum(particles.size(), Index(-1), [&](Index i) { return particles.identity[i] == identity ? i : Index(-1); });
}

Identity nearest_particle(const ParticleSet& particles, const Vec3d& point, const Periodicity& periodicity)
{
    const auto material = particles.column<Index>("material").view();
    struct Candidate
    {
        double distance = std::numeric_limits<double>::infinity();
        Identity identity = std::numeric_limits<Identity>::max();
    };
    const auto nearer = [](const Candidate& a, const Candidate& b) {
        return a.distance < b.distance || (a.distance == b.distance && a.identity < b.identity) ? a : b;
    };
    return reduce(
               particles.size(), Candidate{},
               [&](Index i) {
                   if (material[i] == ghost_material)
                       return Candidate{};
                   return Candidate{norm(shortest_difference(particles.position[i], point, periodicity)), particles.identity[i]};
               },
               nearer)
        .identity;
}

Values measure(const ParticleProbe& probe, const Moment& now)
{
    const ParticleSet& particles = now.particles();
    if (now.memory.rows == 0)
        now.memory.particle =
            probe.identity ? static_cast<Identity>(*probe.identity) : nearest_particle(particles, *probe.nearest, now.world.periodicity);
    const Index i = index_of_identity(particles, now.memory.particle);
    if (i < 0)
        return Values(9, nothing);
    Values values{static_cast<double>(now.memory.particle)};
    append(values, particles.position[i]);
    append(values, convert<double>(particles.velocity[i]));
    values.push_back(particles.density[i]);
    values.push_back(now.pressure[static_cast<std::size_t>(i)]);
    return values;
}

/// Sums over the particles of a body; additive.
struct BodySums
{
    double count = 0, mass = 0, volume = 0, kinetic = 0, compression = 0;
    Vec3d mass_position, momentum, angular_momentum, mass_rest;
    Mat3T<double> covariance; ///< Σ m x Xᵀ

    BodySums operator+(const BodySums& b) const
    {
        return {count + b.count,
                mass + b.mass,
                volume + b.volume,
                kinetic + b.kinetic,
                compression + b.compression,
                mass_position + b.mass_position,
                momentum + b.momentum,
                angular_momentum + b.angular_momentum,
                mass_rest + b.mass_rest,
                covariance + b.covariance};
    }
};

BodySums sums_of(const BodyProbe& probe, const Moment& now)
{
    const ParticleSet& particles = now.particles();
    const Index object = probe.object ? index_of(now.scene.objects, *probe.object) : -1;
    const auto& origin = particles.column<Index>("origin");
    const auto material = now.material();
    const auto* rest = probe.rotation ? &particles.column<Vec3d>("rest_position") : nullptr;
    const auto* settings = std::get_if<WeaklyCompressibleSettings>(&now.scene.solvers.pressure);
    const auto of_particle = [&](Index i) -> BodySums {
        if (material[i] == ghost_material || (object >= 0 && origin[i] != object))
            return {};
        const double m = particles.mass[i];
        const double rho = particles.density[i];
        const double rho_0 = now.scene.materials[static_cast<std::size_t>(material[i])].value.density;
        const Vec3d& x = particles.position[i];
        const Vec3d v = convert<double>(particles.velocity[i]);
        const Vec3d X = rest != nullptr ? (*rest)[i] : Vec3d{};
        return {1,
                m,
                m / rho,
                0.5 * m * dot(v, v),
                settings != nullptr ? m * tait_energy(*settings, now.world.sound_speed, rho / rho_0) : 0,
                m * x,
                m * v,
                cross(x, m * v),
                m * X,
                outer(m * x, X)};
    };
    return reduce(particles.size(), BodySums{}, of_particle, [](const BodySums& a, const BodySums& b) { return a + b; });
}

Values measure(const BodyProbe& probe, const Moment& now)
{
    const BodySums sums = sums_of(probe, now);
    Values values{sums.count, sums.mass, sums.volume};
    const bool any = sums.mass > 0;
    append(values, any ? sums.mass_position / sums.mass : Vec3d{nothing, nothing, nothing});
    append(values, sums.momentum);
    append(values, sums.angular_momentum);
    values.insert(values.end(), {sums.kinetic, -dot(now.scene.gravity.at(now.state.time), sums.mass_position), sums.compression});
    if (probe.rotation)
    {
        const Vec3d center = any ? sums.mass_position / sums.mass : Vec3d{};
        append(values, any ? best_rotation(sums.covariance - outer(center, sums.mass_rest)) : Vec3d{nothing, nothing, nothing});
    }
    return values;
}

/// How something that a probe moves with has moved since the scene began.
class Carrier
{
public:
    Carrier(const std::optional<std::string>& name, const Moment& now)
    {
        if (!name)
            return;
        if (const Index wall = index_of(now.scene.walls, *name); wall >= 0)
        {
            pose_ = pose_at(now.scene.walls[static_cast<std::size_t>(wall)].value.motion, now.state.time);
            return;
        }
        const auto k = static_cast<std::size_t>(index_of(now.scene.rigid_bodies, *name));
        const RigidObject& object = now.scene.rigid_bodies[k].value;
        const RigidPose body = now.world.rigid_body(k).pose();
        pose_.rotation = body.rotation * transpose(rotation_matrix(object.rotation));
        pose_.center = object.position;
        pose_.shift = body.place_of({}) - object.position;
    }

    [[nodiscard]] Vec3d place_of(const Vec3d& point) const { return pose_.place_of(point); }
    [[nodiscard]] Vec3d direction_of(const Vec3d& direction) const { return pose_.rotation * direction; }

private:
    Pose pose_;
};

Values measure(const AreaProbe& probe, const Moment& now)
{
    const Carrier carrier(probe.moves_with, now);
    const PressureCell cell{carrier.place_of(probe.at), carrier.direction_of(probe.normal), probe.radius, now.scene.spacing,
                            now.scene.dimension};
    return {mean_pressure(cell, now.particles(), const_view(now.pressure), now.world.kernel, now.world.periodicity)};
}

Values measure(const PressureProbe& probe, const Moment& now)
{
    const Vec3d at = Carrier(probe.moves_with, now).place_of(probe.at);
    struct Sums
    {
        double weighted = 0, weight = 0;
    };
    const ParticleSet& particles = now.particles();
    const auto material = now.material();
    const auto of_particle = [&](Index i) {
        if (material[i] == ghost_material)
            return Sums{};
        const auto r = static_cast<Real>(norm(shortest_difference(particles.position[i], at, now.world.periodicity)));
        const double w = std::visit([&](const auto& k) { return static_cast<double>(k.w(r)); }, now.world.kernel);
        const double volume = w > 0 ? double(particles.mass[i]) / particles.density[i] : 0;
        return Sums{w * volume * now.pressure[static_cast<std::size_t>(i)], w * volume};
    };
    const Sums sums = reduce(particles.size(), Sums{}, of_particle, [](const Sums& a, const Sums& b) {
        return Sums{a.weighted + b.weighted, a.weight + b.weight};
    });
    return {sums.weight > 0 ? sums.weighted / sums.weight : nothing};
}

/// The value below which a percentage of some numbers is, or nothing if there are none.
double percentile_of(std::vector<double> values, double percentile)
{
    if (values.empty())
        return nothing;
    const auto rank = static_cast<std::size_t>(std::ceil(percentile / 100 * static_cast<double>(values.size())));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::ranges::nth_element(values, at);
    return *at;
}

Values measure(const LevelProbe& probe, const Moment& now)
{
    const Carrier carrier(probe.moves_with, now);
    const Vec3d at = carrier.place_of(probe.at), up = carrier.direction_of(probe.up / norm(probe.up));
    const ParticleSet& particles = now.particles();
    const auto material = now.material();
    std::vector<double> heights;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d arm = shortest_difference(particles.position[i], at, now.world.periodicity);
        const double height = dot(arm, up);
        if (material[i] != ghost_material && norm(arm - height * up) <= 0.5 * probe.width)
            heights.push_back(height);
    }
    return {percentile_of(std::move(heights), probe.percentile) + now.scene.radius()};
}

Values measure(const FrontProbe& probe, const Moment& now)
{
    const Vec3d direction = probe.direction / norm(probe.direction);
    const ParticleSet& particles = now.particles();
    const auto material = now.material();
    std::vector<double> reached;
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] != ghost_material)
            reached.push_back(dot(particles.position[i], direction));
    return {percentile_of(std::move(reached), probe.percentile) + now.scene.radius()};
}

/// Makes means of what was summed since the last row [1/s].
double per_time_since_last_row(const Moment& now)
{
    const double time = now.state.time - now.memory.since;
    return time > 0 ? 1 / time : 0;
}

/// Mean force, and torque about a point.
Values mean_wrench(const Vec3d& about, const Moment& now)
{
    const double per_time = per_time_since_last_row(now);
    Values values;
    append(values, per_time * now.memory.impulse);
    append(values, per_time * (now.memory.angular_impulse - cross(about, now.memory.impulse)));
    return values;
}

Values measure(const WallProbe& probe, const Moment& now) { return mean_wrench(probe.about, now); }
Values measure(const PinProbe& probe, const Moment& now) { return mean_wrench(probe.about, now); }

Values measure(const ElasticEnergyProbe& probe, const Moment& now)
{
    return {now.world.elastic_energy(probe.object ? std::optional(index_of(now.scene.objects, *probe.object)) : std::nullopt)};
}

Values measure(const RigidProbe& probe, const Moment& now)
{
    const RigidBody body = now.world.rigid_body(static_cast<std::size_t>(index_of(now.scene.rigid_bodies, probe.body)));
    const double per_time = per_time_since_last_row(now);
    Values values;
    const Vec3d from_pivot = matrix_of(body.state.orientation) * body.overhang;
    append(values, body.state.position + from_pivot);
    append(values, body.state.velocity + cross(body.angular_velocity(), from_pivot));
    append(values, rotation_vector(body.state.orientation));
    append(values, body.angular_velocity());
    append(values, per_time * now.memory.impulse);
    append(values, per_time * now.memory.angular_impulse);
    values.push_back(body.kinetic_energy());
    return values;
}

Values measure(const CountProbe&, const Moment& now)
{
    const ParticleSet& particles = now.particles();
    const auto material = now.material();
    Values values{static_cast<double>(now.state.fluid_size())};
    for (std::size_t k = 0; k < now.scene.materials.size(); ++k)
        values.push_back(sum(particles.size(), [&](Index i) { return material[i] == static_cast<Index>(k) ? 1 : 0; }));
    for (const std::int64_t count : {now.state.emitted, now.state.removed, now.state.withheld, now.state.left_out, now.state.postponed})
        values.push_back(static_cast<double>(count));
    return values;
}

Values measure(const SolverProbe&, const Moment& now)
{
    const auto stage = std::ranges::find(now.report.stages, std::string_view("pressure"), &StageReport::name);
    const bool ran = stage != now.report.stages.end();
    return {now.report.dt,
            now.report.largest_speed,
            now.report.mean_compression,
            now.report.largest_compression,
            ran ? static_cast<double>(stage->iterations) : 0,
            ran ? stage->residual : 0,
            static_cast<double>(now.state.shortened_steps)};
}

bool needs_pressure(const Probe& probe)
{
    return std::holds_alternative<ParticleProbe>(probe) || std::holds_alternative<PressureProbe>(probe) ||
           std::holds_alternative<AreaProbe>(probe);
}

/// Row k is due at the first step that ends k intervals after the first look, or later.
bool is_due(const Probe& probe, const ProbeState& memory, double time)
{
    const std::optional<double> every = std::visit([](const ProbeTiming& timing) { return timing.every; }, probe);
    constexpr double sliver = 1e-9; // of the interval: times are sums of steps
    return !every || memory.rows == 0 || time - memory.start >= (static_cast<double>(memory.rows) - sliver) * *every;
}
} // namespace

std::vector<std::string> probe_columns(const Scene& scene, std::size_t probe)
{
    return joined({{"time [s]", "step"}, std::visit([&](const auto& p) { return columns_of(p, scene); }, scene.probes[probe].value)});
}

void Probes::add_columns(ParticleSet& particles) const
{
    const bool needs_rest = std::ranges::any_of(scene_->probes, [](const auto& probe) {
        const auto* body = std::get_if<BodyProbe>(&probe.value);
        return body != nullptr && body->rotation;
    });
    if (needs_rest && !particles.has_column("rest_position"))
        particles.add_column<Vec3d>("rest_position", "m", "X").values = particles.position.values;
}

void Probes::watch_walls(WorldState& state, const std::vector<WallImpulse>& impulses) const
{
    for (std::size_t k = 0; k < scene_->probes.size(); ++k)
        if (const auto* probe = std::get_if<WallProbe>(&scene_->probes[k].value))
        {
            const WallImpulse& impulse = impulses[static_cast<std::size_t>(index_of(scene_->walls, probe->wall))];
            state.probes[k].impulse += impulse.linear;
            state.probes[k].angular_impulse += impulse.angular;
        }
}

void Probes::watch_pins(WorldState& state, const PinForces& pins) const
{
    for (std::size_t k = 0; k < scene_->probes.size(); ++k)
        if (const auto* probe = std::get_if<PinProbe>(&scene_->probes[k].value))
        {
            const auto [first, last] = PinForces::numbers_of(*probe, *scene_);
            for (std::size_t pin = first; pin < last; ++pin)
            {
                state.probes[k].impulse += pins.impulses()[pin].linear;
                state.probes[k].angular_impulse += pins.impulses()[pin].angular;
            }
        }
}

void Probes::watch_rigid_bodies(WorldState& state, const RigidBodies& bodies) const
{
    for (std::size_t k = 0; k < scene_->probes.size(); ++k)
        if (const auto* probe = std::get_if<RigidProbe>(&scene_->probes[k].value))
        {
            const BodyImpulse& impulse = bodies.impulse(static_cast<std::size_t>(index_of(scene_->rigid_bodies, probe->body)));
            state.probes[k].impulse += impulse.linear;
            state.probes[k].angular_impulse += impulse.angular;
        }
}

std::vector<ProbeRow> Probes::measure(WorldState& state, const StepReport& report, const MeasuredWorld& world) const
{
    std::vector<ProbeRow> rows;
    Array<Real> pressures;
    for (std::size_t k = 0; k < scene_->probes.size(); ++k)
    {
        const Probe& probe = scene_->probes[k].value;
        ProbeState& memory = state.probes[k];
        if (!is_due(probe, memory, state.time))
            continue;
        if (needs_pressure(probe) && pressures.empty())
            pressures = world.pressure();
        const Moment now{*scene_, state, report, world, pressures, memory};
        ProbeRow row{k, {state.time, static_cast<double>(state.steps)}};
        const Values values = std::visit([&](const auto& p) { return aspic::measure(p, now); }, probe);
        row.values.insert(row.values.end(), values.begin(), values.end());
        rows.push_back(std::move(row));
        memory.start = memory.rows == 0 ? state.time : memory.start;
        memory.rows += 1;
        memory.since = state.time;
        memory.impulse = memory.angular_impulse = {};
    }
    return rows;
}
} // namespace aspic
