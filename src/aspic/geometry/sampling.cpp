#include "aspic/geometry/sampling.h"

#include "aspic/geometry/lattice_points.h"
#include "aspic/geometry/sample_relaxation.h"
#include "aspic/math/random.h"
#include "aspic/particles/cell_lattice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr double first_disorder = 0.05; ///< [d] of particles at the surface: rows of a lattice would stay in their plane

/// Pieces of one part, in the order of Morton's curve, so that what one lacks is made good nearby.
struct Part
{
    std::vector<const SolidPiece*> pieces;
    double whole = 0;   ///< [d^dimension] in pieces that fill their cell
    double partial = 0; ///< [d^dimension] in others
    std::int64_t particles = 0;

    [[nodiscard]] double volume() const { return whole + partial; }
};

std::vector<Part> parts_of(const SolidPieces& cut, double volume_of_cell)
{
    std::vector<Part> parts(static_cast<std::size_t>(cut.part_count));
    const MortonKeys morton({0, 0, 0}, {cut.count[0] - 1, cut.count[1] - 1, cut.count[2] - 1});
    std::vector<std::uint64_t> keys(cut.pieces.size());
    std::vector<std::size_t> order(cut.pieces.size());
    for (std::size_t k = 0; k < keys.size(); ++k)
        keys[k] = morton.key({cut.pieces[k].cell[0], cut.pieces[k].cell[1], cut.pieces[k].cell[2]});
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return keys[k]; });
    for (const std::size_t k : order)
    {
        const SolidPiece& piece = cut.pieces[k];
        Part& part = parts[static_cast<std::size_t>(piece.part)];
        part.pieces.push_back(&piece);
        (piece.share < 1 ? part.partial : part.whole) += piece.share * volume_of_cell;
    }
    return parts;
}

/// N particles for all: to each part one, and the others by volume, with the largest remainders rounded up.
void distribute(std::vector<Part>& parts, double volume)
{
    const double seen = std::accumulate(parts.begin(), parts.end(), 0.0, [](double a, const Part& part) { return a + part.volume(); });
    const double wanted = std::round(volume);
    if (!(wanted <= std::numeric_limits<Index>::max()))
        throw std::length_error("a solid would hold more than 2^31 - 1 particles: make the spacing larger");
    std::int64_t left = static_cast<std::int64_t>(wanted);
    std::vector<double> remainder;
    for (Part& part : parts)
    {
        const double ideal = volume * part.volume() / seen;
        part.particles = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(ideal)));
        remainder.push_back(ideal - static_cast<double>(part.particles));
        left -= part.particles;
    }
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return remainder[a] > remainder[b]; });
    for (std::size_t k = 0; left > 0; k = (k + 1) % order.size(), --left)
        ++parts[order[k]].particles;
    for (std::size_t k = order.size(); left < 0 && k-- > 0;) // single particles of small parts are taken from others
        if (const std::int64_t taken = std::min(-left, parts[order[k]].particles - 1); taken > 0)
        {
            parts[order[k]].particles -= taken;
            left += taken;
        }
}

/// Goes along the pieces and puts a particle wherever the volume passed reaches n + ½: exactly one into each cell that is full.
void place(const Part& part, double volume_of_cell, const SamplingTask& task, std::vector<Vec3d>& points)
{
    const auto wanted = static_cast<double>(part.particles);
    const bool keeps_whole = part.partial > 0 && wanted >= part.whole;
    const double partial_scale = keeps_whole ? (wanted - part.whole) / part.partial : wanted / part.volume();
    const double whole_scale = keeps_whole ? 1 : partial_scale;
    double passed = 0;
    std::int64_t placed = 0;
    for (const SolidPiece* piece : part.pieces)
    {
        const bool is_whole = piece->share == 1;
        passed += piece->share * volume_of_cell * (is_whole ? whole_scale : partial_scale);
        for (int copy = 0; placed < part.particles && static_cast<double>(placed) + 0.5 <= passed + 1e-9; ++copy, ++placed)
        {
            const double disorder = copy > 0 ? 0.25 : is_whole ? 0 : first_disorder;
            Vec3d shift = (disorder * task.spacing) * random_vector(1, 0, points.size());
            if (task.dimension == 2)
                shift.z = 0;
            const Vec3d shifted = piece->point + shift;
            points.push_back(task.solid.contains(shifted) ? shifted : piece->point);
        }
    }
    for (; placed < part.particles; ++placed) // rounding
        points.push_back(part.pieces.back()->point);
}

/// Particles where they are relaxed from.
std::vector<Vec3d> first_places(const SamplingTask& task)
{
    const SolidPieces cut = pieces_of(task.solid, task.spacing, task.dimension);
    if (cut.pieces.empty())
        return {};
    const double volume_of_cell = std::pow(cut.width / task.spacing, task.dimension);
    std::vector<Part> parts = parts_of(cut, volume_of_cell);
    double volume = 0;
    for (const Part& part : parts)
        volume += part.volume();
    if (task.volume)
        volume = *task.volume / std::pow(task.spacing, task.dimension);
    distribute(parts, volume);
    std::vector<Vec3d> points;
    for (const Part& part : parts)
        place(part, volume_of_cell, task, points);
    return points;
}
} // namespace

SolidSample sample_solid(const SamplingTask& task, const Sampling& sampling, const SamplingWatcher& watch)
{
    ASPIC_EXPECTS(task.spacing > 0 && (task.dimension == 2 || task.dimension == 3));
    SolidSample sample;
    if (std::holds_alternative<LatticeSampling>(sampling))
    {
        sample.points = lattice_points(task.solid, task.spacing, task.dimension);
        return sample;
    }
    sample.points = first_places(task);
    relax(task, std::get<RelaxedSampling>(sampling), watch, sample);
    return sample;
}
} // namespace aspic
