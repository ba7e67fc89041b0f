#include "aspic/solvers/elasticity/stretch_product.h"

#include "aspic/compute/cpu/kernel.h"

namespace aspic
{
/// How far before their use values are fetched: they are read once, and nothing else tells where they are.
constexpr int values_ahead = 1024;

template <class Tools> void StretchProduct::run(Index begin, Index end) const
{
    using Four = typename Tools::Four;
    using Sixteen = typename Tools::Sixteen;
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
        for (Index r = 0, quad = 0; r < piece.rows; r += rows_in_quad, ++quad)
        {
            const Sixteen u_i = Sixteen::load(own + r);
            Sixteen near{}, far{};
            for (int k = 0; k < piece.near_count[quad]; ++k, near_value += rows_in_quad)
            {
                const Index j = *near_row++;
                __builtin_prefetch(near_value + values_ahead);
                const Sixteen pull = Sixteen::spread(Four::load(near_value)) * (Sixteen::repeat(Four::load(own + j)) - u_i);
                near = near + pull;
                (Four::load(sums + j) - pull.sum()).store(sums + j);
            }
            for (int k = 0; k < piece.far_count[quad]; ++k, far_value += rows_in_quad)
            {
                __builtin_prefetch(far_value + values_ahead);
                far = far + Sixteen::spread(Four::load(far_value)) * (Sixteen::repeat(Four::load(all + *far_row++)) - u_i);
            }
            const Sixteen given = near + far;
            for (Index row = 0; row < rows_in_quad && r + row < piece.rows; ++row)
                done += finish<Four>(piece.first + r + row, given.record(row)); // later quads add nothing to it
        }
        work[p] = done;
    }
}

/// m u + factor (what others gave + what it found itself); returns its product with u.
template <class Four> ASPIC_HOST_DEVICE double StretchProduct::finish(Index i, const Four& given) const
{
    const Four u_i = Four::load(&u[i]);
    const Real m = mass[i];
    const Four total = m * u_i + (m > 0 ? factor : 0) * (Four::load(&result[i]) + given);
    result[i] = {{total[0], total[1], total[2]}, 0};
    return double(total[0]) * double(u_i[0]) + double(total[1]) * double(u_i[1]) + double(total[2]) * double(u_i[2]);
}
} // namespace aspic

ASPIC_KERNEL(aspic::StretchProduct)
