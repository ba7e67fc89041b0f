#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
namespace
{
/// Tries the alternatives of the variant one after the other.
template <class Any, std::size_t k = 0> std::optional<Any> find_kernel(std::string_view name, double support, int dimension)
{
    if constexpr (k == std::variant_size_v<Any>)
        return std::nullopt;
    else if (name == kernel_names[k])
        return Any(std::in_place_index<k>, support, dimension);
    else
        return find_kernel<Any, k + 1>(name, support, dimension);
}
} // namespace

template <class T> std::optional<AnyKernelT<T>> kernel_named(std::string_view name, double support, int dimension)
{
    ASPIC_EXPECTS(support > 0 && dimension >= 1 && dimension <= 3);
    return find_kernel<AnyKernelT<T>>(name, support, dimension);
}

template std::optional<AnyKernelT<float>> kernel_named<float>(std::string_view, double, int);
template std::optional<AnyKernelT<double>> kernel_named<double>(std::string_view, double, int);
} // namespace aspic
