#pragma once

#include <span>
#include <string>
#include <string_view>

namespace aspic
{
/// The candidate that a misspelled word most likely means: fewest letters to change, add, drop or swap; empty if none is near.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> candidates);

/// "did you mean 'x'?" if one is near, else "known are a, b, c".
std::string hint_for_name(std::string_view word, std::span<const std::string_view> candidates);
} // namespace aspic
