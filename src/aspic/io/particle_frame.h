#pragma once

#include "aspic/particles/particle_set.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// Numbers in one value of a column and their type: a vector has 3, a matrix 9 by rows.
template <class T> struct ColumnLayout
{
    using Component = T;
    static constexpr std::size_t components = 1;
};
template <class T> struct ColumnLayout<Vec3T<T>>
{
    using Component = T;
    static constexpr std::size_t components = 3;
};
template <class T> struct ColumnLayout<Mat3T<T>>
{
    using Component = T;
    static constexpr std::size_t components = 9;
};

/// The type of a column's values, from the column.
template <class AnyColumnType> using ValueOf = typename decltype(std::remove_cvref_t<AnyColumnType>::values)::value_type;

/// Some columns of all particles at one time: what a frame file holds. A copy, so that it can be written while the run goes on.
/// The first column is `position`; `identity` is the second, unless the frame was read from a file without one.
struct ParticleFrame
{
    double time = 0; ///< [s]
    std::vector<AnyColumn> columns;

    [[nodiscard]] Index size() const;
    [[nodiscard]] const Column<Vec3d>& position() const { return std::get<Column<Vec3d>>(columns.front()); }

    /// The column of that name and type, or nullptr.
    template <class T> [[nodiscard]] const Column<T>* find(std::string_view name) const
    {
        for (const AnyColumn& any : columns)
            if (const auto* column = std::get_if<Column<T>>(&any); column != nullptr && column->name == name)
                return column;
        return nullptr;
    }

    /// The column of that name, whatever its type, or nullptr.
    [[nodiscard]] const AnyColumn* find_any(std::string_view name) const;

    /// The values of a column as T, whatever the precision of the file: nothing if there is no such column, or one with another number of components.
    template <class T> [[nodiscard]] std::optional<Array<T>> values_as(std::string_view name) const;
};

const std::string& name_of(const AnyColumn& column);

/// Copies the named columns, or all if `names` is empty; position and identity are always there, first.
/// Throws std::invalid_argument for a name that the set does not have.
ParticleFrame frame_of(const ParticleSet& particles, double time, const std::vector<std::string>& names);

template <class T> std::optional<Array<T>> ParticleFrame::values_as(std::string_view name) const
{
    using Layout = ColumnLayout<T>;
    const AnyColumn* any = find_any(name);
    if (any == nullptr)
        return std::nullopt;
    return std::visit(
        [](const auto& column) -> std::optional<Array<T>> {
            using From = ColumnLayout<ValueOf<decltype(column)>>;
            if constexpr (From::components != Layout::components)
                return std::nullopt;
            else
            {
                Array<T> result(column.values.size());
                const auto* source = reinterpret_cast<const typename From::Component*>(column.values.data());
                auto* target = reinterpret_cast<typename Layout::Component*>(result.data());
                for (std::size_t k = 0; k < result.size() * Layout::components; ++k)
                    target[k] = static_cast<typename Layout::Component>(source[k]);
                return result;
            }
        },
        *any);
}
} // namespace aspic
