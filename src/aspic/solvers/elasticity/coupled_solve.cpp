#include "aspic/solvers/elasticity/coupled_solve.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// Where the conjugate gradients of an island stand.
class Iteration
{
public:
    explicit Iteration(SolidIsland& island) : island_(&island) {}

    /// After the first z.
    void begin()
    {
        progress_ = 0;
        for (ElasticSystem* system : island_->systems)
            progress_ += system->set_direction();
        progress_ += island_->groups.precondition();
        island_->groups.turn_direction(0, island_->systems);
        island_->first_error = island_->first_error > error() ? island_->first_error : error(); // NaN stays one
        if (const double most = most_error(); most < island_->first_error)
            island_->first_error = most;
    }

    /// p → Δv, r; false: there is nowhere to go.
    bool advance(Scratch& scratch)
    {
        double work = 0;
        for (ElasticSystem* system : island_->systems)
            work += system->multiply_direction(scratch);
        work += island_->groups.begin_product();
        work += island_->contacts.multiply({island_->systems, island_->groups});
        if (!(work > 0) || !(progress_ > 0))
            return false;
        for (ElasticSystem* system : island_->systems)
            system->advance(progress_ / work);
        island_->groups.advance(progress_ / work, island_->systems);
        return true;
    }

    /// z → p.
    void turn_direction()
    {
        const double before = progress_;
        progress_ = 0;
        for (ElasticSystem* system : island_->systems)
            progress_ += system->progress();
        progress_ += island_->groups.precondition();
        for (ElasticSystem* system : island_->systems)
            system->turn_direction(progress_ / before);
        island_->groups.turn_direction(progress_ / before, island_->systems);
    }

    /// What is left, relative; NaN stays one.
    [[nodiscard]] double left() const
    {
        double unnoticed = 0;
        for (const ElasticSystem* system : island_->systems)
            unnoticed += square(system->unnoticed());
        return error() <= std::sqrt(unnoticed) ? 0 : error() / island_->first_error;
    }

    [[nodiscard]] const SolidIsland& island() const { return *island_; }

private:
    [[nodiscard]] double error() const { return std::sqrt(std::abs(progress_)); }

    /// [kg^½ m/s] Where bodies touch: the first guess presses them far into each other, and a fraction of the energy which that would take may be more than they have. So errors count against their motion.
    [[nodiscard]] double most_error() const
    {
        constexpr double of_motion = 10;
        bool touches = !island_->contacts.all().empty();
        double energy = 0;
        for (const ElasticSystem* system : island_->systems)
        {
            touches = touches || system->touches_walls();
            energy += system->kinetic_energy();
        }
        return touches && energy > 0 ? of_motion * std::sqrt(2 * energy) : HUGE_VAL;
    }

    SolidIsland* island_;
    double progress_ = 0; ///< [J] rᵀ z
};

/// r → z of all that are still iterated, those with one preconditioner together.
void precondition(std::span<const Iteration* const> active, Scratch& scratch)
{
    std::vector<std::pair<ElasticPreconditioner*, std::vector<BodyResidual>>> batches;
    for (const Iteration* each : active)
        for (const ElasticSystem* system : each->island().systems)
        {
            auto found = std::ranges::find(batches, system->preconditioner(), [](const auto& batch) { return batch.first; });
            if (found == batches.end())
                found = batches.insert(batches.end(), {system->preconditioner(), {}});
            found->second.push_back(system->residual());
        }
    for (const auto& [preconditioner, residuals] : batches)
        preconditioner->solve(residuals, scratch);
}
} // namespace

SolidIsland island_of(ElasticSystem& system)
{
    SolidIsland island{.systems = {&system}, .contacts = {}, .groups = GroupUnknowns(system.groups())};
    for (const GroupLink& link : system.links())
        island.groups.attach(0, link);
    return island;
}

SolveReport iterate(std::span<SolidIsland> islands, const ElasticitySettings& settings, Scratch& scratch)
{
    std::vector<Iteration> all(islands.begin(), islands.end());
    std::vector<Iteration*> active;
    active.reserve(all.size());
    for (Iteration& each : all)
        active.push_back(&each);
    precondition(active, scratch);
    for (Iteration* each : active)
        each->begin();
    SolveReport report;
    const auto is_done = [&](const Iteration* each) { return each->left() <= settings.tolerance; };
    for (std::erase_if(active, is_done); !active.empty() && report.iterations < settings.max_iterations; std::erase_if(active, is_done))
    {
        std::erase_if(active, [&](Iteration* each) { return !each->advance(scratch); }); // p → Δv, r
        precondition(active, scratch);                                                   // r → z
        for (Iteration* each : active)
            each->turn_direction(); // z → p
        ++report.iterations;
    }
    for (const Iteration& each : all)
        if (!(each.left() <= report.residual)) // or NaN
            report.residual = each.left();
    report.converged = report.residual <= settings.tolerance;
    return report;
}

