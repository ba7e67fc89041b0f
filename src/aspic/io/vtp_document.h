#pragma once

#include "aspic/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// An array that a .vtp file describes: how it is stored and where its numbers stand. Views into the file.
struct VtpArray
{
    enum class Role
    {
        points,
        point_data,
        time
    };
    enum class Format
    {
        ascii,   ///< numbers in `text`
        base64,  ///< `text` holds length and bytes
        appended ///< length and bytes stand at `offset` in the appended data
    };
    Role role = Role::point_data;
    Format format = Format::ascii;
    std::string name;
    std::string type; ///< VTK's word, such as Float32
    std::uint64_t components = 1;
    std::uint64_t offset = 0; ///< [bytes]
    std::string_view text;
    std::size_t begin = 0; ///< [bytes] place of its tag in the file
};

/// The XML part of a .vtp file.
struct VtpDocument
{
    std::uint64_t points = 0;
    bool is_big_endian = false;
    std::size_t header_size = 4; ///< [bytes] of the number in front of binary data
    std::vector<VtpArray> arrays;
    std::string_view appended; ///< behind its `_`
    std::size_t appended_begin = 0;
    bool appended_is_base64 = false;
};

/// Reads the XML part and finds the appended data. Refused in words: other kinds of VTK files, several pieces, compression, and files
/// without their end, which are cut off.
Result<VtpDocument> parse_vtp_document(std::string_view content, const std::string& source);
} // namespace aspic
