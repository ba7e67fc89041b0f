#pragma once

#include <string>
#include <vector>

// Cases of fluids run with any pressure solver: what a case says of nature does not depend on it.

namespace aspic::validation
{
enum class Method
{
    weakly_compressible,
    incompressible ///< DFSPH
};

/// A pressure solver as a scene names it.
struct PressureSolver
{
    std::string name;  ///< of the variant: continuity, summation, dfsph
    std::string text;  ///< value of solvers.pressure
    bool gated = true; ///< else its figures are reported only
};

/// The name of a case with a method: weakly compressible fluids came first and have none.
std::string case_name(const std::string& subject, Method method);

/// Settings of a weakly compressible fluid: "sound_speed": 20, …
struct WeaklyCompressibleText
{
    std::string settings;
    std::string for_continuity = {}; ///< settings that only integrated densities allow
};

/// The variants of a method: densities that are integrated, and summed ones for comparison; or DFSPH as it is by default.
std::vector<PressureSolver> pressure_solvers(Method method, const WeaklyCompressibleText& text);
} // namespace aspic::validation
