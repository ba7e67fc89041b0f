#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace aspic
{
/// Length of the well-formed UTF-8 character that a text begins with, 0 if there is none.
std::size_t utf8_length(std::string_view text);

/// A text without what could confuse a terminal: control characters and bytes that are no character become \x1b and so on. Letters of any language stay.
std::string visible(std::string_view text);

/// A piece of input in quotes for a message: short, and without what could confuse a terminal. Letters of any language stay.
std::string printable(std::string_view text);
} // namespace aspic
