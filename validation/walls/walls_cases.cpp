#include "walls/walls_cases.h"

namespace aspic::validation
{
std::vector<Case> walls_cases() { return {heavy_stack_case(), passage_case(), cups_case()}; }
} // namespace aspic::validation
