#pragma once

#include "aspic/simulation/body_points.h"
#include "aspic/simulation/free_room.h"
#include "aspic/simulation/held_particles.h"
#include "aspic/simulation/nozzle_layer.h"

#include <functional>
#include <map>

namespace aspic
{
/// Brings particles into the world and takes them out: objects at their start time, emitters, sinks. What comes after the start finds room or does not come: jets and late fluid
/// leave out the particles whose places are taken, emitted bodies and late solids wait. Two columns say what a particle is made of
/// (`material`, index in the scene) and where it came from (`origin`: index of its object, or number of objects + index of its emitter).
class Sources
{
public:
    Sources(const Scene& scene, const Assets& assets);

    /// Sets the lengths of the lists and adds the columns, if the state is new.
    void prepare(WorldState& state) const;

    /// Objects whose time has come.
    void start_objects(WorldState& state, const HeldParticles& held, const RigidBodies& rigid) const;

    /// Whether a wall or rigid body stands between two places.
    using IsCrossed = std::function<bool(const Vec3d& from, const Vec3d& to)>;

    /// What the emitters bring in the step that ended at `state.time`. A jet brings nothing behind what `is_crossed`
    /// says.
    void emit(WorldState& state, const RigidBodies& rigid, double dt, const IsCrossed& is_crossed = {}) const;

    /// Shapes of bodies, filled: for whoever needs the same.
    [[nodiscard]] FilledShapes& filled_shapes() const { return filled_; }

    /// Removes what is in open sinks.
    void drain(WorldState& state) const;

private:
    /// `materials`: of each point, in the scene
    Index add(WorldState& state, const BodyPoints& points, const std::vector<Index>& materials, Index origin) const;
    [[nodiscard]] std::int64_t room(const WorldState& state) const; ///< particles that the budget still allows
    void keep_to_budget(WorldState& state, BodyPoints& layer) const;
    bool withholds(WorldState& state, const BodyPoints& body) const;
    bool make_room(WorldState& state, std::size_t object, BodyPoints& points, const RigidBodies& rigid) const;
    BodyPoints& points_of(const Body& body, std::size_t origin, std::uint64_t stream) const;
    void push_out(WorldState& state, const NozzleLayer& nozzle, Index origin, const Vec3d& velocity) const;
    void emit_fluid(WorldState& state, std::size_t k, const RigidBodies& rigid, double dt, const IsCrossed& is_crossed) const;
    void emit_bodies(WorldState& state, std::size_t k, const RigidBodies& rigid) const;

    const Scene* scene_;
    const Assets* assets_;
    std::vector<NozzleLayer> nozzles_; ///< of each fluid emitter; empty for others
    std::vector<std::shared_ptr<const Solid>> sinks_;
    FreeRoom free_;
    mutable FilledShapes filled_;                       ///< found when they are first needed
    mutable std::map<std::size_t, BodyPoints> waiting_; ///< particles of bodies that wait, by their origin
};

/// What did not come as the scene wants it, and why: a line each.
std::vector<std::string> source_notes(const WorldState& state, const Scene& scene);
} // namespace aspic
