#include "aspic/math/formula.h"

#include "aspic/core/nearest_name.h"
#include "aspic/core/printable.h"
#include "aspic/math/scalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace aspic
{
namespace
{
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool begins_number(char c) { return is_digit(c) || c == '.'; }
} // namespace

/// Recursive descent: sum → product → sign → power → value. `^` binds closest and to the right, so that -2^2 is -4.
class FormulaParser
{
public:
    using Operation = Formula::Operation;

    explicit FormulaParser(std::string_view text) : text_(text) { formula_.text_ = text; }

    Result<Formula> run()
    {
        constexpr std::size_t longest = 1000;
        if (text_.size() > longest)
            return Problem{"", "the formula has more than 1000 characters", ""};
        sum(0);
        if (!problem_ && next() != '\0')
            fail("an operator is expected", next() == ')' ? "this bracket was never opened" : "products need a *: 2*t");
        if (problem_)
            return *problem_;
        return std::move(formula_);
    }

private:
    static constexpr int deepest = 50;

    void sum(int depth)
    {
        product(depth);
        while (!problem_ && (next() == '+' || next() == '-'))
        {
            const Operation operation = take() == '+' ? Operation::add : Operation::subtract;
            product(depth);
            emit(operation);
        }
    }

    void product(int depth)
    {
        sign(depth);
        while (!problem_ && (next() == '*' || next() == '/'))
        {
            const Operation operation = take() == '*' ? Operation::multiply : Operation::divide;
            sign(depth);
            emit(operation);
        }
    }

    void sign(int depth)
    {
        if (depth > deepest)
            return fail("the formula is nested too deeply", "");
        const char c = next();
        if (c != '-' && c != '+')
            return power(depth);
        take();
        sign(depth + 1);
        if (c == '-')
            emit(Operation::negate);
    }

    void power(int depth)
    {
        value(depth);
        if (problem_ || next() != '^')
            return;
        take();
        sign(depth + 1);
        emit(Operation::power);
    }

    void value(int depth)
    {
        const char c = next();
        if (begins_number(c))
            return number();
        if (is_letter(c))
            return name(depth);
        if (c != '(')
            return fail(c == '\0' ? "the formula ends where a value is expected"
                                  : "a value is expected, not " + printable(std::string(1, c)),
                        "for example 0.03*sin(2*pi*t)");
        take();
        sum(depth + 1);
        expect(')');
    }

    void number()
    {
        double result = 0;
        const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), result);
        if (error != std::errc{} || !std::isfinite(result))
            return fail("this is no number", "");
        at_ = static_cast<std::size_t>(end - text_.data());
        emit(Operation::number, result);
    }

    struct Function
    {
        std::string_view name;
        Operation operation;
        int values;
    };
    static constexpr std::array functions{
        Function{"sin", Operation::sin, 1}, Function{"cos", Operation::cos, 1}, Function{"tan", Operation::tan, 1},
        Function{"exp", Operation::exp, 1}, Function{"log", Operation::log, 1}, Function{"sqrt", Operation::sqrt, 1},
        Function{"abs", Operation::abs, 1}, Function{"min", Operation::min, 2}, Function{"max", Operation::max, 2}};

    void name(int depth)
    {
        const std::size_t begin = at_;
        std::size_t end = at_;
        while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end])))
            ++end;
        const std::string_view word = text_.substr(begin, end - begin);
        const auto* function = std::ranges::find(functions, word, &Function::name);
        if (word != "t" && word != "pi" && function == functions.end())
            return unknown(word);
        at_ = end;
        if (word == "t")
            return emit(Operation::time);
        if (word == "pi")
            return emit(Operation::number, pi);
        expect('(');
        sum(depth + 1);
        if (function->values == 2)
        {
            expect(',');
            sum(depth + 1);
        }
        expect(')');
        emit(function->operation);
    }

    void unknown(std::string_view word)
    {
        std::vector<std::string_view> names{"t", "pi"};
        for (const Function& function : functions)
            names.push_back(function.name);
        fail(printable(std::string(word)) + " is not known in formulas", hint_for_name(word, names));
    }

    void expect(char wanted)
    {
        if (problem_)
            return;
        if (next() != wanted)
            return fail(std::string("'") + wanted + "' is expected", "");
        take();
    }

    /// The next character that is no space; 0 at the end, and after a mistake.
    char next()
    {
        while (at_ < text_.size() && text_[at_] == ' ')
            ++at_;
        return at_ < text_.size() && !problem_ ? text_[at_] : '\0';
    }
    char take() { return text_[at_++]; }

    void emit(Operation operation, double number = 0)
    {
        if (problem_)
            return;
        if (operation == Operation::number || operation == Operation::time)
            ++waiting_;
        else if ((operation >= Operation::add && operation <= Operation::power) || operation >= Operation::min)
            --waiting_;
        if (waiting_ > Formula::most_values)
            return fail("the formula is nested too deeply", "");
        formula_.program_.push_back({operation, number});
    }

    void fail(const std::string& what, std::string hint)
    {
        if (!problem_)
            problem_ = Problem{"", "column " + std::to_string(at_ + 1) + " of the formula: " + what, std::move(hint)};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t waiting_ = 0; ///< values on the stack
    Formula formula_;
    std::optional<Problem> problem_;
};

