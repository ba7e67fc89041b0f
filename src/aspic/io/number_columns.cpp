#include "aspic/io/number_columns.h"

#include "aspic/core/printable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>

namespace aspic
{
namespace
{
using Type = NumberColumn::Type;

/// What other programs call the components of position and velocity.
void rename_foreign(std::vector<NumberColumn>& numbers)
{
    struct Names
    {
        std::string_view prefix;
        std::array<std::array<std::string_view, 3>, 5> sets;
    };
    static constexpr std::array<Names, 2> known{
        Names{"position", {{{"x", "y", "z"}, {"X", "Y", "Z"}, {"Points:0", "Points:1", "Points:2"}, {"Points_0", "Points_1", "Points_2"}}}},
        Names{"velocity", {{{"vx", "vy", "vz"}, {"velocity:0", "velocity:1", "velocity:2"}, {"velocity_0", "velocity_1", "velocity_2"}}}}};
    for (NumberColumn& column : numbers)
        for (const Names& names : known)
            for (const auto& set : names.sets)
                for (std::size_t axis = 0; axis < 3; ++axis)
                    if (!set[axis].empty() && column.name == set[axis])
                        column.name = std::string(names.prefix) + std::string(vector_endings[axis]);
}

/// Columns of plain numbers by name, each taken once.
class Numbers
{
public:
    explicit Numbers(const std::vector<NumberColumn>& numbers) : numbers_(numbers), taken_(numbers.size(), false)
    {
        for (std::size_t k = 0; k < numbers.size(); ++k)
            places_.emplace(numbers[k].name, k);
    }

    /// The next column that was not taken, or nullptr.
    const NumberColumn* next()
    {
        while (next_ < numbers_.size() && taken_[next_])
            ++next_;
        return next_ < numbers_.size() ? &numbers_[next_] : nullptr;
    }

