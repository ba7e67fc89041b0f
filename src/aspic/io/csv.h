#pragma once

#include "aspic/core/result.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace aspic
{
/// A column of numbers. The header `T [K]` names it `T` with the unit `K`; without a header both are empty.
struct CsvColumn
{
    std::string name;
    std::string unit;
    std::vector<double> values; ///< one per row, all finite; NaN where the rules allow a gap or words
};

/// A table of numbers: every column has the same number of rows.
struct CsvTable
{
    std::vector<CsvColumn> columns;
    bool has_header = false;

    [[nodiscard]] std::size_t row_count() const { return columns.empty() ? 0 : columns.front().values.size(); }
};

/// What a table may be besides a full table of numbers.
struct CsvRules
{
    bool has_header = false;    ///< the first line is a header even if a name in it is a number
    bool may_be_empty = false;  ///< a header without rows will do
    bool may_have_gaps = false; ///< an empty cell is NaN
    std::string_view words;     ///< name of a column of words, which is read as NaN
};

/// Reads a table of numbers. The separator (comma, semicolon or tab) is that of the first line; the first line is a header if none of its
/// cells is a number. Lines that are blank or start with # are skipped; cells may be quoted; decimal points only, whatever the locale.
/// All problems are reported with `source:line:column`, up to a limit; NaN and infinities are refused.
Result<CsvTable> parse_csv(std::string_view text, std::string_view source, const CsvRules& rules = {});

/// The same from a file, or from standard input for "-". Throws std::system_error if it cannot be read.
Result<CsvTable> read_csv(const std::filesystem::path& path);

/// A column to write: numbers, where one that is not finite leaves its cell empty, or words.
struct CsvOutputColumn
{
    std::string name;
    std::variant<std::vector<double>, std::vector<std::string>> cells;
    int digits = 17; ///< significant digits of numbers at most; 17 read back as the same double
};

/// The table with a header, comma separated. A number is written as short as its digits allow.
std::string csv_text(std::span<const CsvOutputColumn> columns);

/// The same into a file, see write_output.
void write_csv(const std::filesystem::path& path, std::span<const CsvOutputColumn> columns);
} // namespace aspic
