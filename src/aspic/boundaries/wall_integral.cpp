#include "aspic/boundaries/wall_integral.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace aspic
{
namespace
{
/// ΔW of a profile's kernel, from differences over a 32nd of the support radius.
double laplacian(const HalfSpaceProfile& profile, double r, int dimension)
{
    const double e = profile.support() / 32;
    const double inside = profile.kernel_at(std::abs(r - e)), here = profile.kernel_at(r), outside = profile.kernel_at(r + e);
    const double second = (inside - 2 * here + outside) / square(e);
    const double first_over_r = r < e ? second : (outside - inside) / (2 * e * r);
    return second + (dimension - 1) * first_over_r;
}
} // namespace

/// γ at all points that the nodes of a block see. Points with an even and an odd number along x stand apart, so that those of consecutive nodes are neighbours.
struct WallIntegral::Surroundings
{
    static constexpr int margin = 2 * points_per_node + points_per_reach; ///< points before the block
    static constexpr int count = points + 2 * margin + 1;                 ///< along an axis
    static constexpr int lanes = 16;                                      ///< nodes that are summed together: more than there are
    static constexpr int half_row = (count + 1) / 2 + lanes - nodes;

    enum class Kind : char
    {
        empty,
        full,
        mixed
    };

    int layers;
    std::vector<float> gamma;
    std::vector<Kind> kind; ///< of each row

    explicit Surroundings(int layer_count)
        : layers(layer_count),
          gamma(static_cast<std::size_t>(2 * half_row * count * layer_count), 0.0F),
          kind(static_cast<std::size_t>(count * layer_count))
    {
    }

    [[nodiscard]] std::size_t row(int j, int k) const { return static_cast<std::size_t>(k) * count + static_cast<std::size_t>(j); }
    [[nodiscard]] std::size_t at(int i, int j, int k) const
    {
        return (row(j, k) * 2 + static_cast<std::size_t>(i & 1)) * half_row + static_cast<std::size_t>(i >> 1);
    }

    void sort_rows()
    {
        for (int k = 0; k < layers; ++k)
            for (int j = 0; j < count; ++j)
            {
                float least = 1, most = 0;
                for (int i = 0; i < count; ++i)
                {
                    least = std::min(least, gamma[at(i, j, k)]);
                    most = std::max(most, gamma[at(i, j, k)]);
                }
                kind[row(j, k)] = most == 0 ? Kind::empty : least == 1 ? Kind::full : Kind::mixed;
            }
    }
};

WallIntegral::WallIntegral(const BoundaryShape& shape, const HalfSpaceProfile& profile, const Vec3d& origin)
    : shape_(shape), origin_(origin), dimension_(shape.dimension()), step_(node_spacing(shape) / points_per_node), half_width_(0.8 * step_)
{
    make_rows(profile);
}

void WallIntegral::make_rows(const HalfSpaceProfile& profile)
{
    const double variance = square(half_width_) / 5; // of γ', a parabola
    const auto weight = [&](double r) { return profile.kernel_at(r) - 0.5 * variance * laplacian(profile, r, dimension_); };
    constexpr int reach = points_per_reach;
    double total = 0;
    for (int z = dimension_ == 2 ? 0 : -reach; z <= (dimension_ == 2 ? 0 : reach); ++z)
        for (int y = -reach; y <= reach; ++y)
        {
            const int squared = reach * reach - y * y - z * z;
            if (squared < 0)
                continue;
            const int half = static_cast<int>(std::sqrt(static_cast<double>(squared)));
            Row row{y, z, -half, {}, 0};
            for (int x = -half; x <= half; ++x)
            {
                row.weight.push_back(static_cast<float>(weight(step_ * std::sqrt(static_cast<double>(x * x + y * y + z * z)))));
                total += static_cast<double>(row.weight.back());
            }
            rows_.push_back(std::move(row));
        }
    for (Row& row : rows_) // Σ = F deep in the wall
        for (float& w : row.weight)
        {
            w = static_cast<float>(static_cast<double>(w) * profile.total() / total);
            row.total += w;
        }
}

float WallIntegral::gamma_at(double distance) const
{
    const double t = std::clamp(distance / half_width_, -1.0, 1.0);
    return static_cast<float>(0.5 - t * (0.75 - 0.25 * t * t));
}

/// The number of a place among those looked at, or how many there are.
std::size_t WallIntegral::number_of(const BlockPlace& place) const
{
    const auto found =
        std::lower_bound(matter_.begin(), matter_.end(), place, [](const Matter& a, const BlockPlace& b) { return a.place < b; });
    return found != matter_.end() && found->place == place ? static_cast<std::size_t>(found - matter_.begin()) : matter_.size();
}

/// A block and all that touch it, in a fixed order.
std::vector<BlockPlace> WallIntegral::surroundings_of(const BlockPlace& block) const
{
    std::vector<BlockPlace> places;
    const int depth = dimension_ == 2 ? 0 : 1;
    for (int k = -depth; k <= depth; ++k)
        for (int j = -1; j <= 1; ++j)
            for (int i = -1; i <= 1; ++i)
                places.push_back({block[0] + i, block[1] + j, block[2] + k});
    return places;
}

bool WallIntegral::is_alike(const Matter& a, const Matter& b) const
{
    constexpr float rounding = 1e-6F; // F, a weighted mean of γ, then differs by no more
    return std::equal(a.gamma.begin(), a.gamma.end(), b.gamma.begin(), b.gamma.end(),
                      [](float p, float q) { return std::abs(p - q) < rounding; });
}

/// Along a straight edge matter repeats itself: each place is compared with what those before it along the axes are like. Matter without a surface is compared with all such.
void WallIntegral::find_alike()
{
    std::vector<std::size_t> uniform;
    for (std::size_t number = 0; number < matter_.size(); ++number)
    {
        Matter& matter = matter_[number];
        matter.alike = number;
        const auto& [i, j, k] = matter.place;
        std::vector<std::size_t> candidates;
        if (matter.gamma.size() == 1)
            candidates = uniform;
        else
            for (const BlockPlace& before : {BlockPlace{i - 1, j, k}, BlockPlace{i, j - 1, k}, BlockPlace{i, j, k - 1}})
                if (const std::size_t other = number_of(before); other < number)
                    candidates.push_back(matter_[other].alike);
        const auto same = std::ranges::find_if(candidates, [&](std::size_t other) { return is_alike(matter_[other], matter); });
        if (same != candidates.end())
            matter.alike = *same;
        else if (matter.gamma.size() == 1)
            uniform.push_back(number);
    }
}

std::vector<std::size_t> WallIntegral::first_alike(const std::vector<BlockPlace>& blocks) const
{
    std::map<std::vector<std::size_t>, std::size_t> known;
    std::vector<std::size_t> first;
    for (std::size_t block = 0; block < blocks.size(); ++block)
    {
        std::vector<std::size_t> matter;
        for (const BlockPlace& place : surroundings_of(blocks[block]))
            matter.push_back(matter_[number_of(place)].alike);
        first.push_back(known.emplace(std::move(matter), block).first->second);
    }
    return first;
}

void WallIntegral::prepare(const std::vector<BlockPlace>& blocks)
{
    std::vector<BlockPlace> places;
    for (const BlockPlace& block : blocks)
        for (const BlockPlace& place : surroundings_of(block))
            places.push_back(place);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    matter_.resize(places.size());
    parallel_for(static_cast<Index>(places.size()), [&](Index at) {
        Matter& matter = matter_[static_cast<std::size_t>(at)];
        matter.place = places[static_cast<std::size_t>(at)];
        matter.gamma.assign(static_cast<std::size_t>(points) * points * static_cast<std::size_t>(layers()), 0.0F);
        look(matter, {0, 0, 0}, {points, points, layers()});
        const auto [least, most] = std::minmax_element(matter.gamma.begin(), matter.gamma.end());
        if (*least == *most)
            matter.gamma = {*least};
    });
    find_alike();
}

/// Asks the solid in the middle of a box of points; the box is divided only if the surface may be near enough.
void WallIntegral::look(Matter& matter, const std::array<int, 3>& begin, const std::array<int, 3>& end) const
{
    std::array<int, 3> size{};
    Vec3d middle = origin_, half;
    for (std::size_t k = 0; k < 3; ++k)
    {
        const auto axis = static_cast<int>(k);
        size[k] = end[k] - begin[k];
        middle[axis] += (static_cast<double>(matter.place[k] * points) + 0.5 * (begin[k] + end[k] - 1)) * step_;
        half[axis] = 0.5 * (size[k] - 1) * step_;
    }
    if (dimension_ == 2)
        middle.z = 0;
    const bool is_point = size[0] == 1 && size[1] == 1 && size[2] == 1;
    const SurfaceView view = shape_.solid->surface_from(middle);
    double distance = shape_.fluid_is_inside ? -view.distance : view.distance;
    if (is_point && std::abs(view.distance) < half_width_ && shape_.is_inner_surface(middle, view))
        distance = shape_.fluid_is_inside ? HUGE_VAL : -HUGE_VAL; // there is no surface
    if (is_point || std::abs(distance) > norm(half) + half_width_)
    {
        for (int k = begin[2]; k < end[2]; ++k)
            for (int j = begin[1]; j < end[1]; ++j)
                std::fill_n(matter.gamma.begin() + (k * points + j) * points + begin[0], size[0], gamma_at(distance));
        return;
    }
    const auto longest = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
    std::array<int, 3> first_end = end, second_begin = begin;
    first_end[longest] = second_begin[longest] = begin[longest] + size[longest] / 2;
    look(matter, begin, first_end);
    look(matter, second_begin, end);
}

/// Copies γ from a block and those around it.
void WallIntegral::gather(const BlockPlace& block, Surroundings& around) const
{
    using S = Surroundings;
    const bool is_flat = dimension_ == 2;
    const int depth = is_flat ? 0 : 1;
    const auto first = [](int neighbor) { return std::max(0, S::margin + neighbor * points); };
    const auto last = [](int neighbor) { return std::min(S::count, S::margin + (neighbor + 1) * points); };
    for (int c = -depth; c <= depth; ++c)
        for (int b = -1; b <= 1; ++b)
            for (int a = -1; a <= 1; ++a)
            {
                const Matter& matter = matter_[number_of({block[0] + a, block[1] + b, block[2] + c})];
                const auto inside = [](int place, int neighbor) { return place - S::margin - neighbor * points; };
                for (int k = is_flat ? 0 : first(c); k < (is_flat ? 1 : last(c)); ++k)
                    for (int j = first(b); j < last(b); ++j)
                        for (int i = first(a); i < last(a); ++i)
                        {
                            const int from = ((is_flat ? 0 : inside(k, c)) * points + inside(j, b)) * points + inside(i, a);
                            around.gamma[around.at(i, j, k)] = matter.gamma[matter.gamma.size() == 1 ? 0 : static_cast<std::size_t>(from)];
                        }
            }
    around.sort_rows();
}

std::vector<double> WallIntegral::at_nodes(const BlockPlace& block) const
{
    using S = Surroundings;
    const bool is_flat = dimension_ == 2;
    S around(is_flat ? 1 : S::count);
    gather(block, around);
    std::vector<double> filled;
    for (int k = 0; k < (is_flat ? 1 : nodes); ++k)
        for (int j = 0; j < nodes; ++j)
        {
            std::array<float, S::lanes> sums{};
            for (const Row& row : rows_)
            {
                const int y = points_per_node * j + points_per_reach + row.y;
                const int z = is_flat ? 0 : points_per_node * k + points_per_reach + row.z;
                const S::Kind kind = around.kind[around.row(y, z)];
                if (kind == S::Kind::full)
                    for (float& sum : sums)
                        sum += row.total;
                if (kind != S::Kind::mixed)
                    continue;
                for (std::size_t tap = 0; tap < row.weight.size(); ++tap)
                {
                    const float* gamma = around.gamma.data() + around.at(points_per_reach + row.first + static_cast<int>(tap), y, z);
                    const float w = row.weight[tap];
                    for (std::size_t i = 0; i < S::lanes; ++i)
                        sums[i] += w * gamma[i];
                }
            }
            for (std::size_t i = 0; i < nodes; ++i)
                filled.push_back(static_cast<double>(sums[i]));
        }
    return filled;
}
} // namespace aspic
