// K21 (8)–(24): F is exact for affine maps; no force in any rigid motion (R1); forces are the gradient of the energy (R10), their sum and moment vanish (R3); the solve is one step of backward
// Euler, checked against what the forces say.

#include "aspic/solvers/elasticity/elastic_solver.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/block_preconditioner.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace aspic;

namespace
{
constexpr bool is_float = std::is_same_v<Real, float>;
constexpr double dx = 0.1, E = 1e6;

std::vector<Vec3d> block(int nx, int ny, int nz, double jitter = 0)
{
    RandomNumbers random(11);
    std::vector<Vec3d> points;
    for (int i = 0; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
            for (int k = 0; k < nz; ++k)
                points.push_back(dx * (Vec3d{i + 0.5, j + 0.5, nz == 1 ? 0 : k + 0.5} +
                                       jitter * random.in_box({-1, -1, nz == 1 ? 0.0 : -1}, {1, 1, nz == 1 ? 0.0 : 1})));
    return points;
}

ElasticMaterial rubber(double poisson_ratio = 0.3, double zero_energy = 0.1)
{
    ElasticMaterial material;
    material.young_modulus = E;
    material.poisson_ratio = poisson_ratio;
    material.zero_energy = zero_energy;
    return material;
}

struct Solid
{
    RestShape shape;
    ElasticSolver solver;
    Array<Vec3d> x;
    Array<Vec4> turn;
    Scratch scratch;

    static ElasticStuff stuff(const RestShape& shape, const ElasticMaterial& material)
    {
        ElasticStuff stuff;
        const Lame lame = material.lame().value();
        for (Index i = 0; i < shape.size(); ++i)
        {
            stuff.stiffness.push_back({convert<Real>(Vec3d{2 * lame.mu, lame.lambda, material.zero_energy * lame.mu}), shape.volume()[i]});
            stuff.damping.push_back(static_cast<Real>(material.damping));
            stuff.mass.push_back(static_cast<Real>(1000 * std::pow(dx, shape.dimension())));
        }
        return stuff;
    }

    explicit Solid(const std::vector<Vec3d>& points, const ElasticMaterial& material = rubber(), int dimension = 3,
                   const ElasticitySettings& settings = {})
        : shape(points, *kernel_named("cubic", 2 * dx, dimension), 2 * dx),
          solver(shape, stuff(shape, material), settings),
          x(shape.points().begin(), shape.points().end()),
          turn(x.size(), Vec4{{}, 1})
    {
    }

    Array<Vec3> forces()
    {
        Array<Vec3> f(x.size());
        solver.find_turns(const_view(x), view(turn));
        solver.forces(const_view(x), view(turn), scratch, view(f));
        return f;
    }
};

double largest(const Array<Vec3>& f)
{
    double most = 0;
    for (const Vec3& each : f)
        most = std::max(most, norm(convert<double>(each)));
    return most;
}

/// x → x + a smooth displacement.
void bend(Array<Vec3d>& x, double amplitude, bool in_plane = false)
{
    for (Vec3d& p : x)
        p += amplitude * Vec3d{std::sin(3 * p.y + p.x), std::cos(2 * p.x + p.z), in_plane ? 0 : std::sin(4 * p.x - p.y)};
}
} // namespace

TEST(ElasticSolver, GradientsOfAffineMapsAreExact)
{
    const Mat3d A{{{1.02, 0.3, 0}, {-0.2, 0.99, 0.1}, {0.01, 0.4, 1.2}}};
    for (const auto& points : {block(6, 5, 4), block(6, 5, 4, 0.1)})
    {
        Solid solid(points);
        for (Vec3d& p : solid.x)
            p = A * p + Vec3d{1000, -1000, 1000};
        Array<Mat3> F(solid.x.size());
        solid.solver.deformation_gradients(const_view(solid.x), view(solid.turn), solid.scratch, view(F));
        for (const Mat3& each : F)
            for (int k = 0; k < 3; ++k)
                EXPECT_LT(norm(convert<double>(each.row[k]) - A.row[k]), is_float ? 2e-5 : 1e-9);
    }
}

/// R1.
TEST(ElasticSolver, RigidMotionMakesNoForce)
{
    const Vec3d axis = Vec3d{1, 2, 3} / std::sqrt(14.0);
    for (const double angle : {0.0, 10.0, 45.0, 90.0, 180.0})
    {
        Solid solid(block(10, 10, 10));
        for (Vec3d& p : solid.x)
            p = matrix_of(rotation_by(angle * pi / 180 * axis)) * p + Vec3d{1000, -1000, 1000};
        EXPECT_LT(largest(solid.forces()), (is_float ? 1e-4 : 1e-9) * E * dx * dx) << angle;
    }
}

/// R3, R10: random states; rotations are those of the places, so that the energy does not change with them to first order.
TEST(ElasticSolver, ForcesAreTheGradientOfTheEnergy)
{
    for (const int dimension : {2, 3})
    {
        Solid solid(block(7, 6, dimension == 2 ? 1 : 5, 0.1), rubber(0.4, 0.7), dimension);
        bend(solid.x, 0.3 * dx, dimension == 2);
        const Array<Vec3> f = solid.forces();
        Vec3d total, moment;
        double all = 0;
        for (std::size_t i = 0; i < f.size(); ++i)
        {
            total += convert<double>(f[i]);
            moment += cross(solid.x[i], convert<double>(f[i]));
            all += norm(convert<double>(f[i]));
        }
        EXPECT_LT(norm(total), (is_float ? 1e-6 : 1e-12) * all);
        EXPECT_LT(norm(moment), (is_float ? 1e-5 : 1e-10) * all); // rotations are found to 1e-8
        const auto energy_at = [&](std::size_t i, const Vec3d& shift) {
            Array<Vec3d> moved = solid.x;
            Array<Vec4> turn = solid.turn;
            moved[i] += shift;
            solid.solver.find_turns(const_view(moved), view(turn));
            return solid.solver.energy(const_view(moved), const_view(turn));
        };
        constexpr double step = is_float ? 1e-3 * dx : 1e-4 * dx; // rounding of rotations against the cubic share of the energy
        for (const std::size_t i : {std::size_t{0}, f.size() / 3, f.size() / 2, f.size() - 1})
            for (const Vec3d& e : {Vec3d{step, 0, 0}, Vec3d{0, step, 0}, dimension == 2 ? Vec3d{step, 0, 0} : Vec3d{0, 0, step}})
            {
                const double slope = (energy_at(i, e) - energy_at(i, -e)) / (2 * step);
                EXPECT_NEAR(dot(convert<double>(f[i]), e / step), -slope, (is_float ? 2e-3 : 1e-6) * largest(f)) << i;
            }
    }
}

/// After the solve with fixed rotations, Δv is what the forces at the new places give, as far as those are linear.
TEST(ElasticSolver, SolvesBackwardEuler)
{
    const double dt = 0.002;
    Solid solid(block(8, 6, 5, 0.05), rubber(0.45), 3,
                {.tangent = ElasticTangent::fixed, .tolerance = is_float ? 1e-5 : 1e-10, .max_iterations = 2000});
    Array<Vec3> v(solid.x.size()), change(solid.x.size()), f(solid.x.size());
    Array<Index> held(solid.x.size(), 0);
    bend(solid.x, 0.02 * dx);
    for (std::size_t i = 0; i < v.size(); ++i)
    {
        v[i] = {static_cast<Real>(0.1 * std::sin(7 * solid.x[i].y)), 0, static_cast<Real>(0.05)};
        held[i] = solid.shape.points()[static_cast<Index>(i)].x < dx ? 1 : 0;
    }
    const SolveReport report =
        solid.solver.solve({const_view(solid.x), const_view(v), const_view(held), view(solid.turn), dt, view(change)}, solid.scratch);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.iterations, 5);
    Array<Vec3d> after = solid.x;
    for (std::size_t i = 0; i < v.size(); ++i)
        after[i] += dt * convert<double>(v[i] + change[i]);
    const Array<Vec4> fixed = solid.turn;
    // Forces with the rotations of the start are the gradient of the energy with those.
    for (const std::size_t i : {std::size_t{40}, f.size() / 2, f.size() - 3})
    {
        const auto energy_at = [&](const Vec3d& shift) {
            Array<Vec3d> moved = after;
            moved[i] += shift;
            return solid.solver.energy(const_view(moved), const_view(fixed));
        };
        const Vec3d e{1e-3 * dx, 0, 0};
        const double force = -(energy_at(e) - energy_at(-e)) / (2e-3 * dx);
        const double wanted = held[i] != 0 ? 0 : dt * force / (1000 * dx * dx * dx);
        EXPECT_NEAR(change[i].x, wanted, (is_float ? 1e-3 : 1e-6) * std::abs(wanted) + (is_float ? 1e-5 : 1e-10)) << i;
        EXPECT_GT(std::abs(wanted), 1e-4);
    }
}

