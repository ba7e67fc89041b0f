#include "elastic/elastic_cases.h"

namespace aspic::validation
{
std::vector<Case> elastic_cases() { return {hanging_bar_case(), cantilever_case()}; }
} // namespace aspic::validation
