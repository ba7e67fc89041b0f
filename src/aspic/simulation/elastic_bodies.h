#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/simulation/attachments.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/elastic_followers.h"
#include "aspic/simulation/friction_table.h"
#include "aspic/simulation/scene_boundaries.h"

namespace aspic
{
/// Elastic solids of a world: objects and emitted bodies whose material is elastic. Three columns say to which solid a particle belongs (`solid`: a number, −1 for fluids), which particle of its rest
/// shape it is (`slot`), and how it was turned in the last step (`turn`: the vector part of a quaternion whose fourth is not negative).
/// A fourth says which have lost their shape (`tangled`), scattered or crushed, and not found back to it yet: they do not press themselves, or they never would.
/// With K21's split a fifth has what its volume solve found in the last step (`volume_change`), with which the next begins.
class ElasticBodies
{
public:
    ElasticBodies(const Scene& scene, const Assets& assets, FilledShapes& filled);

    [[nodiscard]] bool any() const { return !kinds_.empty(); }
    void prepare(WorldState& state) const;

    /// Whether a state that was read has each particle of its solids once, and as many as their shapes have.
    [[nodiscard]] bool are_whole(const WorldState& state) const;

    /// Solids that have come since the last time get their numbers.
    void adopt(WorldState& state) const;

    struct Step
    {
        const HeldParticles& held;
        Attachments& attachments;
        RigidBodies& rigid;
        Periodicity periodicity;
        double time = 0, dt = 0; ///< [s]
        double usual_dt = 0;     ///< [s] of most steps; 0: not known
        const SceneBoundaries& walls;
        const FrictionTable& friction;
        const Fluid& fluid;
        bool measures_held = false; ///< somebody wants to know what held particles get
    };
    /// Whether solids meet walls and each other in their own solve, and not by pressure.
    [[nodiscard]] bool touch_by_themselves() const { return touch_; }

    /// What solids did to walls in the last step.
    [[nodiscard]] const std::vector<BodyImpulse>& wall_impulses() const { return wall_impulses_; }

    /// [kg m/s] What elasticity gave to held particles in the last step; empty if nobody asked.
    [[nodiscard]] View<const Vec3> on_held() const { return const_view(on_held_); }

    /// v before the forces of the step.
    void begin(const ParticleSet& particles);

    /// v, V → v, R, V: elasticity of all solids, and what it does to rigid bodies that they are attached to, one solid after the other; the report is that of the worst.
    SolveReport solve(WorldState& state, const Step& step, Scratch& scratch);

    /// [m/s] What particles move by besides their velocities, since their solids rotate: empty before the first solve.
    [[nodiscard]] View<const Vec3> drift() const { return const_view(drift_); }

    /// Solids that pressure sees with all their stiffness, in scratch memory; none where it sees loose particles.
    [[nodiscard]] ElasticFollowers followers(WorldState& state, const Step& step, Scratch& scratch) const;

    /// What the pressure solve must know of solids, in the order in which particles are now; nothing where they are incompressible to it.
    [[nodiscard]] OwnBody own_body(const WorldState& state, Scratch& scratch) const;

    /// [Pa] von Mises stress of each particle; 0 of fluids.
    [[nodiscard]] Array<Real> stress(const WorldState& state, const Periodicity& periodicity) const;

    /// [J] of all solids, or those of one object, with the rotations of the places where they are. Not across periodic boundaries.
    [[nodiscard]] double energy(const WorldState& state, std::optional<Index> object = {}) const;

    /// Factors that take long are kept there for later runs. The cache outlives the bodies.
    void keep_factors_in(FactorCache& cache) const;

    [[nodiscard]] std::size_t bytes() const;
    [[nodiscard]] std::size_t kind_count() const
    {
        return kinds_.size();
    } ///< solids that differ in shape, materials, or where they are held

private:
    /// Solids of one shape, made of the same, and held at the same particles at first.
    struct Kind
    {
        std::size_t number = 0; ///< among the kinds
        Body rest;
        std::vector<char> held; ///< for each point; empty: none
        std::shared_ptr<const RestShape> shape;
        std::unique_ptr<ElasticSolver> solver;
        Array<Index> slot_of_point;
        Array<LocalPosition> rest_place; ///< of each slot
        Array<Real> filled;              ///< share of space that the shape fills for each slot
        Vec3 unit;                       ///< [m] a step of rest_place
    };
    /// Which particles make up a solid, in the order of slots.
    struct Member
    {
        Index number = 0;
        const Kind* kind = nullptr;
        std::size_t first = 0;    ///< in members_
        bool is_attached = false; ///< to a rigid body that moves freely
        std::vector<WallContact> contacts = {};
    };

