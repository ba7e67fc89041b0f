#pragma once

#include "aspic/core/field_table.h"

#include <string>
#include <vector>

namespace aspic
{
/// Something that has a table of its own: a structure, or a set of alternatives.
struct TableEntry
{
    std::string key;                      ///< "wall"; of a kind among alternatives "shape.box"
    std::string path;                     ///< where it stands first: "objects.shape.box"
    const Structure* structure = nullptr; ///< this
    const Type* alternatives = nullptr;   ///< or that
    std::string_view group;               ///< of a kind: the alternatives it belongs to

    [[nodiscard]] std::string_view name() const { return structure != nullptr ? structure->name : alternatives->name; }
};

/// All that values of a type can hold, each once, in the order of the tables; the kinds follow their alternatives. Both sorts of keyframes (of
/// numbers and of vectors) are one entry.
std::vector<TableEntry> table_entries(const Type& root);

/// The type inside options and lists: of the values that a table describes.
const Type& inner_type(const Type& type);

/// The key of the entry that describes values of this type; empty for plain values. Kinds are reached through their alternatives.
std::string entry_key(const Type& type);

/// The key of a kind among alternatives: "shape.box".
std::string kind_key(const Type& alternatives, const Structure& kind);

/// What a value is, in a few words: "number", "list of shape", "named material".
std::string type_words(const Type& type);

/// The default of a field as JSON on one line; empty if it has none that can be written.
std::string default_text(const Structure& structure, const Field& field);
} // namespace aspic
