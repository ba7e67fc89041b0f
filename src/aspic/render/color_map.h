#pragma once

#include "aspic/render/canvas.h"

namespace aspic
{
/// Colour of a share t of a range, from dark violet (0) over green to yellow (1): equal steps look equal, lightness only grows, so that the
/// order survives grey print and colour blindness. Values outside are drawn like the nearer end.
Color field_color(double t);

/// Luminance relative to white: 0.2126 R + 0.7152 G + 0.0722 B of the linear components.
double luminance(const Color& color);

/// Colours that stay apart for colour-blind readers; they repeat.
Color series_color(std::size_t k);
} // namespace aspic
