#include "fluid/pressure_solver.h"

namespace aspic::validation
{
std::string case_name(const std::string& subject, Method method) { return method == Method::incompressible ? subject + "-dfsph" : subject; }

std::vector<PressureSolver> pressure_solvers(Method method, const WeaklyCompressibleText& text)
{
    if (method == Method::incompressible)
        return {{"dfsph", R"({"dfsph": {}})", true}};
    const std::string start = R"({"weakly_compressible": {)" + text.settings;
    return {{"continuity", start + text.for_continuity + R"(, "density": {"continuity": {}}}})", true},
            {"summation", start + R"(, "density": {"summation": {}}}})", false}};
}
} // namespace aspic::validation
