#include "aspic/run/frame_source.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aspic
{
namespace
{
/// A quantity that is no column of the particles, but found when it is asked for.
struct Derived
{
    std::string_view name, symbol; ///< [Pa]
    Array<Real> (World::*values)() const;
};
constexpr std::array derived{Derived{"pressure", "p", &World::pressure}, Derived{"stress", "σ", &World::stress}};

bool is_there(const Derived& quantity, const ParticleSet& particles)
{
    return quantity.values != &World::stress || particles.has_column("solid");
}

/// `identity`: of the particles; none if it is not known.
template <class T> std::optional<NotFinite> first_not_finite_of(const Column<T>& column, const Column<Identity>* identity)
{
    using Component = typename ColumnLayout<T>::Component;
    if constexpr (std::is_floating_point_v<Component>)
    {
        const auto* begin = reinterpret_cast<const Component*>(column.values.data());
        const auto* end = begin + ColumnLayout<T>::components * column.values.size();
        const auto* bad = std::find_if(begin, end, [](Component value) { return !std::isfinite(value); });
        const auto place = static_cast<std::size_t>(bad - begin) / ColumnLayout<T>::components;
        if (bad != end)
            return NotFinite{"", column.name, identity == nullptr ? place : identity->values[place]};
    }
    return std::nullopt;
}

void leave_out_ghosts(ParticleFrame& frame, const ParticleSet& particles)
{
    const auto material = particles.column<Index>("material").view();
    for (AnyColumn& any : frame.columns)
        std::visit(
            [&](auto& column) {
                std::size_t kept = 0;
                for (Index i = 0; i < particles.size(); ++i)
                    if (material[i] != ghost_material)
                        column.values[kept++] = column[i];
                column.values.resize(kept);
            },
            any);
}

/// The named columns, or all; derived quantities are among the names that there are.
ParticleFrame frame_with(const World& world, std::vector<std::string> names)
{
    std::vector<const Derived*> asked;
    for (const Derived& quantity : derived)
    {
        const auto wanted = std::ranges::find(names, quantity.name);
        if (is_there(quantity, world.particles()) && (names.empty() || wanted != names.end()))
            asked.push_back(&quantity);
        if (wanted != names.end())
            *wanted = world.particles().position.name; // which is always there
    }
    ParticleFrame frame = frame_of(world.particles(), world.time(), names);
    for (const Derived* quantity : asked)
        frame.columns.emplace_back(
            Column<Real>{std::string(quantity->name), "Pa", std::string(quantity->symbol), 0, (world.*quantity->values)()});
    return frame;
}

std::vector<std::string_view> columns_of(const ParticleSet& particles)
{
    std::vector<std::string_view> known;
    particles.for_each_column([&](const auto& column) { known.push_back(column.name); });
    for (const Derived& quantity : derived)
        if (is_there(quantity, particles))
            known.push_back(quantity.name);
    return known;
}
} // namespace

ParticleFrame frame_of_world(const World& world)
{
    ParticleFrame frame = frame_with(world, world.scene().output.columns);
    if (world.state().ghosts > 0 && !world.scene().output.ghosts)
        leave_out_ghosts(frame, world.particles());
    return frame;
}

ParticleFrame frame_for_surfaces(const World& world)
{
    std::vector<std::string> names{"material"};
    const auto known = columns_of(world.particles());
    for (const std::string& name : world.scene().output.surface->attributes)
        if (std::ranges::find(known, name) != known.end())
            names.push_back(name);
    return frame_with(world, names);
}

ParticleFrame frame_for_skins(const World& world) { return frame_with(world, {"material", "origin"}); }

Problems unknown_columns(const Scene& scene, const ParticleSet& particles)
{
    const auto known = columns_of(particles);
    std::string list;
    for (const std::string_view name : known)
        list += (list.empty() ? "" : ", ") + std::string(name);
    Problems problems;
    for (const std::string& name : scene.output.columns)
        if (std::ranges::find(known, name) == known.end())
            problems.push_back({"output.columns", "the particles have no '" + name + "'", "they have " + list});
    return problems;
}

std::optional<NotFinite> first_not_finite(const ParticleFrame& frame)
{
    const auto* identity = frame.find<Identity>("identity");
    for (const AnyColumn& any : frame.columns)
        if (auto bad = std::visit([&](const auto& column) { return first_not_finite_of(column, identity); }, any))
            return bad;
    return std::nullopt;
}

std::optional<NotFinite> first_not_finite(const ParticleSet& particles)
{
    std::optional<NotFinite> bad;
    particles.for_each_column([&](const auto& column) {
        if (!bad)
            bad = first_not_finite_of(column, &particles.identity);
    });
    return bad;
}
} // namespace aspic