    /// Takes all columns of a quantity, in the order of the endings: nothing if one is missing.
    std::vector<const NumberColumn*> take(const std::string& quantity, std::span<const std::string_view> endings)
    {
        std::vector<std::size_t> places;
        for (const std::string_view ending : endings)
        {
            const auto found = places_.find(quantity + std::string(ending));
            if (found == places_.end() || taken_[found->second])
                return {};
            places.push_back(found->second);
        }
        std::vector<const NumberColumn*> parts;
        for (const std::size_t place : places)
        {
            taken_[place] = true;
            parts.push_back(&numbers_[place]);
        }
        return parts;
    }
    void take(const NumberColumn& column) { taken_[static_cast<std::size_t>(&column - numbers_.data())] = true; }

private:
    const std::vector<NumberColumn>& numbers_;
    std::vector<bool> taken_;
    std::unordered_map<std::string, std::size_t> places_;
    std::size_t next_ = 0;
};

/// The name of the quantity that a column is a part of; empty if it has none of the endings.
std::string quantity_of(const NumberColumn& column, std::span<const std::string_view> endings)
{
    for (const std::string_view ending : endings)
        if (column.name.ends_with(ending))
            return column.name.substr(0, column.name.size() - ending.size());
    return {};
}

/// A 2D table has no z: it is zero.
void add_flat_z(std::vector<NumberColumn>& numbers, const std::string& quantity)
{
    const auto place = [&](std::string_view ending) {
        return std::ranges::find(numbers, quantity + std::string(ending), &NumberColumn::name);
    };
    const auto y = place("_y");
    if (place("_x") == numbers.end() || y == numbers.end() || place("_z") != numbers.end())
        return;
    NumberColumn z{quantity + "_z", y->unit, y->type, std::vector<double>(y->values.size()), {}};
    numbers.insert(y + 1, std::move(z));
}

using Parts = std::vector<const NumberColumn*>;

template <class T> AnyColumn joined(std::string name, const Parts& parts)
{
    using Component = typename ColumnLayout<T>::Component;
    Column<T> column{std::move(name), parts[0]->unit, "", {}, Array<T>(parts[0]->values.size())};
    auto* out = reinterpret_cast<Component*>(column.values.data());
    for (std::size_t k = 0; k < parts.size(); ++k)
        for (std::size_t i = 0; i < column.values.size(); ++i)
            out[i * parts.size() + k] = static_cast<Component>(parts[k]->values[i]);
    return column;
}

/// Float32 only if all parts are; positions are always double.
template <template <class> class Shape> AnyColumn joined_as(const std::string& name, const Parts& parts)
{
    const bool is_float = std::ranges::all_of(parts, [](const NumberColumn* part) { return part->type == Type::float32; });
    return is_float && name != "position" ? joined<Shape<float>>(name, parts) : joined<Shape<double>>(name, parts);
}

AnyColumn scalar_column(const NumberColumn& numbers)
{
    const auto fits = [](double value) { return std::abs(value) <= std::numeric_limits<Index>::max(); };
    if (!numbers.exact.empty())
        return Column<Identity>{numbers.name, numbers.unit, "", {}, {numbers.exact.begin(), numbers.exact.end()}};
    if (numbers.type == Type::float32)
        return joined<float>(numbers.name, {&numbers});
    if (numbers.type == Type::integer && std::ranges::all_of(numbers.values, fits))
        return joined<Index>(numbers.name, {&numbers});
    return joined<double>(numbers.name, {&numbers});
}

/// The quantity that a column of plain numbers belongs to: a vector, a matrix or a single number.
Result<AnyColumn> take_quantity(Numbers& numbers, const NumberColumn& first, const std::string& source)
{
    const std::string vector = quantity_of(first, vector_endings);
    const std::string matrix = quantity_of(first, matrix_endings);
    if (const Parts parts = vector.empty() ? Parts{} : numbers.take(vector, vector_endings); !parts.empty())
        return joined_as<Vec3T>(vector, parts);
    if (const Parts parts = matrix.empty() ? Parts{} : numbers.take(matrix, matrix_endings); !parts.empty())
        return joined_as<Mat3T>(matrix, parts);
    numbers.take(first);
    if (first.name != "identity")
        return scalar_column(first);
    Result<Column<Identity>> identities = identities_from(first, source);
    if (!identities)
        return identities.problems();
    return AnyColumn(std::move(*identities));
}

/// Where the file does not say it: unit and symbol of the columns that every set has.
void describe_known(std::vector<AnyColumn>& columns)
{
    const ParticleSet known;
    known.for_each_column([&](const auto& model) {
        for (AnyColumn& any : columns)
            std::visit(
                [&](auto& column) {
                    if (column.name != model.name)
                        return;
                    column.symbol = model.symbol;
                    if (column.unit.empty())
                        column.unit = model.unit;
                },
                any);
    });
}

/// Moves the column of that name to a place at the front; false if there is none.
bool move_to(std::vector<AnyColumn>& columns, std::string_view name, std::size_t place)
{
    const auto found = std::ranges::find_if(columns, [&](const AnyColumn& column) { return name_of(column) == name; });
    if (found == columns.end())
        return false;
    std::rotate(columns.begin() + static_cast<std::ptrdiff_t>(place), found, found + 1);
    return true;
}
} // namespace

std::vector<std::string> component_names(const AnyColumn& column)
{
    const std::size_t components = std::visit([](const auto& typed) { return ColumnLayout<ValueOf<decltype(typed)>>::components; }, column);
    const std::span<const std::string_view> endings =
        components == 9 ? std::span<const std::string_view>(matrix_endings) : std::span<const std::string_view>(vector_endings);
    if (components == 1)
        return {name_of(column)};
    std::vector<std::string> names;
    for (const std::string_view ending : endings)
        names.push_back(name_of(column) + std::string(ending));
    return names;
}

Result<Column<Identity>> identities_from(const NumberColumn& numbers, const std::string& source)
{
    constexpr double most = 0x1p53; // from here on a double does not tell whole numbers apart
    Column<Identity> column{numbers.name, numbers.unit, "", {}, {numbers.exact.begin(), numbers.exact.end()}};
    if (!numbers.exact.empty())
        return column;
    column.values.resize(numbers.values.size());
    for (std::size_t i = 0; i < numbers.values.size(); ++i)
    {
        const double value = numbers.values[i];
        if (!(value >= 0 && value < most && value == std::floor(value)))
            return Problem{source, "the identity of particle " + std::to_string(i) + " is " + std::to_string(value),
                           "identities are whole numbers from 0 on, below 2^53 where they are written as floating point"};
        column.values[i] = static_cast<Identity>(value);
    }
    return column;
}

Result<ParticleFrame> ordered_frame(std::vector<AnyColumn> columns, double time, const std::string& source)
{
    std::set<std::string_view> names;
    for (const AnyColumn& column : columns)
        if (!names.insert(name_of(column)).second)
            return Problem{source, "two columns are called " + printable(name_of(column)), "give each column its own name"};
    if (!move_to(columns, "position", 0) || !std::holds_alternative<Column<Vec3d>>(columns.front()))
        return Problem{source, "there are no positions", "name them x, y, z or position_x, position_y, position_z"};
    if (move_to(columns, "identity", 1) && !std::holds_alternative<Column<Identity>>(columns[1]))
        return Problem{source, "the identities are no whole numbers from 0 on", "rename the column"};
    describe_known(columns);
    ParticleFrame frame;
    frame.time = time;
    frame.columns = std::move(columns);
    return frame;
}

Result<ParticleFrame> frame_from_numbers(std::vector<NumberColumn> numbers, const std::string& source)
{
    rename_foreign(numbers);
    add_flat_z(numbers, "position");
    add_flat_z(numbers, "velocity");
    std::vector<AnyColumn> columns;
    Numbers left(numbers);
    while (const NumberColumn* first = left.next())
    {
        Result<AnyColumn> column = take_quantity(left, *first, source);
        if (!column)
            return column.problems();
        columns.push_back(std::move(*column));
    }
    return ordered_frame(std::move(columns), 0, source);
}
} // namespace aspic
