#include "aspic/io/particle_csv.h"

#include "aspic/io/csv.h"
#include "aspic/io/number_columns.h"
#include "aspic/io/number_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace aspic
{
namespace
{
void append_row_of(std::string& text, const AnyColumn& any, std::size_t i)
{
    std::visit(
        [&](const auto& column) {
            using Layout = ColumnLayout<ValueOf<decltype(column)>>;
            const auto* numbers = reinterpret_cast<const typename Layout::Component*>(column.values.data());
            for (std::size_t k = 0; k < Layout::components; ++k)
            {
                append_number(text, numbers[i * Layout::components + k]);
                text += ',';
            }
        },
        any);
}

/// One header cell per number of a particle: name and, unless it is a plain number, unit.
std::vector<CsvOutputColumn> header_of(const ParticleFrame& frame)
{
    std::vector<CsvOutputColumn> header;
    for (const AnyColumn& column : frame.columns)
    {
        const std::string unit = std::visit([](const auto& typed) { return typed.unit; }, column);
        const std::string ending = unit.empty() || unit == "1" ? "" : " [" + unit + "]";
        for (std::string& name : component_names(column))
            header.push_back({.name = name.append(ending), .cells = std::vector<double>{}});
    }
    return header;
}

// parse_csv gives doubles and wants at least one row. What a frame needs beyond that, no rows and exact identities, is read from the text again.

/// As parse_csv finds it: a semicolon or tab outside quotes, else a comma.
char separator_of(std::string_view line)
{
    bool inside = false;
    char separator = ',';
    for (const char c : line)
    {
        if (c == '"')
            inside = !inside;
        else if (!inside && c == ';')
            return ';';
        else if (!inside && c == '\t')
            separator = '\t';
    }
    return separator;
}

/// The cells of a line, with their quotes.
std::vector<std::string_view> split(std::string_view line, char separator)
{
    std::vector<std::string_view> cells;
    bool inside = false;
    std::size_t begin = 0;
    for (std::size_t k = 0; k < line.size(); ++k)
    {
        if (line[k] == '"')
            inside = !inside;
        if (inside || line[k] != separator)
            continue;
        cells.push_back(line.substr(begin, k - begin));
        begin = k + 1;
    }
    cells.push_back(line.substr(begin));
    return cells;
}

/// The first lines that are neither blank nor a comment.
std::vector<std::string_view> lines_of(std::string_view text, std::size_t most)
{
    std::vector<std::string_view> lines;
    while (!text.empty() && lines.size() < most)
    {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + 1));
        const std::size_t first = line.find_first_not_of(" \t\r\v\f");
        if (first != std::string_view::npos && line[first] != '#')
            lines.push_back(line);
    }
    return lines;
}

/// The table of a header without rows: read with a row of zeros, which is dropped again.
Result<CsvTable> parse_header_alone(std::string_view text, std::string_view header, const std::string& source)
{
    const char separator = separator_of(header);
    std::string row = "0";
    for (std::size_t k = split(header, separator).size(); k > 1; --k)
        row += {separator, '0'};
    Result<CsvTable> table = parse_csv(std::string(text) + row, source);
    if (table)
        for (CsvColumn& column : table->columns)
            column.values.clear();
    return table;
}

/// The whole numbers of a column of a table that parse_csv has read; none if a cell is written in another way.
std::vector<Identity> exact_integers(std::string_view text, std::size_t column)
{
    const std::vector<std::string_view> lines = lines_of(text, std::numeric_limits<std::size_t>::max());
    const char separator = separator_of(lines.front());
    std::vector<Identity> values;
    for (std::size_t row = 1; row < lines.size(); ++row)
    {
        const std::string_view cell = split(lines[row], separator)[column];
        const std::size_t first = std::min(cell.find_first_not_of("\" \t"), cell.size());
        const char* const cell_end = cell.data() + std::min(cell.find_last_not_of("\" \t\r\v\f") + 1, cell.size());
        Identity value = 0;
        const auto [end, error] = std::from_chars(cell.data() + first, cell_end, value);
        if (error != std::errc{} || end != cell_end)
            return {};
        values.push_back(value);
    }
    return values;
}
} // namespace

std::string particle_csv_text(const ParticleFrame& frame)
{
    const std::vector<CsvOutputColumn> header = header_of(frame);
    std::string text = csv_text(header);
    constexpr std::size_t usual_number = 12; // [bytes] with its comma; more only cost time
    text.reserve(text.size() + static_cast<std::size_t>(frame.size()) * header.size() * usual_number);
    for (std::size_t i = 0; i < static_cast<std::size_t>(frame.size()); ++i)
    {
        for (const AnyColumn& column : frame.columns)
            append_row_of(text, column, i);
        text.back() = '\n';
    }
    return text;
}

Result<ParticleFrame> parse_particle_csv(std::string_view text, const std::string& source)
{
    constexpr double exact_below = 0x1p53;
    const std::vector<std::string_view> lines = lines_of(text, 2);
    if (!text.empty() && text.back() != '\n' && text.back() != '\r')
        return Problem{source, "the last line does not end: the file may be cut off", "if it is whole, end the last line with a newline"};
    Result<CsvTable> table = lines.size() == 1 ? parse_header_alone(text, lines[0], source) : parse_csv(text, source);
    if (!table)
        return table.problems();
    if (!table->has_header)
        return Problem{source, "there is no header", "begin with a line of names such as x,y,z"};
    if (table->row_count() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
        return Problem{source, "there are more than 2^31 − 1 particles", ""};

    std::vector<NumberColumn> numbers;
    for (std::size_t k = 0; k < table->columns.size(); ++k)
    {
        CsvColumn& column = table->columns[k];
        const bool is_large = column.name == "identity" && std::ranges::any_of(column.values, [](double v) { return v >= exact_below; });
        numbers.push_back({column.name, column.unit, NumberColumn::Type::float64, std::move(column.values), {}});
        if (is_large)
            numbers.back().exact = exact_integers(text, k);
    }
    return frame_from_numbers(std::move(numbers), source);
}
} // namespace aspic
