#pragma once

#include "case.h"

#include <string_view>

namespace aspic::validation
{
/// The plot as an SVG element to stand in a web page; the legend is at its right.
std::string svg_text(const Plot& plot);

/// The text with the letters that mean something to HTML replaced.
std::string escaped(std::string_view text);
} // namespace aspic::validation
