#pragma once

#include "case.h"

namespace aspic::validation
{
/// The group `walls`, in the order in which its cases run: short ones first.
std::vector<Case> walls_cases();

// The cases, each in a file of this folder.
Case heavy_stack_case();
Case passage_case();
Case cups_case();
} // namespace aspic::validation
