#pragma once

#include "aspic/core/boxed.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

// A field table says once what a settings struct holds: names, units, ranges, one line of help each. From it come reading and writing of
// scenes, range errors, the JSON Schema, the reference page, `aspic describe` and `--set path=value`; none of them knows the structs.
//
//   template <> const Structure& structure_of<Sphere>()
//   {
//       static const Structure table = structure<Sphere>("sphere", "a ball", {
//           field<&Sphere::center>("center", "its centre").unit("m"),
//           field<&Sphere::radius>("radius", "its radius").unit("m").positive().required(),
//       });
//       return table;
//   }

namespace aspic
{
template <class T> struct Vec3T;
struct Structure;
struct Type;

/// The table of a struct, defined beside it.
template <class T> const Structure& structure_of();

/// What is known of values of type T.
template <class T> const Type& type_of();

/// Numbers that are allowed.
struct Range
{
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool without_low = false; ///< the bound itself is not allowed
    bool without_high = false;

    [[nodiscard]] bool contains(double x) const
    {
        return (without_low ? x > low : x >= low) && (without_high ? x < high : x <= high); // false for NaN
    }
};

/// One line of a table. Unit and range hold for every number inside the field: of vectors, lists and keyframes too.
struct Field
{
    std::string_view name;
    std::string_view help;
    std::string_view unit_text; ///< SI; empty for plain numbers
    Range allowed;
    bool is_required = false;
    bool is_physics = true;        ///< false: may differ when a run is resumed
    bool inherits_meaning = false; ///< unit and range are those of the field around it
    bool is_file = false;          ///< a path, relative to the scene file
    std::string_view refers_to;    ///< the scene's list in which this name must stand
    const Type& (*type)() = nullptr;
    void* (*member)(void* structure) = nullptr;

    [[nodiscard]] Field unit(std::string_view text) const { return with(&Field::unit_text, text); }
    [[nodiscard]] Field range(double low, double high) const { return with(&Field::allowed, Range{low, high}); }
    [[nodiscard]] Field at_least(double low) const { return with(&Field::allowed, Range{.low = low}); }
    [[nodiscard]] Field positive() const { return with(&Field::allowed, Range{.low = 0, .without_low = true}); }
    [[nodiscard]] Field range_within(const Range& bounds) const { return with(&Field::allowed, bounds); }
    [[nodiscard]] Field required() const { return with(&Field::is_required, true); }
    [[nodiscard]] Field not_physics() const { return with(&Field::is_physics, false); }
    [[nodiscard]] Field inherits() const { return with(&Field::inherits_meaning, true); }
    [[nodiscard]] Field path() const { return with(&Field::is_file, true); }
    [[nodiscard]] Field names_one_of(std::string_view list) const { return with(&Field::refers_to, list); }

private:
    template <class T> [[nodiscard]] Field with(T Field::*what, T value) const
    {
        Field copy = *this;
        copy.*what = value;
        return copy;
    }
};

/// A struct, described.
struct Structure
{
    std::string_view name; ///< as `aspic describe` knows it; also the key that chooses it among alternatives
    std::string_view help;
    std::vector<Field> fields;
    void* (*defaults)() = nullptr; ///< one object with default values, not to be changed
};

/// A word that stands for a value of an enumeration.
struct Choice
{
    std::string_view name;
    std::string_view help;
    int value = 0;
};

/// The words of an enumeration, defined beside it.
template <class E> std::span<const Choice> choices_of();

/// What a set of alternatives is called: "shape", "probe".
template <class Variant> inline constexpr std::string_view alternatives_name;

/// Values that belong to names, in the order of the scene.
template <class T> struct Named
{
    std::string name;
    T value;

    bool operator==(const Named&) const = default;
};
template <class T> using NamedList = std::vector<Named<T>>;

/// A type, described so that code without templates can walk values of it.
struct Type
{
    enum class Kind
    {
        number,       ///< double
        integer,      ///< int, std::int64_t or std::uint64_t
        boolean,      ///< bool
        text,         ///< std::string
        vector,       ///< Vec3d
        choice,       ///< an enumeration
        optional,     ///< std::optional
        list,         ///< std::vector
        named_list,   ///< NamedList
        structure,    ///< a struct with a table
        alternatives, ///< std::variant of structs: an object with one key, the name of the struct
        keyframed     ///< Keyframed: a plain value, formulas, or an object with keyframes
    };
    Kind kind = Kind::number;
    std::string_view name;                     ///< alternatives: what they are called
    const Structure& (*structure)() = nullptr; ///< structure, keyframed
    const Type& (*element)() = nullptr;        ///< optional, list, named_list; keyframed: of the plain value
    std::span<const Choice> choices;
    std::vector<const Type& (*)()> alternatives;