Result<Formula> Formula::parse(std::string_view text) { return FormulaParser(text).run(); }

Formula::Value Formula::applied(Operation operation, const Value& a)
{
    // f(a + ȧ ε) = f(a) + f'(a) ȧ ε; where a does not change, f(a) does not, even where f' is not finite.
    const auto chained = [&](double value, double slope) { return Value{value, a.rate == 0 ? 0 : slope * a.rate}; };
    const double x = a.value;
    switch (operation)
    {
    case Operation::negate:
        return {-x, -a.rate};
    case Operation::sin:
        return chained(std::sin(x), std::cos(x));
    case Operation::cos:
        return chained(std::cos(x), -std::sin(x));
    case Operation::tan:
        return chained(std::tan(x), 1 + square(std::tan(x)));
    case Operation::exp:
        return chained(std::exp(x), std::exp(x));
    case Operation::log:
        return chained(std::log(x), 1 / x);
    case Operation::sqrt:
        return chained(std::sqrt(x), 0.5 / std::sqrt(x));
    default:
        return chained(std::abs(x), x > 0 ? 1 : x < 0 ? -1 : 0);
    }
}

Formula::Value Formula::applied(Operation operation, const Value& a, const Value& b)
{
    switch (operation)
    {
    case Operation::add:
        return {a.value + b.value, a.rate + b.rate};
    case Operation::subtract:
        return {a.value - b.value, a.rate - b.rate};
    case Operation::multiply:
        return {a.value * b.value, a.rate * b.value + a.value * b.rate};
    case Operation::divide:
        return {a.value / b.value, (a.rate - a.value / b.value * b.rate) / b.value};
    case Operation::power:
    {
        const double value = std::pow(a.value, b.value);
        const double by_base = a.rate == 0 ? 0 : b.value * std::pow(a.value, b.value - 1) * a.rate;
        const double by_exponent = b.rate == 0 || value == 0 ? 0 : value * std::log(a.value) * b.rate;
        return {value, by_base + by_exponent};
    }
    case Operation::min:
        return b.value < a.value ? b : a;
    default:
        return b.value > a.value ? b : a;
    }
}

Formula::Value Formula::at(double time) const
{
    std::array<Value, most_values> values{};
    std::size_t count = 0;
    for (const Instruction& instruction : program_)
        switch (instruction.operation)
        {
        case Operation::number:
            values[count++] = {instruction.number, 0};
            break;
        case Operation::time:
            values[count++] = {time, 1};
            break;
        case Operation::add:
        case Operation::subtract:
        case Operation::multiply:
        case Operation::divide:
        case Operation::power:
        case Operation::min:
        case Operation::max:
            --count;
            values[count - 1] = applied(instruction.operation, values[count - 1], values[count]);
            break;
        default:
            values[count - 1] = applied(instruction.operation, values[count - 1]);
        }
    return values[0];
}

bool looks_like_quantity(std::string_view text)
{
    std::size_t at = 0;
    const auto skip = [&](const auto& is_wanted) {
        while (at < text.size() && is_wanted(text[at]))
            ++at;
    };
    skip([](char c) { return c == ' ' || c == '-' || c == '+'; });
    if (at == text.size() || !begins_number(text[at]))
        return false;
    skip(begins_number);
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E'))
    {
        const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
        if (at + 1 + sign < text.size() && is_digit(text[at + 1 + sign]))
        {
            at += 1 + sign;
            skip(is_digit);
        }
    }
    skip([](char c) { return c == ' '; });
    return at == text.size() || std::string_view("+-*/^(),").find(text[at]) == std::string_view::npos;
}
} // namespace aspic
