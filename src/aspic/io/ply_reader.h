#pragma once

#include "aspic/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
enum class PlyType
{
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    float32,
    float64
};

/// One number, or one list of numbers, per row of an element. A double holds every number of the format exactly.
struct PlyProperty
{
    std::string name;
    PlyType type = PlyType::float32;
    bool is_list = false;
    PlyType count_type = PlyType::uint8; ///< of lists
    std::vector<double> values; ///< one per row; for lists all rows' numbers one behind the other. Integers are in the range of their type
    std::vector<std::size_t> ends; ///< for lists: where a row's numbers end in `values`
};

/// Rows of one kind, such as `vertex` or `face`.
struct PlyElement
{
    std::string name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;

    /// The property of that name, or nullptr.
    [[nodiscard]] const PlyProperty* find(std::string_view property_name) const;
};

/// All that a PLY file holds.
struct PlyFile
{
    bool is_ascii = false;
    std::vector<std::string> comments; ///< without the word `comment`
    std::vector<PlyElement> elements;

    /// The element of that name, or nullptr.
    [[nodiscard]] const PlyElement* find(std::string_view element_name) const;
};

/// Reads any PLY file: ascii, binary little or big endian, any elements and properties. Every count is checked against the bytes that are left
/// before memory is taken for it. Numbers need not be finite: that is for the caller to judge. Problems stand at `source:line` in text,
/// at `source: byte N` in binary data.
Result<PlyFile> parse_ply(std::string_view content, const std::string& source);

/// Whether the numbers of a type have a fraction.
constexpr bool is_floating_point(PlyType type) { return type == PlyType::float32 || type == PlyType::float64; }
} // namespace aspic
