#pragma once

#include <span>
#include <string_view>

namespace aspic
{
/// A value of the scene format, as one would write it.
struct TableExample
{
    std::string_view key; ///< of the entry it belongs to (io/table_catalogue.h)
    std::string_view json;
};

/// Short examples for the pages; a test reads each of them.
std::span<const TableExample> table_examples();
} // namespace aspic
