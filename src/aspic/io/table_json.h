#pragma once

#include "aspic/core/field_table.h"
#include "aspic/io/json.h"

namespace aspic
{
/// Fills a value of a described type from JSON. What is not written keeps its default. All problems at once, each with line, column and path.
Problems read_table(const JsonValue& json, const Type& type, void* target, const std::string& source);

/// A range in words: "more than 0 m"; empty if it allows everything.
std::string range_text(const Range& range, std::string_view unit);

/// Which fields are written.
enum class Written
{
    changed, ///< those that differ from their defaults
    all,
    physics ///< all that decide the result of a run
};

/// The value as JSON text, indented.
std::string table_text(const Type& type, const void* value, Written which);

/// The part of a JSON value at a path such as `objects.water.shape.union.of[1]`, or the last part on the way that is there.
const JsonValue& value_at(const JsonValue& json, std::string_view path);

/// The key or element that a path ends in, put into the JSON value, which grows where it must. Says what is wrong with the path, if anything.
Problems set_at(JsonValue& json, std::string_view path, JsonValue value);
} // namespace aspic
