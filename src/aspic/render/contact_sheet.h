#pragma once

#include "aspic/render/canvas.h"

namespace aspic
{
/// The images in rows of `columns` (at least 1) on white, from left to right and from the top down, `gap` pixels apart and from the edge. Every
/// cell is as large as the largest image; smaller ones stand in its middle. Without images the result is empty.
PixelImage contact_sheet(std::span<const PixelImage> images, int columns, int gap);

/// The image as the content of a PNG file, on white where it is transparent.
std::string encode_png(const PixelImage& image);
} // namespace aspic
