#include "aspic/solvers/linear/tiles.h"

#include "aspic/compute/cpu/kernel.h"
#include "aspic/compute/cpu/registers.h"

namespace aspic
{
namespace ASPIC_ISA
{
namespace
{
constexpr Index tiles_per_sum = 8;    ///< products of so many tiles are added up in registers
constexpr Index tiles_in_reach = 16;  ///< tiles of a factor that stay in the first cache between two passes over them
constexpr int most_sides_at_once = 6; ///< right-hand sides whose vectors share each load of the factor

/// sum = Σ_k A_k B_kᵀ restricted to `columns` columns of the result, from column `first`. The tiles of both factors stand in rows of one triangle: from one
/// column of it to the next, `step` tiles on, a number that falls by one each time.
template <class T, int columns> ASPIC_HOST_DEVICE void add_products(const T* a, const T* b, Index step, Index count, int first,
                                                                    typename Registers<T>::Register (&sum)[columns][Registers<T>::parts])
{
    using R = Registers<T>;
    for (Index k = 0; k < count; ++k)
    {
        for (Index l = 0; l < tile_rows; ++l)
        {
            typename R::Register column[R::parts];
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
                column[p] = R::load(a + tile_rows * l + R::lanes * p);
#pragma GCC unroll 16
            for (int c = 0; c < columns; ++c)
            {
                const auto factor = R::all(b[tile_rows * l + first + c]);
#pragma GCC unroll 16
                for (int p = 0; p < R::parts; ++p)
                    sum[c][p] = R::multiply_add(column[p], factor, sum[c][p]);
            }
        }
        a += static_cast<std::int64_t>(step - k) * tile_size;
        b += static_cast<std::int64_t>(step - k) * tile_size;
    }
}

/// target −= Σ_k A_k B_kᵀ (or, if it `replaces`, target = +…).
template <class T, bool replaces> ASPIC_HOST_DEVICE void multiply_tiles(T* target, const T* a, const T* b, Index step, Index count)
{
    using R = Registers<T>;
    constexpr int columns = R::accumulators / R::parts;
    for (int first = 0; first < tile_rows; first += columns)
    {
        typename R::Register sum[columns][R::parts] = {};
        add_products<T, columns>(a, b, step, count, first, sum);
#pragma GCC unroll 16
        for (int c = 0; c < columns; ++c)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
            {
                T* const place = target + tile_rows * (first + c) + R::lanes * p;
                R::store(place, replaces ? sum[c][p] : R::load(place) - sum[c][p]);
            }
    }
}

/// Registers for sums, of those that the instruction set has.
constexpr int sums_at_once = Registers<float>::accumulators + Registers<float>::accumulators / 2;

/// Columns of a tile whose sums for so many sides fit into the registers.
template <int sides> constexpr int columns_at_once()
{
    int columns = tile_rows;
    while (columns > 1 && columns * sides * Registers<float>::parts > sums_at_once)
        columns /= 2;
    return columns;
}

/// Tiles below each other that share each load of the vectors.
template <int sides> constexpr int tiles_at_once() { return 2 * sides * Registers<float>::parts <= sums_at_once ? 2 : 1; }

/// f_i −= L_i y (or f_i = L_i y) for some tiles below each other and some right-hand sides; `f` and `y` are pieces of vectors, those of the sides one behind the
/// other, those of the tiles `f_step` apart.
template <int tiles, int sides, bool replaces>
ASPIC_HOST_DEVICE void subtract_product(const float* tile, Index width, const float* y, float* f, std::int64_t f_step)
{
    using R = Registers<float>;
    R::Register sum[tiles][sides][R::parts];
#pragma GCC unroll 16
    for (int t = 0; t < tiles; ++t)
#pragma GCC unroll 16
        for (int c = 0; c < sides; ++c)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
                sum[t][c][p] = replaces ? R::Register{} : R::load(f + t * f_step + tile_rows * c + R::lanes * p);
    for (Index k = 0; k < width; ++k)
    {
        R::Register column[tiles][R::parts];
#pragma GCC unroll 16
        for (int t = 0; t < tiles; ++t)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
                column[t][p] = R::load(tile + tile_rows * (t * width + k) + R::lanes * p);
#pragma GCC unroll 16
        for (int c = 0; c < sides; ++c)
        {
            const auto factor = R::all(y[tile_rows * c + k]);
#pragma GCC unroll 16
            for (int t = 0; t < tiles; ++t)
#pragma GCC unroll 16
                for (int p = 0; p < R::parts; ++p)
                    sum[t][c][p] = replaces ? R::multiply_add(column[t][p], factor, sum[t][c][p])
                                            : R::subtract_product(column[t][p], factor, sum[t][c][p]);
        }
    }
#pragma GCC unroll 16
    for (int t = 0; t < tiles; ++t)
#pragma GCC unroll 16
        for (int c = 0; c < sides; ++c)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
                R::store(f + t * f_step + tile_rows * c + R::lanes * p, sum[t][c][p]);
}

/// sums[column][side] += L[:, column] ∘ x[side] over consecutive tiles, for some columns of them.
template <int sides, int columns>
ASPIC_HOST_DEVICE void add_dots(const float* tile, std::int64_t tile_step, Index count, const float* x, std::int64_t x_step, float* sums)
{
    using R = Registers<float>;
    R::Register sum[columns][sides][R::parts];
#pragma GCC unroll 16
    for (int k = 0; k < columns; ++k)
#pragma GCC unroll 16
        for (int c = 0; c < sides; ++c)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
                sum[k][c][p] = R::load(sums + tile_rows * (sides * k + c) + R::lanes * p);
    for (Index i = 0; i < count; ++i, tile += tile_step, x += x_step)
    {
#pragma GCC unroll 16
        for (int k = 0; k < columns; ++k)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
            {
                const auto column = R::load(tile + tile_rows * k + R::lanes * p);
#pragma GCC unroll 16
                for (int c = 0; c < sides; ++c)
                    sum[k][c][p] = R::multiply_add(column, R::load(x + tile_rows * c + R::lanes * p), sum[k][c][p]);
            }
    }
#pragma GCC unroll 16
    for (int k = 0; k < columns; ++k)
#pragma GCC unroll 16
        for (int c = 0; c < sides; ++c)
#pragma GCC unroll 16
            for (int p = 0; p < R::parts; ++p)
                R::store(sums + tile_rows * (sides * k + c) + R::lanes * p, sum[k][c][p]);
}

/// The sum of sixteen numbers, by halves.
ASPIC_HOST_DEVICE float sum_of(const float* numbers)
{
    using Four __attribute__((vector_size(16))) = float;
    const auto four = [&](int k) { return *reinterpret_cast<const Four*>(numbers + 4 * k); };
    const Four sum = (four(0) + four(2)) + (four(1) + four(3));
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

/// y −= Σ_i L_iᵀ x_i (or y = Σ …) over consecutive tiles, for some right-hand sides.
template <int sides, bool replaces>
ASPIC_HOST_DEVICE void subtract_dots(const float* tile, Index width, Index count, const float* x, std::int64_t x_step, float* y)
{
    constexpr int columns = columns_at_once<sides>();
    alignas(64) float sums[tile_rows * sides * tile_rows] = {};
    const std::int64_t tile_step = width * tile_rows;
    for (Index i = 0; i < count; i += tiles_in_reach)
    {
        const Index here = count - i < tiles_in_reach ? count - i : tiles_in_reach;
        const float* const tiles = tile + i * tile_step;
        const float* const pieces = x + i * x_step;
        Index k = 0;
        for (; k + columns <= width; k += columns)
            add_dots<sides, columns>(tiles + tile_rows * k, tile_step, here, pieces, x_step, sums + tile_rows * sides * k);
        for (; k < width; ++k)
            add_dots<sides, 1>(tiles + tile_rows * k, tile_step, here, pieces, x_step, sums + tile_rows * sides * k);
    }
    for (Index k = 0; k < width; ++k)
        for (int c = 0; c < sides; ++c)
        {
            const float sum = sum_of(sums + tile_rows * (sides * k + c));
            y[tile_rows * c + k] = replaces ? sum : y[tile_rows * c + k] - sum;
        }
}

/// Calls `f` with the number of sides as a constant and the first side, until all had their turn.
template <class F> ASPIC_HOST_DEVICE void for_each_group(int right_sides, const F& f)
{
    int first = 0;
    for (; right_sides - first >= most_sides_at_once; first += most_sides_at_once)
        f.template operator()<most_sides_at_once>(first);
    switch (right_sides - first)
    {
    case 5:
        return f.template operator()<5>(first);
    case 4:
        return f.template operator()<4>(first);
    case 3:
        return f.template operator()<3>(first);
    case 2:
        return f.template operator()<2>(first);
    case 1:
        return f.template operator()<1>(first);
    default:
        return;
    }
}
} // namespace
} // namespace ASPIC_ISA

template <class T> template <class Tools> void UpdateTiles<T>::run(Index begin, Index end) const
{
    using namespace ASPIC_ISA;
    for (Index k = begin_k; k < end_k; k += tiles_per_sum)
    {
        const Index count = end_k - k < tiles_per_sum ? end_k - k : tiles_per_sum;
        for (Index j = begin_j; j < end_j; ++j)
            for (Index i = begin < j ? j : begin; i < end; ++i)
                multiply_tiles<T, false>(target + tile_size * tile_place(target_rows, i - shift, j - shift),
                                         panel + tile_size * tile_place(rows, i, k), panel + tile_size * tile_place(rows, j, k),
                                         rows - k - 1, count);
    }
}

template <class T> template <class Tools> void FinishRows<T>::run(Index begin, Index end) const
{
    using namespace ASPIC_ISA;
    alignas(64) T finished[tile_size];
    for (Index i = begin; i < end; ++i)
        for (Index j = begin_j; j < end_j; ++j)
        {
            T* const tile = panel + tile_size * tile_place(rows, i, j);
            if (j > begin_j)
                multiply_tiles<T, false>(tile, panel + tile_size * tile_place(rows, i, begin_j),
                                         panel + tile_size * tile_place(rows, j, begin_j), rows - begin_j - 1, j - begin_j);
            multiply_tiles<T, true>(finished, tile, inverse + static_cast<std::int64_t>(j) * tile_size, 0, 1);
            for (Index k = 0; k < tile_size; ++k)
                tile[k] = finished[k];
        }
}

template <class Tools> void ForwardSweep::run(Index begin, Index end) const
{
    using namespace ASPIC_ISA;
    const std::int64_t step = static_cast<std::int64_t>(right_sides) * tile_rows;
    for (Index j = begin_j; j < end_j; ++j)
    {
        if (begin <= j && j < end)
            for_each_group(right_sides, [&]<int sides>(int c) {
                alignas(64) float y[sides * tile_rows];
                subtract_product<1, sides, true>(tile(j, j), width(j), piece(j, c), y, 0);
                for (int k = 0; k < sides * tile_rows; ++k)
                    piece(j, c)[k] = y[k];
            });
        for (Index first = begin <= j ? j + 1 : begin; first < end; first += tiles_in_reach)
            for_each_group(right_sides, [&]<int sides>(int c) {
                constexpr int tiles = tiles_at_once<sides>();
                const Index last = end - first < tiles_in_reach ? end : first + tiles_in_reach;
                Index i = first;
                for (; i + tiles <= last; i += tiles)
                    subtract_product<tiles, sides, false>(tile(i, j), width(j), piece(j, c), piece(i, c), step);
                for (; i < last; ++i)
                    subtract_product<1, sides, false>(tile(i, j), width(j), piece(j, c), piece(i, c), step);
            });
    }
}

template <class Tools> void BackwardSweep::run(Index begin, Index end) const
{
    using namespace ASPIC_ISA;
    const std::int64_t step = static_cast<std::int64_t>(right_sides) * tile_rows;
    for (Index j = end - 1; j >= begin; --j)
    {
        const Index first = begin_i <= j ? j + 1 : begin_i;
        for_each_group(right_sides, [&]<int sides>(int c) {
            if (first < end_i)
                subtract_dots<sides, false>(tile(first, j), width(j), end_i - first, piece(first, c), step, piece(j, c));
            if (begin_i <= j && j < end_i)
            {
                alignas(64) float x[sides * tile_rows] = {};
                subtract_dots<sides, true>(tile(j, j), width(j), 1, piece(j, c), step, x);
                for (int k = 0; k < sides * tile_rows; ++k)
                    piece(j, c)[k] = x[k];
            }
        });
    }
}
} // namespace aspic

ASPIC_KERNEL(aspic::UpdateTiles<double>)
ASPIC_KERNEL(aspic::FinishRows<double>)
ASPIC_KERNEL(aspic::ForwardSweep)
ASPIC_KERNEL(aspic::BackwardSweep)
