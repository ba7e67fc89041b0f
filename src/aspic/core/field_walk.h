#pragma once

#include "aspic/core/field_table.h"

#include <functional>

namespace aspic
{
/// A field of a value, and where it is: `materials.water.density`.
struct FieldVisit
{
    const Field& field;
    const Structure& structure; ///< that it belongs to
    void* member;
    std::string path;
};

/// Calls `visit` for every field of a described value, also inside lists, alternatives and optional parts that are there.
void walk_fields(const Type& type, void* value, const std::string& path, const std::function<void(const FieldVisit&)>& visit);
} // namespace aspic
