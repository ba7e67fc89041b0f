#include "aspic/simulation/ghosts.h"

#include "aspic/boundaries/sampled_boundary.h"
#include "aspic/boundaries/thin_matter.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/scene_boundaries.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace aspic
{
namespace
{
constexpr Identity first_identity = first_chosen_identity;

/// Where a wall's ghosts may stand: a period, or, where the wall has no end, three times as far as the scene and the nearest part of the wall reach.
Bounds region_of(const Scene& scene, const Solid& solid, const Bounds& scene_extent)
{
    const Bounds wall = solid.bounds();
    Bounds extent = is_empty(scene_extent) ? Bounds{} : scene_extent;
    const Vec3d center = 0.5 * (extent.low + extent.high);
    const SurfaceView surface = solid.surface_from(center);
    if (const Vec3d nearest = center - surface.distance * surface.normal; is_finite(nearest))
        extent = joined(extent, nearest);
    Bounds region = endless_bounds();
    const Periodicity periodicity = periodicity_of(scene);
    for (int axis = 0; axis < 3; ++axis)
    {
        const double size = std::max(extent.high[axis] - extent.low[axis], 4 * scene.support_radius());
        if (periodicity.period[axis] > 0)
        {
            region.low[axis] = periodicity.origin[axis];
            region.high[axis] = periodicity.origin[axis] + periodicity.period[axis];
        }
        else if (!std::isfinite(wall.low[axis]) || !std::isfinite(wall.high[axis]))
        {
            region.low[axis] = extent.low[axis] - size;
            region.high[axis] = extent.high[axis] + size;
        }
    }
    return region;
}

GhostLayer layer_of(const Scene& scene, const Wall& wall, const Solid& solid, const Bounds& extent)
{
    return {.solid = solid,
            .fluid_is_inside = wall.keeps == Side::inside,
            .spacing = scene.spacing,
            .depth = scene.support_radius(),
            .dimension = scene.dimension,
            .region = region_of(scene, solid, extent)};
}

/// Whether a point is within a wall that moves as another does, so that its own ghosts are enough there.
bool is_covered(const Vec3d& x, const Scene& scene, const std::vector<std::shared_ptr<const Solid>>& solids, std::size_t w)
{
    for (std::size_t other = 0; other < w; ++other)
    {
        const Wall& wall = scene.walls[other].value;
        if (wall.ghosts == GhostKind::none || wall.motion != scene.walls[w].value.motion)
            continue;
        const double distance = solids[other]->surface_from(x).distance;
        if ((wall.keeps == Side::inside ? -distance : distance) < 0)
            return true;
    }
    return false;
}

/// In walls thinner than a spacing the samples that an incompressible fluid would see: cells would hold too little
/// matter to keep the fluid away.
GhostPoints points_of(const Scene& scene, const Assets& assets, const Wall& wall, const GhostLayer& layer)
{
    const BoundaryShape shape = boundary_shape(scene, assets, wall);
    const bool repeats = scene.periodic != PeriodicAxes{}; // samples would stand in two periods
    if (repeats || !thin_place(shape))
        return ghost_points(layer);
    const SampledBoundary samples(shape);
    return {samples.points(), samples.volumes()};
}
} // namespace

bool Ghosts::can_fill(const Scene& scene, const Assets& assets, std::size_t wall)
{
    const Wall& described = scene.walls[wall].value;
    return described.ghosts == GhostKind::none ||
           can_be_filled(
               layer_of(scene, described, *make_solid(described.shape, scene.dimension, assets).value(), extent_of(scene, assets)));
}

Ghosts::Ghosts(const Scene& scene, const Assets& assets)
    : reach_(scene.support_radius()),
      moment_(first_step_limit(scene, assets)),
      periodicity_(periodicity_of(scene)),
      origin_(static_cast<Index>(scene.objects.size() + scene.emitters.size()))
{
    for (const auto& material : scene.materials)
        reference_density_ = std::max(&material == &scene.materials.front() ? 0 : reference_density_, material.value.density);
    const Bounds extent = extent_of(scene, assets);
    std::vector<std::shared_ptr<const Solid>> solids;
    for (std::size_t w = 0; w < scene.walls.size(); ++w)
    {
        const Wall& wall = scene.walls[w].value;
        solids.push_back(make_solid(wall.shape, scene.dimension, assets).value());
        layers_.push_back({.motion = wall.motion, .sticks = wall.ghosts == GhostKind::no_slip});
        if (wall.ghosts == GhostKind::none)
            continue;
        const GhostPoints points = points_of(scene, assets, wall, layer_of(scene, wall, *solids[w], extent));
        for (std::size_t k = 0; k < points.positions.size(); ++k)
            if (!is_covered(points.positions[k], scene, solids, w))
            {
                places_.push_back({points.positions[k], static_cast<Real>(points.volumes[k]), static_cast<Index>(w)});
                layers_[w].bounds = joined(layers_[w].bounds, points.positions[k]);
            }
    }
}

/// Poses of a motion a moment before, at, and a moment after a time: from them the acceleration of any of its points.
struct Ghosts::Turn
{
    Pose before, now, after;
    double moment = 0; ///< [s]; 0: does not accelerate

    Turn(const std::optional<Motion>& motion, double time, double span)
        : before(pose_at(motion, time - span)),
          now(pose_at(motion, time)),
          after(pose_at(motion, time + span)),
          moment(motion && time > span ? span : 0)
    {
    }
    [[nodiscard]] Vec3d acceleration(const Vec3d& point) const
    {
        return moment > 0 ? (after.place_of(point) - 2.0 * now.place_of(point) + before.place_of(point)) / square(moment) : Vec3d{};
    }
};

std::size_t Ghosts::place_of(const ParticleSet& particles, Index i) const
{
    return static_cast<std::size_t>(particles.identity[i] - first_identity);
}

bool Ghosts::fit(const WorldState& state) const
{
    const auto material = state.particles.column<Index>("material").view();
    std::vector<bool> seen(places_.size());
    std::int64_t count = 0;
    for (Index i = 0; i < state.particles.size(); ++i)
        if (material[i] == ghost_material)
        {
            const std::size_t place = place_of(state.particles, i);
            if (place >= seen.size() || seen[place])
                return false;
            seen[place] = true;
            ++count;
        }
    return state.ghosts == count;
}

void Ghosts::enter(WorldState& state, const std::vector<std::size_t>& places) const
{
    ParticleSet& particles = state.particles;
    const Index first = particles.append_named(static_cast<Index>(places.size()), first_identity);
    auto& material = particles.column<Index>("material");
    auto& origin = particles.column<Index>("origin");
    auto& volume = particles.column<Real>("rest_volume");
    constexpr double moment = 1e-6; // [s] over which the first velocity is taken
    std::vector<Movement> movements;
    std::vector<Turn> turns;
    for (const Layer& layer : layers_)
    {
        movements.emplace_back(layer.motion, state.time - moment, moment);
        turns.emplace_back(layer.motion, state.time, moment_);
    }
    auto& acceleration = particles.column<Vec3>("acceleration");
    for (Index i = first; i < particles.size(); ++i)
    {
        const std::size_t number = places[static_cast<std::size_t>(i - first)];
        const Place& place = places_[number];
        const Movement& movement = movements[static_cast<std::size_t>(place.wall)];
        particles.identity[i] = first_identity + number;
        particles.position[i] = movement.after.place_of(place.point);
        particles.velocity[i] = convert<Real>(movement.velocity_at(particles.position[i]));
        particles.mass[i] = static_cast<Real>(reference_density_ * double(place.volume));
        particles.density[i] = static_cast<Real>(reference_density_);
        acceleration[i] = convert<Real>(turns[static_cast<std::size_t>(place.wall)].acceleration(place.point));
        volume[i] = place.volume;
        material[i] = ghost_material;
        origin[i] = origin_ + place.wall;
    }
}

namespace
{
/// Cells that hold fluid and those around them, as a table of hashed cells. Cells may share an entry: then some ghosts more are awake.
class WetCells
{
public:
    WetCells(double edge, const Periodicity& periodicity, const ParticleSet& particles) : lattice_(edge, periodicity)
    {
        const std::vector<Cell> cells = cells_with_fluid(particles);
        constexpr std::size_t entries_per_cell = 27 * 32; // at most one in 32 is taken
        is_wet_.resize(std::bit_ceil(entries_per_cell * cells.size() + 1));
        for (const Cell& cell : cells)
            for (int dz = -1; dz <= 1; ++dz)
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                        is_wet_[entry_of({wrapped(cell.x + dx, 0), wrapped(cell.y + dy, 1), wrapped(cell.z + dz, 2)})] = true;
    }

    [[nodiscard]] bool contains(const Vec3d& x) const { return is_wet_[entry_of(lattice_.cell_of(x))]; }

private:
    [[nodiscard]] std::vector<Cell> cells_with_fluid(const ParticleSet& particles) const
    {
        const auto material = particles.column<Index>("material").view();
        std::vector<Cell> cells; // particles of a cell stand together: most repetitions are caught here
        for (Index i = 0; i < particles.size(); ++i)
        {
            if (material[i] == ghost_material)
                continue;
            const Cell cell = lattice_.cell_of(particles.position[i]);
            if (cells.empty() || !(cells.back() == cell))
                cells.push_back(cell);
        }
        std::ranges::sort(cells, {}, [](const Cell& cell) { return std::tie(cell.x, cell.y, cell.z); });
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
        return cells;
    }

    [[nodiscard]] std::int64_t wrapped(std::int64_t place, int axis) const
    {
        const std::int64_t cells = lattice_.cells_per_period(axis);
        return cells > 0 ? (place + cells) % cells : place;
    }

    [[nodiscard]] std::size_t entry_of(const Cell& cell) const
    {
        std::uint64_t key = 0;
        for (int axis = 0; axis < 3; ++axis)
        {
            key = (key ^ static_cast<std::uint64_t>(cell[axis])) * 0x9E3779B97F4A7C15U; // 2⁶⁴ divided by the golden ratio
            key ^= key >> 32;
        }
        return key & (is_wet_.size() - 1);
    }

    CellLattice lattice_;
    std::vector<bool> is_wet_;
};
} // namespace

std::vector<char> Ghosts::places_near_fluid(const WorldState& state) const
{
    const WetCells wet(2 * reach_, periodicity_, state.particles);
    std::vector<Pose> poses;
    for (const Layer& layer : layers_)
        poses.push_back(pose_at(layer.motion, state.time));
    std::vector<char> is_near(places_.size());
    parallel_for(static_cast<Index>(places_.size()), [&](Index k) {
        const Place& place = places_[static_cast<std::size_t>(k)];
        is_near[static_cast<std::size_t>(k)] = wet.contains(poses[static_cast<std::size_t>(place.wall)].place_of(place.point)) ? 1 : 0;
    });
    return is_near;
}

void Ghosts::note_travel(WorldState& state, double farthest, double time, double dt) const
{
    double of_walls = 0;
    for (const Layer& layer : layers_)
    {
        if (!layer.motion || is_empty(layer.bounds))
            continue;
        const Movement movement(layer.motion, time, dt);
        for (int corner = 0; corner < 8; ++corner) // of all points of a moving body those at its corners move farthest
        {
            const Vec3d& low = layer.bounds.low;
            const Vec3d& high = layer.bounds.high;
            const Vec3d x{corner % 2 == 0 ? low.x : high.x, corner / 2 % 2 == 0 ? low.y : high.y, corner / 4 == 0 ? low.z : high.z};
            of_walls = std::max(of_walls, norm(movement.after.place_of(x) - movement.before.place_of(x)));
        }
    }
    state.ghost_travel += farthest + of_walls;
}

void Ghosts::follow_fluid(WorldState& state) const
{
    // Who sleeps was two support radii away from all fluid: both must have come nearer by one before it is needed.
    if (!any() || state.ghost_travel < reach_)
        return;
    state.ghost_travel = 0;
    std::vector<char> is_near = places_near_fluid(state);
    ParticleSet& particles = state.particles;
    const auto material = particles.column<Index>("material").view();
    Array<Index> gone(static_cast<std::size_t>(particles.size()), 0);
    Index going = 0;
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] == ghost_material)
        {
            char& wanted = is_near[place_of(particles, i)];
            going += wanted == 0 ? 1 : 0;
            gone[static_cast<std::size_t>(i)] = wanted == 0 ? 1 : 0;
            wanted = 0; // it is there
        }
    if (going > 0)
        particles.remove(const_view(gone));
    std::vector<std::size_t> coming;
    for (std::size_t k = 0; k < is_near.size(); ++k)
        if (is_near[k] != 0)
            coming.push_back(k);
    enter(state, coming);
    state.ghosts += static_cast<std::int64_t>(coming.size()) - going;
}

