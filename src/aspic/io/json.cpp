#include "aspic/io/json.h"

#include "aspic/core/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace aspic
{
namespace
{
constexpr int deepest = 200;
constexpr std::size_t most_problems = 20;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+' || c == '-' || c == '.';
}
bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; } ///< of a UTF-8 character

void append_utf8(std::string& text, std::uint32_t code)
{
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (code < 0x80)
        add(code);
    else if (code < 0x800)
    {
        add(0xc0U | (code >> 6U));
        add(0x80U | (code & 0x3fU));
    }
    else if (code < 0x10000)
    {
        add(0xe0U | (code >> 12U));
        add(0x80U | ((code >> 6U) & 0x3fU));
        add(0x80U | (code & 0x3fU));
    }
    else
    {
        add(0xf0U | (code >> 18U));
        add(0x80U | ((code >> 12U) & 0x3fU));
        add(0x80U | ((code >> 6U) & 0x3fU));
        add(0x80U | (code & 0x3fU));
    }
}

/// Recursive descent. A syntax error ends it (`broken_`); a repeated key or an impossible number is noted, and reading goes on.
class Parser
{
public:
    Parser(std::string_view text, const std::string& source) : text_(text), source_(source) {}

    Result<JsonValue> parse()
    {
        if (!check_encoding())
            return problems_;
        JsonValue value;
        skip_blanks();
        if (at_ == text_.size() && !broken_)
            fail("the file is empty", "a scene begins with '{'; `aspic new` writes one to start from");
        if (!broken_)
            value = read_value(0);
        skip_blanks();
        if (!broken_ && at_ < text_.size())
            fail("there is something behind the end: " + printable(text_.substr(at_, 20)),
                 "a file holds one value; is a bracket closed too early?");
        if (!problems_.empty())
            return problems_;
        return value;
    }

private:
    void note(const Place& place, std::string what, std::string hint)
    {
        if (problems_.size() < most_problems)
            problems_.push_back({where(source_, place), std::move(what), std::move(hint)});
    }

    void fail(std::string what, std::string hint)
    {
        if (!broken_)
            note(place(), std::move(what), std::move(hint));
        broken_ = true;
    }

    bool check_encoding()
    {
        if (text_.starts_with("\xEF\xBB\xBF"))
            text_.remove_prefix(3);
        if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF") || (text_.size() > 1 && (text_[0] == '\0' || text_[1] == '\0')))
            fail("this is UTF-16 text, or not text at all", "save the file as UTF-8");
        return !broken_;
    }

    /// Here. Columns are counted on from the last place asked for, so that one very long line takes no longer than many short ones.
    Place place()
    {
        if (counted_to_ < line_begin_)
        {
            counted_to_ = line_begin_;
            column_ = 1;
        }
        for (; counted_to_ < at_; ++counted_to_)
            column_ += is_first_byte(text_[counted_to_]) ? 1 : 0;
        return {line_, column_};
    }

    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    bool take(char c)
    {
        if (at_ >= text_.size() || text_[at_] != c)
            return false;
        ++at_;
        return true;
    }

    void advance_in_line(std::size_t end)
    {
        for (; at_ < end; ++at_)
            if (text_[at_] == '\n' || (text_[at_] == '\r' && !text_.substr(at_).starts_with("\r\n")))
            {
                ++line_;
                line_begin_ = at_ + 1;
            }
    }

    void skip_blanks()
    {
        while (at_ < text_.size() && !broken_)
        {
            const std::string_view rest = text_.substr(at_);
            if (std::string_view(" \t\r\n").find(rest.front()) != std::string_view::npos)
                advance_in_line(at_ + 1);
            else if (rest.starts_with("//"))
                advance_in_line(at_ + std::min(rest.find_first_of("\r\n"), rest.size()));
            else if (rest.starts_with("/*"))
            {
                const std::size_t end = rest.find("*/", 2);
                if (end == std::string_view::npos)
                    return fail("this comment never ends", "close it with */");
                advance_in_line(at_ + end + 2);
            }
            else
                return;
        }
    }

