#include "aspic/core/nearest_name.h"
#include "aspic/core/printable.h"
#include "aspic/core/units.h"
#include "aspic/io/table_json.h"
#include "aspic/math/formula.h"
#include "aspic/math/vec.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr std::size_t most_problems = 50;
constexpr double largest_whole = 9007199254740992.0; // 2^53: beyond it doubles skip whole numbers

/// What holds for the numbers inside a field.
struct Meaning
{
    std::string_view unit;
    Range range;
};

bool is_name(std::string_view text)
{
    return !text.empty() && text.size() <= 100 && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
}

class TableReader
{
public:
    TableReader(const std::string& source) : source_(source) {}

    Problems problems;

    void read(const JsonValue& json, const Type& type, void* target, const Meaning& meaning, const std::string& path)
    {
        using Kind = Type::Kind;
        if (problems.size() >= most_problems)
            return;
        switch (type.kind)
        {
        case Kind::number:
            return read_number(json, *static_cast<double*>(target), meaning, path);
        case Kind::integer:
            return read_integer(json, type, target, meaning, path);
        case Kind::boolean:
            return read_boolean(json, *static_cast<bool*>(target), path);
        case Kind::text:
            return read_text(json, *static_cast<std::string*>(target), path);
        case Kind::vector:
            return read_vector(json, *static_cast<Vec3d*>(target), meaning, path);
        case Kind::choice:
            return read_choice(json, type, target, path);
        case Kind::optional:
            return read(json, type.element(), type.emplace(target, 0), meaning, path);
        case Kind::list:
            return read_list(json, type, target, meaning, path);
        case Kind::named_list:
            return read_named_list(json, type, target, path);
        case Kind::structure:
            return read_structure(json, type.structure(), target, meaning, path);
        case Kind::alternatives:
            return read_alternatives(json, type, target, path);
        case Kind::keyframed:
            return read_keyframed(json, type, target, meaning, path);
        }
    }

private:
    void report(const Place& place, const std::string& path, std::string what, std::string hint)
    {
        const std::string at = place.line == 0 ? "--set " + path : where(source_, place) + (path.empty() ? "" : " (" + path + ")");
        if (problems.size() > most_problems)
            return;
        problems.push_back({at, std::move(what), std::move(hint)});
        if (problems.size() == most_problems)
            problems.push_back({source_, "there may be more problems: reading stopped here", ""});
    }

    void wrong_kind(const JsonValue& json, const std::string& path, const std::string& expected, std::string hint = "")
    {
        report(json.place, path, expected + " is expected, not " + std::string(kind_name(json.kind)), std::move(hint));
    }

    void check_range(const JsonValue& json, double value, const Meaning& meaning, const std::string& path)
    {
        if (!meaning.range.contains(value))
            report(json.place, path,
                   json_number(value) + (meaning.unit.empty() ? "" : " " + std::string(meaning.unit)) + " is out of range",
                   "allowed is " + range_text(meaning.range, meaning.unit));
    }

    void read_number(const JsonValue& json, double& value, const Meaning& meaning, const std::string& path)
    {
        if (json.kind == JsonValue::Kind::text)
        {
            const Result<double> number = number_with_unit(json.text, meaning.unit);
            if (!number)
                return report(json.place, path, number.problems()[0].what, number.problems()[0].hint);
            value = *number;
        }
        else if (json.kind == JsonValue::Kind::number)
            value = json.number;
        else
            return wrong_kind(json, path, "a number", meaning.unit.empty() ? "" : "its unit is " + std::string(meaning.unit));
        check_range(json, value, meaning, path);
    }

