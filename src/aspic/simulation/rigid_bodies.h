#pragma once

#include "aspic/boundaries/boundary_body.h"
#include "aspic/simulation/pose.h"
#include "aspic/simulation/wall_impulse.h"
#include "aspic/simulation/world_state.h"

namespace aspic
{
/// What a body is made from.
RigidBodySettings rigid_settings(const RigidObject& object);

/// The rigid bodies of a scene, and its walls as they stand in contact with them. The state of the world holds how they move.
///
/// A step: begin (forces), then the fluid pushes, then contacts, then move.
class RigidBodies
{
public:
    /// Shapes must be such that make_rigid_body takes them.
    RigidBodies(const Scene& scene, const Assets& assets);

    [[nodiscard]] bool any() const { return first_ < bodies_.size(); }
    [[nodiscard]] std::size_t size() const { return bodies_.size() - first_; }
    [[nodiscard]] const RigidBody& operator[](std::size_t k) const { return bodies_[first_ + k]; }

    /// A new state gets the bodies as the scene puts them. Throws std::invalid_argument if it has others.
    void prepare(WorldState& state) const;

    /// [s] Contacts are solved once in a step: it must not be longer. Infinite without bodies.
    [[nodiscard]] double longest_step() const;

    /// [m/s] of the fastest point of a body.
    [[nodiscard]] double largest_speed(const WorldState& state) const;

    /// Takes their state, sets the course of what moves as given in the step [time, time + dt], and adds gravity.
    void begin(const WorldState& state, const Vec3d& gravity, double time, double dt);

    /// For a time it has another mass, or moves otherwise.
    void replace(std::size_t k, const RigidBody& body) { bodies_[first_ + k] = body; }

    /// Something else than a fluid acts on a body.
    void apply(std::size_t k, const Wrench& impulse) { apply_impulse(bodies_[first_ + k], impulse); }

    /// The fluid acts on a body.
    void push(std::size_t k, const BodyImpulse& impulse);

    /// The same after bodies have moved.
    void push(std::size_t k, const BodyImpulse& impulse, WorldState& state)
    {
        push(k, impulse);
        state.rigid_bodies[k] = (*this)[k].state;
    }

    /// Friction, restitution and weight between bodies and walls: v → v.
    RigidReport solve_contacts(double dt) { return solver_.solve_contacts(bodies_, dt); }

    /// v → x
    void move(WorldState& state, double dt);

    /// Moves particles that came into a body towards its surface, at most a quarter of a spacing, and takes from them, for the body, what points into it.
    ///   `at_home`: for each particle a body in which it may be, as `beside` of held particles; empty: none
    void keep_out(WorldState& state, View<const Index> at_home, double spacing);

    /// Where bodies overlap, as they stand after `begin`: numbers of walls, then of bodies.
    [[nodiscard]] std::vector<Contact> overlaps() const { return find_contacts(bodies_, 0, settings_.slop); }

    /// A body as it stands in a state.
    struct Placed
    {
        const Solid& solid;
        RigidPose pose;
    };
    [[nodiscard]] std::vector<Placed> placed(const WorldState& state) const;

    /// What rigid bodies did to a wall in the step, by contact.
    [[nodiscard]] WallImpulse impulse_on_wall(std::size_t wall) const;

    /// What the fluid did to a body in the step, by pressure, friction and keep_out.
    [[nodiscard]] const BodyImpulse& impulse(std::size_t k) const { return impulses_[k]; }

private:
    struct Course
    {
        std::optional<Motion> motion;
        RigidPose at_first; ///< as the scene puts it
    };
    void set_course_of(RigidBody& body, const Course& course, double time, double dt) const;

    std::size_t first_ = 0;                            ///< of the scene's bodies: walls stand before them
    std::vector<RigidBody> bodies_;                    ///< walls, then bodies
    std::vector<Course> courses_;                      ///< of each
    std::vector<std::shared_ptr<const Solid>> solids_; ///< of the scene's bodies
    std::vector<BodyImpulse> impulses_;                ///< on the scene's bodies, in the step
    RigidSolverSettings settings_;
    RigidSolver solver_{settings_};
    Array<char> is_inside_; ///< of each particle
    int dimension_;
};
} // namespace aspic
