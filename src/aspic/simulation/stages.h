#pragma once

#include "aspic/simulation/step_report.h"

#include <chrono>
#include <cmath>

namespace aspic
{
/// Runs the stages of a step one after the other, measures their time, and looks at what each wrote: after the first value that is not finite
/// the others do not run.
class Stages
{
public:
    Stages(StepReport& report, const ParticleSet& particles) : report_(report), particles_(particles) {}

    template <class F> void run(std::string_view name, const F& stage)
    {
        if (report_.not_finite)
            return;
        const auto begin = std::chrono::steady_clock::now();
        stage();
        report_.stages.push_back({name, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 0, 0});
    }

    /// A stage that writes `values`, one for each particle.
    template <class T, class F> void run(std::string_view name, const std::string& field, const T& values, const F& stage)
    {
        run(name, stage);
        if (!report_.not_finite)
            look_at(name, field, values());
    }

private:
    static bool is_finite(double x) { return std::isfinite(x); }
    template <class T> static bool is_finite(const Vec3T<T>& x) { return std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z); }

    template <class T> void look_at(std::string_view name, const std::string& field, View<T> values)
    {
        const Index n = values.size();
        const Index first = reduce(
            n, n, [&](Index i) { return is_finite(values[i]) ? n : i; }, [](Index a, Index b) { return std::min(a, b); });
        if (first < n)
            report_.not_finite = NotFinite{name, field, particles_.identity[first]};
    }

    StepReport& report_;
    const ParticleSet& particles_;
};
} // namespace aspic
