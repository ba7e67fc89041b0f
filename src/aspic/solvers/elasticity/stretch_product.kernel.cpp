#include "aspic/solvers/elasticity/stretch_product.h"

#include "aspic/compute/cpu/kernel.h"

namespace aspic
{
namespace
{
constexpr int sums_at_once = 4; ///< of one row: each addition waits for the one before it in its sum

/// Calls `add(sum)` count times, with each of the sums in turn.
template <class Four, class Add> ASPIC_HOST_DEVICE Four add_in_turn(int count, const Add& add)
{
    Four sums[sums_at_once] = {};
    int k = 0;
    for (; k + sums_at_once <= count; k += sums_at_once)
#pragma GCC unroll 4
        for (int s = 0; s < sums_at_once; ++s)
            add(sums[s]);
    for (int s = 0; k < count; ++k, ++s)
        add(sums[s]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}
} // namespace

template <class Tools> void StretchProduct::run(Index begin, Index end) const
{
    using Four = typename Tools::Four;
    for (Index p = begin; p < end; ++p)
    {
        const StretchRows& piece = pieces[p];
        const Vec4* const all = u.data();
        const Vec4* const own = all + piece.first;
        Vec4* const sums = result.data() + piece.first;
        const std::uint16_t* near_row = piece.near_row;
        const Real* near_value = piece.near_value;
        const Index* far_row = piece.far_row;
        const Real* far_value = piece.far_value;
        for (Index r = 0; r < piece.rows; ++r)
            sums[r] = {};
        double done = 0;
        for (Index r = 0; r < piece.rows; ++r)
        {
            const Four u_i = Four::load(own + r);
            const Four near = add_in_turn<Four>(piece.near_count[r], [&](Four& sum) {
                const Index j = *near_row++;
                const Four pull = *near_value++ * (Four::load(own + j) - u_i);
                sum = sum + pull;
                (Four::load(sums + j) - pull).store(sums + j);
            });
            const Four far = add_in_turn<Four>(
                piece.far_count[r], [&](Four& sum) { sum = sum + *far_value++ * (Four::load(all + *far_row++) - u_i); });
            const Real m = mass[piece.first + r];
            const Real share = m > 0 ? factor : 0;
            const Four total = m * u_i + share * (Four::load(sums + r) + (near + far));
            sums[r] = {{total[0], total[1], total[2]}, 0}; // later rows add nothing to it
            done += double(total[0]) * double(u_i[0]) + double(total[1]) * double(u_i[1]) + double(total[2]) * double(u_i[2]);
        }
        work[p] = done;
    }
}
} // namespace aspic

ASPIC_KERNEL(aspic::StretchProduct)
