#include "approx_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>

using namespace aspic;

namespace
{
constexpr std::array<std::string_view, 3> axis_name{"x", "y", "z"};
constexpr double most_points = 1e8;

std::vector<std::string> split(const std::string& text, char separator)
{
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

const CsvColumn* find_column(const CsvTable& table, std::string_view name)
{
    const auto found = std::ranges::find(table.columns, name, &CsvColumn::name);
    return found == table.columns.end() ? nullptr : &*found;
}

std::string names_of(const CsvTable& table)
{
    std::string names;
    for (const CsvColumn& column : table.columns)
        names += (names.empty() ? "" : ", ") + column.name;
    return names;
}

/// Names the columns of a table that has no header: coordinates, then f, or f1, f2, …
Problems name_columns(CsvTable& table, std::optional<int> dimension, const std::string& path)
{
    const auto count = static_cast<int>(table.columns.size());
    const int d = dimension.value_or(std::max(1, count - 1));
    if (d > 3)
        return {{path, "there is no header, and " + std::to_string(count) + " columns",
                 "name the columns in a first line, such as x,y,f, or give --dimension: then the first columns are coordinates"}};
    if (count < d)
        return {{path, std::to_string(count) + " columns cannot hold " + std::to_string(d) + " coordinates", "check --dimension"}};
    for (int k = 0; k < count; ++k)
    {
        const std::string number = count - d > 1 ? std::to_string(k - d + 1) : "";
        table.columns[static_cast<std::size_t>(k)].name = k < d ? std::string(axis_name[static_cast<std::size_t>(k)]) : "f" + number;
    }
    return {};
}

/// Number of coordinate columns, which must be the first letters of x, y, z.
Result<int> dimension_of(const CsvTable& table, std::optional<int> wanted, const std::string& path)
{
    int present = 0;
    while (present < 3 && find_column(table, axis_name[static_cast<std::size_t>(present)]) != nullptr)
        ++present;
    const int needed = wanted.value_or(std::max(1, present));
    if (present >= needed)
        return needed;
    const std::string missing(axis_name[static_cast<std::size_t>(present)]);
    return Problem{path, "there is no column '" + missing + "' among " + names_of(table),
                   "coordinates are the columns x, y, z; " +
                       std::string(wanted ? "--dimension asks for " + std::to_string(needed) : "rename one in the header")};
}

std::vector<Vec3d> positions_of(const CsvTable& table, int dimension)
{
    std::vector<Vec3d> positions(table.row_count());
    for (int axis = 0; axis < dimension; ++axis)
    {
        const CsvColumn* column = find_column(table, axis_name[static_cast<std::size_t>(axis)]);
        for (std::size_t row = 0; row < positions.size(); ++row)
            positions[row][axis] = column->values[row];
    }
    return positions;
}

bool is_coordinate(const std::string& name, int dimension)
{
    return std::find(axis_name.begin(), axis_name.begin() + dimension, name) != axis_name.begin() + dimension;
}

/// The value columns that are wanted; empty `wanted`: all.
Result<std::vector<ValueColumn>> values_of(const CsvTable& table, int dimension, const std::vector<std::string>& wanted,
                                           const std::string& path)
{
    std::vector<ValueColumn> all;
    std::string names;
    for (const CsvColumn& column : table.columns)
        if (!is_coordinate(column.name, dimension) && column.name != "mass" && column.name != "volume")
        {
            all.push_back({column.name, column.unit, column.name, column.values});
            names += (names.empty() ? "" : ", ") + column.name;
        }
    if (wanted.empty())
        return all;
    std::vector<ValueColumn> chosen;
    for (const std::string& name : wanted)
    {
        const auto found = std::ranges::find(all, name, &ValueColumn::name);
        if (found == all.end())
            return Problem{path, "there is no column of values '" + name + "'", names.empty() ? "the file has none" : "it has " + names};
        chosen.push_back(*found);
    }
    return chosen;
}
} // namespace

ApproximationSamples SampleTable::samples() const
{
    ApproximationSamples result{.positions = const_view(positions), .values = {}, .mass = const_view(mass), .volume = const_view(volume)};
    for (const ValueColumn& column : values)
        result.values.push_back(const_view(column.values));
    return result;
}

Result<SampleTable> read_samples(const std::string& path, std::optional<int> dimension, const std::vector<std::string>& wanted)
{
    auto table = read_csv(path);
    if (!table)
        return table.problems();
    if (!table->has_header)
        if (const Problems problems = name_columns(*table, dimension, path); !problems.empty())
            return problems;
    const auto d = dimension_of(*table, dimension, path);
    if (!d)
        return d.problems();
    const auto values = values_of(*table, *d, wanted, path);
    if (!values)
        return values.problems();

    SampleTable result;
    result.dimension = *d;
    result.positions = positions_of(*table, *d);
    result.values = *values;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(*d); ++axis)
        if (const CsvColumn* column = find_column(*table, axis_name[axis]); !column->unit.empty())
            result.axis_unit[axis] = column->unit;
    if (const CsvColumn* column = find_column(*table, "mass"))
        result.mass = column->values;
    if (const CsvColumn* column = find_column(*table, "volume"))
        result.volume = column->values;
    return result;
}

Result<std::vector<Vec3d>> read_points(const std::string& path, int dimension)
{
    auto table = read_csv(path);
    if (!table)
        return table.problems();
    if (!table->has_header)
        if (const Problems problems = name_columns(*table, dimension, path); !problems.empty())
            return problems;
    const auto d = dimension_of(*table, dimension, path);
    if (!d)
        return d.problems();
    return positions_of(*table, dimension);
}

