#pragma once

#include <string>

// Numbers for people: as exact as an estimate can be.

namespace aspic
{
/// Two or three digits: "3200", "21 thousand", "1.2 million", "3 billion".
std::string rough_count(double count);

/// "a few seconds", "about 40 s", "about 7 min", "about 3.5 h", "about 12 days".
std::string rough_duration(double seconds);

/// "35 MB", "1.2 GB".
std::string rough_bytes(double bytes);

/// Three digits and the unit: "0.00123 s".
std::string rough_number(double value, const char* unit = "");

/// "25 %", "less than 1 %".
std::string rough_share(double share);
} // namespace aspic