/// Pushes of a body at rest, by forces of the step or one after the other while pressure is found: both move it by (m + Δt² K)⁻¹ m w.
TEST(ElasticSolver, AnswersToPushesAsToForcesOfTheStep)
{
    const double dt = 0.002;
    for (const auto& [is_held, poisson_ratio, preconditioner] : {std::tuple{false, 0.4, ElasticPreconditioning::direct},
                                                                 {true, 0.4, ElasticPreconditioning::two_level},
                                                                 {true, 0.0, ElasticPreconditioning::direct},
                                                                 {false, 0.0, ElasticPreconditioning::two_level}})
    {
        Solid solid(block(8, 6, 5, 0.05), rubber(poisson_ratio), 3,
                    {.preconditioner = preconditioner, .tolerance = is_float ? 1e-5 : 1e-10, .max_iterations = 2000});
        Array<Vec3> at_rest(solid.x.size(), Vec3{}), w(solid.x.size()), half(solid.x.size()), change(solid.x.size()),
            answer(solid.x.size());
        Array<Index> held(solid.x.size(), 0);
        for (std::size_t i = 0; i < w.size(); ++i)
        {
            held[i] = is_held && solid.x[i].x < dx ? 1 : 0;
            w[i] = held[i] != 0 ? Vec3{} : Vec3{static_cast<Real>(std::sin(9 * solid.x[i].y)), Real(0.5), 0};
            half[i] = Real(0.4) * w[i];
        }
        ElasticStep step{.x = const_view(solid.x),
                         .v = const_view(w),
                         .held = const_view(held),
                         .turn = view(solid.turn),
                         .dt = dt,
                         .change = view(change),
                         .v_before = const_view(at_rest)};
        EXPECT_TRUE(solid.solver.solve(step, solid.scratch).converged);
        step.change = view(answer);
        step.v = const_view(at_rest);
        const Scratch::Turn turn(solid.scratch);
        ElasticSystem system = solid.solver.system_of(step, 1, solid.scratch);
        SolidIsland island = island_of(system);
        EXPECT_TRUE(solid.solver.answer(island, const_view(half), solid.scratch).converged);
        EXPECT_TRUE(solid.solver.answer(island, const_view(w), solid.scratch).converged);
        double error = 0, moved = 0;
        for (std::size_t i = 0; i < w.size(); ++i)
        {
            error = std::max(error, norm(convert<double>(w[i] + change[i] - answer[i])));
            moved = std::max(moved, norm(convert<double>(change[i])));
        }
        EXPECT_LT(error, (is_float ? 3e-4 : 1e-8) * moved);
        EXPECT_GT(moved, 0.1);
    }
}

