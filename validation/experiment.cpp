#include "experiment.h"

#include "aspic/io/number_text.h"
#include "aspic/io/scene_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

namespace aspic::validation
{
namespace
{
std::string text_of(const std::variant<double, std::string>& value)
{
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    return number_text(std::get<double>(value));
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

LoadedScene loaded(const RunScene& scene)
{
    const auto result = parse_scene(scene.text, scene.label, {});
    if (!result)
        throw BrokenRun(describe(result.problems()));
    return *result;
}
} // namespace

std::string filled_in(std::string_view text, std::initializer_list<Substitution> substitutions)
{
    std::string result;
    while (!text.empty())
    {
        const std::size_t dollar = std::min(text.find('$'), text.size());
        result += text.substr(0, dollar);
        text.remove_prefix(dollar);
        if (text.empty())
            break;
        std::size_t end = 1;
        while (end < text.size() && is_name_character(text[end]))
            ++end;
        const std::string_view name = text.substr(1, end - 1);
        const auto* found = std::ranges::find(substitutions, name, &Substitution::name);
        if (found == substitutions.end())
            throw std::logic_error("nothing is given for $" + std::string(name));
        result += text_of(found->value);
        text.remove_prefix(end);
    }
    return result;
}

Experiment::Experiment(const Context& context, Outcome& outcome, const RunScene& scene, const Stretch& stretch)
    : label_(scene.label), context_(&context), stretch_(stretch)
{
    outcome.scenes.push_back(scene);
    LoadedScene start = loaded(scene);
    assets_ = std::move(start.assets);
    world_.emplace(start.scene, assets_);
    material_ = &particles().column<Index>("material");
}

void Experiment::alter(const std::function<void(WorldState&)>& change)
{
    WorldState state = world_->state();
    change(state);
    const Scene scene = world_->scene();
    world_.emplace(scene, assets_, std::move(state));
    material_ = &particles().column<Index>("material");
}

void Experiment::step_towards(double time)
{
    const StepReport report = world_->step(time - world_->time());
    if (report.not_finite)
        throw BrokenRun(label_ + ": at t = " + number_text(world_->time()) + " s the " + report.not_finite->field +
                        " of a particle is not finite after the stage " + std::string(report.not_finite->stage));
    if (report.lost)
        throw BrokenRun(label_ + ": at t = " + number_text(world_->time()) + " s a particle " + report.lost->what);
    if (on_step_)
        on_step_(report);
    const double share = std::min(1.0, world_->time() / stretch_.duration);
    if (context_->on_reached)
        context_->on_reached(stretch_.from + share * (stretch_.to - stretch_.from));
}

void Experiment::run_until(double time)
{
    run_until(time, HUGE_VAL, [] {});
}

void Experiment::run_until(double time, double every, const std::function<void()>& look)
{
    const double sliver = 1e-9 * time; // what rounding leaves of the last step is no step
    look();
    double next = world_->time() + every;
    while (time - world_->time() > sliver)
    {
        step_towards(time);
        const bool is_over = time - world_->time() <= sliver;
        if (!is_over && next - world_->time() > sliver)
            continue;
        look();
        while (next - world_->time() <= sliver)
            next += every;
    }
}

double Experiment::seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

void attempt(Outcome& outcome, const std::string& label, bool gated, const std::function<void()>& variant)
{
    try
    {
        variant();
    }
    catch (const BrokenRun& broken)
    {
        outcome.remarks.emplace_back(broken.what());
        outcome.rows.push_back({.figure = label + ": the run broke off",
                                .reference = 0,
                                .measured = std::numeric_limits<double>::quiet_NaN(),
                                .comparison = Comparison::absolute,
                                .tolerance = 0,
                                .gated = gated});
    }
}
} // namespace aspic::validation
