#pragma once

#include "picture_setting.h"

#include "aspic/io/particle_frame.h"
#include "aspic/run/body_files.h"

/// All that a picture of a frame shows: balls, surfaces, walls.
aspic::Result<aspic::Stage> stage_of(const aspic::ParticleFrame& frame, const std::vector<aspic::BodyPlace>& places,
                                     const PictureSetting& setting);