namespace
{
/// A solid that is bent and moves, held at one end, and what one step makes of it.
struct Moved : Solid
{
    Array<Vec3> v, change;
    Array<Index> held;

    explicit Moved(const ElasticitySettings& settings, double poisson_ratio = 0.3, double phase = 0)
        : Solid(block(9, 7, 6, 0.05), rubber(poisson_ratio), 3, settings), v(x.size()), change(x.size(), Vec3{}), held(x.size(), 0)
    {
        bend(x, 0.5 * dx);
        for (std::size_t i = 0; i < v.size(); ++i)
        {
            // Far and fast, so that solves do not end early: an error of ε h/Δt = 1.2e-5 m/s is not seen in places of float.
            v[i] = {static_cast<Real>(4 * std::sin(7 * x[i].y + phase)), 0, static_cast<Real>(0.05)};
            held[i] = shape.points()[static_cast<Index>(i)].x < dx ? 1 : 0;
        }
    }
    ElasticStep step(double dt = 0.002, double usual_dt = 0.002)
    {
        return {.x = const_view(x),
                .v = const_view(v),
                .held = const_view(held),
                .turn = view(turn),
                .dt = dt,
                .change = view(change),
                .usual_dt = usual_dt};
    }
};

double largest_difference(const Array<Vec3>& a, const Array<Vec3>& b)
{
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        most = std::max(most, norm(convert<double>(a[i] - b[i])));
    return most;
}

ElasticitySettings exact(ElasticPreconditioning preconditioner, ElasticMethod method = ElasticMethod::unsplit)
{
    return {.method = method, .preconditioner = preconditioner, .tolerance = is_float ? 1e-6 : 1e-10, .max_iterations = 5000};
}
} // namespace

