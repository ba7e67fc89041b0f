#pragma once

#include "case.h"

namespace aspic::validation
{
/// The group `rigid`, in the order in which its cases run: short ones first.
std::vector<Case> rigid_cases();

// The cases, each in a file of this folder.
Case slope_case();
Case bounce_case();
Case free_turn_case();
Case stack_case();
Case body_momentum_case();
Case floating_box_case();
Case floating_ball_case();
Case submerged_case();
} // namespace aspic::validation
