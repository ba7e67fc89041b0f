#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace aspic
{
/// The bytes that are written as base64, at most `most` of them; blanks between the characters are skipped, and padding may end a piece in the
/// middle. Reading stops after `most` bytes or at the end of the text; nothing if a character does not belong there.
std::optional<std::string> base64_decoded(std::string_view text, std::size_t most);
} // namespace aspic
