#include "fluid/fluid_cases.h"

namespace aspic::validation
{
std::vector<Case> fluid_cases()
{
    return {momentum_case(),  translation_case(), couette_case(), poiseuille_case(),    drop_case(),        taylor_green_case(),
            dam_break_case(), shaken_box_case(),  slosh_case(),   standing_wave_case(), wall_impact_case(), still_water_case()};
}
} // namespace aspic::validation
