#include "aspic/io/json_schema.h"

#include "aspic/io/json.h"
#include "aspic/io/table_catalogue.h"
#include "aspic/scene/scene.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
using Kind = Type::Kind;

/// A JSON object under construction.
class JsonObject
{
public:
    JsonObject& add(std::string_view key, const std::string& json)
    {
        text_ += (text_.empty() ? "" : ", ") + json_quoted(key) + ": " + json;
        return *this;
    }
    JsonObject& add_text(std::string_view key, std::string_view text) { return add(key, json_quoted(text)); }

    /// Takes over all keys of another object. Beside a $ref nothing else would count: it becomes the only part of allOf.
    JsonObject& join(const std::string& object)
    {
        if (object.starts_with(R"({"$ref")"))
            return add("allOf", "[" + object + "]");
        text_ += (text_.empty() ? "" : ", ") + object.substr(1, object.size() - 2);
        return *this;
    }

    [[nodiscard]] std::string text() const { return "{" + text_ + "}"; }

private:
    std::string text_;
};

/// A JSON list of what `item` makes of each element.
template <class List, class Item> std::string list_of(const List& list, const Item& item)
{
    std::string text;
    for (const auto& element : list)
        text += (text.empty() ? "" : ", ") + item(element);
    return "[" + text + "]";
}

void add_range(JsonObject& schema, const Range& range)
{
    if (range.low == range.high) // editors write it themselves
        schema.add("const", json_number(range.low));
    if (std::isfinite(range.low))
        schema.add(range.without_low ? "exclusiveMinimum" : "minimum", json_number(range.low));
    if (std::isfinite(range.high))
        schema.add(range.without_high ? "exclusiveMaximum" : "maximum", json_number(range.high));
}

std::string reference(const std::string& key) { return JsonObject().add_text("$ref", "#/definitions/" + key).text(); }

constexpr const char* quantity = "number_with_unit"; ///< key of the definition of such texts
constexpr const char* formula = "formula";           ///< the same

std::string quantity_schema()
{
    return JsonObject()
        .add_text("type", "string")
        .add_text("description", "a number with its unit, such as \"2 mm\" or \"1.5 kg/m³\"")
        .add_text("pattern", R"(^-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?( *[^ 0-9.].*)?$)")
        .text();
}

std::string formula_schema()
{
    return JsonObject()
        .add_text("type", "string")
        .add_text("description", "a formula of the time t in seconds, such as \"0.03*sin(2*pi*t/1.3)\"; SI units")
        .add_text("pattern", R"(^[-+*/^(),. 0-9a-zE]+$)")
        .text();
}

/// A number, or a text that begins with one. The range holds for the plain number only: the text may have another unit.
std::string number_schema(const Field& meaning)
{
    JsonObject number;
    number.add_text("type", "number");
    add_range(number, meaning.allowed);
    return JsonObject().add("anyOf", "[" + number.text() + ", " + reference(quantity) + "]").text();
}

std::string structure_schema(const Structure& structure, const Field* around);

/// A plain value in which any number may be a formula.
std::string changing_schema(const Type& plain, const Field& meaning)
{
    std::string number = JsonObject().add("anyOf", "[" + number_schema(meaning) + ", " + reference(formula) + "]").text();
    if (plain.kind == Kind::number)
        return number;
    return JsonObject().add_text("type", "array").add("items", number).add("minItems", "2").add("maxItems", "3").text();
}

