#pragma once

#include "aspic/io/ply_reader.h"

#include <optional>

namespace aspic
{
/// What the first lines of a PLY file say.
struct PlyHeader
{
    PlyFile file; ///< without values
    bool is_big_endian = false;
    std::size_t size = 0;  ///< [bytes] up to the first value
    std::size_t lines = 0; ///< up to the first value
};

Result<PlyHeader> parse_ply_header(std::string_view content, const std::string& source);
} // namespace aspic
