#include "aspic/io/csv.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>

namespace aspic
{
namespace
{
constexpr std::size_t most_problems = 20;
constexpr std::string_view blanks = " \t\r\v\f";

/// Part of a line between two separators: without quotes and blanks around it, and where it starts.
struct Cell
{
    std::string_view text;
    std::size_t offset = 0;
};

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool equal_ignoring_case(std::string_view text, std::string_view lower)
{
    return std::ranges::equal(text, lower, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

/// The text in quotes, short and safe for a terminal.
std::string shown(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::string result = "'";
    for (const char c : text.substr(0, most))
    {
        if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f)
            result += c;
        else
        {
            constexpr std::string_view digits = "0123456789abcdef";
            const auto byte = static_cast<unsigned char>(c);
            result += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
        }
    }
    return result + (text.size() > most ? "…'" : "'");
}

enum class NumberError
{
    none,
    empty,
    not_a_number,
    not_finite,
    out_of_range
};

NumberError read_number(std::string_view text, double& value)
{
    if (text.empty())
        return NumberError::empty;
    const bool has_sign = text.front() == '+' || text.front() == '-';
    const std::string_view unsigned_text = text.substr(has_sign ? 1 : 0);
    for (const std::string_view word : {"nan", "inf", "infinity", "nan(ind)", "1.#ind", "1.#qnan", "1.#inf"})
        if (equal_ignoring_case(unsigned_text, word))
            return NumberError::not_finite;
    if (unsigned_text.empty() || (unsigned_text.front() != '.' && (unsigned_text.front() < '0' || unsigned_text.front() > '9')))
        return NumberError::not_a_number; // such as "+-1", of which from_chars would take a part
    const auto [end, error] = std::from_chars(unsigned_text.data(), unsigned_text.data() + unsigned_text.size(), value);
    if (end != unsigned_text.data() + unsigned_text.size() || error == std::errc::invalid_argument)
        return NumberError::not_a_number;
    if (error == std::errc::result_out_of_range || !std::isfinite(value))
        return NumberError::out_of_range;
    if (text.front() == '-')
        value = -value;
    return NumberError::none;
}

bool looks_like_a_number(std::string_view text)
{
    double value = 0;
    const NumberError error = read_number(text, value);
    return error == NumberError::none || error == NumberError::not_finite || error == NumberError::out_of_range;
}

/// Splits a text into lines that hold something, whatever ends them: \n, \r\n or \r.
class Lines
{
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    /// The next line that is neither blank nor a comment.
    bool next()
    {
        while (!rest_.empty())
        {
            const std::size_t end = std::min(rest_.find_first_of("\n\r"), rest_.size());
            line_ = rest_.substr(0, end);
            const bool is_pair = rest_.substr(end, 2) == "\r\n";
            rest_.remove_prefix(std::min(rest_.size(), end + (is_pair ? 2 : 1)));
            ++number_;
            const std::string_view content = trimmed(line_);
            if (!content.empty() && content.front() != '#')
                return true;
        }
        return false;
    }

    [[nodiscard]] std::string_view line() const { return line_; }
    [[nodiscard]] std::size_t number() const { return number_; }

private:
    std::string_view rest_;
    std::string_view line_;
    std::size_t number_ = 0;
};

/// Semicolon or tab if the line has one outside quotes, else comma.
char separator_of(std::string_view line)
{
    bool inside = false;
    bool has_tab = false;
    for (const char c : line)
    {
        if (c == '"')
            inside = !inside;
        else if (!inside && c == ';')
            return ';';
        else if (!inside && c == '\t')
            has_tab = true;
    }
    return has_tab ? '\t' : ',';
}

class Parser
{
public:
    Parser(std::string_view text, std::string_view source, const CsvRules& rules) : lines_(text), source_(source), rules_(rules) {}

    Result<CsvTable> parse()
    {
        if (!lines_.next())
            return Problem{source_, "the file holds no data", "write one sample per line, for instance 'x,f' and below it '0.5,1.25'"};
        separator_ = separator_of(lines_.line());
        if (split())
            read_first_row();
        while (!has_enough_problems() && lines_.next())
            if (split())
                read_row();
        if (problems_.empty() && table_.row_count() == 0 && !rules_.may_be_empty)
            report(0, "there is a header but no data", "write one sample per line below the header");
        if (!problems_.empty())
            return problems_;
        return table_;
    }

private:
    void report(std::size_t offset, std::string what, std::string hint)
    {
        if (has_enough_problems())
            return;
        const std::string_view before = lines_.line().substr(0, offset);
        const auto is_first_byte = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }; // of a UTF-8 character
        const auto column = 1 + std::ranges::count_if(before, is_first_byte);
        problems_.push_back(
            {source_ + ":" + std::to_string(lines_.number()) + ":" + std::to_string(column), std::move(what), std::move(hint)});
        if (has_enough_problems())
            problems_.push_back({source_, "there may be more problems: reading stopped here", ""});
    }
    [[nodiscard]] bool has_enough_problems() const { return problems_.size() >= most_problems; }

    /// Splits the current line into cells_. False if its quotes do not match.
    bool split()
    {
        cells_.clear();
        const std::string_view line = lines_.line();
        std::size_t at = 0;
        while (true)
        {
            std::optional<std::size_t> end = take_cell(line, at);
            if (!end)
                return false;
            if (*end >= line.size())
                return true;
            at = *end + 1;
        }
    }

    /// Adds the cell that starts at `begin`; gives the place of the separator behind it, or the end of the line.
    std::optional<std::size_t> take_cell(std::string_view line, std::size_t begin)
    {
        const std::size_t plain_end = std::min(line.find(separator_, begin), line.size());
        const std::size_t first = std::min(line.find_first_not_of(separator_ == '\t' ? " " : " \t", begin), line.size());
        if (first >= line.size() || line[first] != '"')
        {
            const std::string_view text = trimmed(line.substr(begin, plain_end - begin));
            cells_.push_back({text, text.empty() ? begin : static_cast<std::size_t>(text.data() - line.data())});
            return plain_end;
        }
        std::size_t close = line.find('"', first + 1);
        while (close != std::string_view::npos && close + 1 < line.size() && line[close + 1] == '"')
            close = line.find('"', close + 2);
        if (close == std::string_view::npos)
        {
            report(first, "the quote is not closed on this line", "end the cell with \"; a \" inside a quoted cell is written twice");
            return std::nullopt;
        }
        const std::size_t end = std::min(line.find(separator_, close + 1), line.size());
        if (!trimmed(line.substr(close + 1, end - close - 1)).empty())
        {
            report(close + 1, "there is text behind a closed quote",
                   "put a separator between cells; a \" inside a quoted cell is written twice");
            return std::nullopt;
        }
        cells_.push_back({trimmed(line.substr(first + 1, close - first - 1)), first});
        return end;
    }

    void read_first_row()
    {
        table_.columns.resize(cells_.size());
        table_.has_header =
            rules_.has_header || std::ranges::none_of(cells_, [](const Cell& cell) { return looks_like_a_number(cell.text); });
        if (table_.has_header)
            read_header();
        else
            read_row();
    }

    void read_header()
    {
        for (std::size_t k = 0; k < cells_.size(); ++k)
        {
            CsvColumn& column = table_.columns[k];
            std::string text;
            for (std::size_t c = 0; c < cells_[k].text.size(); ++c)
            {
                text += cells_[k].text[c];
                if (cells_[k].text.substr(c, 2) == "\"\"")
                    ++c;
            }
            const std::size_t bracket = text.find('[');
            column.name = trimmed(std::string_view(text).substr(0, bracket));
            if (bracket != std::string::npos && text.back() == ']')
                column.unit = trimmed(std::string_view(text).substr(bracket + 1, text.size() - bracket - 2));
            check_name(k);
        }
    }

    void check_name(std::size_t k)
    {
        const std::string& name = table_.columns[k].name;
        if (name.empty())
            return report(cells_[k].offset, "column " + std::to_string(k + 1) + " has no name",
                          "name every column of the header, or leave the header out");
        for (std::size_t other = 0; other < k; ++other)
            if (table_.columns[other].name == name)
                return report(cells_[k].offset, "two columns are called " + shown(name), "give each column its own name");
    }

    void read_row()
    {
        const std::size_t expected = table_.columns.size();
        if (cells_.size() != expected)
        {
            const std::string first_line = table_.has_header ? "the header" : "the first line";
            const std::size_t place = cells_.size() > expected ? cells_[expected].offset : lines_.line().size();
            return report(place, std::to_string(cells_.size()) + " columns, but " + first_line + " has " + std::to_string(expected),
                          "every line needs the same number of cells");
        }
        for (std::size_t k = 0; k < expected; ++k)
        {
            double value = 0;
            const NumberError error = read_number(cells_[k].text, value);
            if (may_be_no_number(k, error))
                value = std::numeric_limits<double>::quiet_NaN();
            else if (error != NumberError::none)
                report_number(cells_[k], error);
            table_.columns[k].values.push_back(value);
        }
    }

    [[nodiscard]] bool may_be_no_number(std::size_t column, NumberError error) const
    {
        return (error == NumberError::empty && rules_.may_have_gaps) ||
               (!rules_.words.empty() && table_.columns[column].name == rules_.words);
    }

    void report_number(const Cell& cell, NumberError error)
    {
        switch (error)
        {
        case NumberError::none:
            return;
        case NumberError::empty:
            return report(cell.offset, "the cell is empty", "write a number, or leave the whole line out");
        case NumberError::not_finite:
            return report(cell.offset, shown(cell.text) + " is not a finite number", "leave lines without a measured value out");
        case NumberError::out_of_range:
            return report(cell.offset, shown(cell.text) + " does not fit into a double", "magnitudes go from 1e-307 to 1.7e308");
        case NumberError::not_a_number:
            return report(cell.offset, shown(cell.text) + " is not a number", hint_for(cell.text));
        }
    }

    [[nodiscard]] std::string hint_for(std::string_view text) const
    {
        std::string with_point(text);
        std::ranges::replace(with_point, ',', '.');
        if (with_point != text && looks_like_a_number(with_point))
            return "the decimal sign is a point: write " + with_point;
        const std::size_t blank = text.find(' ');
        if (blank != std::string_view::npos && looks_like_a_number(text.substr(0, blank)))
            return "separate columns by commas, semicolons or tabs; comments stand on lines of their own";
        if (!table_.has_header && table_.row_count() == 0)
            return "in a header no name may be a number; a data line has numbers only, such as 1.5e-3";
        return "write it like 1.5e-3, with a decimal point";
    }

    Lines lines_;
    std::string source_;
    CsvRules rules_;
    char separator_ = ',';
    std::vector<Cell> cells_;
    CsvTable table_;
    Problems problems_;
};

struct CloseFile
{
    void operator()(std::FILE* file) const
    {
        if (file != stdin)
            std::fclose(file);
    }
};

[[noreturn]] void fail(const std::string& what, const std::filesystem::path& path)
{
    throw std::system_error(errno, std::generic_category(), what + " '" + path.string() + "'");
}

std::string read_all(const std::filesystem::path& path)
{
    const std::unique_ptr<std::FILE, CloseFile> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"));
    if (!file)
        fail("cannot open", path);
    std::string content;
    std::vector<char> buffer(1U << 16U);
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get()))
        content.append(buffer.data(), count);
    if (std::ferror(file.get()) != 0)
        fail("cannot read", path);
    return content;
}
} // namespace

Result<CsvTable> parse_csv(std::string_view text, std::string_view source, const CsvRules& rules)
{
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return Problem{std::string(source), "the file is in UTF-16", "save it as UTF-8 or plain ASCII"};
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    return Parser(text, source, rules).parse();
}

Result<CsvTable> read_csv(const std::filesystem::path& path)
{
    return parse_csv(read_all(path), path == "-" ? "standard input" : path.string());
}
} // namespace aspic
