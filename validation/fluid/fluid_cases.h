#pragma once

#include "case.h"

namespace aspic::validation
{
/// The group `fluid`, in the order in which its cases run: short ones first.
std::vector<Case> fluid_cases();

// The cases, each in a file of this folder.
Case momentum_case();
Case translation_case();
Case couette_case();
Case poiseuille_case();
Case drop_case();
Case taylor_green_case();
Case dam_break_case();
Case shaken_box_case();
Case slosh_case();
Case standing_wave_case();
Case wall_impact_case();
Case still_water_case();
} // namespace aspic::validation
