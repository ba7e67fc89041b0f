#include "aspic/io/particle_frame.h"

#include <algorithm>

namespace aspic
{
namespace
{
void add_column(ParticleFrame& frame, const ParticleSet& particles, const std::string& name)
{
    const std::size_t before = frame.columns.size();
    particles.for_each_column([&](const auto& column) {
        if (column.name == name)
            frame.columns.emplace_back(column);
    });
    if (frame.columns.size() > before)
        return;
    std::string known;
    particles.for_each_column([&](const auto& column) { known += (known.empty() ? "" : ", ") + column.name; });
    throw std::invalid_argument("no column '" + name + "': the particles have " + known);
}
} // namespace

const std::string& name_of(const AnyColumn& column)
{
    return std::visit([](const auto& typed) -> const std::string& { return typed.name; }, column);
}

Index ParticleFrame::size() const { return columns.empty() ? 0 : static_cast<Index>(position().values.size()); }

const AnyColumn* ParticleFrame::find_any(std::string_view name) const
{
    const auto found = std::ranges::find_if(columns, [&](const AnyColumn& column) { return name_of(column) == name; });
    return found == columns.end() ? nullptr : &*found;
}

ParticleFrame frame_of(const ParticleSet& particles, double time, const std::vector<std::string>& names)
{
    ParticleFrame frame;
    frame.time = time;
    frame.columns.emplace_back(particles.position);
    frame.columns.emplace_back(particles.identity);
    const auto add_once = [&](const std::string& name) {
        if (frame.find_any(name) == nullptr)
            add_column(frame, particles, name);
    };
    if (names.empty())
        particles.for_each_column([&](const auto& column) { add_once(column.name); });
    std::ranges::for_each(names, add_once);
    return frame;
}
} // namespace aspic
