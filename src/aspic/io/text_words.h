#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace aspic
{
/// Takes words from a text, with the number of the line they stand on. Lines end with \n, \r\n or \r.
class TextWords
{
public:
    explicit TextWords(std::string_view text) : rest_(text) {}

    /// The next word of this line; nothing at its end. A backslash at the end of a line continues it.
    std::optional<std::string_view> next_on_line();

    /// The next word, on whatever line; nothing at the end of the text.
    std::optional<std::string_view> next();

    /// Goes to the beginning of the next line; false at the end of the text.
    bool next_line();

    [[nodiscard]] std::size_t line() const { return line_; } ///< from 1

private:
    void skip_blanks();

    std::string_view rest_;
    std::size_t line_ = 1;
};

/// The number that a word is, with a decimal point whatever the locale; also nan and inf. Nothing if it is none, or does not fit a double.
std::optional<double> number_in(std::string_view word);

/// Whether a word is `lower`, a word in small letters, in any case.
bool is_word(std::string_view word, std::string_view lower);
} // namespace aspic
