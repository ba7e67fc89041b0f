#include "aspic/io/table_json.h"
#include "aspic/math/vec.h"

namespace aspic
{
namespace
{
/// Field tables describe values through pointers that may be written to; the writer only reads.
void* readable(const void* value) { return const_cast<void*>(value); } // NOLINT(cppcoreguidelines-pro-type-const-cast)

class TableWriter
{
public:
    explicit TableWriter(Written which) : which_(which) {}

    [[nodiscard]] std::string text(const Type& type, const void* value, int depth) const
    {
        using Kind = Type::Kind;
        switch (type.kind)
        {
        case Kind::number:
            return json_number(*static_cast<const double*>(value));
        case Kind::integer:
            return std::to_string(type.whole(value));
        case Kind::boolean:
            return *static_cast<const bool*>(value) ? "true" : "false";
        case Kind::text:
            return json_quoted(*static_cast<const std::string*>(value));
        case Kind::vector:
            return vector_text(*static_cast<const Vec3d*>(value));
        case Kind::choice:
            return choice_text(type, value);
        case Kind::optional:
            return type.has_value(value) ? text(type.element(), type.value(readable(value)), depth) : "null";
        case Kind::list:
            return list_text(type, value, depth);
        case Kind::named_list:
            return named_list_text(type, value, depth);
        case Kind::structure:
            return structure_text(type.structure(), value, depth);
        case Kind::alternatives:
            return alternatives_text(type, value, depth);
        case Kind::keyframed:
            return keyframed_text(type, value, depth);
        }
        return "";
    }

private:
    static std::string vector_text(const Vec3d& v)
    {
        return "[" + json_number(v.x) + ", " + json_number(v.y) + ", " + json_number(v.z) + "]";
    }

    static std::string choice_text(const Type& type, const void* value)
    {
        for (const Choice& choice : type.choices)
            if (static_cast<std::size_t>(choice.value) == type.index(value))
                return json_quoted(choice.name);
        return "";
    }

    [[nodiscard]] std::string list_text(const Type& type, const void* value, int depth) const
    {
        const Type& element = type.element();
        const bool one_line = element.kind == Type::Kind::number || element.kind == Type::Kind::choice || element.kind == Type::Kind::text;
        std::vector<std::string> items;
        for (std::size_t k = 0; k < type.size(value); ++k)
            items.push_back(text(element, type.at(readable(value), k), depth + 1));
        return joined(items, "[", "]", one_line ? -1 : depth);
    }

    [[nodiscard]] std::string named_list_text(const Type& type, const void* value, int depth) const
    {
        std::vector<std::string> items;
        for (std::size_t k = 0; k < type.size(value); ++k)
            items.push_back(json_quoted(*type.name_at(readable(value), k)) + ": " +
                            text(type.element(), type.at(readable(value), k), depth + 1));
        return joined(items, "{", "}", depth);
    }

    [[nodiscard]] std::string structure_text(const Structure& structure, const void* value, int depth) const
    {
        std::vector<std::string> items;
        for (const Field& line : structure.fields)
        {
            const Type& type = line.type();
            const void* member = line.member(readable(value));
            const bool is_absent = type.kind == Type::Kind::optional && !type.has_value(member);
            if (is_absent || (which_ == Written::physics && !line.is_physics))
                continue;
            const std::string own = text(type, member, depth + 1);
            if (which_ == Written::changed && !line.is_required && own == text(type, line.member(structure.defaults()), depth + 1))
                continue;
            items.push_back(json_quoted(line.name) + ": " + own);
        }
        return joined(items, "{", "}", depth);
    }

    [[nodiscard]] std::string keyframed_text(const Type& type, const void* value, int depth) const
    {
        if (type.has_value(value))
            return text(type.element(), type.value(readable(value)), depth);
        std::vector<std::string> formulas = type.formulas(value);
        if (formulas.empty())
            return structure_text(type.structure(), value, depth);
        for (std::string& formula : formulas)
            formula = json_quoted(formula);
        return type.element().kind == Type::Kind::number ? formulas.front() : joined(formulas, "[", "]", -1);
    }

    [[nodiscard]] std::string alternatives_text(const Type& type, const void* value, int depth) const
    {
        const Type& held = type.alternatives[type.index(value)]();
        return "{" + json_quoted(held.structure().name) + ": " + text(held, type.value(readable(value)), depth) + "}";
    }

    /// Items between brackets: each on its own line, or all on one for depth −1.
    static std::string joined(const std::vector<std::string>& items, const std::string& open, const std::string& close, int depth)
    {
        if (items.empty())
            return open + close;
        const std::string indent(depth < 0 ? 0 : static_cast<std::size_t>(2 * (depth + 1)), ' ');
        const std::string end(depth < 0 ? 0 : static_cast<std::size_t>(2 * depth), ' ');
        std::string result = open;
        for (std::size_t k = 0; k < items.size(); ++k)
            result += (depth < 0 ? (k > 0 ? ", " : "") : (k > 0 ? ",\n" : "\n") + indent) + items[k];
        return result + (depth < 0 ? "" : "\n" + end) + close;
    }

    Written which_;
};
} // namespace

std::string table_text(const Type& type, const void* value, Written which) { return TableWriter(which).text(type, value, 0); }
} // namespace aspic