    JsonValue read_value(int depth)
    {
        JsonValue value;
        value.place = place();
        if (depth > deepest)
        {
            fail("brackets are nested more than " + std::to_string(deepest) + " deep", "");
            return value;
        }
        switch (peek())
        {
        case '{':
            read_object(value, depth);
            break;
        case '[':
            read_list(value, depth);
            break;
        case '"':
            value.kind = JsonValue::Kind::text;
            value.text = read_text();
            break;
        default:
            read_word(value);
        }
        return value;
    }

    void read_object(JsonValue& value, int depth)
    {
        value.kind = JsonValue::Kind::object;
        std::unordered_map<std::string, std::size_t> lines;
        ++at_;
        while (next_element('}', value.members.empty(), value.place))
        {
            JsonMember member;
            member.place = place();
            if (peek() != '"')
                return fail("a key in double quotes is expected here, not " + printable(text_.substr(at_, 10)), R"(write "key": value)");
            member.key = read_text();
            skip_blanks();
            if (!broken_ && !take(':'))
                fail("a colon is missing behind the key " + printable(member.key), R"(write "key": value)");
            skip_blanks();
            if (broken_)
                return;
            const auto [first, is_new] = lines.emplace(member.key, member.place.line);
            if (!is_new)
                note(member.place,
                     "the key " + printable(member.key) + " stands here a second time; the first is in line " +
                         std::to_string(first->second),
                     "keep one of them");
            member.value = read_value(depth + 1);
            value.members.push_back(std::move(member));
        }
    }

    void read_list(JsonValue& value, int depth)
    {
        value.kind = JsonValue::Kind::list;
        ++at_;
        while (next_element(']', value.items.empty(), value.place))
            value.items.push_back(read_value(depth + 1));
    }

    /// Whether another element follows; the comma before it, and one behind the last, are taken.
    bool next_element(char end, bool is_first, const Place& begin)
    {
        skip_blanks();
        if (broken_ || take(end))
            return false;
        if (!is_first && !take(','))
        {
            if (at_ >= text_.size())
                fail("the file ends before '" + std::string(1, end) + "' closes what begins in line " + std::to_string(begin.line), "");
            else
                fail("a comma or '" + std::string(1, end) + "' is missing before " + printable(text_.substr(at_, 10)), "");
            return false;
        }
        skip_blanks();
        if (broken_ || take(end))
            return false;
        if (at_ >= text_.size())
            fail("the file ends before '" + std::string(1, end) + "' closes what begins in line " + std::to_string(begin.line), "");
        return !broken_;
    }

    std::string read_text()
    {
        std::string result;
        ++at_;
        while (!broken_)
        {
            const char c = peek();
            if (at_ >= text_.size() || c == '\n' || c == '\r')
                fail("this text has no closing quote on its line", "");
            else if (take('"'))
                return result;
            else if (take('\\'))
                read_escape(result);
            else if (static_cast<unsigned char>(c) < 0x20)
                fail("a control character stands inside a text", R"(write it as \u00XX)");
            else
                read_character(result);
        }
        return result;
    }

    void read_character(std::string& result)
    {
        const std::size_t length = utf8_length(text_.substr(at_));
        if (length == 0)
            return fail("this is not UTF-8", "save the file as UTF-8");
        result += text_.substr(at_, length);
        at_ += length;
    }