/// One system, four ways to its solution.
TEST(ElasticSolver, PreconditionersAgree)
{
    Moved direct(exact(ElasticPreconditioning::direct)), two_level(exact(ElasticPreconditioning::two_level)),
        none(exact(ElasticPreconditioning::automatic, ElasticMethod::peer)), other_step(exact(ElasticPreconditioning::direct));
    for (Moved* each : {&direct, &two_level, &none})
        EXPECT_TRUE(each->solver.solve(each->step(), each->scratch).converged);
    EXPECT_TRUE(other_step.solver.solve(other_step.step(0.002, 0.0018), other_step.scratch).converged); // a factor for another step
    const double scale = largest(direct.change);
    EXPECT_LT(largest_difference(direct.change, two_level.change), 1e-5 * scale);
    EXPECT_LT(largest_difference(direct.change, other_step.change), 1e-5 * scale);
    EXPECT_LT(largest_difference(direct.change, none.change), 1e-4 * scale); // its norm says less of the error
}

/// Without volume forces and damping the factor is that of the system itself, K21 (29).
TEST(ElasticSolver, DirectSolveOfStretchNeedsOneIteration)
{
    Moved solid({.tangent = ElasticTangent::fixed, .preconditioner = ElasticPreconditioning::direct, .tolerance = 1e-4}, 0);
    const SolveReport report = solid.solver.solve(solid.step(), solid.scratch);
    EXPECT_TRUE(report.converged);
    EXPECT_EQ(report.iterations, 1);
}

/// K21 (27) is the whole system where λ = 0.
TEST(ElasticSolver, SplitIsExactWithoutVolumeForces)
{
    ElasticitySettings with_fixed_rotations = exact(ElasticPreconditioning::two_level);
    with_fixed_rotations.tangent = ElasticTangent::fixed;
    Moved split(exact(ElasticPreconditioning::direct, ElasticMethod::split), 0), whole(with_fixed_rotations, 0);
    for (Moved* each : {&split, &whole})
        EXPECT_TRUE(each->solver.solve(each->step(), each->scratch).converged);
    EXPECT_LT(largest_difference(split.change, whole.change), 1e-5 * largest(whole.change));
}

namespace
{
/// [N] at places, with the moduli that are chosen.
Array<Vec3> forces_at(const Array<Vec3d>& x, const std::vector<Vec3d>& points, const ElasticMaterial& material)
{
    Solid solid(points, material);
    solid.x = x;
    return solid.forces();
}
} // namespace

