#pragma once

#include "aspic/simulation/step_report.h"
#include "aspic/solvers/solve_report.h"

#include <chrono>
#include <cmath>
#include <limits>

namespace aspic
{
/// Runs the stages of a step one after the other, measures their time, and looks at what each wrote: after the first value that is not finite
/// the others do not run.
class Stages
{
public:
    /// `farthest`: coordinates beyond this [m] count as not finite, for the search cannot tell cells apart there.
    Stages(StepReport& report, const ParticleSet& particles, double farthest) : report_(report), particles_(particles), farthest_(farthest)
    {
    }

    template <class F> void run(std::string_view name, const F& stage)
    {
        if (report_.not_finite)
            return;
        const auto begin = std::chrono::steady_clock::now();
        stage();
        report_.stages.push_back({name, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()});
    }

    /// A stage that writes `values`, one for each particle.
    template <class T, class F> void run(std::string_view name, const std::string& field, const T& values, const F& stage)
    {
        run(name, stage);
        if (!report_.not_finite)
            look_at(name, field, values());
    }

    /// A stage that iterates: `stage()` returns a SolveReport.
    template <class T, class F> void solve(std::string_view name, const std::string& field, const T& values, const F& stage)
    {
        SolveReport report;
        run(name, field, values, [&] { report = stage(); });
        if (report_.stages.empty() || report_.stages.back().name != name)
            return;
        StageReport& done = report_.stages.back();
        done.iterates = true;
        done.iterations = report.iterations;
        done.residual = report.residual;
        done.converged = report.converged;
    }

private:
    template <class T> void look_at(std::string_view name, const std::string& field, View<T> values)
    {
        const Index n = values.size();
        const double bound = field == "position" ? farthest_ : std::numeric_limits<double>::max();
        const auto is_small = [&](double x) { return std::abs(x) <= bound; }; // false for NaN
        const auto is_finite = [&](const auto& value) {
            if constexpr (is_vec<std::remove_cvref_t<decltype(value)>>)
                return is_small(value.x) && is_small(value.y) && is_small(value.z);
            else
                return is_small(value);
        };
        const Index first = reduce(
            n, n, [&](Index i) { return is_finite(values[i]) ? n : i; }, [](Index a, Index b) { return std::min(a, b); });
        if (first < n)
            report_.not_finite = NotFinite{name, field, particles_.identity[first]};
    }

    StepReport& report_;
    const ParticleSet& particles_;
    double farthest_;
};
} // namespace aspic
