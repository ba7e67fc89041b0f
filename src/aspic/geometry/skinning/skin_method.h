#pragma once

#include "aspic/core/field_table.h"

namespace aspic
{
/// How the vertices of a skin follow the particles.
enum class SkinMethod
{
    shepard,        ///< K21 (38), (39)
    mls,            ///< T09 (67)
    mls_first_order ///< T09 (68)
};
template <> std::span<const Choice> choices_of<SkinMethod>();
} // namespace aspic
