#pragma once

#include "aspic/core/result.h"
#include "aspic/io/particle_frame.h"
#include "aspic/render/ray_tracer.h"
#include "aspic/render/ticks.h"

namespace aspic
{
/// A number of each particle of a frame that colours can show.
struct Quantity
{
    std::string name, unit;
    std::vector<double> values;
};

/// The column that a quantity is made from: users say speed and body for velocity and origin.
std::string column_of(const std::string& quantity);

/// The quantity of that name: a column (of vectors, their length), `speed` or `body`. Says which there are if there is none.
Result<Quantity> quantity_of(const ParticleFrame& frame, const std::string& name);

/// Colours of all particles by a quantity, within a range.
std::vector<Light> colors_of(const Quantity& quantity, const AxisRange& range);

/// What is written over a picture.
struct Caption
{
    std::string scale_title; ///< of the colour bar, with unit; empty: no bar
    AxisRange scale;
    std::string stamp; ///< in the lower left corner; empty: none
};

/// The picture with a colour bar and a stamp.
PixelImage captioned(PixelImage image, const Caption& caption);
} // namespace aspic
