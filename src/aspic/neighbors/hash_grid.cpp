#include "aspic/neighbors/hash_grid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace aspic
{
namespace
{
constexpr double rounding = std::numeric_limits<double>::epsilon();

/// Cells are wider than r or 2r by this share, so that a sphere whose ends lie on borders reaches no cell more than it should.
constexpr double margin = 1.0 / 1024;
constexpr double farthest_cell = 0x1p62; ///< what lies beyond falls into one cell

bool is_prime(std::size_t n)
{
    if (n < 4)
        return n >= 2;
    if (n % 2 == 0)
        return false;
    for (std::size_t divisor = 3; divisor * divisor <= n; divisor += 2)
        if (n % divisor == 0)
            return false;
    return true;
}

std::size_t smallest_prime_from(std::size_t n)
{
    while (!is_prime(n))
        ++n;
    return n;
}

void check_position(const Vec3d& x, Index point)
{
    if (!(std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z)))
        throw std::domain_error("position of point " + std::to_string(point) + " is not finite");
}

double largest_component(const Vec3d& x) { return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}); }
} // namespace

HashGrid::HashGrid(View<const Vec3d> points, double radius, const Settings& settings)
    : radius_(radius),
      settings_(settings),
      edge_((settings.cell_size == CellSize::radius ? radius : 2 * radius) * (1 + margin)),
      reach_(radius * (1 + 4 * rounding)),
      is_periodic_(settings.periodicity.period.x > 0 || settings.periodicity.period.y > 0 || settings.periodicity.period.z > 0)
{
    ASPIC_EXPECTS(settings.dimension >= 1 && settings.dimension <= 3 && settings.largest_table >= 1);
    if (!(radius > 0 && std::isfinite(edge_)))
        throw std::domain_error("the search radius, " + std::to_string(radius) + " m, is not a positive number");
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = settings.periodicity.period[axis]; period > 0)
            cells_per_period_[static_cast<std::size_t>(axis)] =
                static_cast<std::int64_t>(std::clamp(std::floor(period / edge_), 1.0, farthest_cell));

    Array<Entry> entries(static_cast<std::size_t>(points.size()));
    for (Index i = 0; i < points.size(); ++i)
    {
        check_position(points[i], i);
        entries[static_cast<std::size_t>(i)] = {points[i], i};
        largest_coordinate_ = std::max(largest_coordinate_, largest_component(points[i]));
    }
    place_.resize(entries.size());
    size_ = points.size();
    distribute(entries, fitting_table_size(size_));
}

/// One bucket per point: with several points per cell, few cells meet in a bucket. Prime, as T09 (43) asks for.
std::size_t HashGrid::fitting_table_size(Index points) const
{
    return smallest_prime_from(static_cast<std::size_t>(std::min(std::max<Index>(points, 8), settings_.largest_table)));
}

/// T09 (42). Along a periodic axis the cells divide the period evenly.
std::int64_t HashGrid::cell_along(double x, int axis) const
{
    const double period = settings_.periodicity.period[axis];
    if (period <= 0)
        return static_cast<std::int64_t>(std::clamp(std::floor(x / edge_), -farthest_cell, farthest_cell));
    const double turns = (x - settings_.periodicity.origin[axis]) / period;
    if (!std::isfinite(turns))
        return 0; // more periods away than a double can count
    const std::int64_t cells = cells_per_period_[static_cast<std::size_t>(axis)];
    return std::min(static_cast<std::int64_t>((turns - std::floor(turns)) * static_cast<double>(cells)), cells - 1);
}

/// Cells from x − r to x + r: three at most for d = r, two for d = 2r. Dividing and rounding down are monotone, so no point between the ends
/// lies in a cell outside them. Along a periodic axis that does not hold, and rounding errors are added to r instead.
HashGrid::CellRange HashGrid::reached_along(double x, int axis) const
{
    const double period = settings_.periodicity.period[axis];
    if (period <= 0)
    {
        const std::int64_t first = cell_along(x - reach_, axis);
        return {first, cell_along(x + reach_, axis) - first + 1};
    }
    const double magnitude = std::max(std::abs(x), largest_coordinate_) + std::abs(settings_.periodicity.origin[axis]) + period;
    const double reach = reach_ + 16 * rounding * magnitude;
    const std::int64_t cells = cells_per_period_[static_cast<std::size_t>(axis)];
    const double width = period / static_cast<double>(cells);
    if (!(2 * reach < period - (1 + margin) * width))
        return {0, cells};
    const std::int64_t first = cell_along(x - reach, axis);
    const std::int64_t steps = cell_along(x + reach, axis) - first;
    return {first, (steps < 0 ? steps + cells : steps) + 1};
}

