#include "aspic/io/table_catalogue.h"

#include "aspic/io/table_json.h"

#include <algorithm>

namespace aspic
{
namespace
{
using Kind = Type::Kind;

/// Walks types depth first and notes each table when it is first seen.
class Collector
{
public:
    std::vector<TableEntry> entries;

    void visit(const Type& type, const std::string& path)
    {
        const Type& inner = inner_type(type);
        if (inner.kind == Kind::alternatives)
            visit_alternatives(inner, path);
        else if (inner.kind == Kind::structure || inner.kind == Kind::keyframed)
            visit_structure(inner.structure(), entry_key(inner), "", path);
    }

private:
    void visit_alternatives(const Type& type, const std::string& path)
    {
        if (is_known(entry_key(type)))
            return;
        entries.push_back({entry_key(type), path, nullptr, &type, ""});
        const std::size_t first = entries.size();
        for (const auto alternative : type.alternatives)
        {
            const Structure& kind = alternative().structure();
            entries.push_back({kind_key(type, kind), path + "." + std::string(kind.name), &kind, nullptr, type.name});
        }
        for (std::size_t k = first; k < first + type.alternatives.size(); ++k)
        {
            const std::string of_kind = entries[k].path; // a copy: entries grow meanwhile
            visit_fields(*entries[k].structure, of_kind);
        }
    }

    void visit_structure(const Structure& structure, const std::string& key, std::string_view group, const std::string& path)
    {
        if (is_known(key))
            return;
        entries.push_back({key, path, &structure, nullptr, group});
        visit_fields(structure, path);
    }

    void visit_fields(const Structure& structure, const std::string& path)
    {
        for (const Field& line : structure.fields)
            visit(line.type(), (path.empty() ? "" : path + ".") + std::string(line.name));
    }

    [[nodiscard]] bool is_known(const std::string& key) const { return std::ranges::find(entries, key, &TableEntry::key) != entries.end(); }
};

std::string one_line(const std::string& json)
{
    std::string result;
    for (const char c : json)
        if (c != '\n')
            result += c;
        else if (!result.ends_with(' '))
            result += ' ';
    return result;
}
} // namespace

std::vector<TableEntry> table_entries(const Type& root)
{
    Collector collector;
    collector.visit(root, "");
    return std::move(collector.entries);
}

const Type& inner_type(const Type& type)
{
    const Type* inner = &type;
    while (inner->kind == Kind::optional || inner->kind == Kind::list || inner->kind == Kind::named_list)
        inner = &inner->element();
    return *inner;
}

std::string entry_key(const Type& type)
{
    const Type& inner = inner_type(type);
    if (inner.kind == Kind::alternatives)
        return std::string(inner.name);
    return inner.kind == Kind::structure || inner.kind == Kind::keyframed ? std::string(inner.structure().name) : "";
}

std::string kind_key(const Type& alternatives, const Structure& kind)
{
    return std::string(alternatives.name) + "." + std::string(kind.name);
}

std::string type_words(const Type& type)
{
    switch (type.kind)
    {
    case Kind::number:
        return "number";
    case Kind::integer:
        return "whole number";
    case Kind::boolean:
        return "true or false";
    case Kind::text:
        return "text";
    case Kind::vector:
        return "vector";
    case Kind::choice:
        return "word";
    case Kind::optional:
        return type_words(type.element());
    case Kind::list:
        return "list of " + type_words(type.element());
    case Kind::named_list:
        return "named " + type_words(type.element());
    case Kind::structure:
        return std::string(type.structure().name);
    case Kind::alternatives:
        return std::string(type.name);
    case Kind::keyframed:
        return type_words(type.element()) + ", formula or keyframes";
    }
    return "";
}

std::string default_text(const Structure& structure, const Field& field)
{
    const Type& type = field.type();
    const void* value = field.member(structure.defaults());
    const bool is_absent = type.kind == Kind::optional && !type.has_value(value);
    const bool is_table = type.kind == Kind::structure || type.kind == Kind::named_list || type.kind == Kind::optional;
    if (field.is_required || is_absent || is_table)
        return "";
    if (type.kind == Kind::alternatives) // the kind with all its defaults
    {
        const Structure& kind = type.alternatives[type.index(value)]().structure();
        const bool is_complete = std::ranges::none_of(kind.fields, &Field::is_required);
        return is_complete ? "{" + json_quoted(kind.name) + ": {}}" : "";
    }
    const std::string text = one_line(table_text(type, value, Written::all));
    return text == "\"\"" || text == "[]" ? "" : text;
}
} // namespace aspic
