#include "aspic/io/text_words.h"

#include <algorithm>
#include <charconv>

namespace aspic
{
namespace
{
/// Length of the line end that a text begins with, 0 if there is none.
std::size_t line_end_length(std::string_view text)
{
    if (text.starts_with("\r\n"))
        return 2;
    return text.starts_with('\n') || text.starts_with('\r') ? 1 : 0;
}
} // namespace

void TextWords::skip_blanks()
{
    while (!rest_.empty())
    {
        const std::size_t count = std::min(rest_.find_first_not_of(" \t\v\f"), rest_.size());
        rest_.remove_prefix(count);
        const std::size_t continuation = rest_.starts_with('\\') ? line_end_length(rest_.substr(1)) : 0;
        if (continuation > 0)
        {
            rest_.remove_prefix(1 + continuation);
            ++line_;
        }
        else if (count == 0)
            return;
    }
}

std::optional<std::string_view> TextWords::next_on_line()
{
    skip_blanks();
    std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\v\f\n\r"));
    if (word.size() > 1 && word.ends_with('\\') && line_end_length(rest_.substr(word.size())) > 0)
        word.remove_suffix(1);
    if (word.empty())
        return std::nullopt;
    rest_.remove_prefix(word.size());
    return word;
}

std::optional<std::string_view> TextWords::next()
{
    do
    {
        if (const auto word = next_on_line())
            return word;
    } while (next_line());
    return std::nullopt;
}

bool TextWords::next_line()
{
    rest_.remove_prefix(std::min(rest_.find_first_of("\n\r"), rest_.size()));
    line_ += rest_.empty() ? 0 : 1;
    rest_.remove_prefix(line_end_length(rest_));
    return !rest_.empty();
}

std::optional<double> number_in(std::string_view word)
{
    if (word.starts_with('+') && !word.starts_with("+-"))
        word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

bool is_word(std::string_view word, std::string_view lower)
{
    return std::ranges::equal(word, lower, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}
} // namespace aspic
