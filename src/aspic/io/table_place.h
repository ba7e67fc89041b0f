#pragma once

#include "aspic/core/field_table.h"
#include "aspic/core/result.h"

#include <string>

namespace aspic
{
/// A field, or a kind among alternatives, found by its path.
struct TablePlace
{
    std::string path;                     ///< without names and numbers of elements
    std::string entry;                    ///< key of the table that describes what stands there, if there is one (io/table_catalogue.h)
    const Structure* structure = nullptr; ///< that it belongs to
    const Field* line = nullptr;          ///< none for a kind
    Field meaning;                        ///< its unit and range, which may be those of the field around it
};

/// What a path leads to, such as `objects.water.shape.union.of[1].sphere.radius`. Names in lists may be left out.
Result<TablePlace> place_in_tables(const Type& root, std::string_view path);
} // namespace aspic
