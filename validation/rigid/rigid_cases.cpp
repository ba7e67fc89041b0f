#include "rigid/rigid_cases.h"

namespace aspic::validation
{
std::vector<Case> rigid_cases()
{
    return {slope_case(),         bounce_case(),       free_turn_case(),     stack_case(),
            body_momentum_case(), floating_box_case(), floating_ball_case(), submerged_case()};
}
} // namespace aspic::validation
