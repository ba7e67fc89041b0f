#pragma once

#include "measure.h"

namespace aspic::validation
{
/// Keeps the rows of a probe of the scene while an experiment runs.
class ProbeWatch
{
public:
    /// Watches the steps of the experiment, which must end before this does and not be watched by others.
    ProbeWatch(Experiment& experiment, std::size_t probe);
    ProbeWatch(const ProbeWatch&) = delete;
    ProbeWatch& operator=(const ProbeWatch&) = delete;
    ~ProbeWatch() = default;

    /// A column over time; its name with the unit.
    [[nodiscard]] Curve curve(const std::string& column) const;

private:
    std::vector<std::string> columns_;
    std::vector<std::vector<double>> rows_;
};
} // namespace aspic::validation