    void read_integer(const JsonValue& json, const Type& type, void* target, const Meaning& meaning, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::number)
            return wrong_kind(json, path, "a whole number");
        if (json.number != std::floor(json.number) || std::abs(json.number) > largest_whole)
            return report(json.place, path, "a whole number is expected, not " + json.text, "");
        const Range as_int{-2147483648.0, 2147483647.0};
        type.set_whole(target, static_cast<std::int64_t>(json.number));
        if (type.whole(target) != static_cast<std::int64_t>(json.number) && meaning.range.contains(json.number))
            return report(json.place, path, json.text + " is out of range", "allowed is " + range_text(as_int, ""));
        check_range(json, json.number, meaning, path);
    }

    void read_boolean(const JsonValue& json, bool& value, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::boolean)
            return wrong_kind(json, path, "true or false");
        value = json.boolean;
    }

    void read_text(const JsonValue& json, std::string& value, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::text)
            return wrong_kind(json, path, "a text in quotes");
        value = json.text;
    }

    void read_vector(const JsonValue& json, Vec3d& value, const Meaning& meaning, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::list || json.items.size() < 2 || json.items.size() > 3)
        {
            const std::string found =
                json.kind == JsonValue::Kind::list ? "a list of " + std::to_string(json.items.size()) : std::string(kind_name(json.kind));
            return report(json.place, path, "a list of three numbers (in 2D two will do) is expected, not " + found,
                          "for example [0, 1, 0]");
        }
        value = {};
        for (std::size_t k = 0; k < json.items.size(); ++k)
            read_number(json.items[k], value[static_cast<int>(k)], meaning, path + "[" + std::to_string(k) + "]");
    }

    void read_choice(const JsonValue& json, const Type& type, void* target, const std::string& path)
    {
        std::vector<std::string_view> names;
        for (const Choice& choice : type.choices)
        {
            if (json.kind == JsonValue::Kind::text && choice.name == json.text)
                return type.set_index(target, static_cast<std::size_t>(choice.value));
            names.push_back(choice.name);
        }
        std::string known;
        for (const auto name : names)
            known += (known.empty() ? "" : ", ") + std::string(name);
        if (json.kind != JsonValue::Kind::text)
            return wrong_kind(json, path, "one of the words " + known);
        report(json.place, path, printable(json.text) + " is none of the words " + known, hint_for_name(json.text, names));
    }

    void read_list(const JsonValue& json, const Type& type, void* target, const Meaning& meaning, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::list)
            return wrong_kind(json, path, "a list");
        type.clear(target);
        for (std::size_t k = 0; k < json.items.size(); ++k)
            read(json.items[k], type.element(), type.append(target), meaning, path + "[" + std::to_string(k) + "]");
    }

    void read_named_list(const JsonValue& json, const Type& type, void* target, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::object)
            return wrong_kind(json, path, "an object with a key for each name", R"(for example {"water": {…}})");
        type.clear(target);
        for (std::size_t k = 0; k < json.members.size(); ++k)
        {
            const JsonMember& member = json.members[k];
            const bool is_good = is_name(member.key);
            if (!is_good)
                report(member.place, path, printable(member.key) + " cannot be a name", "letters, digits, _ and - make a name");
            void* element = type.append(target);
            *type.name_at(target, k) = member.key;
            read(member.value, type.element(), element, {}, path + "." + (is_good ? member.key : printable(member.key)));
        }
    }

    void read_structure(const JsonValue& json, const Structure& structure, void* target, const Meaning& outer, const std::string& path)
    {
        if (json.kind != JsonValue::Kind::object)
            return wrong_kind(json, path, "an object", "`aspic describe " + std::string(structure.name) + "` lists its keys");
        const std::string prefix = path.empty() ? "" : path + ".";
        for (const JsonMember& member : json.members)
        {
            const auto known = std::ranges::find(structure.fields, std::string_view(member.key), &Field::name);
            if (known == structure.fields.end())
                unknown_key(member, structure, path);
            else
                read(member.value, known->type(), known->member(target),
                     known->inherits_meaning ? outer : Meaning{known->unit_text, known->allowed}, prefix + member.key);
        }
        for (const Field& line : structure.fields)
            if (line.is_required && json.member(line.name) == nullptr)
                report(json.place, prefix + std::string(line.name), "the key '" + std::string(line.name) + "' is missing",
                       std::string(line.name) + ": " + std::string(line.help) +
                           (line.unit_text.empty() ? "" : " [" + std::string(line.unit_text) + "]"));
    }

    void unknown_key(const JsonMember& member, const Structure& structure, const std::string& path)
    {
        std::vector<std::string_view> names;
        for (const Field& line : structure.fields)
            names.push_back(line.name);
        const std::string hint = names.empty() ? "it has no keys: {}" : hint_for_name(member.key, names);
        report(member.place, (path.empty() ? "" : path + ".") + (is_name(member.key) ? member.key : "…"),
               "the key " + printable(member.key) + " is not known in " +
                   (path.empty() ? "a scene" : "'" + std::string(structure.name) + "'"),
               hint);
    }

    void read_alternatives(const JsonValue& json, const Type& type, void* target, const std::string& path)
    {
        std::vector<std::string_view> names;
        for (const auto alternative : type.alternatives)
            names.push_back(alternative().structure().name);
        const std::string what(type.name);
        if (json.kind != JsonValue::Kind::object || json.members.size() != 1)
        {
            std::string known;
            for (const auto name : names)
                known += (known.empty() ? "" : ", ") + std::string(name);
            const std::string found = json.kind == JsonValue::Kind::object ? "one with " + std::to_string(json.members.size())
                                                                           : std::string(kind_name(json.kind));
            return report(json.place, path, "an object with one key, the kind of " + what + ", is expected, not " + found,
                          "kinds are " + known);
        }
        const JsonMember& member = json.members.front();
        const auto found = std::ranges::find(names, std::string_view(member.key));
        if (found == names.end())
            return report(member.place, path, printable(member.key) + " is no kind of " + what, hint_for_name(member.key, names));
        const auto k = static_cast<std::size_t>(found - names.begin());
        read(member.value, type.alternatives[k](), type.emplace(target, k), {}, (path.empty() ? "" : path + ".") + member.key);
    }

    void read_keyframed(const JsonValue& json, const Type& type, void* target, const Meaning& meaning, const std::string& path)
    {
        type.clear(target);
        if (json.kind == JsonValue::Kind::object)
            return read_structure(json, type.structure(), target, meaning, path);
        const bool is_number = type.element().kind == Type::Kind::number;
        const bool has_formula = is_number
                                     ? is_formula(json, meaning)
                                     : json.kind == JsonValue::Kind::list && (json.items.size() == 2 || json.items.size() == 3) &&
                                           std::ranges::any_of(json.items, [&](const auto& item) { return is_formula(item, meaning); });
        if (has_formula)
            return read_formulas(is_number ? std::span(&json, 1) : std::span(json.items), type, target, meaning, path);
        read(json, type.element(), type.value(target), meaning, path);
    }

    static bool is_formula(const JsonValue& json, const Meaning& meaning)
    {
        return json.kind == JsonValue::Kind::text && !number_with_unit(json.text, meaning.unit) && !looks_like_quantity(json.text);
    }

    /// Numbers among them become formulas too.
    void read_formulas(std::span<const JsonValue> items, const Type& type, void* target, const Meaning& meaning, const std::string& path)
    {
        const std::size_t before = problems.size();
        std::vector<std::string> texts;
        for (std::size_t k = 0; k < items.size(); ++k)
        {
            const std::string place = type.element().kind == Type::Kind::number ? path : path + "[" + std::to_string(k) + "]";
            texts.push_back(items[k].text);
            if (!is_formula(items[k], meaning))
            {
                double number = 0;
                read_number(items[k], number, meaning, place);
                texts.back() = json_number(number);
            }
            else if (const Result<Formula> formula = Formula::parse(items[k].text); !formula)
                report(items[k].place, place, formula.problems()[0].what, formula.problems()[0].hint);
        }
        if (texts.size() == 2)
            texts.emplace_back("0");
        if (problems.size() == before)
            type.set_formulas(target, texts);
    }

    std::string source_;
};
} // namespace

std::string range_text(const Range& range, std::string_view unit)
{
    const std::string suffix = unit.empty() ? "" : " " + std::string(unit);
    const auto bound = [&](double value, bool without) { return json_number(value) + suffix + (without ? " (exclusive)" : ""); };
    if (std::isinf(range.low) && std::isinf(range.high))
        return "";
    if (std::isinf(range.high))
        return (range.without_low ? "more than " : "at least ") + bound(range.low, false);
    if (std::isinf(range.low))
        return (range.without_high ? "less than " : "at most ") + bound(range.high, false);
    return range.low == range.high ? "only " + bound(range.low, false)
                                   : "from " + bound(range.low, range.without_low) + " to " + bound(range.high, range.without_high);
}

Problems read_table(const JsonValue& json, const Type& type, void* target, const std::string& source)
{
    TableReader reader(source);
    reader.read(json, type, target, {}, "");
    return std::move(reader.problems);
}
} // namespace aspic