/// `meaning`: the field whose unit and range hold here.
std::string type_schema(const Type& type, const Field& meaning)
{
    JsonObject schema;
    switch (type.kind)
    {
    case Kind::number:
        return number_schema(meaning);
    case Kind::integer:
        add_range(schema.add_text("type", "integer"), meaning.allowed);
        break;
    case Kind::boolean:
        schema.add_text("type", "boolean");
        break;
    case Kind::text:
        schema.add_text("type", "string");
        break;
    case Kind::vector:
        schema.add_text("type", "array").add("items", number_schema(meaning)).add("minItems", "2").add("maxItems", "3");
        break;
    case Kind::choice:
        schema.add("enum", list_of(type.choices, [](const Choice& choice) { return json_quoted(choice.name); }));
        schema.add("enumDescriptions", list_of(type.choices, [](const Choice& choice) { return json_quoted(choice.help); }));
        break;
    case Kind::optional:
        return type_schema(type.element(), meaning);
    case Kind::list:
        schema.add_text("type", "array").add("items", type_schema(type.element(), meaning));
        break;
    case Kind::named_list:
        schema.add_text("type", "object").add("propertyNames", JsonObject().add_text("pattern", "^[A-Za-z0-9_-]{1,100}$").text());
        schema.add("additionalProperties", type_schema(type.element(), meaning));
        break;
    case Kind::structure:
        // A structure whose fields take their unit from the field around it is written out there.
        return meaning.inherits_meaning ? structure_schema(type.structure(), &meaning) : reference(entry_key(type));
    case Kind::alternatives:
        return reference(entry_key(type));
    case Kind::keyframed:
        return JsonObject()
            .add("anyOf", "[" + changing_schema(type.element(), meaning) + ", " + structure_schema(type.structure(), &meaning) + "]")
            .text();
    }
    return schema.text();
}

/// What a field is for, as an editor shows it.
std::string description(const Structure& structure, const Field& line)
{
    const std::string standard = default_text(structure, line);
    std::string text(line.help);
    if (!line.unit_text.empty())
        text += " [" + std::string(line.unit_text) + "]";
    if (line.is_required)
        text += "; required";
    else if (!standard.empty())
        text += "; default " + standard;
    return text;
}

/// `around`: the field that the structure is the value of, if its own fields inherit from that.
std::string field_schema(const Structure& structure, const Field& line, const Field* around)
{
    Field meaning = line;
    if (line.inherits_meaning && around != nullptr)
    {
        meaning = *around;
        meaning.inherits_meaning = true;
    }
    JsonObject schema;
    schema.add_text("description", description(structure, line));
    if (const std::string standard = default_text(structure, line); !standard.empty())
        schema.add("default", standard);
    return schema.join(type_schema(line.type(), meaning)).text();
}

std::string structure_schema(const Structure& structure, const Field* around)
{
    JsonObject properties;
    std::vector<std::string_view> required;
    for (const Field& line : structure.fields)
    {
        properties.add(line.name, field_schema(structure, line, around));
        if (line.is_required)
            required.push_back(line.name);
    }
    JsonObject schema;
    schema.add_text("type", "object").add_text("description", structure.help).add("properties", properties.text());
    if (!required.empty())
        schema.add("required", list_of(required, [](std::string_view name) { return json_quoted(name); }));
    return schema.add("additionalProperties", "false").text();
}

/// An object with exactly one of the keys. Editors offer all of them.
std::string alternatives_schema(const Type& type)
{
    JsonObject properties;
    for (const auto alternative : type.alternatives)
        properties.add(alternative().structure().name, reference(kind_key(type, alternative().structure())));
    return JsonObject()
        .add_text("type", "object")
        .add_text("description", "one kind of " + std::string(type.name))
        .add("properties", properties.text())
        .add("minProperties", "1")
        .add("maxProperties", "1")
        .add("additionalProperties", "false")
        .text();
}
} // namespace

std::string scene_schema()
{
    JsonObject definitions;
    definitions.add(quantity, quantity_schema()).add(formula, formula_schema());
    for (const TableEntry& entry : table_entries(type_of<Scene>()))
        if (entry.alternatives != nullptr)
            definitions.add(entry.key, alternatives_schema(*entry.alternatives));
        else if (entry.structure != &structure_of<Scene>() && std::ranges::none_of(entry.structure->fields, &Field::inherits_meaning))
            definitions.add(entry.key, structure_schema(*entry.structure, nullptr));

    JsonObject schema;
    schema.add_text("$schema", "http://json-schema.org/draft-07/schema#").add_text("title", "Aspic scene");
    schema.add("allowComments", "true").add("allowTrailingCommas", "true"); // Visual Studio Code asks for these
    schema.join(structure_schema(structure_of<Scene>(), nullptr)).add("definitions", definitions.text());
    return json_text(*parse_json(schema.text(), "schema"));
}
} // namespace aspic
