#include "dynamics/dynamics_cases.h"

namespace aspic::validation
{
std::vector<Case> dynamics_cases()
{
    return {hinged_bar_case(),     struck_bar_case(),     colliding_bodies_case(), free_spin_case(),    tumbling_bar_case(),
            bending_period_case(), torsion_period_case(), tipping_box_case(),      resting_cube_case(), rolling_solids_case(),
            random_drops_case(),   second_order_case(),   squashed_cube_case()};
}
} // namespace aspic::validation
