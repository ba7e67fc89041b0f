#pragma once

#include "aspic/geometry/sampling.h"

#include <string>

/// A solid filled by one method, and how well.
struct MeasuredSample
{
    std::string method;
    aspic::SolidSample sample;
    aspic::SampleQuality quality;
    double seconds = 0;
};

/// How a relaxation ended, in words.
std::string end_of(const MeasuredSample& one);

/// The figures of samples side by side, a line each.
std::string quality_table(const std::vector<MeasuredSample>& samples);

/// How many particles have how many neighbours: a bar for each number of samples side by side.
std::string neighbor_histogram(const std::vector<MeasuredSample>& samples);
