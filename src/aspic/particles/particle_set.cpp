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
    ASPIC_EXPECTS(n >= 0);
    if (n > std::numeric_limits<Index>::max() - size())
        throw std::length_error("a set holds at most 2^31 − 1 particles");
    const Index first = size();
    const auto new_size = static_cast<std::size_t>(first) + static_cast<std::size_t>(n);
    for_each_column([&](auto& column) { column.values.resize(new_size, column.initial); });
    for (Index i = first; i < size(); ++i)
        identity[i] = next_identity_++;
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

void ParticleSet::reorder(View<const Index> order)
{
    for_each_column([&](auto& column) {
        column.spare.resize(static_cast<std::size_t>(order.size()));
        parallel_for(order.size(), [&](Index k) { column.spare[static_cast<std::size_t>(k)] = column[order[k]]; });
        column.values.swap(column.spare);
    });
}

void ParticleSet::restore(Index n, Identity next_identity)
{
    for_each_column([&](auto& column) { column.values.resize(static_cast<std::size_t>(n)); });
    next_identity_ = next_identity;
}
} // namespace aspic
