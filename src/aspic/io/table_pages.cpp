#include "aspic/io/table_pages.h"

#include "aspic/core/nearest_name.h"
#include "aspic/core/printable.h"
#include "aspic/io/table_catalogue.h"
#include "aspic/io/table_examples.h"
#include "aspic/io/table_json.h"
#include "aspic/io/table_place.h"
#include "aspic/io/text_table.h"
#include "aspic/scene/scene.h"

#include <algorithm>

namespace aspic
{
namespace
{
using Kind = Type::Kind;
using Entries = std::vector<TableEntry>;

std::string_view example_of(const std::string& key)
{
    const auto found = std::ranges::find(table_examples(), key, &TableExample::key);
    return found == table_examples().end() ? "" : found->json;
}

std::string_view help_of(const TableEntry& entry) { return entry.structure != nullptr ? entry.structure->help : ""; }

std::string value_words(const Field& line)
{
    return type_words(line.type()) + (line.unit_text.empty() ? "" : " [" + std::string(line.unit_text) + "]");
}

std::string default_words(const Structure& structure, const Field& line)
{
    return line.is_required ? "required" : default_text(structure, line);
}

/// The lines of a structure's table: key, value, default, range, meaning.
std::vector<TextRow> rows_of(const Structure& structure)
{
    std::vector<TextRow> rows{{"key", "value", "default", "range", "meaning"}};
    for (const Field& line : structure.fields)
        rows.push_back({std::string(line.name), value_words(line), default_words(structure, line), range_text(line.allowed, ""),
                        std::string(line.help)});
    return rows;
}

std::vector<TextRow> rows_of(std::span<const Choice> choices)
{
    std::vector<TextRow> rows{{"word", "meaning"}};
    for (const Choice& choice : choices)
        rows.push_back({std::string(choice.name), std::string(choice.help)});
    return rows;
}

std::vector<TextRow> kinds_of(const Type& alternatives)
{
    std::vector<TextRow> rows{{"kind", "meaning"}};
    for (const auto alternative : alternatives.alternatives)
        rows.push_back({std::string(alternative().structure().name), std::string(alternative().structure().help)});
    return rows;
}

/// The words of the fields that are enumerations.
std::string choices_text(const Structure& structure, TextLayout layout)
{
    std::string text;
    for (const Field& line : structure.fields)
        if (const Type& type = inner_type(line.type()); type.kind == Kind::choice)
            text += "\nWords for " + std::string(line.name) + ":\n\n" + laid_out(rows_of(type.choices), layout);
    return text;
}

std::string introduction(const TableEntry& entry)
{
    if (entry.alternatives != nullptr)
        return "an object with one key, the kind of " + std::string(entry.name());
    return std::string(help_of(entry)) + (entry.group.empty() ? "" : "; a kind of " + std::string(entry.group));
}

std::string entry_table(const TableEntry& entry, TextLayout layout)
{
    if (entry.alternatives != nullptr)
        return laid_out(kinds_of(*entry.alternatives), layout);
    if (entry.structure->fields.empty())
        return "It has no keys: {}\n";
    return laid_out(rows_of(*entry.structure), layout) + choices_text(*entry.structure, layout);
}

std::string entry_page(const TableEntry& entry)
{
    std::string text = entry.key + ": " + introduction(entry) + "\n";
    if (!entry.path.empty())
        text += "as in " + entry.path + "\n";
    text += "\n" + entry_table(entry, TextLayout::terminal);
    if (entry.alternatives != nullptr)
        text += "\n`aspic describe " + std::string(entry.name()) + ".KIND` lists the keys of a kind.\n";
    if (const std::string_view example = example_of(entry.key); !example.empty())
        text += "\nExample:\n\n" + indented_text(example, 2);
    return text;
}

std::string field_page(const TablePlace& place)
{
    std::vector<TextRow> rows;
    const auto add = [&](const std::string& name, const std::string& text) {
        if (!text.empty())
            rows.push_back({name, text});
    };
    add("value", type_words(place.line->type()));
    add("unit", std::string(place.meaning.unit_text));
    add("default", default_words(*place.structure, *place.line));
    add("range", range_text(place.meaning.allowed, place.meaning.unit_text));
    add("names one of", std::string(place.line->refers_to));
    std::string text = place.path + ": " + std::string(place.line->help) + "\n\n" + columns_text(rows);
    if (const Type& type = inner_type(place.line->type()); type.kind == Kind::choice)
        text += "\n" + laid_out(rows_of(type.choices), TextLayout::terminal);
    return text;
}

std::string place_page(const TablePlace& place, const Entries& entries)
{
    const auto entry = std::ranges::find(entries, place.entry, &TableEntry::key);
    std::string text = place.line == nullptr ? "" : field_page(place);
    if (entry != entries.end())
        text += (text.empty() ? "" : "\n") + entry_page(*entry);
    return text;
}

/// What there is to ask for.
std::string overview(const Entries& entries)
{
    std::vector<TextRow> rows{{"thing", "meaning"}};
    for (const TableEntry& entry : entries)
        rows.push_back({std::string(entry.group.empty() ? 0 : 2, ' ') + entry.key,
                        entry.alternatives != nullptr ? "one of:" : std::string(help_of(entry))});
    return laid_out(rows, TextLayout::terminal) +
           "\nA place in a scene can be asked for too: objects.shape.sphere.radius, solvers.pressure\n";
}

/// Where fields of this name stand: "radius" in "shape.sphere" and others.
std::string places_of_field(std::string_view name, const Entries& entries)
{
    std::vector<TextRow> rows{{"key", "in", "value", "meaning"}};
    for (const TableEntry& entry : entries)
        if (entry.structure != nullptr)
            for (const Field& line : entry.structure->fields)
                if (line.name == name)
                    rows.push_back({std::string(name), entry.key, value_words(line), std::string(line.help)});
    return rows.size() == 1 ? "" : laid_out(rows, TextLayout::terminal);
}

/// `place`: what is wrong with the thing as a place in a scene.
Problem unknown_thing(std::string_view thing, const Entries& entries, const Problem& place)
{
    const bool is_path = thing.find('.') != std::string_view::npos;
    std::vector<std::string_view> names;
    for (const TableEntry& entry : entries)
    {
        names.push_back(entry.key);
        names.push_back(entry.name());
        if (entry.structure != nullptr && !is_path)
            for (const Field& line : entry.structure->fields)
                names.push_back(line.name);
    }
    const std::string_view near = nearest_name(thing, names);
    if (near.empty() && is_path)
        return place;
    return {"", "nothing is called " + printable(thing),
            near.empty() ? "`aspic describe` lists all there is" : "did you mean '" + std::string(near) + "'?"};
}
} // namespace

Result<std::string> describe_text(std::string_view thing)
{
    const Entries entries = table_entries(type_of<Scene>());
    if (thing.empty())
        return overview(entries);
    std::string text;
    for (const TableEntry& entry : entries) // several may have the name: a wall, and the probe of one
        if (entry.key == thing || entry.name() == thing)
            text += (text.empty() ? "" : "\n") + entry_page(entry);
    if (!text.empty())
        return text;
    const Result<TablePlace> place = place_in_tables(type_of<Scene>(), thing);
    if (place)
        return place_page(*place, entries);
    text = places_of_field(thing, entries);
    return text.empty() ? Result<std::string>(unknown_thing(thing, entries, place.problems().front())) : text;
}

std::string reference_page()
{
    std::string page = "# Scene format\n\nMade from the field tables by `aspic describe --markdown`; `docs/scenes.md` is a tour.\n";
    for (const TableEntry& entry : table_entries(type_of<Scene>()))
    {
        page += (entry.group.empty() ? "\n## " : "\n### ") + entry.key + "\n\n" + introduction(entry) + "\n\n" +
                entry_table(entry, TextLayout::markdown);
        if (const std::string_view example = example_of(entry.key); !example.empty())
            page += "\n```json\n" + std::string(example) + "\n```\n";
    }
    return page;
}
} // namespace aspic