void Ghosts::find(const ParticleSet& particles)
{
    index_.clear();
    if (!any())
        return;
    const auto material = particles.column<Index>("material").view();
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] == ghost_material)
            index_.push_back(i);
}

namespace
{
/// Kernel-weighted sums over the fluid before a ghost.
struct FluidBefore
{
    double weight = 0, pressure = 0, rest_density = 0, viscosity = 0;
    Vec3d velocity;
};
} // namespace

void Ghosts::mirror(const Fluid& fluid, WeaklyCompressible& pressure, const BodyForces& forces, View<const Vec3> acceleration,
                    View<Real> viscosity) const
{
    ParticleSet& particles = fluid.particles;
    const NeighborView near = fluid.neighborhood.view();
    const auto before = [&](Index i, bool sticks, const auto& kernel) {
        const Vec3d fall = forces.gravity - convert<double>(acceleration[i]);
        FluidBefore sums;
        for_each_neighbor(near, i, [&](const Neighbor& j) {
            const Index f = j.column;
            if (fluid.is_ghost(f))
                return;
            const Vec3 x_ij = near.offset(i, j);
            const double w = kernel.w(norm(x_ij));
            const Vec3d push = !forces.others.empty() ? fall + convert<double>(forces.others[f]) : fall;
            const double p = pressure.pressure(fluid, f) + double(particles.density[f]) * dot(push, convert<double>(x_ij));
            sums.weight += w;
            sums.pressure += w * p;
            sums.rest_density += w * double(fluid.rest_density[f]);
            if (!sticks)
                return;
            sums.viscosity += w * double(viscosity[f]);
            sums.velocity += w * convert<double>(particles.velocity[f]);
        });
        return sums;
    };
    const auto take = [&](Index i, bool sticks, const FluidBefore& sums) {
        const bool is_wet = sums.weight > 0;
        const double share = is_wet ? 1 / sums.weight : 0;
        const double rest = is_wet ? share * sums.rest_density : reference_density_;
        const double found = is_wet ? share * sums.pressure : pressure.settings().background_pressure;
        const double p = found < 0 ? pressure.settings().negative_factor * found : found;
        particles.mass[i] = static_cast<Real>(rest * double(fluid.rest_volume[i]));
        particles.density[i] = static_cast<Real>(std::max(0.5 * rest, tait_density(pressure.settings(), fluid.sound_speed, rest, p)));
        viscosity[i] = sticks && is_wet ? static_cast<Real>(share * sums.viscosity) : Real(-1);
        // Mirrored at the wall: T09 (56) gives ghosts the wall's own, which sticks half a spacing too deep.
        const Vec3d mirrored = 2.0 * convert<double>(particles.velocity[i]) - share * sums.velocity;
        pressure.set_ghost(fluid, i, p, viscosity[i], sticks ? convert<Real>(mirrored) : particles.velocity[i]);
    };
    std::visit(
        [&](const auto& kernel) {
            parallel_for(static_cast<Index>(index_.size()), [&](Index k) {
                const Index i = index_[static_cast<std::size_t>(k)];
                const bool sticks = layers_[static_cast<std::size_t>(places_[place_of(particles, i)].wall)].sticks;
                take(i, sticks, before(i, sticks, kernel));
            });
        },
        fluid.kernel);
}

