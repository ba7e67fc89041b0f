#include "aspic/io/csv.h"

#include "aspic/io/output_file.h"

#include <array>
#include <charconv>
#include <cmath>

namespace aspic
{
namespace
{
void append_number(std::string& text, double value, int digits)
{
    if (!std::isfinite(value))
        return;
    std::array<char, 32> buffer{};
    char* const end = buffer.data() + buffer.size();
    const auto written = digits >= 17 ? std::to_chars(buffer.data(), end, value) // the shortest that reads back as the same number
                                      : std::to_chars(buffer.data(), end, value, std::chars_format::general, digits);
    text.append(buffer.data(), written.ptr);
}

void append_word(std::string& text, const std::string& word)
{
    if (word.find_first_of(",;\t\"\r\n#") == std::string::npos)
    {
        text += word;
        return;
    }
    text += '"';
    for (const char c : word)
        text += c == '"' ? "\"\"" : std::string(1, c);
    text += '"';
}

std::size_t row_count(const CsvOutputColumn& column)
{
    return std::visit([](const auto& cells) { return cells.size(); }, column.cells);
}
} // namespace

std::string csv_text(std::span<const CsvOutputColumn> columns)
{
    std::string text;
    for (std::size_t k = 0; k < columns.size(); ++k)
    {
        append_word(text, columns[k].name);
        text += k + 1 < columns.size() ? ',' : '\n';
    }
    const std::size_t rows = columns.empty() ? 0 : row_count(columns.front());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < columns.size(); ++k)
        {
            if (const auto* numbers = std::get_if<std::vector<double>>(&columns[k].cells))
                append_number(text, (*numbers)[row], columns[k].digits);
            else
                append_word(text, std::get<std::vector<std::string>>(columns[k].cells)[row]);
            text += k + 1 < columns.size() ? ',' : '\n';
        }
    return text;
}

void write_csv(const std::filesystem::path& path, std::span<const CsvOutputColumn> columns) { write_output(path, csv_text(columns)); }
} // namespace aspic
