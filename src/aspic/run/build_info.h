#pragma once

#include <string>
#include <string_view>

namespace aspic
{
/// How this program was made.
struct BuildInfo
{
    std::string_view version;
    std::string_view precision; ///< float or double
    std::string_view compiler;  ///< with its version
    std::string_view type;      ///< Release, Debug, …
    std::string_view sanitizers;
};

BuildInfo build_info();

/// What decides the bits of a result: version, precision and compiler. The kind of build and its sanitizers do not.
std::string build_id();
} // namespace aspic
