#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// Cells of a row. The first row of a table is its head.
using TextRow = std::vector<std::string>;

enum class TextLayout
{
    terminal, ///< aligned columns; the last one is wrapped
    markdown
};

/// The rows as a table. Columns that are empty below their head are left out.
std::string laid_out(std::vector<TextRow> rows, TextLayout layout);

/// Aligned columns without a head.
std::string columns_text(const std::vector<TextRow>& rows);

/// The text with so many spaces before each line, and an end of line at its end.
std::string indented_text(std::string_view text, std::size_t spaces);

/// Characters of a UTF-8 text: its width on a terminal, for the letters used here.
std::size_t text_width(std::string_view text);
} // namespace aspic
