#pragma once

#include "case.h"

namespace aspic::validation
{
/// The group `dynamics`: elastic solids in motion, in the order in which its cases run.
std::vector<Case> dynamics_cases();

// The cases, each in a file of this folder.
Case hinged_bar_case();
Case struck_bar_case();
Case colliding_bodies_case();
Case free_spin_case();
Case tumbling_bar_case();
Case bending_period_case();
Case torsion_period_case();
Case tipping_box_case();
Case resting_cube_case();
Case rolling_solids_case();
Case random_drops_case();
Case second_order_case();
Case squashed_cube_case();
} // namespace aspic::validation
