#include "aspic/solvers/elasticity/preconditioner.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/block_preconditioner.h"
#include "aspic/solvers/elasticity/stretch_matrix.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// Of the blocks against the coarse solve: 2 needs 7 to 16 % fewer iterations than 1 at ν = 0.33 and 0.45, and 6 % more at ν = 0 and E = 100 MPa (8000 particles, E = 1 and 100 MPa).
constexpr auto roughness_weight = Real(2);

constexpr double worth_keeping = 0.3; ///< [s] that a factor takes to make

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

void scale(std::span<const BodyResidual> bodies, const Array<Real>& by)
{
    for (const BodyResidual& body : bodies)
        parallel_for(body.r.size(), [&](Index i) { body.z[i] = by[at(i)] * body.r[i]; });
}

/// The terms of K21 (29) of a rest shape.
struct OwnedTerms
{
    Array<std::int64_t> begin;
    Array<Index> neighbor;
    Array<Vec3d> gradient, offset;
    Array<double> zero_energy, stiffness, mass;
    Array<Index> fixed;

    explicit OwnedTerms(const PreconditionedSystem& system)
    {
        const Index n = system.shape.size();
        const RestView rest = system.shape.view();
        begin.assign(at(n) + 1, 0);
        parallel_for(n, [&](Index i) { for_each_other(rest, i, [&](const Neighbor&) { ++begin[at(i)]; }); });
        const std::size_t pairs = at(scan(view(begin)));
        neighbor.resize(pairs);
        gradient.resize(pairs);
        offset.resize(pairs);
        zero_energy.resize(pairs);
        stiffness.resize(at(n));
        mass.resize(at(n));
        parallel_for(n, [&](Index i) { fill(system, rest, i); });
        for (Index i = 0; i < n; ++i)
            if (system.is_held(i))
                fixed.push_back(i);
    }

    template <class Use> static void for_each_other(const RestView& rest, Index i, const Use& use)
    {
        for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
            if (j.column != i)
                use(j);
        });
    }

    void fill(const PreconditionedSystem& system, const RestView& rest, Index i)
    {
        const Vec4& k = system.stuff.stiffness[at(i)];
        const Mat3& L = rest.L[i];
        const Mat3d L_i{{convert<double>(L.row[0]), convert<double>(L.row[1]), convert<double>(L.row[2])}};
        stiffness[at(i)] = double(k.xyz.x) * double(k.w);
        mass[at(i)] = double(system.stuff.mass[at(i)]);
        std::size_t to = at(begin[at(i)]);
        for_each_other(rest, i, [&](const Neighbor& j) {
            neighbor[to] = j.column;
            offset[to] = convert<double>(rest.near.offset(i, j));
            gradient[to] = double(rest.slope[j]) * (L_i * offset[to]);
            zero_energy[to++] = double(k.xyz.z) * double(k.w) * double(rest.tie[j]);
        });
    }

    [[nodiscard]] StretchTerms terms(double dt) const
    {
        return {const_view(begin),  const_view(neighbor),    const_view(gradient),
                const_view(offset), const_view(zero_energy), const_view(stiffness),
                const_view(mass),   const_view(fixed),       dt};
    }
};
} // namespace

double PreconditionedSystem::weight() const
{
    const double damping = sum(shape.size(), [&](Index i) { return stuff.damping[at(i)]; }) / std::max<Index>(shape.size(), 1);
    return dt * (dt + damping);
}

Result<CholeskyFactor> PreconditionedSystem::factor_of(const SymmetricMatrix& matrix, std::shared_ptr<const EliminationPlan> plan) const
{
    if (factors != nullptr)
        return cached_factor(matrix, *factors, {std::move(plan), worth_keeping});
    return plan ? CholeskyFactor::make(matrix, std::move(plan)) : CholeskyFactor::make(matrix);
}

MassPreconditioner::MassPreconditioner(const PreconditionedSystem& system) : inverse_(at(system.shape.size()))
{
    for (Index i = 0; i < system.shape.size(); ++i)
        inverse_[at(i)] = system.is_held(i) ? Real(0) : 1 / system.stuff.mass[at(i)];
}

void MassPreconditioner::solve(std::span<const BodyResidual> bodies, Scratch&) { scale(bodies, inverse_); }