WallImpulse Ghosts::impulse(std::size_t w, const Fluid& fluid, const WeaklyCompressible& pressure, const ViscousPart& viscous,
                            double dt) const
{
    WallImpulse total;
    pressure.with_forces(fluid, viscous, {}, [&](const auto& forces) {
        total = reduce(
            static_cast<Index>(index_.size()), WallImpulse{},
            [&](Index k) {
                const Index i = index_[static_cast<std::size_t>(k)];
                if (places_[place_of(fluid.particles, i)].wall != static_cast<Index>(w))
                    return WallImpulse{};
                // Against what the ghost does to each particle: actio = reactio.
                const Vec3d force = sum_over_neighbors(forces.near, i, [&](const Neighbor& j) {
                    const Index f = j.column;
                    return fluid.is_ghost(f) ? Vec3d{}
                                             : -double(fluid.particles.mass[f]) * convert<double>(forces.pair(f, Neighbor{i, j.slot}));
                });
                return WallImpulse{dt * force, cross(fluid.particles.position[i], dt * force)};
            },
            [](const WallImpulse& a, const WallImpulse& b) { return a + b; });
    });
    return total;
}

void Ghosts::lead(ParticleSet& particles, View<Vec3> acceleration, double time, double dt) const
{
    std::vector<Movement> movements;
    std::vector<Turn> turns;
    for (const Layer& layer : layers_)
    {
        movements.emplace_back(layer.motion, time, dt);
        turns.emplace_back(layer.motion, time + dt, moment_);
    }
    parallel_for(static_cast<Index>(index_.size()), [&](Index k) {
        const Index i = index_[static_cast<std::size_t>(k)];
        const Place& place = places_[place_of(particles, i)];
        const Movement& movement = movements[static_cast<std::size_t>(place.wall)];
        particles.position[i] = movement.after.place_of(place.point);
        particles.velocity[i] = convert<Real>(movement.velocity_at(particles.position[i]));
        acceleration[i] = convert<Real>(turns[static_cast<std::size_t>(place.wall)].acceleration(place.point));
    });
}

std::size_t Ghosts::bytes() const { return places_.capacity() * sizeof(Place) + index_.capacity() * sizeof(Index); }
} // namespace aspic
