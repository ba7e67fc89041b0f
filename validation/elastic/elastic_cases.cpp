#include "elastic/elastic_cases.h"

namespace aspic::validation
{
std::vector<Case> elastic_cases()
{
    return {patch_case(),        bar_mode_case(),       spinning_cube_case(),     tension_case(),         hanging_bar_case(),
            bar_wave_case(),     solid_momentum_case(), far_solids_case(),        squeezed_block_case(),  large_bending_case(),
            tip_force_case(),    csm1_case(),           oscillating_plate_case(), twisted_column_case(),  floating_cube_case(),
            cantilever_case(),   rings_case(),          water_on_plate_case(),    randomised_body_case(), swinging_beams_case(),
            twisted_beam_case(), shaken_body_case(),    elastic_gate_case()};
}
} // namespace aspic::validation
