#pragma once

#include "case.h"

namespace aspic::validation
{
/// The group `elastic`, in the order in which its cases run: short ones first.
std::vector<Case> elastic_cases();

// The cases, each in a file of this folder.
Case patch_case();
Case hanging_bar_case();
Case tension_case();
Case bar_mode_case();
Case bar_wave_case();
Case spinning_cube_case();
Case large_bending_case();
Case tip_force_case();
Case csm1_case();
Case oscillating_plate_case();
Case twisted_column_case();
Case cantilever_case();
Case solid_momentum_case();
Case far_solids_case();
Case floating_cube_case();
Case rings_case();
Case water_on_plate_case();
Case squeezed_block_case();
Case randomised_body_case();
Case swinging_beams_case();
Case twisted_beam_case();
Case shaken_body_case();
Case elastic_gate_case();
} // namespace aspic::validation
