#pragma once

#include "sample_report.h"

#include "aspic/render/canvas.h"

/// What a picture of samples shows.
struct SamplePicture
{
    std::string title;
    double spacing = 0; ///< [m]
    int dimension = 3;
};

/// The particles of each sample, coloured by their density, and below them the numbers of neighbours.
aspic::PixelImage draw_samples(const std::vector<MeasuredSample>& samples, const SamplePicture& picture);
