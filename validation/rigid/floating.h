#pragma once

#include "experiment.h"

namespace aspic::validation
{
/// [m] The level of still water in a tank with vertical walls, in which the one body of the scene floats: water and what the body displaces, its own weight, fill the tank up to it.
///   `area`: [m²] of the tank, [m] in 2D
double floating_level(Experiment& experiment, double area);
} // namespace aspic::validation
