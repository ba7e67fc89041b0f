#include "fluid/fluid_cases.h"

#include <array>

namespace aspic::validation
{
std::vector<Case> fluid_cases()
{
    constexpr std::array of_each_method{couette_case,    poiseuille_case, drop_case,          taylor_green_case, dam_break_case,
                                        shaken_box_case, slosh_case,      standing_wave_case, wall_impact_case,  still_water_case};
    std::vector<Case> cases{momentum_case(), translation_case(), solver_quality_case(), water_at_walls_case(), shear_wave_case()};
    for (const Method method : {Method::weakly_compressible, Method::incompressible})
        for (Case (*const make)(Method) : of_each_method)
            cases.push_back(make(method));
    return cases;
}
} // namespace aspic::validation
