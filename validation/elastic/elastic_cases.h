#pragma once

#include "case.h"

namespace aspic::validation
{
/// The group `elastic`, in the order in which its cases run: short ones first.
std::vector<Case> elastic_cases();

// The cases, each in a file of this folder.
Case hanging_bar_case();
Case cantilever_case();
} // namespace aspic::validation
