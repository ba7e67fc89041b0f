#include "aspic/solvers/elasticity/elastic_solver.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/best_rotation.h"
#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/second_order.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
/// Which moduli a system has.
struct Share
{
    bool shear = true, volume = true, zero_energy = true;
};

ElasticStuff share_of(ElasticStuff stuff, const Share& share)
{
    for (Vec4& k : stuff.stiffness)
        k.xyz = {share.shear ? k.xyz.x : 0, share.volume ? k.xyz.y : 0, share.zero_energy ? k.xyz.z : 0};
    return stuff;
}

void include(SolveReport& worst, const SolveReport& report)
{
    worst.iterations = std::max(worst.iterations, report.iterations);
    worst.residual = std::max(worst.residual, report.residual);
    worst.converged = worst.converged && report.converged;
}

std::vector<SolidIsland> each_alone(std::span<ElasticSystem> systems)
{
    std::vector<SolidIsland> islands;
    for (ElasticSystem& system : systems)
        islands.push_back(island_of(system));
    return islands;
}

double unnoticed_motion(const RestShape& shape, const ElasticStuff& stuff)
{
    const double mass = sum(shape.size(), [&](Index i) { return stuff.mass[static_cast<std::size_t>(i)]; });
    return std::numeric_limits<Real>::epsilon() * shape.support() * std::sqrt(mass);
}
} // namespace

ElasticSolver::ElasticSolver(const RestShape& shape, ElasticStuff stuff, const ElasticitySettings& settings)
    : shape_(&shape),
      stuff_(std::move(stuff)),
      settings_(settings),
      unnoticed_(unnoticed_motion(shape, stuff_)),
      system_(share_of(stuff_, {.volume = settings.method != ElasticMethod::split,
                                .zero_energy = settings.zero_energy_control == ZeroEnergyControl::in_system})),
      has_constant_matrix_(settings.used_tangent() == ElasticTangent::fixed &&
                           std::ranges::none_of(system_.stiffness, [](const Vec4& k) { return k.xyz.y != 0; }) &&
                           std::ranges::none_of(system_.damping, [](Real beta) { return beta > 0; })),
      choice_(shape, system_, settings)
{
    if (settings.method == ElasticMethod::split)
        volume_ = share_of(stuff_, {.shear = false, .zero_energy = false});
}

SolveReport ElasticSolver::solve(std::span<const ElasticStep> bodies, Scratch& scratch)
{
    SolveReport worst;
    while (!bodies.empty())
    {
        const auto end =
            std::ranges::find_if(bodies, [&](const ElasticStep& body) { return !std::ranges::equal(body.held, bodies[0].held); });
        const auto alike = static_cast<std::size_t>(end - bodies.begin());
        include(worst, solve_alike(bodies.first(alike), scratch));
        bodies = bodies.subspan(alike);
    }
    return worst;
}

SolveReport ElasticSolver::solve_second_order(std::span<const ElasticStep> bodies, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const double resolution = settings_.used_tangent() == ElasticTangent::fixed ? 0 : RigidPrediction::resolution * shape_->support();
    std::vector<SecondOrderStep> steps;
    std::vector<ElasticStep> stages;
    for (const ElasticStep& body : bodies)
        stages.push_back(steps.emplace_back(body, stuff_.mass, resolution, scratch).first());
    const SolveReport first = solve(stages, scratch);
    for (std::size_t b = 0; b < bodies.size(); ++b)
        stages[b] = steps[b].second();
    const SolveReport second = solve(stages, scratch);
    for (SecondOrderStep& step : steps)
        step.finish();
    return {first.iterations + second.iterations, std::max(first.residual, second.residual), first.converged && second.converged};
}

/// Made when it is first asked for; none where K depends on rotations.
const StretchOperator* ElasticSolver::matrix_of_system()
{
    if (has_constant_matrix_ && !matrix_)
        matrix_ = std::make_unique<StretchOperator>(*shape_, system_);
    return matrix_.get();
}