/// Cells mirrored at the origin share a hash, because −a xor −b = a xor b for odd a and b: so cells are counted from far outside.
Index HashGrid::bucket_of(const Cell& cell) const
{
    constexpr std::int64_t outside = 1 << 20;
    return static_cast<Index>(spatial_hash({cell.x + outside, cell.y + outside, cell.z + outside}, table_.size()));
}

Index HashGrid::bucket_at(const Vec3d& x) const
{
    std::array<std::int64_t, 3> cell{};
    for (int axis = 0; axis < settings_.dimension; ++axis)
        cell[static_cast<std::size_t>(axis)] = cell_along(x[axis], axis);
    return bucket_of({cell[0], cell[1], cell[2]});
}

/// T09 A4: the buckets of all cells that a sphere around x reaches, each once though cells may share it, and none that is empty.
/// Returns their number, or −1 if there would be more than fit.
int HashGrid::reached_buckets(const Vec3d& x, std::array<Index, max_cells>& buckets) const
{
    std::array<CellRange, 3> range;
    double cells = 1;
    for (int axis = 0; axis < settings_.dimension; ++axis)
    {
        range[static_cast<std::size_t>(axis)] = reached_along(x[axis], axis);
        cells *= static_cast<double>(range[static_cast<std::size_t>(axis)].count);
    }
    if (cells > max_cells)
        return -1;

    const auto place = [&](std::size_t axis, std::int64_t step) {
        const std::int64_t period = cells_per_period_[axis];
        const std::int64_t cell = range[axis].first + step;
        return period > 0 && cell >= period ? cell - period : cell;
    };
    int found = 0;
    for (std::int64_t i = 0; i < range[0].count; ++i)
        for (std::int64_t j = 0; j < range[1].count; ++j)
            for (std::int64_t k = 0; k < range[2].count; ++k)
            {
                const Index bucket = bucket_of({place(0, i), place(1, j), place(2, k)});
                bool is_new = table_[static_cast<std::size_t>(bucket)].count > 0;
                for (int before = 0; before < found; ++before)
                    is_new &= buckets[static_cast<std::size_t>(before)] != bucket;
                buckets[static_cast<std::size_t>(found)] = bucket;
                found += is_new ? 1 : 0;
            }
    return found;
}

template <class IsNear> void HashGrid::search(const Vec3d& x, const IsNear& is_near, std::vector<Index>& found) const
{
    const auto search_bucket = [&](const Bucket& bucket) {
        // Every point is written, and kept if near: a branch would often be guessed wrongly.
        std::size_t n = found.size();
        found.resize(n + static_cast<std::size_t>(bucket.count));
        for (const Entry *entry = pool_.data() + bucket.begin, *end = entry + bucket.count; entry != end; ++entry)
        {
            found[n] = entry->point;
            n += is_near(entry->x) ? 1 : 0;
        }
        found.resize(n);
    };
    std::array<Index, max_cells> buckets;
    const int count = reached_buckets(x, buckets);
    for (int b = 0; b < count; ++b)
        search_bucket(table_[static_cast<std::size_t>(buckets[static_cast<std::size_t>(b)])]);
    if (count < 0)
        std::for_each(table_.begin(), table_.end(), search_bucket);
}

void HashGrid::query(const Vec3d& x, std::vector<Index>& found) const
{
    found.clear();
    if (!std::isfinite(largest_component(x)))
        return;
    const double r2 = radius_ * radius_;
    const auto is_near = [&](const Vec3d& y) {
        const Vec3d d = x - y;
        return dot(d, d) <= r2;
    };
    const auto is_image_near = [&](const Vec3d& y) {
        const Vec3d d = shortest_difference(x, y, settings_.periodicity);
        return dot(d, d) <= r2;
    };
    if (is_periodic_)
        search(x, is_image_near, found);
    else
        search(x, is_near, found);
    std::sort(found.begin(), found.end());
}

