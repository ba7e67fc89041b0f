#pragma once

#include "aspic/core/result.h"

#include <string_view>

namespace aspic
{
/// A number with a unit, such as "2 mm" or "1.5 MPa", in the SI unit that is wanted, such as "m" or "Pa": products of powers (kg/m³, m s^-2) with
/// decimal prefixes, also minutes, hours, degrees, litres, bar, °C. A plain number is taken as it is. The problem has no place.
Result<double> number_with_unit(std::string_view text, std::string_view wanted);
} // namespace aspic
