#include "aspic/io/table_place.h"

#include "aspic/core/nearest_name.h"
#include "aspic/core/printable.h"
#include "aspic/io/table_catalogue.h"

#include <algorithm>

namespace aspic
{
namespace
{
using Kind = Type::Kind;

/// Names that may follow in a path.
std::vector<std::string_view> names_in(const Type& type)
{
    std::vector<std::string_view> names;
    const Type& inner = inner_type(type);
    if (inner.kind == Kind::structure || inner.kind == Kind::keyframed)
        for (const Field& line : inner.structure().fields)
            names.push_back(line.name);
    for (const auto alternative : inner.alternatives)
        names.push_back(alternative().structure().name);
    return names;
}

bool is_named_list(const Type& type)
{
    if (type.kind == Kind::optional || type.kind == Kind::list)
        return is_named_list(type.element());
    return type.kind == Kind::named_list;
}

/// Follows a path from type to type.
class Walk
{
public:
    explicit Walk(const Type& root) : type_(&root) {}

    TablePlace place;

    /// One step down; false if there is nothing of that name.
    bool take(std::string_view name)
    {
        const Type& inner = inner_type(*type_);
        if (inner.kind == Kind::alternatives)
            return take_kind(inner, name);
        const auto names = names_in(*type_);
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            return take_element_name(name);
        const Structure& structure = inner.structure();
        const Field& line = structure.fields[static_cast<std::size_t>(found - names.begin())];
        place.structure = &structure;
        place.line = &line;
        place.entry = entry_key(line.type());
        if (!line.inherits_meaning)
            place.meaning = line;
        return enter(line.type(), name);
    }

    [[nodiscard]] std::vector<std::string_view> names() const { return names_in(*type_); }

private:
    bool take_kind(const Type& alternatives, std::string_view name)
    {
        for (const auto alternative : alternatives.alternatives)
            if (alternative().structure().name == name)
            {
                place.line = nullptr;
                place.entry = kind_key(alternatives, alternative().structure());
                return enter(alternative(), name);
            }
        return take_element_name(name);
    }

    /// A name in a list, given by the scene; what resembles a key is taken for a slip.
    bool take_element_name(std::string_view name)
    {
        if (!is_named_list(*type_) || name_taken_ || name.empty() || !nearest_name(name, names()).empty())
            return false;
        name_taken_ = true;
        return true;
    }

    bool enter(const Type& type, std::string_view name)
    {
        place.path += (place.path.empty() ? "" : ".") + std::string(name);
        type_ = &type;
        name_taken_ = false;
        return true;
    }

    const Type* type_;
    bool name_taken_ = false; ///< of an element of the list that is the type
};
} // namespace

Result<TablePlace> place_in_tables(const Type& root, std::string_view path)
{
    Walk walk(root);
    std::string_view rest = path;
    while (!rest.empty())
    {
        const std::string_view segment = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(segment.size() + 1, rest.size()));
        const std::string_view name = segment.substr(0, segment.find('['));
        const std::string at = walk.place.path;
        if (walk.take(name))
            continue;
        const auto names = walk.names();
        return Problem{"", (at.empty() ? "a scene has" : "'" + at + "' has") + " no key " + printable(name),
                       names.empty() ? "it is a plain value" : hint_for_name(name, names)};
    }
    return walk.place;
}
} // namespace aspic
