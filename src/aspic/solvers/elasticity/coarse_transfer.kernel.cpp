#include "aspic/solvers/elasticity/coarse_transfer.h"

#include "aspic/compute/cpu/kernel.h"

namespace aspic
{
template <class Tools> void SumAtCorners::run(Index begin, Index end) const
{
    using Four = typename Tools::Four;
    for (Index cell = begin; cell < end; ++cell)
    {
        Four at_corner[8] = {};
        for (Index k = cell_begin[cell]; k < cell_begin[cell + 1]; ++k)
        {
            const CoarsePlace& place = places[k];
            if (!held.empty() && held[place.particle] != 0)
                continue;
            const Vec3& r_k = r[place.particle];
            const Four whole{{r_k.x, r_k.y, r_k.z, 0}};
            const Four along_x = Real(place.share[0]) * whole;
            const Four of_x[2] = {whole - along_x, along_x};
#pragma GCC unroll 2
            for (int x = 0; x < 2; ++x)
            {
                const Four along_y = Real(place.share[1]) * of_x[x];
                const Four of_y[2] = {of_x[x] - along_y, along_y};
#pragma GCC unroll 2
                for (int y = 0; y < 2; ++y)
                {
                    const Four along_z = Real(place.share[2]) * of_y[y];
                    at_corner[x + 2 * y] = at_corner[x + 2 * y] + (of_y[y] - along_z);
                    at_corner[x + 2 * y + 4] = at_corner[x + 2 * y + 4] + along_z;
                }
            }
        }
        for (int c = 0; c < 8; ++c)
            at_corner[c].store(&sums[8 * cell + c]);
    }
}

template <class Tools> void AddFromCorners::run(Index begin, Index end) const
{
    using Four = typename Tools::Four;
    const auto between = [](const Four& a, const Four& b, Real share_of_b) { return a + share_of_b * (b - a); };
    for (Index cell = begin; cell < end; ++cell)
    {
        Four c[8];
        for (int corner = 0; corner < 8; ++corner)
        {
            const float* const value = coarse + 3 * std::int64_t{corners[8 * static_cast<std::int64_t>(cell) + corner]};
            c[corner] = Four{{Real(value[0]), Real(value[1]), Real(value[2]), 0}};
        }
        for (Index k = cell_begin[cell]; k < cell_begin[cell + 1]; ++k)
        {
            const CoarsePlace& place = places[k];
            const Real x = place.share[0], y = place.share[1];
            const Four low = between(between(c[0], c[1], x), between(c[2], c[3], x), y);
            const Four high = between(between(c[4], c[5], x), between(c[6], c[7], x), y);
            const Four sum = between(low, high, place.share[2]);
            Vec3& z_k = z[place.particle];
            z_k = !held.empty() && held[place.particle] != 0 ? Vec3{} : share * z_k + Vec3{sum[0], sum[1], sum[2]};
        }
    }
}
} // namespace aspic

ASPIC_KERNEL(aspic::SumAtCorners)
ASPIC_KERNEL(aspic::AddFromCorners)