Result<std::vector<double>> parse_numbers(const std::string& option, const std::string& text, char separator)
{
    std::vector<double> numbers;
    for (const std::string& part : split(text, separator))
    {
        double value = 0;
        const char* const end = part.data() + part.size();
        const auto [stop, error] = std::from_chars(part.data(), end, value);
        if (part.empty() || stop != end || error != std::errc() || !std::isfinite(value))
            return Problem{option, "'" + std::string(part).append("' in '").append(text) + "' is not a number",
                           "write numbers with '" + std::string(1, separator) + "' between them and nothing else"};
        numbers.push_back(value);
    }
    return numbers;
}

double Grid::coordinate(int axis, int k) const
{
    const int last = count[static_cast<std::size_t>(axis)] - 1;
    return last == 0 ? from[axis] : std::lerp(from[axis], to[axis], static_cast<double>(k) / last);
}

std::vector<Vec3d> Grid::points() const
{
    std::vector<Vec3d> result;
    for (int k = 0; k < count[2]; ++k)
        for (int j = 0; j < count[1]; ++j)
            for (int i = 0; i < count[0]; ++i)
                result.push_back({coordinate(0, i), coordinate(1, j), coordinate(2, k)});
    return result;
}

std::vector<int> Grid::long_axes() const
{
    std::vector<int> axes;
    for (int axis = 0; axis < 3; ++axis)
        if (count[static_cast<std::size_t>(axis)] > 1)
            axes.push_back(axis);
    return axes;
}

namespace
{
/// Corners of the bounding box, unless the options give others.
Problems set_corners(Grid& grid, const GridRequest& request, const SampleTable& samples)
{
    grid.from = grid.to = samples.positions.front();
    for (const Vec3d& x : samples.positions)
        for (int axis = 0; axis < samples.dimension; ++axis)
        {
            grid.from[axis] = std::min(grid.from[axis], x[axis]);
            grid.to[axis] = std::max(grid.to[axis], x[axis]);
        }
    const auto set = [&](const std::string& option, const std::string& text, Vec3d& corner) -> Problems {
        if (text.empty())
            return {};
        const auto numbers = parse_numbers(option, text, ',');
        if (!numbers)
            return numbers.problems();
        if (numbers->size() != static_cast<std::size_t>(samples.dimension))
            return {
                {option,
                 std::to_string(numbers->size()) + " numbers, but the samples have " + std::to_string(samples.dimension) + " coordinates",
                 "write them as in 0,0.5"}};
        for (int axis = 0; axis < samples.dimension; ++axis)
            corner[axis] = (*numbers)[static_cast<std::size_t>(axis)];
        return {};
    };
    Problems problems = set("--from", request.from, grid.from);
    const Problems more = set("--to", request.to, grid.to);
    problems.insert(problems.end(), more.begin(), more.end());
    return problems;
}

Result<std::array<int, 3>> parse_counts(const std::string& text, int dimension)
{
    constexpr std::array<int, 3> usual{201, 101, 21};
    std::array<int, 3> counts{1, 1, 1};
    std::vector<double> numbers{static_cast<double>(usual[static_cast<std::size_t>(dimension - 1)])};
    if (!text.empty())
    {
        const auto parsed = parse_numbers("--grid", text, 'x');
        if (!parsed)
            return Problem{"--grid", "'" + text + "' is not a number of points", "write 101, or 101x51 for each axis"};
        numbers = *parsed;
    }
    if (numbers.size() != 1 && numbers.size() != static_cast<std::size_t>(dimension))
        return Problem{"--grid",
                       "'" + text + "' has " + std::to_string(numbers.size()) + " axes, but the samples have " + std::to_string(dimension),
                       "write 101, or one number per axis as in 101x51"};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis)
    {
        const double number = numbers[numbers.size() == 1 ? 0 : axis];
        if (number < 1 || number > 1e6 || number != std::floor(number))
            return Problem{"--grid", "'" + text + "' asks for a number of points that is not whole or not between 1 and 1000000",
                           "write 101, or 101x51 for each axis"};
        counts[axis] = static_cast<int>(number);
    }
    return counts;
}
} // namespace

Result<Grid> make_grid(const GridRequest& request, const SampleTable& samples)
{
    Grid grid;
    Problems problems = set_corners(grid, request, samples);
    const auto counts = parse_counts(request.count, samples.dimension);
    if (!counts)
        problems.insert(problems.end(), counts.problems().begin(), counts.problems().end());
    if (!problems.empty())
        return problems;
    grid.count = *counts;
    double total = 1;
    for (int axis = 0; axis < samples.dimension; ++axis)
    {
        int& count = grid.count[static_cast<std::size_t>(axis)];
        if (grid.from[axis] > grid.to[axis] && count > 1)
            return Problem{"--from", "it lies beyond --to along " + std::string(axis_name[static_cast<std::size_t>(axis)]),
                           "exchange them"};
        if (grid.from[axis] == grid.to[axis])
            count = 1;
        total *= count;
    }
    if (total > most_points)
        return Problem{"--grid", "it asks for " + std::to_string(static_cast<long long>(total)) + " points; at most 100000000 fit",
                       "choose a coarser grid, or a part of the box with --from and --to"};
    return grid;
}
