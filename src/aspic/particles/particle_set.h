#pragma once

#include "aspic/particles/column.h"

#include <deque>
#include <stdexcept>
#include <string_view>

namespace aspic
{
/// From here on identities are chosen by whoever appends particles: counting never comes so far.
inline constexpr Identity first_chosen_identity = Identity{1} << 62;

/// All particles of a world, one array per quantity. Sorting, appending, removing, saving and hashing visit **all** columns.
class ParticleSet
{
public:
    Column<Vec3d> position{"position", "m", "x", {}, {}};
    Column<Vec3> velocity{"velocity", "m/s", "v", {}, {}};
    Column<Real> mass{"mass", "kg", "m", {}, {}};
    Column<Real> density{"density", "kg/m³", "ρ", {}, {}};
    Column<Identity> identity{"identity", "1", "id", {}, {}}; ///< given by append, never used twice

    [[nodiscard]] Index size() const { return static_cast<Index>(position.values.size()); }

    /// Adds a quantity for all present and future particles. The reference stays valid as long as the set lives.
    template <class T> Column<T>& add_column(std::string name, std::string unit, std::string symbol, T initial = T{})
    {
        if (has_column(name))
            throw std::invalid_argument("a column '" + name + "' exists already");
        added_.emplace_back(Column<T>{std::move(name), std::move(unit), std::move(symbol), initial, {}});
        auto& column = std::get<Column<T>>(added_.back());
        column.values.resize(position.values.size(), initial);
        return column;
    }

    [[nodiscard]] bool has_column(std::string_view name) const;
    template <class T> [[nodiscard]] bool has_column_of(std::string_view name) const
    {
        bool found = false;
        for_each_column([&](const auto& column) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(column)>, Column<T>>)
                found = found || column.name == name;
        });
        return found;
    }

    /// The column of that name; it must exist and hold T.
    template <class T> Column<T>& column(std::string_view name) { return find_column<T>(*this, name); }
    template <class T> [[nodiscard]] const Column<T>& column(std::string_view name) const { return find_column<T>(*this, name); }

    /// Calls `f(column)` for each column, the built-in ones first, then in the order they were added.
    template <class F> void for_each_column(F&& f) { visit_columns(*this, f); }
    template <class F> void for_each_column(F&& f) const { visit_columns(*this, f); }

    /// Adds n particles at the end, with initial values and new identities; returns the index of the first.
    Index append(Index n);

    /// The same with chosen identities, first_chosen_identity or greater.
    Index append_named(Index n, Identity first_identity);

    /// Removes the particles for which `removed` is not zero; the others keep their order.
    void remove(View<const Index> removed);

    /// New place k gets what was at `order[k]`: a permutation of all particles.
    void reorder(View<const Index> order, Scratch& scratch);
    void reorder(View<const Index> order);

    /// The identity that the next appended particle gets: part of the state.
    [[nodiscard]] Identity next_identity() const { return next_identity_; }

    [[nodiscard]] std::size_t bytes() const; ///< memory held

    /// Replaces everything by n particles with undefined values, for a reader that then fills all columns.
    void restore(Index n, Identity next_identity);

private:
    template <class T, class Self> static auto& find_column(Self& self, std::string_view name)
    {
        std::conditional_t<std::is_const_v<Self>, const Column<T>, Column<T>>* found = nullptr;
        self.for_each_column([&](auto& candidate) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(candidate)>, Column<T>>)
                if (candidate.name == name)
                    found = &candidate;
        });
        if (found == nullptr)
            throw std::invalid_argument("no column '" + std::string(name) + "' of that type");
        return *found;
    }

    template <class Self, class F> static void visit_columns(Self& self, F&& f)
    {
        f(self.position);
        f(self.velocity);
        f(self.mass);
        f(self.density);
        f(self.identity);
        for (auto& any : self.added_)
            std::visit(f, any);
    }

    std::deque<AnyColumn> added_;
    Identity next_identity_ = 0;
};
} // namespace aspic