/// K21 (27), (28), (30): with the split a body rests where f + f^s + (1 + Δt² K_s M⁻¹) f^v = 0, not where forces balance. f^v with f^c as printed would not vanish at rest.
TEST(ElasticSolver, SplitRestsWhereItsEquationsSay)
{
    const double dt = 0.02, mass = 1000 * dx * dx * dx;
    const std::vector<Vec3d> points = block(9, 4, 4);
    ElasticMaterial soft = rubber(0.4), without_volume;
    soft.young_modulus = 1e5;
    const Lame lame = soft.lame().value();
    without_volume.shear_modulus = lame.mu;
    without_volume.lame_lambda = 0;
    Solid solid(points, soft, 3, {.method = ElasticMethod::split, .tolerance = 1e-6, .max_iterations = 5000});
    Array<Vec3> v(solid.x.size()), before(solid.x.size()), change(solid.x.size());
    Array<Index> held(solid.x.size(), 0);
    for (std::size_t i = 0; i < v.size(); ++i)
        held[i] = solid.shape.points()[static_cast<Index>(i)].x < 3 * dx ? 1 : 0;
    const Vec3 weight{0, Real(-0.5), 0};   // [m/s²]
    for (int step = 0; step < 300; ++step) // it is stopped after each
    {
        for (std::size_t i = 0; i < v.size(); ++i)
        {
            before[i] = Vec3{};
            v[i] = held[i] != 0 ? Vec3{} : static_cast<Real>(dt) * weight;
        }
        solid.solver.solve({.x = const_view(solid.x),
                            .v = const_view(v),
                            .held = const_view(held),
                            .turn = view(solid.turn),
                            .dt = dt,
                            .change = view(change),
                            .v_before = const_view(before)},
                           solid.scratch);
        for (std::size_t i = 0; i < v.size(); ++i)
            solid.x[i] += dt * convert<double>(v[i] + change[i]);
    }
    const Array<Vec3> all = forces_at(solid.x, points, soft), stretch = forces_at(solid.x, points, without_volume);
    const StretchOperator K(solid.shape, Solid::stuff(solid.shape, without_volume));
    Array<Vec4> u(static_cast<std::size_t>(StretchOperator::room(solid.shape.size())), Vec4{}), Ku(u.size());
    Array<Real> masses(solid.x.size());
    for (std::size_t i = 0; i < v.size(); ++i)
    {
        masses[i] = held[i] != 0 ? Real(0) : static_cast<Real>(mass);
        u[i].xyz = held[i] != 0 ? Vec3{} : static_cast<Real>(dt / mass) * (all[i] - stretch[i]); // Δt M⁻¹ f^v
    }
    K.multiply(const_view(u), const_view(masses), static_cast<Real>(dt * dt), view(Ku), solid.scratch);
    double split = 0, balance = 0, load = 0;
    for (std::size_t i = 0; i < v.size(); ++i)
        if (held[i] == 0)
        {
            const Vec3d f = mass * convert<double>(weight) + convert<double>(all[i]);
            const Vec3d more = convert<double>(Ku[i].xyz - masses[i] * u[i].xyz) / dt; // Δt² K M⁻¹ f^v
            split += dot(f + more, f + more);
            balance += dot(f, f);
            load += square(mass * double(weight.y));
        }
    EXPECT_LT(std::sqrt(split), 0.02 * std::sqrt(load));
    EXPECT_GT(std::sqrt(balance), 0.2 * std::sqrt(load));
}

TEST(ElasticSolver, BodiesTogetherMoveAsEachAlone)
{
    for (const auto choice : {ElasticPreconditioning::direct, ElasticPreconditioning::two_level})
    {
        std::vector<std::unique_ptr<Moved>> together, alone;
        std::vector<ElasticStep> steps;
        Scratch scratch;
        for (int b = 0; b < 3; ++b)
        {
            together.push_back(std::make_unique<Moved>(exact(choice), 0.3, b));
            alone.push_back(std::make_unique<Moved>(exact(choice), 0.3, b));
            if (b == 2) // this one is not held as the others are
                std::ranges::fill(together.back()->held, 0), std::ranges::fill(alone.back()->held, 0);
            steps.push_back(together.back()->step());
        }
        EXPECT_TRUE(together[0]->solver.solve(steps, scratch).converged);
        for (std::size_t b = 0; b < 3; ++b)
        {
            alone[b]->solver.solve(alone[b]->step(), scratch);
            EXPECT_LT(largest_difference(together[b]->change, alone[b]->change), 1e-5 * largest(alone[b]->change)) << b;
        }
    }
}

