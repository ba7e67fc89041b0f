#include "aspic/io/table_json.h"

#include <algorithm>
#include <charconv>

namespace aspic
{
namespace
{
/// One step of a path: a key, or the number of an element.
struct PathStep
{
    std::string key;
    std::size_t index = 0;
    bool is_index = false;
};

/// `objects.water.of[1]` → objects, water, of, 1. Empty if the path makes no sense.
std::vector<PathStep> steps_of(std::string_view path)
{
    std::vector<PathStep> steps;
    while (!path.empty())
    {
        PathStep step;
        if (path.front() == '[')
        {
            const std::size_t close = path.find(']');
            const auto [end, error] = std::from_chars(path.data() + 1, path.data() + std::min(close, path.size()), step.index);
            if (close == std::string_view::npos || error != std::errc{} || end != path.data() + close)
                return {};
            step.is_index = true;
            path.remove_prefix(close + 1);
        }
        else
        {
            const std::size_t end = std::min(path.find_first_of(".["), path.size());
            step.key = path.substr(0, end);
            if (step.key.empty())
                return {};
            path.remove_prefix(end);
        }
        if (path.starts_with("."))
        {
            path.remove_prefix(1);
            if (path.empty())
                return {};
        }
        steps.push_back(std::move(step));
    }
    return steps;
}

JsonValue* child(JsonValue& json, const PathStep& step)
{
    if (step.is_index)
        return step.index < json.items.size() ? &json.items[step.index] : nullptr;
    const auto found = std::ranges::find(json.members, step.key, &JsonMember::key);
    return found == json.members.end() ? nullptr : &found->value;
}

JsonValue empty_object()
{
    JsonValue object;
    object.kind = JsonValue::Kind::object;
    object.place = {0, 0};
    return object;
}

/// Values from the command line stand in no line.
void forget_places(JsonValue& json)
{
    json.place = {0, 0};
    for (JsonValue& item : json.items)
        forget_places(item);
    for (JsonMember& member : json.members)
    {
        member.place = {0, 0};
        forget_places(member.value);
    }
}
} // namespace

const JsonValue& value_at(const JsonValue& json, std::string_view path)
{
    const JsonValue* at = &json;
    for (const PathStep& step : steps_of(path))
    {
        const JsonValue* next = child(const_cast<JsonValue&>(*at), step); // NOLINT(cppcoreguidelines-pro-type-const-cast): only looks
        if (next == nullptr)
            break;
        at = next;
    }
    return *at;
}

Problems set_at(JsonValue& json, std::string_view path, JsonValue value)
{
    const std::vector<PathStep> steps = steps_of(path);
    const std::string place = "--set " + std::string(path);
    if (steps.empty())
        return {{place, "this is no path",
                 "write for example --set materials.water.viscosity=0.1 or --set objects.drop.shape.sphere.radius=2cm"}};
    forget_places(value);
    JsonValue* at = &json;
    for (const PathStep& step : steps)
    {
        if (step.is_index && (at->kind != JsonValue::Kind::list || step.index > at->items.size()))
            return {{place, "there is no element [" + std::to_string(step.index) + "]",
                     "the list has " + std::to_string(at->items.size()) + " elements, counted from 0"}};
        if (!step.is_index && at->kind != JsonValue::Kind::object)
            *at = empty_object();
        JsonValue* next = child(*at, step);
        if (next == nullptr && step.is_index)
            next = &at->items.emplace_back();
        else if (next == nullptr)
            next = &at->members.emplace_back(JsonMember{step.key, {0, 0}, empty_object()}).value;
        at = next;
    }
    *at = std::move(value);
    return {};
}
} // namespace aspic
