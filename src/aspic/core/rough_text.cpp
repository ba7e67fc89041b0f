#include "aspic/core/rough_text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace aspic
{
namespace
{
std::string digits(double value, int count, const char* behind)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*g%s", count, value, behind);
    return text.data();
}
} // namespace

std::string rough_count(double count)
{
    if (count < 9999.5)
        return digits(std::round(count), 4, "");
    if (count < 999.5e3)
        return digits(count / 1e3, 3, " thousand");
    return count < 999.5e6 ? digits(count / 1e6, 3, " million") : digits(count / 1e9, 3, " billion");
}

std::string rough_duration(double seconds)
{
    if (seconds < 10)
        return "a few seconds";
    if (seconds < 55)
        return "about " + digits(5 * std::round(seconds / 5), 2, " s");
    if (seconds < 3300)
        return "about " + digits(std::fmax(1, std::round(seconds / 60)), 2, " min");
    return "about " + (seconds < 48 * 3600.0 ? digits(seconds / 3600, 2, " h") : digits(std::round(seconds / 86400), 6, " days"));
}

std::string rough_bytes(double bytes)
{
    return bytes < 999.5e6 ? digits(std::fmax(1, std::round(bytes / 1e6)), 3, " MB") : digits(bytes / 1e9, 3, " GB");
}

std::string rough_number(double value, const char* unit) { return digits(value, 3, "") + (*unit == '\0' ? "" : " ") + unit; }

std::string rough_share(double share) { return share < 0.01 ? "less than 1 %" : digits(std::round(100 * share), 3, " %"); }
} // namespace aspic