TEST(ElasticSolver, SameBitsForAnyNumberOfThreads)
{
    for (const auto choice : {ElasticPreconditioning::direct, ElasticPreconditioning::two_level})
        for (const auto method : {ElasticMethod::unsplit, ElasticMethod::split, ElasticMethod::peer})
        {
            Array<Vec3> first;
            for (const int threads : {1, 2, 3})
            {
                const ExecutionScope scope({.threads = threads, .instruction_set = default_execution().instruction_set});
                Moved solid({.method = method, .preconditioner = choice});
                solid.solver.solve(solid.step(), solid.scratch);
                if (threads == 1)
                    first = solid.change;
                EXPECT_EQ(largest_difference(first, solid.change), 0) << threads;
            }
        }
}

/// Passes run one particle or many at a time, and with eight numbers of a neighbour side by side.
TEST(ElasticSolver, SameBitsForAllInstructionSets)
{
    for (const auto method : {ElasticMethod::unsplit, ElasticMethod::split})
    {
        Array<Vec3> first;
        for (const auto set : {InstructionSet::scalar, InstructionSet::avx2, InstructionSet::avx512})
        {
            if (!is_available(set))
                continue;
            const ExecutionScope scope({.threads = 1, .instruction_set = set});
            Moved solid({.method = method, .preconditioner = ElasticPreconditioning::two_level});
            solid.solver.solve(solid.step(), solid.scratch);
            if (first.empty())
                first = solid.change;
            EXPECT_EQ(largest_difference(first, solid.change), 0) << name(set);
        }
    }
}

/// A body of no more particles than a block has is solved by its block alone: against the factor of K21 (29), which is built in another way.
TEST(ElasticSolver, BlocksAreThoseOfTheStretchMatrix)
{
    const Solid solid(block(4, 3, 2, 0.1), rubber(0));
    const ElasticStuff stuff = Solid::stuff(solid.shape, rubber(0));
    const Index n = solid.shape.size();
    Array<Index> held(static_cast<std::size_t>(n), 0);
    held[3] = held[10] = 1;
    const PreconditionedSystem system{solid.shape, stuff, 0.004, const_view(held)};
    Array<Vec3> r(held.size()), by_block(held.size()), by_factor(held.size());
    for (Index i = 0; i < n; ++i)
        r[static_cast<std::size_t>(i)] = convert<Real>(Vec3d{std::sin(3.0 * i), std::cos(5.0 * i), 1});
    Scratch scratch;
    const BodyResidual blocks{const_view(r), view(by_block)}, factor{const_view(r), view(by_factor)};
    BlockPreconditioner(system).solve({&blocks, 1}, scratch);
    DirectPreconditioner::make(system, nullptr)->solve({&factor, 1}, scratch);
    EXPECT_GT(largest(by_factor), 0);
    EXPECT_LT(largest_difference(by_block, by_factor), 1e-4 * largest(by_factor)); // both in float
    EXPECT_EQ(norm(by_block[3]), 0);
}

namespace
{
/// Remembers nothing.
class ForgetfulCache : public FactorCache
{
public:
    std::optional<CholeskyFactor> load(const FactorKey&) override { return ++asked, std::nullopt; }
    bool store(const FactorKey&, const CholeskyFactor&) override { return ++stored, true; }
    int asked = 0, stored = 0;
};
} // namespace

/// A factor that takes a moment to make is not worth a file; the cache is asked all the same, and changes nothing.
TEST(ElasticSolver, AsksForFactorsOfEarlierRuns)
{
    Moved without({.preconditioner = ElasticPreconditioning::direct}), with({.preconditioner = ElasticPreconditioning::direct});
    ForgetfulCache cache;
    with.solver.keep_factors_in(cache);
    without.solver.solve(without.step(), without.scratch);
    with.solver.solve(with.step(), with.scratch);
    EXPECT_EQ(cache.asked, 1);
    EXPECT_EQ(largest_difference(without.change, with.change), 0);
}
