#pragma once

#include "aspic/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// A function of time that was written as text: "0.03*sin(2*pi*t/1.3)". Numbers, t [s], pi, + - * / ^, brackets, and sin, cos, tan, exp, log, sqrt, abs of one value, min and max of two. No units.
class Formula
{
public:
    /// The problem says in which column; it has no place.
    static Result<Formula> parse(std::string_view text);

    struct Value
    {
        double value = 0;
        double rate = 0; ///< [1/s] its derivative, exact but for rounding
    };
    /// Value and derivative, by dual numbers: a + ȧ ε, ε² = 0.
    [[nodiscard]] Value at(double time) const;

    [[nodiscard]] const std::string& text() const { return text_; }
    [[nodiscard]] bool operator==(const Formula& other) const { return text_ == other.text_; }

private:
    friend class FormulaParser;

    enum class Operation : unsigned char
    {
        number,
        time,
        add,
        subtract,
        multiply,
        divide,
        power,
        negate,
        sin,
        cos,
        tan,
        exp,
        log,
        sqrt,
        abs,
        min,
        max
    };
    struct Instruction
    {
        Operation operation;
        double number = 0;
    };
    static Value applied(Operation operation, const Value& a);
    static Value applied(Operation operation, const Value& a, const Value& b);

    static constexpr std::size_t most_values = 64; ///< that wait for their operation at one time
    std::string text_;
    std::vector<Instruction> program_; ///< reverse Polish: operations after their values
};

/// Whether a text that is no number with a unit was meant as one: a number and then a word. Else it was meant as a formula.
bool looks_like_quantity(std::string_view text);
} // namespace aspic