    // How to get at a value; which are set depends on the kind.
    std::size_t (*size)(const void*) = nullptr;                                   ///< list, named_list
    void* (*at)(void*, std::size_t) = nullptr;                                    ///< list, named_list: an element
    void* (*append)(void*) = nullptr;                                             ///< list, named_list: a new element
    std::string* (*name_at)(void*, std::size_t) = nullptr;                        ///< named_list
    bool (*has_value)(const void*) = nullptr;                                     ///< optional; keyframed: whether it is a plain value
    void* (*value)(void*) = nullptr;                                              ///< optional, alternatives, keyframed: what it holds now
    void* (*emplace)(void*, std::size_t alternative) = nullptr;                   ///< optional, alternatives: a new value
    void (*clear)(void*) = nullptr;                                               ///< list, named_list, optional, keyframed
    std::size_t (*index)(const void*) = nullptr;                                  ///< alternatives: which; choice: the value
    void (*set_index)(void*, std::size_t) = nullptr;                              ///< choice
    std::vector<std::string> (*formulas)(const void*) = nullptr;                  ///< keyframed: a text for each number, or none
    void (*set_formulas)(void*, const std::vector<std::string>& texts) = nullptr; ///< keyframed: texts that can be read
    std::int64_t (*whole)(const void*) = nullptr;                                 ///< integer
    void (*set_whole)(void*, std::int64_t) = nullptr;                             ///< integer
};

template <auto member> struct MemberTraits;
template <class S, class M, M S::*member> struct MemberTraits<member>
{
    using Struct = S;
    using Member = M;
};

/// A line of the table of the struct that `member` belongs to, or of a struct S derived from that.
template <auto member, class S = typename MemberTraits<member>::Struct> Field field(std::string_view name, std::string_view help)
{
    Field line;
    line.name = name;
    line.help = help;
    line.type = &type_of<typename MemberTraits<member>::Member>;
    line.member = [](void* object) -> void* { return &(static_cast<S*>(object)->*member); };
    return line;
}

template <class T> Structure structure(std::string_view name, std::string_view help, std::vector<Field> fields)
{
    return {name, help, std::move(fields), []() -> void* {
                static T defaults{};
                return &defaults;
            }};
}

// ---------------------------------------------------------------- type_of

template <class T> struct TypeBuilder; ///< specialised for what is not covered below, such as Keyframed

namespace field_table
{
template <class T> inline constexpr bool is_optional = false;
template <class T> inline constexpr bool is_optional<std::optional<T>> = true;
template <class T> inline constexpr bool is_boxed = false;
template <class T> inline constexpr bool is_boxed<Boxed<T>> = true;
template <class T> inline constexpr bool is_list = false;
template <class T> inline constexpr bool is_list<std::vector<T>> = true;
template <class T> inline constexpr bool is_named = false;
template <class T> inline constexpr bool is_named<Named<T>> = true;
template <class T> inline constexpr bool is_alternatives = false;
template <class... T> inline constexpr bool is_alternatives<std::variant<T...>> = true;

template <class T> T& as(void* object) { return *static_cast<T*>(object); }
template <class T> const T& as(const void* object) { return *static_cast<const T*>(object); }

template <class T> Type integer_type()
{
    Type type;
    type.kind = Type::Kind::integer;
    type.whole = [](const void* object) { return static_cast<std::int64_t>(as<T>(object)); };
    type.set_whole = [](void* object, std::int64_t value) { as<T>(object) = static_cast<T>(value); };
    return type;
}

template <class E> Type choice_type()
{
    Type type;
    type.kind = Type::Kind::choice;
    type.choices = choices_of<E>();
    type.index = [](const void* object) { return static_cast<std::size_t>(as<E>(object)); };
    type.set_index = [](void* object, std::size_t value) { as<E>(object) = static_cast<E>(value); };
    return type;
}

template <class Optional> Type optional_type()
{
    Type type;
    type.kind = Type::Kind::optional;
    type.element = &type_of<typename Optional::value_type>;
    type.has_value = [](const void* object) { return as<Optional>(object).has_value(); };
    type.value = [](void* object) -> void* { return &*as<Optional>(object); };
    type.emplace = [](void* object, std::size_t) -> void* { return &as<Optional>(object).emplace(); };
    type.clear = [](void* object) { as<Optional>(object).reset(); };
    return type;
}

template <class List> Type list_type()
{
    using Element = typename List::value_type;
    Type type;
    type.kind = Type::Kind::list;
    type.size = [](const void* object) { return as<List>(object).size(); };
    type.clear = [](void* object) { as<List>(object).clear(); };
    if constexpr (is_named<Element>)
    {
        type.kind = Type::Kind::named_list;
        type.element = &type_of<decltype(Element::value)>;
        type.at = [](void* object, std::size_t k) -> void* { return &as<List>(object)[k].value; };
        type.append = [](void* object) -> void* { return &as<List>(object).emplace_back().value; };
        type.name_at = [](void* object, std::size_t k) { return &as<List>(object)[k].name; };
    }
    else
    {
        type.element = &type_of<Element>;
        type.at = [](void* object, std::size_t k) -> void* { return &as<List>(object)[k]; };
        type.append = [](void* object) -> void* { return &as<List>(object).emplace_back(); };
    }
    return type;
}

template <class Variant, std::size_t k = 0> void* emplace_alternative(Variant& variant, std::size_t index)
{
    if constexpr (k < std::variant_size_v<Variant>)
        return k == index ? &variant.template emplace<k>() : emplace_alternative<Variant, k + 1>(variant, index);
    else
        return nullptr;
}

template <class Variant> Type alternatives_type()
{
    Type type;
    type.kind = Type::Kind::alternatives;
    type.name = alternatives_name<Variant>;
    [&]<std::size_t... k>(std::index_sequence<k...>) { type.alternatives = {&type_of<std::variant_alternative_t<k, Variant>>...}; }
    (std::make_index_sequence<std::variant_size_v<Variant>>());
    type.index = [](const void* object) { return as<Variant>(object).index(); };
    type.value = [](void* object) { return std::visit([](auto& held) -> void* { return &held; }, as<Variant>(object)); };
    type.emplace = [](void* object, std::size_t k) { return emplace_alternative(as<Variant>(object), k); };
    return type;
}

template <class Box> Type boxed_type()
{
    // The same type as what is inside, reached through the box: an optional that always has a value.
    using Element = std::remove_cvref_t<decltype(*std::declval<Box&>())>;
    Type type;
    type.kind = Type::Kind::optional;
    type.element = &type_of<Element>;
    type.has_value = [](const void*) { return true; };
    type.value = [](void* object) -> void* { return &*as<Box>(object); };
    type.emplace = [](void* object, std::size_t) -> void* { return &*as<Box>(object); };
    type.clear = [](void*) {};
    return type;
}

template <class T> Type build()
{
    Type type;
    if constexpr (std::is_same_v<T, double>)
        type.kind = Type::Kind::number;
    else if constexpr (std::is_same_v<T, bool>)
        type.kind = Type::Kind::boolean;
    else if constexpr (std::is_same_v<T, std::string>)
        type.kind = Type::Kind::text;
    else if constexpr (std::is_same_v<T, Vec3T<double>>)
        type.kind = Type::Kind::vector;
    else if constexpr (std::is_integral_v<T>)
        return integer_type<T>();
    else if constexpr (std::is_enum_v<T>)
        return choice_type<T>();
    else if constexpr (is_optional<T>)
        return optional_type<T>();
    else if constexpr (is_boxed<T>)
        return boxed_type<T>();
    else if constexpr (is_list<T>)
        return list_type<T>();
    else if constexpr (is_alternatives<T>)
        return alternatives_type<T>();
    else if constexpr (requires { TypeBuilder<T>::build(); })
        return TypeBuilder<T>::build();
    else
    {
        type.kind = Type::Kind::structure;
        type.structure = &structure_of<T>;
    }
    return type;
}
} // namespace field_table

template <class T> const Type& type_of()
{
    static const Type type = field_table::build<T>();
    return type;
}
} // namespace aspic