void ElasticSolver::prepare(std::span<const ElasticStep> bodies, Scratch& scratch, std::vector<ElasticSystem>& systems)
{
    const View<Sextet> stress = scratch.take<Sextet>(shape_->size());
    for (ElasticStep body : bodies)
    {
        body.tangent = settings_.used_tangent();
        ElasticSystem& system = systems.emplace_back(*shape_, system_, body, stress, scratch);
        system.begin(scratch);
        if (const StretchOperator* matrix = matrix_of_system())
            system.use(*matrix);
        if (settings_.zero_energy_control == ZeroEnergyControl::force)
            system.add_zero_energy_force(stuff_, scratch);
        system.pose(preconditioner_for(body, static_cast<Index>(bodies.size())));
        system.set_unnoticed(unnoticed_ / body.dt);
    }
}

/// The whole system, or without volume K21 (27).
SolveReport ElasticSolver::solve_alike(std::span<const ElasticStep> bodies, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    std::vector<ElasticSystem> systems;
    systems.reserve(bodies.size());
    prepare(bodies, scratch, systems);
    std::vector<SolidIsland> islands = each_alone(systems);
    SolveReport report = solve_with_contacts(islands, settings_, scratch);
    if (settings_.method == ElasticMethod::split)
    {
        const SolveReport volume = conserve_volume(bodies, scratch);
        report = {report.iterations + volume.iterations, std::max(report.residual, volume.residual), report.converged && volume.converged};
    }
    return report;
}

ElasticSystem ElasticSolver::system_of(ElasticStep body, Index alike, Scratch& scratch)
{
    body.tangent = settings_.used_tangent();
    const View<Sextet> stress = scratch.take<Sextet>(shape_->size());
    ElasticSystem system(*shape_, system_, body, stress, scratch);
    system.begin_without_forces(scratch);
    if (const StretchOperator* matrix = matrix_of_system())
        system.use(*matrix);
    system.pose(preconditioner_for(body, alike));
    system.set_unnoticed(unnoticed_ / body.dt);
    return system;
}

std::shared_ptr<ElasticPreconditioner> ElasticSolver::preconditioner_for(const ElasticStep& body, Index alike)
{
    if (settings_.method == ElasticMethod::peer)
        return std::make_shared<MassPreconditioner>(PreconditionedSystem{*shape_, system_, body.dt, body.held});
    return choice_.find({.dt = body.dt, .usual_dt = body.usual_dt, .held = body.held, .bodies = alike});
}

SolveReport ElasticSolver::answer(SolidIsland& island, View<const Vec3> w, Scratch& scratch) const
{
    island.systems[0]->push(w);
    const SolveReport report = iterate({&island, 1}, settings_, scratch);
    island.systems[0]->finish(scratch);
    return report;
}

/// K21 (28), (30) with the sign of its constant force put right: v + Δv → R, Δv + Δv*. Begins with the Δv* of the step before, where it is known.
SolveReport ElasticSolver::conserve_volume(std::span<const ElasticStep> bodies, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const Index n = shape_->size();
    const View<Sextet> stress = scratch.take<Sextet>(n);
    const auto diagonal = std::make_shared<DiagonalPreconditioner>(PreconditionedSystem{*shape_, volume_, bodies[0].dt, bodies[0].held});
    std::vector<ElasticStep> second(bodies.begin(), bodies.end());
    std::vector<ElasticSystem> systems;
    systems.reserve(bodies.size());
    for (ElasticStep& body : second)
    {
        const View<Vec3> v = scratch.take<Vec3>(n);
        parallel_for(n, [&](Index i) { v[i] = body.v[i] + body.change[i]; });
        body.v = v;
        body.v_before = {};
        body.keeps_turn = true;
        body.tangent = ElasticTangent::fixed;
        body.change = scratch.take<Vec3>(n);
        systems.emplace_back(*shape_, volume_, body, stress, scratch);
        systems.back().begin(scratch);
        systems.back().resist_volume_only(scratch);
        systems.back().pose(diagonal);
        systems.back().set_unnoticed(unnoticed_ / body.dt);
    }
    std::vector<SolidIsland> islands = each_alone(systems);
    for (std::size_t b = 0; b < bodies.size(); ++b)
        if (const View<Vec3> guess = bodies[b].volume_change; !guess.empty())
        {
            const BodyResidual residual = systems[b].residual();
            diagonal->solve({&residual, 1}, scratch);
            islands[b].first_error = std::sqrt(std::abs(systems[b].set_direction())); // without the guess
            systems[b].begin_from(guess, scratch);
        }
    for (SolidIsland& island : islands)
        island.groups.gather(island.systems);
    const SolveReport report = iterate(islands, settings_, scratch);
    for (SolidIsland& island : islands)
    {
        island.groups.keep_momentum(island.systems);
        island.systems[0]->finish(scratch);
    }
    for (std::size_t b = 0; b < bodies.size(); ++b)
        parallel_for(n, [&](Index i) {
            bodies[b].change[i] += second[b].change[i];
            if (!bodies[b].volume_change.empty())
                bodies[b].volume_change[i] = second[b].change[i];
        });
    return report;
}

