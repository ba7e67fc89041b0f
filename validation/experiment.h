#pragma once

#include "case.h"

#include "aspic/simulation/world.h"

#include <chrono>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <variant>

namespace aspic::validation
{
/// A number or a word that takes the place of `$name` in the text of a scene.
struct Substitution
{
    std::string_view name;
    std::variant<double, std::string> value;
};

/// The text with each `$name` replaced; a name that is not in the list is a caller's bug.
std::string filled_in(std::string_view text, std::initializer_list<Substitution> substitutions);

/// A run that could not go on: the scene was refused, or a number was not finite.
class BrokenRun : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// How long a run is, and which part of its case it is.
struct Stretch
{
    double duration = 1;     ///< [s] of simulated time
    double from = 0, to = 1; ///< share of the case done before it and after it
};

/// The k-th of n runs of a case that take about equally long.
inline Stretch part(double duration, std::size_t k, std::size_t n)
{
    return {duration, static_cast<double>(k) / static_cast<double>(n), static_cast<double>(k + 1) / static_cast<double>(n)};
}

/// A scene in motion, from its text on: the way of a user.
class Experiment
{
public:
    /// Throws BrokenRun if the scene has problems. The text becomes one of the scenes of the outcome.
    Experiment(const Context& context, Outcome& outcome, const RunScene& scene, const Stretch& stretch);

    /// Steps until that time; throws BrokenRun where a number is not finite.
    void run_until(double time);

    /// Steps until that time and calls `look` at the beginning, at the end, and after the first step that ends `every` seconds later, or two times that, and so on. Steps are not shortened for it:
    /// a pressure that is found in a short step is not what it would be in a long one.
    void run_until(double time, double every, const std::function<void()>& look);

    /// Goes on from another state: what a scene cannot say about how it starts.
    void alter(const std::function<void(WorldState&)>& change);

    /// Calls `look` after each step with what it did.
    void watch_steps(std::function<void(const StepReport&)> look) { on_step_ = std::move(look); }

    [[nodiscard]] World& world() { return *world_; }
    [[nodiscard]] const World& world() const { return *world_; }
    [[nodiscard]] const ParticleSet& particles() const { return world_->particles(); }
    [[nodiscard]] double time() const { return world_->time(); }
    [[nodiscard]] double spacing() const { return world_->scene().spacing; }
    [[nodiscard]] double seconds() const; ///< wall-clock time since it was made

    /// Whether particle i is fluid, not a ghost behind a wall.
    [[nodiscard]] bool is_fluid(Index i) const { return (*material_)[i] >= 0; }

    /// Calls f(i) for each fluid particle.
    template <class F> void for_each_fluid(F&& f) const
    {
        for (Index i = 0; i < particles().size(); ++i)
            if (is_fluid(i))
                f(i);
    }

private:
    void step_towards(double time);

    std::string label_;
    const Context* context_;
    Stretch stretch_;
    std::function<void(const StepReport&)> on_step_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    Assets assets_;
    std::optional<World> world_;
    const Column<Index>* material_ = nullptr;
};

/// Runs one variant of a case. If it breaks, the outcome gets a remark and a row that says so, and the case goes on.
void attempt(Outcome& outcome, const std::string& label, bool gated, const std::function<void()>& variant);
} // namespace aspic::validation
