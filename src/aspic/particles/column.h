#pragma once

#include "aspic/compute/parallel.h"
#include "aspic/math/mat.h"

#include <string>
#include <variant>

namespace aspic
{
/// One quantity of all particles of a set, with what a reader must know about it.
template <class T> struct Column
{
    std::string name;
    std::string unit;   ///< SI, "1" for plain numbers
    std::string symbol; ///< as in the papers
    T initial{};        ///< value of new particles
    Array<T> values;

    T& operator[](Index i) { return values[static_cast<std::size_t>(i)]; }
    const T& operator[](Index i) const { return values[static_cast<std::size_t>(i)]; }
    [[nodiscard]] View<T> view() { return aspic::view(values); }
    [[nodiscard]] View<const T> view() const { return const_view(values); }
};

/// A column of any type that a method may add. Both precisions are here, so that double positions exist in float builds.
using AnyColumn = std::variant<Column<float>, Column<double>, Column<Vec3T<float>>, Column<Vec3T<double>>, Column<Mat3T<float>>,
                               Column<Mat3T<double>>, Column<Index>, Column<Identity>>;
} // namespace aspic
