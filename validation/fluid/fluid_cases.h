#pragma once

#include "case.h"
#include "fluid/pressure_solver.h"

namespace aspic::validation
{
/// The group `fluid`, in the order in which its cases run: short ones first.
std::vector<Case> fluid_cases();

// The cases, each in a file of this folder.
Case momentum_case();
Case translation_case();
Case solver_quality_case();
Case shear_wave_case();
Case couette_case(Method method);
Case poiseuille_case(Method method);
Case drop_case(Method method);
Case taylor_green_case(Method method);
Case dam_break_case(Method method);
Case shaken_box_case(Method method);
Case slosh_case(Method method);
Case standing_wave_case(Method method);
Case wall_impact_case(Method method);
Case still_water_case(Method method);
Case water_at_walls_case();
} // namespace aspic::validation
