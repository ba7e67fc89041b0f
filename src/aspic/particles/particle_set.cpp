#include "aspic/particles/particle_set.h"

#include <limits>

namespace aspic
{
bool ParticleSet::has_column(std::string_view name) const
{
    bool found = false;
    for_each_column([&](const auto& column) { found = found || column.name == name; });
    return found;
}

Index ParticleSet::append(Index n)
{
    const Index first = append_named(n, next_identity_);
    next_identity_ += static_cast<Identity>(n);
    return first;
}

Index ParticleSet::append_named(Index n, Identity first_identity)
{
    ASPIC_EXPECTS(n >= 0);
    if (n > std::numeric_limits<Index>::max() - size())
        throw std::length_error("a set holds at most 2^31 − 1 particles");
    const Index first = size();
    const auto new_size = static_cast<std::size_t>(first) + static_cast<std::size_t>(n);
    for_each_column([&](auto& column) {
        if (column.values.capacity() < new_size)
            column.values.reserve(new_size + new_size / 16); // not twice as much, as vectors like it
        column.values.resize(new_size, column.initial);
    });
    for (Index i = first; i < size(); ++i)
        identity[i] = first_identity++;
    return first;
}

void ParticleSet::remove(View<const Index> removed)
{
    ASPIC_EXPECTS(removed.size() == size());
    Array<Index> kept;
    for (Index i = 0; i < size(); ++i)
        if (removed[i] == 0)
            kept.push_back(i);
    reorder(const_view(kept));
}

void ParticleSet::reorder(View<const Index> order, Scratch& scratch)
{
    for_each_column([&](auto& column) {
        using T = typename std::remove_cvref_t<decltype(column.values)>::value_type;
        const Scratch::Turn turn(scratch);
        const View<T> in_order = scratch.take<T>(order.size());
        parallel_for(order.size(), [&](Index k) { in_order[k] = column[order[k]]; });
        column.values.resize(static_cast<std::size_t>(order.size()));
        parallel_for(order.size(), [&](Index k) { column[k] = in_order[k]; });
    });
}

void ParticleSet::reorder(View<const Index> order)
{
    Scratch scratch;
    reorder(order, scratch);
}

std::size_t ParticleSet::bytes() const
{
    const auto size_of = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
    std::size_t total = 0;
    for_each_column([&](const auto& column) { total += size_of(column.values); });
    return total;
}

void ParticleSet::restore(Index n, Identity next_identity)
{
    for_each_column([&](auto& column) { column.values.resize(static_cast<std::size_t>(n)); });
    next_identity_ = next_identity;
}
} // namespace aspic
