#include "aspic/core/field_walk.h"

namespace aspic
{
namespace
{
std::string below(const std::string& path, std::string_view key) { return path.empty() ? std::string(key) : path + "." + std::string(key); }

void walk_structure(const Structure& structure, void* value, const std::string& path, const std::function<void(const FieldVisit&)>& visit)
{
    for (const Field& field : structure.fields)
    {
        const std::string place = below(path, field.name);
        void* member = field.member(value);
        visit({field, structure, member, place});
        walk_fields(field.type(), member, place, visit);
    }
}
} // namespace

void walk_fields(const Type& type, void* value, const std::string& path, const std::function<void(const FieldVisit&)>& visit)
{
    using Kind = Type::Kind;
    switch (type.kind)
    {
    case Kind::optional:
        if (type.has_value(value))
            walk_fields(type.element(), type.value(value), path, visit);
        break;
    case Kind::list:
        for (std::size_t k = 0; k < type.size(value); ++k)
            walk_fields(type.element(), type.at(value, k), path + "[" + std::to_string(k) + "]", visit);
        break;
    case Kind::named_list:
        for (std::size_t k = 0; k < type.size(value); ++k)
            walk_fields(type.element(), type.at(value, k), below(path, *type.name_at(value, k)), visit);
        break;
    case Kind::structure:
        walk_structure(type.structure(), value, path, visit);
        break;
    case Kind::alternatives:
    {
        const Type& held = type.alternatives[type.index(value)]();
        walk_structure(held.structure(), type.value(value), below(path, held.structure().name), visit);
        break;
    }
    case Kind::keyframed:
        if (!type.has_value(value) && type.formulas(value).empty())
            walk_structure(type.structure(), value, path, visit);
        break;
    default:
        break;
    }
}
} // namespace aspic
