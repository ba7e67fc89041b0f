#pragma once

#include "picture_setting.h"

#include "aspic/io/particle_frame.h"

/// All that a picture of a frame shows: balls, surfaces, walls.
aspic::Result<aspic::Stage> stage_of(const aspic::ParticleFrame& frame, const PictureSetting& setting);