std::size_t ElasticSolver::bytes() const
{
    return stuff_.bytes() + system_.bytes() + volume_.bytes() + choice_.bytes() + (matrix_ ? matrix_->bytes() : 0);
}

void ElasticSolver::forces(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Vec3> f) const
{
    const Scratch::Turn memory(scratch);
    const View<Sextet> stress = scratch.take<Sextet>(shape_->size());
    const View<Vec4> sum = scratch.take<Vec4>(shape_->size());
    const LocalPlaces places(*shape_, stuff_, scratch, [&](Index i) { return x[i]; });
    const auto k = const_view(stuff_.stiffness);
    const RestView rest = shape_->view();
    parallel_for(shape_->size(), ElasticStress{rest, places.place, places.unit(), shape_->dimension() == 2, k, turn, stress, sum});
    parallel_for(shape_->size(), ElasticPull{.rest = rest, .stiffness = k, .mass = {}, .stress = stress, .result = sum});
    parallel_for(shape_->size(), [&](Index i) { f[i] = sum[i].xyz; });
}

void ElasticSolver::deformation_gradients(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Mat3> F,
                                          const Periodicity& periodicity) const
{
    const Scratch::Turn memory(scratch);
    const View<Sextet> stress = scratch.take<Sextet>(shape_->size());
    const View<Vec4> sum = scratch.take<Vec4>(shape_->size());
    const LocalPlaces places(
        *shape_, stuff_, scratch, [&](Index i) { return x[i]; }, periodicity);
    parallel_for(shape_->size(), ElasticStress{shape_->view(), places.place, places.unit(), shape_->dimension() == 2,
                                               const_view(stuff_.stiffness), turn, stress, sum, F});
}

namespace
{
/// F of one particle, by the definition, in double.
Mat3d gradient_at(const RestShape& shape, View<const Vec3d> x, Index i)
{
    const RestView rest = shape.view();
    Mat3d sum{};
    for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
        sum = sum + double(rest.slope[j]) * outer(x[j.column] - x[i], shape.points()[i] - shape.points()[j.column]);
    });
    const Mat3& L = rest.L[i];
    return sum * Mat3d{{convert<double>(L.row[0]), convert<double>(L.row[1]), convert<double>(L.row[2])}};
}
} // namespace

double ElasticSolver::energy(View<const Vec3d> x, View<const Vec4> turn) const
{
    const RestView rest = shape_->view();
    return sum(shape_->size(), [&](Index i) {
        const Mat3d F = gradient_at(*shape_, x, i);
        const Mat3d R = matrix_of({double(turn[i].w), convert<double>(turn[i].xyz)});
        const Vec4& k = stuff_.stiffness[static_cast<std::size_t>(i)];
        double tied = 0;
        for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
            const Vec3d error = F * (shape_->points()[i] - shape_->points()[j.column]) - (x[i] - x[j.column]);
            tied += double(rest.tie[j]) * dot(error, error);
        });
        const double spread = trace(transpose(R) * F) - double(rest.rank[i]);
        const double strain = square_norm(F - R) - (3 - double(rest.rank[i])); // across a sheet F sees nothing
        return double(k.w) * (0.5 * double(k.xyz.x) * strain + 0.5 * double(k.xyz.y) * spread * spread + 0.5 * double(k.xyz.z) * tied);
    });
}

void ElasticSolver::find_turns(View<const Vec3d> x, View<Vec4> turn) const
{
    parallel_for(shape_->size(), [&](Index i) {
        Mat3d F = gradient_at(*shape_, x, i);
        if (shape_->dimension() == 2)
            F.row[2].z = 1;
        const Quaternion q = rotation_by(best_rotation(F));
        turn[i] = {convert<Real>(q.v), static_cast<Real>(q.w)};
    });
}
} // namespace aspic
