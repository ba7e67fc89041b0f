#include "aspic/io/text_table.h"

#include <algorithm>

namespace aspic
{
namespace
{
constexpr std::size_t page_width = 120;
constexpr std::size_t narrowest = 40; ///< of a column that is wrapped
constexpr std::string_view margin = "  ";

std::vector<std::size_t> widths_of(const std::vector<TextRow>& rows)
{
    std::vector<std::size_t> widths;
    for (const TextRow& row : rows)
    {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t k = 0; k < row.size(); ++k)
            widths[k] = std::max(widths[k], text_width(row[k]));
    }
    return widths;
}

void drop_empty_columns(std::vector<TextRow>& rows)
{
    for (std::size_t k = rows.front().size(); k-- > 0;)
        if (rows.size() > 1 && std::all_of(rows.begin() + 1, rows.end(), [&](const TextRow& row) { return row[k].empty(); }))
            for (TextRow& row : rows)
                row.erase(row.begin() + static_cast<std::ptrdiff_t>(k));
}

/// The text in lines of at most `width` characters, broken at spaces.
std::vector<std::string> wrapped(std::string_view text, std::size_t width)
{
    std::vector<std::string> lines{""};
    while (!text.empty())
    {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!lines.back().empty() && text_width(lines.back()) + 1 + text_width(word) > width)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + std::string(word);
    }
    return lines;
}

std::string padded(const std::string& text, std::size_t width)
{
    return text + std::string(width - std::min(width, text_width(text)), ' ');
}

std::string terminal_row(const TextRow& row, const std::vector<std::size_t>& widths)
{
    std::string line(margin);
    for (std::size_t k = 0; k + 1 < row.size(); ++k)
        line += padded(row[k], widths[k]) + std::string(margin);
    const std::size_t begin = text_width(line);
    const std::size_t room = std::max(narrowest, page_width - std::min(page_width, begin));
    std::string text;
    for (const std::string& part : wrapped(row.back(), room))
        text += (text.empty() ? line : std::string(begin, ' ')) + part + "\n";
    return text;
}

std::string markdown_row(const TextRow& row)
{
    std::string line = "|";
    for (const std::string& cell : row)
    {
        std::string escaped;
        for (const char c : cell)
            escaped += (c == '|' ? "\\" : "") + std::string(1, c);
        line += " " + escaped + " |";
    }
    return line + "\n";
}

std::string without_trailing_spaces(std::string_view text)
{
    std::string result;
    for (const char c : text)
    {
        if (c == '\n')
            result.erase(result.find_last_not_of(' ') + 1);
        result += c;
    }
    return result;
}
} // namespace

std::size_t text_width(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string columns_text(const std::vector<TextRow>& rows)
{
    const auto widths = widths_of(rows);
    std::string text;
    for (const TextRow& row : rows)
        text += terminal_row(row, widths);
    return without_trailing_spaces(text);
}

std::string laid_out(std::vector<TextRow> rows, TextLayout layout)
{
    drop_empty_columns(rows);
    if (layout == TextLayout::terminal)
    {
        TextRow rule;
        for (const std::string& head : rows.front())
            rule.emplace_back(head.size(), '-');
        rows.insert(rows.begin() + 1, rule);
        return columns_text(rows);
    }
    std::string text = markdown_row(rows.front()) + markdown_row(TextRow(rows.front().size(), "---"));
    for (std::size_t k = 1; k < rows.size(); ++k)
        text += markdown_row(rows[k]);
    return text;
}

std::string indented_text(std::string_view text, std::size_t spaces)
{
    std::string result;
    while (!text.empty())
    {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        result += std::string(line.empty() ? 0 : spaces, ' ') + std::string(line) + "\n";
    }
    return result;
}
} // namespace aspic