namespace
{
/// Contact springs are so stiff that what the solve leaves of their forces, little beside what they could be, may be more momentum than a body has (E = 1 GPa: 1400 kg m/s where it has 55): taken for an impulse, it would throw
/// the body. It is not given. Of bodies that touch nothing else its sum is given to all as one, so that their momenta stay.
void drop_remainders(const SolidIsland& island, Scratch& scratch)
{
    const auto keeps = [](const ElasticSystem* system) { return system->keeps_own_momenta(); };
    const auto touches = [](const ElasticSystem* system) { return system->touches_walls(); };
    const bool is_closed = std::ranges::all_of(island.systems, keeps) && std::ranges::none_of(island.systems, touches);
    if ((is_closed && island.systems.size() == 1) ||
        island.groups.any_takes_part()) // with rigid bodies: what they got would have to go too
        return;
    std::vector<ElasticSystem::Remainder> all;
    ElasticSystem::Remainder whole;
    for (ElasticSystem* system : island.systems)
        if (keeps(system))
        {
            const ElasticSystem::Remainder& each = all.emplace_back(system->remainder(scratch));
            system->note_impulse(-each.momentum, -each.angular_momentum, each.body.center);
            whole.body.mass += each.body.mass;
            whole.body.center += each.body.mass * each.body.center;
            whole.momentum += each.momentum;
        }
    if (!is_closed)
        return;
    whole.body.center = whole.body.center / whole.body.mass;
    for (const ElasticSystem::Remainder& each : all)
    {
        const Vec3d arm = each.body.center - whole.body.center;
        whole.angular_momentum += each.angular_momentum + cross(arm, each.momentum);
        whole.body.inertia = whole.body.inertia + each.body.inertia +
                             each.body.mass * (diagonal(dot(arm, arm), dot(arm, arm), dot(arm, arm)) - outer(arm, arm));
    }
    const Vec3d spin = angular_velocity(whole.body.inertia, whole.angular_momentum);
    for (std::size_t k = 0; k < all.size(); ++k)
    {
        const RigidMomenta& body = all[k].body;
        const Vec3d velocity = whole.momentum / whole.body.mass + cross(spin, body.center - whole.body.center);
        island.systems[k]->note_impulse(body.mass * velocity, body.inertia * spin, body.center);
    }
}

/// What a rigid body did not take of what solids say they gave it stays with the solids that press it.
void keep_surplus(const SolidIsland& island)
{
    if (island.groups.has_links())
        return;
    for (Index group = 0; group < island.groups.count(); ++group)
    {
        std::vector<std::pair<ElasticSystem*, const ParticleContact*>> pressing; // each solid once; also one that presses no more
        std::vector<Vec3d> arms;
        for (const ParticleContact& contact : island.contacts.all())
        {
            ElasticSystem* system = island.systems[contact.owner.system];
            const auto touched = std::ranges::find_if(contact.others, [&](const ParticleContact::Other& other) {
                return other.particle.is_rigid && other.particle.slot == group;
            });
            if (touched == contact.others.end() ||
                std::ranges::find(pressing, system, [](const auto& each) { return each.first; }) != pressing.end())
                continue;
            pressing.emplace_back(system, &contact);
            arms.push_back(touched->particle.arm);
        }
        const GroupUnknowns::Surplus surplus = island.groups.surplus(group);
        const double part = 1 / std::max(1.0, static_cast<double>(pressing.size()));
        for (std::size_t k = 0; k < pressing.size(); ++k)
        {
            const auto& [system, contact] = pressing[k];
            if (!system->keeps_own_momenta()) // its share goes where it is held
                continue;
            system->note_impulse(contact->owner.slot, part * surplus.momentum, {});
            system->note_impulse(Vec3d{}, part * (surplus.angular_momentum - cross(arms[k], surplus.momentum)), Vec3d{});
        }
    }
}
} // namespace

SolveReport solve_with_contacts(std::span<SolidIsland> islands, const ElasticitySettings& settings, Scratch& scratch)
{
    constexpr int most_solves = 5;
    for (SolidIsland& island : islands)
    {
        island.groups.gather(island.systems);
        island.contacts.begin({island.systems, island.groups});
    }
    SolveReport report = iterate(islands, settings, scratch);
    for (int solve = 1; solve < most_solves; ++solve)
    {
        bool any_changed = false;
        for (SolidIsland& island : islands)
        {
            for (ElasticSystem* system : island.systems)
                any_changed = system->revise_contacts() || any_changed;
            any_changed = island.contacts.revise({island.systems, island.groups}) || any_changed;
        }
        if (!any_changed)
            break;
        const SolveReport next = iterate(islands, settings, scratch);
        report = {report.iterations + next.iterations, next.residual, next.converged};
    }
    for (SolidIsland& island : islands)
    {
        island.contacts.finish({island.systems, island.groups});
        island.groups.keep_momentum(island.systems);
        keep_surplus(island);
        drop_remainders(island, scratch);
        for (ElasticSystem* system : island.systems)
            system->finish(scratch);
    }
    return report;
}
} // namespace aspic
