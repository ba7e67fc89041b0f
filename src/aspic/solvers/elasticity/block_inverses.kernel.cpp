#include "aspic/solvers/elasticity/block_inverses.h"

#include "aspic/compute/cpu/kernel.h"

namespace aspic
{
template <class Tools> void MultiplyBlocks::run(Index begin, Index end) const
{
    using Eight = typename Tools::Eight;
    constexpr int parts = block_rows / 8;
    const auto particle = [&](Index place) { return order.empty() ? place : order[place]; };
    for (Index block = begin; block < end; ++block)
    {
        const Index first = block * block_rows;
        const Index rows = r.size() - first < block_rows ? r.size() - first : block_rows;
        const Real* column = inverse + static_cast<std::int64_t>(first) * block_rows;
        Eight sum[3][parts] = {};
        for (Index c = 0; c < rows; ++c, column += block_rows)
        {
            const Vec3 r_c = r[particle(first + c)];
#pragma GCC unroll 4
            for (int part = 0; part < parts; ++part)
            {
                const Eight entries = Eight::load(column + 8 * part);
                sum[0][part] = sum[0][part] + r_c.x * entries;
                sum[1][part] = sum[1][part] + r_c.y * entries;
                sum[2][part] = sum[2][part] + r_c.z * entries;
            }
        }
        for (Index row = 0; row < rows; ++row)
            z[particle(first + row)] = {sum[0][row / 8][row % 8], sum[1][row / 8][row % 8], sum[2][row / 8][row % 8]};
    }
}
} // namespace aspic

ASPIC_KERNEL(aspic::MultiplyBlocks)
