#include "aspic/core/units.h"

#include "aspic/core/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

namespace aspic
{
namespace
{
/// Powers of metre, kilogram, second, kelvin and radian.
using Powers = std::array<int, 5>;

/// A unit: so many SI units of these powers.
struct Unit
{
    double factor = 1;
    Powers powers{};
};

struct Symbol
{
    std::string_view name;
    Unit unit;
    bool takes_prefix;
};

constexpr double pi_over_180 = 3.14159265358979323846 / 180;

constexpr std::array symbols{
    Symbol{"m", {1, {1, 0, 0, 0, 0}}, true},
    Symbol{"g", {1e-3, {0, 1, 0, 0, 0}}, true},
    Symbol{"t", {1e3, {0, 1, 0, 0, 0}}, false},
    Symbol{"s", {1, {0, 0, 1, 0, 0}}, true},
    Symbol{"min", {60, {0, 0, 1, 0, 0}}, false},
    Symbol{"h", {3600, {0, 0, 1, 0, 0}}, false},
    Symbol{"K", {1, {0, 0, 0, 1, 0}}, true},
    Symbol{"rad", {1, {0, 0, 0, 0, 1}}, true},
    Symbol{"deg", {pi_over_180, {0, 0, 0, 0, 1}}, false},
    Symbol{"°", {pi_over_180, {0, 0, 0, 0, 1}}, false},
    Symbol{"rpm", {6 * pi_over_180, {0, 0, -1, 0, 1}}, false},
    Symbol{"Hz", {1, {0, 0, -1, 0, 0}}, true},
    Symbol{"N", {1, {1, 1, -2, 0, 0}}, true},
    Symbol{"Pa", {1, {-1, 1, -2, 0, 0}}, true},
    Symbol{"bar", {1e5, {-1, 1, -2, 0, 0}}, true},
    Symbol{"J", {1, {2, 1, -2, 0, 0}}, true},
    Symbol{"W", {1, {2, 1, -3, 0, 0}}, true},
    Symbol{"L", {1e-3, {3, 0, 0, 0, 0}}, true},
    Symbol{"l", {1e-3, {3, 0, 0, 0, 0}}, true},
    Symbol{"%", {1e-2, {}}, false},
    Symbol{"1", {1, {}}, false},
};

struct Prefix
{
    std::string_view name;
    double factor;
};
constexpr std::array prefixes{Prefix{"G", 1e9},  Prefix{"M", 1e6},  Prefix{"k", 1e3},  Prefix{"d", 1e-1}, Prefix{"c", 1e-2},
                              Prefix{"m", 1e-3}, Prefix{"µ", 1e-6}, Prefix{"μ", 1e-6}, Prefix{"u", 1e-6}, Prefix{"n", 1e-9}};

std::optional<Unit> unit_named(std::string_view name)
{
    for (const Symbol& symbol : symbols)
        if (symbol.name == name)
            return symbol.unit;
    for (const Prefix& prefix : prefixes)
        for (const Symbol& symbol : symbols)
            if (symbol.takes_prefix && name.starts_with(prefix.name) && name.substr(prefix.name.size()) == symbol.name)
                return Unit{prefix.factor * symbol.unit.factor, symbol.unit.powers};
    return std::nullopt;
}

bool take(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

/// The exponent behind a symbol: ², ³, ^2, ^-1, 3, ⁻¹; 1 if there is none.
std::optional<int> take_exponent(std::string_view& text)
{
    const bool is_raised = take(text, "^");
    const int sign = take(text, "-") || take(text, "⁻") ? -1 : 1;
    constexpr std::array<std::string_view, 6> raised{"⁰", "¹", "²", "³", "⁴", "⁵"};
    for (std::size_t k = 0; k < raised.size(); ++k)
        if (take(text, raised[k]))
            return sign * static_cast<int>(k);
    if (!text.empty() && text.front() >= '0' && text.front() <= '9')
    {
        const int digit = text.front() - '0';
        text.remove_prefix(1);
        return sign * digit;
    }
    return is_raised || sign < 0 ? std::nullopt : std::optional(1); // a sign without a number
}

/// The symbol that a text begins with, up to what cannot be part of one. "1" is a symbol only before a division: 1/s.
std::string_view take_symbol(std::string_view& text)
{
    std::size_t end = std::min(text.find_first_of(" */^-0123456789"), text.size());
    for (const std::string_view stop : {"·", "⁻", "⁰", "¹", "²", "³", "⁴", "⁵"})
        end = std::min(end, text.find(stop));
    if (text.starts_with("1/"))
        end = 1;
    const std::string_view symbol = text.substr(0, end);
    text.remove_prefix(end);
    return symbol;
}

/// Products and quotients of symbols: `kg/m³`, `m s^-2`, `Pa s`.
std::optional<Unit> unit_of(std::string_view text)
{
    Unit result;
    bool divides = false;
    while (!text.empty())
    {
        if (take(text, " ") || take(text, "·") || take(text, "*"))
            continue;
        if (take(text, "/"))
        {
            if (divides)
                return std::nullopt;
            divides = true;
            continue;
        }
        const auto unit = unit_named(take_symbol(text));
        const auto exponent = take_exponent(text);
        if (!unit || !exponent)
            return std::nullopt;
        const int power = divides ? -*exponent : *exponent;
        result.factor *= std::pow(unit->factor, power);
        for (std::size_t k = 0; k < result.powers.size(); ++k)
            result.powers[k] += power * unit->powers[k];
        divides = false;
    }
    return divides ? std::nullopt : std::optional(result);
}

/// Powers of ten are exact as whole numbers: 2/1000 is the double nearest to 0.002, 2·0.001 need not be.
double scaled(double value, double factor)
{
    const double divisor = std::round(1 / factor);
    const double multiple = std::round(factor);
    if (std::abs(divisor * factor - 1) < 1e-12)
        return value / divisor;
    return value * (std::abs(multiple / factor - 1) < 1e-12 ? multiple : factor);
}
} // namespace

Result<double> number_with_unit(std::string_view text, std::string_view wanted)
{
    const std::string example = "write for example \"" + std::string(wanted.empty() ? "0.5" : "0.5 ") + std::string(wanted) + "\"";
    const Problem too_large{"", printable(text) + " is too large or too small for a number", ""};
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return too_large;
    if (error != std::errc{} || !std::isfinite(value))
        return Problem{"", printable(text) + " does not begin with a number", example};
    std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    while (take(rest, " "))
    {
    }
    if (rest.empty())
        return value;
    if (rest == "°C" && wanted == "K")
        return value + 273.15;
    const auto unit = unit_of(rest);
    const auto target = unit_of(wanted);
    if (!unit)
        return Problem{"", printable(rest) + " is not a unit that is known here", example};
    if (!target || unit->powers != target->powers)
        return Problem{"",
                       printable(rest) + (wanted.empty() ? " is a unit, but this is a plain number"
                                                         : " does not measure the same as " + std::string(wanted)),
                       example};
    const double result = scaled(value, unit->factor / target->factor);
    return std::isfinite(result) ? Result<double>(result) : too_large;
}
} // namespace aspic
