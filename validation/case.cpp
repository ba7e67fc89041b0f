#include "case.h"

#include "dynamics/dynamics_cases.h"
#include "elastic/elastic_cases.h"
#include "fluid/fluid_cases.h"
#include "rigid/rigid_cases.h"
#include "walls/walls_cases.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace aspic::validation
{
double error_of(const Row& row)
{
    const double difference = row.measured - row.reference;
    switch (row.comparison)
    {
    case Comparison::relative:
        return std::abs(difference / row.reference);
    case Comparison::absolute:
        return std::abs(difference);
    case Comparison::at_most:
        return std::isnan(difference) ? difference : std::max(0.0, difference);
    case Comparison::at_least:
        return std::isnan(difference) ? difference : std::max(0.0, -difference);
    }
    return difference;
}

Verdict verdict_of(const Row& row)
{
    if (!row.gated)
        return Verdict::report;
    return error_of(row) <= row.tolerance ? Verdict::pass : Verdict::miss; // NaN is a miss
}

std::vector<Case> all_cases()
{
    std::vector<Case> cases = fluid_cases();
    std::ranges::move(rigid_cases(), std::back_inserter(cases));
    std::ranges::move(walls_cases(), std::back_inserter(cases));
    std::ranges::move(elastic_cases(), std::back_inserter(cases));
    std::ranges::move(dynamics_cases(), std::back_inserter(cases));
    return cases;
}
} // namespace aspic::validation