bool HashGrid::contains(Index point) const
{
    return point >= 0 && static_cast<std::size_t>(point) < place_.size() && place_[static_cast<std::size_t>(point)].slot >= 0;
}

std::size_t HashGrid::bytes() const
{
    return pool_.capacity() * sizeof(Entry) + table_.capacity() * sizeof(Bucket) + place_.capacity() * sizeof(Place);
}

void HashGrid::insert(Index point, const Vec3d& x)
{
    ASPIC_EXPECTS(point >= 0 && !contains(point));
    check_position(x, point);
    if (static_cast<std::size_t>(point) >= place_.size())
        place_.resize(static_cast<std::size_t>(point) + 1);
    if (size_ >= table_size() && table_size() < settings_.largest_table)
        rebuild(fitting_table_size(size_ <= settings_.largest_table / 2 ? 2 * size_ : settings_.largest_table));
    largest_coordinate_ = std::max(largest_coordinate_, largest_component(x));
    append(bucket_at(x), {x, point});
    ++size_;
}

void HashGrid::remove(Index point)
{
    ASPIC_EXPECTS(contains(point));
    Place& place = place_[static_cast<std::size_t>(point)];
    Bucket& bucket = table_[static_cast<std::size_t>(place.bucket)];
    Entry* const entries = pool_.data() + bucket.begin;
    const Entry& last = entries[--bucket.count];
    entries[place.slot] = last;
    place_[static_cast<std::size_t>(last.point)].slot = place.slot;
    place.slot = -1;
    --size_;
}

void HashGrid::move(Index point, const Vec3d& x)
{
    ASPIC_EXPECTS(contains(point));
    check_position(x, point);
    const Place& place = place_[static_cast<std::size_t>(point)];
    if (place.bucket != bucket_at(x))
    {
        remove(point);
        insert(point, x);
        return;
    }
    largest_coordinate_ = std::max(largest_coordinate_, largest_component(x));
    pool_[static_cast<std::size_t>(table_[static_cast<std::size_t>(place.bucket)].begin + place.slot)].x = x;
}

void HashGrid::append(Index bucket, const Entry& entry)
{
    Bucket& target = table_[static_cast<std::size_t>(bucket)];
    if (target.count == target.capacity)
        make_room(target);
    place_[static_cast<std::size_t>(entry.point)] = {bucket, target.count};
    pool_[static_cast<std::size_t>(target.begin + target.count++)] = entry;
}

/// Moves a full bucket to the end of the pool, with twice the room; the pool is tidied up when most of it lies idle.
void HashGrid::make_room(Bucket& bucket)
{
    constexpr std::size_t smallest_pool = 1024;
    if (pool_.size() > smallest_pool + 8 * static_cast<std::size_t>(size_))
        rebuild(table_.size());
    const Bucket old = bucket;
    bucket = {static_cast<std::int64_t>(pool_.size()), old.count, std::max<Index>(4, 2 * old.count)};
    pool_.resize(pool_.size() + static_cast<std::size_t>(bucket.capacity));
    std::copy_n(pool_.begin() + old.begin, old.count, pool_.begin() + bucket.begin);
}

void HashGrid::rebuild(std::size_t table_size)
{
    Array<Entry> entries;
    entries.reserve(static_cast<std::size_t>(size_));
    for (const Bucket& bucket : table_)
        entries.insert(entries.end(), pool_.begin() + bucket.begin, pool_.begin() + bucket.begin + bucket.count);
    distribute(entries, table_size);
}

/// T09 A3: counts how many points each bucket gets, then puts them side by side.
void HashGrid::distribute(const Array<Entry>& entries, std::size_t table_size)
{
    table_.assign(table_size, {});
    std::int64_t begin = 0;
    for (const Entry& entry : entries)
    {
        Place& place = place_[static_cast<std::size_t>(entry.point)];
        place.bucket = bucket_at(entry.x);
        ++table_[static_cast<std::size_t>(place.bucket)].capacity;
    }
    for (Bucket& bucket : table_)
    {
        bucket.begin = begin;
        begin += bucket.capacity;
    }
    pool_.resize(entries.size());
    for (const Entry& entry : entries)
        append(place_[static_cast<std::size_t>(entry.point)].bucket, entry);
}
} // namespace aspic
