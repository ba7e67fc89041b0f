#pragma once

#include "aspic/core/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// Where something stands in a text, counted from 1; columns count characters.
struct Place
{
    std::size_t line = 1;
    std::size_t column = 1;
};

struct JsonMember;

/// A value with its place: what a scene is read from.
struct JsonValue
{
    enum class Kind
    {
        null,
        boolean,
        number,
        text,
        list,
        object
    };
    Kind kind = Kind::null;
    Place place;
    bool boolean = false;
    double number = 0;
    std::string text; ///< of a number: as it is spelled
    std::vector<JsonValue> items;
    std::vector<JsonMember> members; ///< in the order of the text

    [[nodiscard]] const JsonMember* member(std::string_view key) const;
};

struct JsonMember
{
    std::string key;
    Place place; ///< of the key
    JsonValue value;
};

/// What a value is, in a word: "a number".
std::string_view kind_name(JsonValue::Kind kind);

/// `source:line:column`
std::string where(const std::string& source, const Place& place);

/// Reads JSON with comments (// and /* */) and commas behind the last element. Keys that occur twice, numbers that no double can hold, NaN,
/// Infinity and other spellings that are not JSON are refused with line and column.
Result<JsonValue> parse_json(std::string_view text, const std::string& source);

/// A value as JSON without comments, indented; short lists and objects on one line. Numbers keep their spelling.
std::string json_text(const JsonValue& value);

/// The text in double quotes, escaped.
std::string json_quoted(std::string_view text);

/// The shortest spelling that reads back as the same number.
std::string json_number(double value);
} // namespace aspic