    void read_escape(std::string& result)
    {
        constexpr std::string_view codes = "\"\\/bfnrt";
        constexpr std::string_view values = "\"\\/\b\f\n\r\t";
        const char c = peek();
        if (const std::size_t k = c == '\0' ? std::string_view::npos : codes.find(c); k != std::string_view::npos)
        {
            result += values[k];
            ++at_;
            return;
        }
        if (!take('u'))
            return fail("a backslash is followed by something unknown", R"(for a backslash itself write \\)");
        std::uint32_t code = read_hex();
        if (code >= 0xd800 && code < 0xdc00 && take('\\') && take('u'))
        {
            const std::uint32_t low = read_hex();
            code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10U) + (low - 0xdc00) : 0xd800;
        }
        if (code >= 0xd800 && code < 0xe000)
            return fail(R"(a \u escape is half a character)", "");
        append_utf8(result, code);
    }

    std::uint32_t read_hex()
    {
        std::uint32_t code = 0;
        const std::string_view digits = text_.substr(at_, 4);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc{} || end != digits.data() + 4)
            fail(R"(\u needs four hexadecimal digits)", "");
        else
            at_ += 4;
        return code;
    }

    /// true, false, null or a number; anything else is explained.
    void read_word(JsonValue& value)
    {
        std::size_t end = at_;
        while (end < text_.size() && is_word(text_[end]))
            ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        if (word == "true" || word == "false")
        {
            value.kind = JsonValue::Kind::boolean;
            value.boolean = word == "true";
        }
        else if (word == "null")
            value.kind = JsonValue::Kind::null;
        else if (!word.empty() && (is_digit(word.front()) || word.front() == '-'))
            read_number(value, word);
        else if (word.empty())
            fail("a value is expected here, not " + (peek() == '\'' ? "a single quote" : printable(text_.substr(at_, 1))),
                 peek() == '\'' ? "texts stand in double quotes" : "");
        else
            refuse_word(word);
        at_ = broken_ ? at_ : end;
    }

    void refuse_word(std::string_view word)
    {
        std::string lower(word);
        std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        if (lower == "nan" || lower == "infinity" || lower == "inf" || lower == "+inf" || lower == "+infinity")
            fail(printable(word) + " is no number here", "write a finite number, or leave the key out for its default");
        else if (word.front() == '+' || word.front() == '.')
            fail("the number " + printable(word) + " must begin with a digit or '-'", "");
        else
            fail(printable(word) + " is not known", "texts stand in double quotes; the other words are true, false and null");
    }

    void read_number(JsonValue& value, std::string_view word)
    {
        value.kind = JsonValue::Kind::number;
        value.text = word;
        if (!is_spelled_well(word))
        {
            const bool hexadecimal = word.find_first_of("xX") != std::string_view::npos;
            const bool infinite = word.find_first_of("iI") != std::string_view::npos;
            return fail(printable(word) + " is not a number as JSON spells it",
                        hexadecimal ? "write it in decimal digits"
                        : infinite  ? "write a finite number"
                                    : "for example -1.5e-3; no zeros before it; a number with a unit stands in quotes: \"2 mm\"");
        }
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value.number);
        if (error == std::errc::result_out_of_range || !std::isfinite(value.number))
            note(value.place, "the number " + printable(word) + " is too large or too small to be held",
                 "numbers reach from about 1e-308 to 1e308; write 0 for nothing");
    }

    /// -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
    static bool is_spelled_well(std::string_view word)
    {
        std::size_t k = word.front() == '-' ? 1 : 0;
        const auto digits = [&] {
            const std::size_t begin = k;
            while (k < word.size() && is_digit(word[k]))
                ++k;
            return k - begin;
        };
        const bool leading_zero = k < word.size() && word[k] == '0';
        const std::size_t whole = digits();
        if (whole == 0 || (leading_zero && whole > 1))
            return false;
        if (k < word.size() && word[k] == '.' && (++k, digits() == 0))
            return false;
        if (k < word.size() && (word[k] == 'e' || word[k] == 'E'))
        {
            ++k;
            if (k < word.size() && (word[k] == '+' || word[k] == '-'))
                ++k;
            if (digits() == 0)
                return false;
        }
        return k == word.size();
    }

    std::string_view text_;
    std::string source_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::size_t line_begin_ = 0;
    std::size_t counted_to_ = 0;
    std::size_t column_ = 1;
    bool broken_ = false;
    Problems problems_;
};
} // namespace

const JsonMember* JsonValue::member(std::string_view key) const
{
    const auto found = std::ranges::find(members, key, &JsonMember::key);
    return found == members.end() ? nullptr : &*found;
}

std::string_view kind_name(JsonValue::Kind kind)
{
    constexpr std::array<std::string_view, 6> names{"null", "true or false", "a number", "a text", "a list", "an object"};
    return names[static_cast<std::size_t>(kind)];
}

std::string where(const std::string& source, const Place& place)
{
    return source + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

Result<JsonValue> parse_json(std::string_view text, const std::string& source) { return Parser(text, source).parse(); }
} // namespace aspic
