#include "probe_watch.h"

#include <algorithm>

namespace aspic::validation
{
ProbeWatch::ProbeWatch(Experiment& experiment, std::size_t probe) : columns_(probe_columns(experiment.world().scene(), probe))
{
    experiment.world().measure({});
    experiment.watch_steps([this, &experiment, probe](const StepReport& report) {
        for (ProbeRow& row : experiment.world().measure(report))
            if (row.probe == probe)
                rows_.push_back(std::move(row.values));
    });
}

Curve ProbeWatch::curve(const std::string& column) const
{
    const auto k = static_cast<std::size_t>(std::ranges::find(columns_, column) - columns_.begin());
    Curve curve;
    for (const std::vector<double>& row : rows_)
        curve.add(row.front(), row.at(k));
    return curve;
}
} // namespace aspic::validation