    /// What bodies are made from.
    struct Source
    {
        const Scene& scene;
        const Assets& assets;
        FilledShapes& filled;
    };

    const Kind& find_kind(const Body& body, std::vector<char> held, const Source& source);
    [[nodiscard]] std::vector<Member> find_members(const WorldState& state) const;
    /// Bodies of one kind, together.
    SolveReport solve_kind(WorldState& state, std::span<Member> members, const Step& step, View<const Vec3> v, Scratch& scratch);
    /// All solids that are not attached, with those that they touch.
    SolveReport solve_together(WorldState& state, std::span<Member> members, const Step& step, View<const Vec3> v, Scratch& scratch);
    /// Those that touch nothing, with a step of second order.
    SolveReport solve_alone(WorldState& state, std::span<const Member> members, const Step& step, View<const Vec3> v, Scratch& scratch);
    [[nodiscard]] std::vector<char> touch_something(const WorldState& state, std::span<const Member> members, const Step& step,
                                                    View<const Vec3> v) const;
    void scatter(ParticleSet& particles, const Member& member, const ElasticStep& step, Scratch& scratch);
    [[nodiscard]] std::vector<ParticleContact> find_touching(const WorldState& state, std::span<const Member> members, const Step& step,
                                                             View<const Vec3> v) const;
    [[nodiscard]] ElasticStep gather(const WorldState& state, const Member& member, const Step& step, View<const Vec3> v,
                                     Scratch& scratch) const;

    /// Of each solid, with what walls did in the last step.
    void find_contacts(WorldState& state, std::span<Member> members, const Step& step) const;
    void keep_contacts(ParticleSet& particles, const Member& member, const Step& step);
    void keep_friction(ParticleSet& particles, std::span<const SolidIsland> islands, std::span<const Member> members,
                       std::span<const ElasticSystem> systems) const;

    [[nodiscard]] std::vector<GroupLink> links_of(const Member& member, const std::vector<GroupLink>& all) const;
    struct Gradients
    {
        View<Mat3> F;
        View<Vec4> turn;
    };
    [[nodiscard]] static Gradients gradients(const Member& member, const ElasticStep& step, Scratch& scratch);
    /// Crushed solids that meet themselves become tangled: → contacts without those of such a solid with itself.
    void let_crushed_pass(ParticleSet& particles, std::span<const Member> members, std::span<const ElasticStep> steps,
                          std::vector<ParticleContact>& contacts, Scratch& scratch) const;
    /// A tangled solid that is whole again is tangled no more.
    void untangle(ParticleSet& particles, const Member& member, const ElasticStep& step, Scratch& scratch) const;

    std::vector<std::unique_ptr<Kind>> kinds_;
    std::vector<const Kind*> kind_of_origin_; ///< none: a fluid
    std::vector<char> is_scattered_;          ///< of each origin
    double reach_ = 0;                        ///< [m] support radius
    SolidContact contact_;
    PressureCoupling coupling_;
    bool is_split_;
    ElasticitySettings settings_;
    bool touch_;
    AnyKernelT<double> kernel_;
    double spacing_;                                ///< [m]
    double lattice_sum_;                            ///< Σ V ω of a full lattice
    double least_filled_;                           ///< what of it is seen by a particle of a flat surface
    double face_slope_;                             ///< [1/m] at which one such surface fills what another sees
    std::vector<std::vector<WallContact>> pressed_; ///< of each solid, in the last step
    std::vector<BodyImpulse> wall_impulses_;
    Array<Vec3> v_before_, drift_; ///< [m/s] of particles
    Array<Vec3> on_held_;          ///< [kg m/s] the same
    mutable Array<Index> members_; ///< particles of all solids, as they were found last
};
} // namespace aspic