DiagonalPreconditioner::DiagonalPreconditioner(const PreconditionedSystem& system) : inverse_(at(system.shape.size()))
{
    const Index n = system.shape.size();
    Array<Real> viscous(at(n));
    parallel_for(n, [&](Index i) { viscous[at(i)] = static_cast<Real>(system.dt * double(system.stuff.damping[at(i)])); });
    parallel_for(n, ElasticDiagonal{.rest = system.shape.view(),
                                    .stiffness = const_view(system.stuff.stiffness),
                                    .mass = const_view(system.stuff.mass),
                                    .elastic = static_cast<Real>(system.dt * system.dt),
                                    .viscous = const_view(viscous),
                                    .result = view(inverse_)});
    parallel_for(n, [&](Index i) { inverse_[at(i)] = system.is_held(i) ? Real(0) : 1 / inverse_[at(i)]; });
}

void DiagonalPreconditioner::solve(std::span<const BodyResidual> bodies, Scratch&) { scale(bodies, inverse_); }

/// Iterations grow slowly with the spacing: cubes of 4k to 64k particles need 6 to 9 at four spacings and 6 to 11 at eight. Slender bodies want four, and have few nodes there. Between 20k and 500k particles the finer grid
/// saves more iterations than it costs.
std::shared_ptr<const CoarseGrid> CoarseGrid::make(const RestShape& shape, const ElasticStuff& stuff, ElasticTangent tangent)
{
    constexpr double worth = 350; // operations for each particle: about an iteration
    constexpr Index medium = 20000, large = 500000;
    const auto with = [&](double spacings) { return std::make_shared<const CoarseGrid>(shape, stuff, tangent, spacings); };
    if (shape.size() > large)
        return with(6);
    if (auto fine = with(4); fine->plan->flops <= worth * shape.size())
        return fine;
    return with(shape.size() > medium ? 5 : 6);
}

TwoLevelPreconditioner::TwoLevelPreconditioner(std::shared_ptr<const CoarseGrid> grid, const PreconditionedSystem& system)
    : grid_(std::move(grid)),
      rough_(std::make_unique<BlockPreconditioner>(system)),
      is_held_(system.held.begin(), system.held.end()),
      weight_(system.weight()),
      held_values_(grid_->elements.held_values(const_view(is_held_), weight_)),
      matrix_(grid_->elements.pattern())
{
}

PosedFactor TwoLevelPreconditioner::pose(View<const Vec4> turn, std::span<const ExtraStiffness> extra)
{
    grid_->elements.assemble({.weight = weight_, .turn = turn, .held = const_view(held_values_), .extra = extra}, matrix_);
    return std::make_shared<const CholeskyFactor>(CholeskyFactor::make(matrix_, grid_->plan).value());
}

void TwoLevelPreconditioner::solve(std::span<const BodyResidual> bodies, Scratch& scratch)
{
    rough_->solve(bodies, scratch);
    for (const BodyResidual& body : bodies)
    {
        const Scratch::Turn turn(scratch);
        const View<float> coarse = scratch.take<float>(3 * grid_->space.size());
        grid_->space.restrict_to(body.r, const_view(is_held_), coarse, scratch);
        body.posed->solve(coarse, 1, scratch);
        grid_->space.add_to(body.z, roughness_weight, const_view(is_held_), coarse);
    }
}

std::unique_ptr<DirectPreconditioner> DirectPreconditioner::make(const PreconditionedSystem& system,
                                                                 std::shared_ptr<const EliminationPlan> plan)
{
    StretchMatrix stretch = stretch_matrix(OwnedTerms(system).terms(std::sqrt(system.weight())));
    Result<CholeskyFactor> factor = system.factor_of(stretch.matrix, std::move(plan));
    if (!factor)
        return nullptr;
    auto result = std::make_unique<DirectPreconditioner>();
    result->factor_ = std::move(*factor);
    result->row_ = std::move(stretch.row);
    return result;
}

void DirectPreconditioner::solve(std::span<const BodyResidual> bodies, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const auto count = static_cast<Index>(bodies.size());
    const View<float> b = scratch.take<float>(factor_.size() * 3 * count);
    const auto n = static_cast<Index>(row_.size());
    parallel_for(n, [&](Index i) {
        float* to = b.data() + static_cast<std::int64_t>(row_[at(i)]) * 3 * count;
        if (row_[at(i)] >= 0)
            for (const BodyResidual& body : bodies)
                for (int axis = 0; axis < 3; ++axis)
                    *to++ = static_cast<float>(body.r[i][axis]);
    });
    factor_.solve(b, 3 * static_cast<int>(count), scratch);
    parallel_for(n, [&](Index i) {
        const float* from = b.data() + static_cast<std::int64_t>(row_[at(i)]) * 3 * count;
        for (const BodyResidual& body : bodies)
        {
            body.z[i] = row_[at(i)] < 0 ? Vec3{} : Vec3{static_cast<Real>(from[0]), static_cast<Real>(from[1]), static_cast<Real>(from[2])};
            from += row_[at(i)] < 0 ? 0 : 3;
        }
    });
}
} // namespace aspic
