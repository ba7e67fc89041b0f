#include "aspic/run/run_record.h"

#include "aspic/core/printable.h"
#include "aspic/io/input_file.h"
#include "aspic/io/json.h"
#include "aspic/run/build_info.h"
#include "aspic/run/machine.h"
#include "aspic/simulation/state_hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <system_error>

namespace aspic
{
namespace
{
// ---------------------------------------------------------------- values

JsonValue json(double number)
{
    JsonValue value;
    value.kind = std::isfinite(number) ? JsonValue::Kind::number : JsonValue::Kind::null;
    value.text = json_number(number);
    return value;
}

JsonValue json(std::int64_t number)
{
    JsonValue value;
    value.kind = JsonValue::Kind::number;
    value.text = std::to_string(number);
    return value;
}

/// A path or an argument may hold any bytes, JSON may not: those that are no character become "�".
JsonValue json(std::string_view text)
{
    JsonValue value;
    value.kind = JsonValue::Kind::text;
    while (!text.empty())
    {
        const std::size_t length = utf8_length(text);
        value.text += length == 0 ? "�" : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return value;
}

JsonValue json_object(std::initializer_list<std::pair<const char*, JsonValue>> members)
{
    JsonValue value;
    value.kind = JsonValue::Kind::object;
    for (const auto& [key, member] : members)
        value.members.push_back({key, {}, member});
    return value;
}

JsonValue json_list(std::vector<JsonValue> items)
{
    JsonValue value;
    value.kind = JsonValue::Kind::list;
    value.items = std::move(items);
    return value;
}

/// A text that is JSON already; null if it is empty.
JsonValue parsed(const std::string& text)
{
    auto value = text.empty() ? Result<JsonValue>(JsonValue{}) : parse_json(text, "");
    return value ? *value : json(text);
}

// ---------------------------------------------------------------- parts

JsonValue program()
{
    const BuildInfo build = build_info();
    return json_object({{"version", json(build.version)},
                        {"precision", json(build.precision)},
                        {"compiler", json(build.compiler)},
                        {"build", json(build.type)},
                        {"sanitizers", json(build.sanitizers)},
                        {"id", json(build_id())}});
}

JsonValue machine(const Execution& execution)
{
    const Machine machine = this_machine();
    return json_object({{"processor", json(machine.processor)},
                        {"cores", json(std::int64_t{machine.cores})},
                        {"memory_bytes", json(machine.memory)},
                        {"threads", json(std::int64_t{execution.threads})},
                        {"instruction_set", json(name(execution.instruction_set))}});
}

JsonValue stages(const RunTotals& totals)
{
    JsonValue list = json_object({});
    for (const StageTotal& stage : totals.stages)
    {
        const double mean = totals.steps > 0 ? static_cast<double>(stage.iterations) / static_cast<double>(totals.steps) : 0;
        JsonValue entry = json_object({{"seconds", json(stage.seconds)}});
        if (stage.iterations > 0)
        {
            entry.members.push_back({"iterations", {}, json(stage.iterations)});
            entry.members.push_back({"mean_iterations", {}, json(mean)});
        }
        list.members.push_back({stage.name, {}, std::move(entry)});
    }
    return list;
}

JsonValue totals(const RunRecord& record)
{
    const RunTotals& totals = record.totals;
    return json_object({{"steps", json(totals.steps)},
                        {"wall_seconds", json(totals.seconds)},
                        {"particle_steps", json(totals.particle_steps)},
                        {"particle_steps_per_second", json(totals.seconds > 0 ? totals.particle_steps / totals.seconds : 0)},
                        {"peak_memory_bytes", json(peak_memory())},
                        {"bytes_per_particle", json(record.bytes_per_particle)},
                        {"stages", stages(totals)}});
}

JsonValue texts(const std::vector<std::string>& list)
{
    std::vector<JsonValue> items;
    items.reserve(list.size());
    for (const std::string& text : list)
        items.push_back(json(text));
    return json_list(std::move(items));
}

JsonValue resumed(const std::vector<ResumePoint>& points)
{
    std::vector<JsonValue> list;
    list.reserve(points.size());
    for (const ResumePoint& point : points)
        list.push_back(json_object({{"step", json(point.step)}, {"time", json(point.time)}, {"date", json(point.date)}}));
    return json_list(std::move(list));
}

// ---------------------------------------------------------------- reading

double number_at(const JsonValue& value, std::string_view key)
{
    const JsonMember* member = value.member(key);
    return member != nullptr && member->value.kind == JsonValue::Kind::number ? member->value.number : 0;
}

std::string text_at(const JsonValue& value, std::string_view key)
{
    const JsonMember* member = value.member(key);
    return member != nullptr && member->value.kind == JsonValue::Kind::text ? member->value.text : "";
}

/// A number from a file that anyone may have edited.
std::int64_t whole_at(const JsonValue& value, std::string_view key)
{
    return static_cast<std::int64_t>(std::clamp(number_at(value, key), 0.0, 1e15));
}

RunTotals read_totals(const JsonValue& value)
{
    RunTotals totals;
    totals.seconds = number_at(value, "wall_seconds");
    totals.steps = whole_at(value, "steps");
    totals.particle_steps = number_at(value, "particle_steps");
    if (const JsonMember* stages = value.member("stages"))
        for (const JsonMember& stage : stages->value.members)
            totals.stages.push_back({stage.key, number_at(stage.value, "seconds"), whole_at(stage.value, "iterations")});
    return totals;
}
} // namespace

void RunTotals::add(const StepReport& report)
{
    ++steps;
    particle_steps += report.particles;
    for (const StageReport& stage : report.stages)
        add(stage.name, stage.seconds, stage.iterations);
}

void RunTotals::add(std::string_view stage, double seconds, int iterations)
{
    auto total = std::ranges::find(stages, stage, &StageTotal::name);
    if (total == stages.end())
        total = stages.insert(stages.end(), StageTotal{std::string(stage)});
    total->seconds += seconds;
    total->iterations += iterations;
}

std::string record_text(const RunRecord& record, const LoadedScene& scene)
{
    JsonValue value = json_object({{"status", json(record.status)}});
    const auto add = [&](const char* key, JsonValue member) { value.members.push_back({key, {}, std::move(member)}); };
    if (!record.message.empty())
        add("message", json(record.message));
    if (!record.notes.empty())
        add("notes", texts(record.notes));
    add("command_line", json(record.command_line));
    add("started", json(record.started));
    if (!record.ended.empty())
        add("ended", json(record.ended));
    add("time", json(record.time));
    add("steps", json(record.steps));
    add("frames", json(record.frames));
    add("particles", json(std::int64_t{record.particles}));
    if (!record.state_hash.empty())
        add("state_hash", json(record.state_hash));
    add("physics_hash", json(hash_text(XXH3_64bits(scene.physics.data(), scene.physics.size()))));
    add("resumed", resumed(record.resumed));
    if (!record.branched_from.empty())
        add("branched_from", parsed(record.branched_from));
    add("totals", totals(record));
    add("program", program());
    add("machine", machine(record.execution));
    if (!scene.assets.meshes.empty() || !scene.assets.particles.empty())
        add("scene_folder", json(std::filesystem::absolute(scene.folder).lexically_normal().string()));
    add("scene", parsed(scene_text(scene.scene)));
    return json_text(value);
}

RunRecord earlier_record(const std::filesystem::path& path)
{
    RunRecord record;
    std::error_code no_file;
    if (!std::filesystem::is_regular_file(path, no_file))
        return record;
    const auto value = parse_json(read_file(path), path.string());
    if (!value)
        return record;
    record.started = text_at(*value, "started");
    if (const JsonMember* points = value->member("resumed"))
        for (const JsonValue& point : points->value.items)
            record.resumed.push_back({whole_at(point, "step"), number_at(point, "time"), text_at(point, "date")});
    if (const JsonMember* totals = value->member("totals"))
        record.totals = read_totals(totals->value);
    return record;
}

std::string date_now()
{
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm date = {};
    ::gmtime_r(&now, &date);
    char text[32];
    std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &date);
    return text;
}

std::string branch_text(const BranchPoint& branch)
{
    std::vector<JsonValue> changes;
    changes.reserve(branch.changes.size());
    for (const std::string& change : branch.changes)
        changes.push_back(json(change));
    return json_text(json_object({{"checkpoint", json(branch.checkpoint)},
                                  {"frame", json(branch.frame)},
                                  {"step", json(branch.step)},
                                  {"time", json(branch.time)},
                                  {"changes", json_list(std::move(changes))}}));
}
} // namespace aspic
