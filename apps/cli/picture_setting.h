#pragma once

#include "pictures.h"

#include "aspic/io/particle_frame.h"
#include "aspic/render/ticks.h"
#include "aspic/run/body_files.h"
#include "aspic/run/frame_skins.h"
#include "aspic/run/recorded_run.h"

/// A wall that stands in the picture, as it stood at first.
struct Obstacle
{
    aspic::MeshPart part;
    std::optional<aspic::Motion> motion;
    std::string body; ///< a rigid body that stands where the frame says; empty: a wall
};

/// What is the same in all pictures of a run, so that nothing jumps.
struct PictureSetting
{
    aspic::PictureStyle style = aspic::PictureStyle::particles;
    std::string color_by; ///< empty: by material
    aspic::CameraChoice camera;
    double radius = 0.01; ///< [m] of the balls
    aspic::Vec3d up{0, 1, 0};
    bool is_flat = false;                      ///< two dimensions
    aspic::Bounds box = aspic::empty_bounds(); ///< what the camera shows: nearly all particles
    double ground = 0;                         ///< [m] along `up`: below all particles
    std::optional<aspic::AxisRange> scale;     ///< of the colours
    std::string scale_title;
    std::vector<std::optional<aspic::Color>> colors; ///< of the scene's materials, where it gives them
    std::vector<Obstacle> obstacles;
    std::vector<aspic::ObjectSkin> skins; ///< of solid objects, if the style asks for them
    aspic::Vec3d to_sun;                  ///< the same in all pictures: shadows stand still where a camera moves
    double rate = 30;                     ///< [1/s]

    [[nodiscard]] double size() const { return norm(box.high - box.low); }
};

/// Looks through `looks` of the frames for what all pictures share.
aspic::Result<PictureSetting> setting_of(const aspic::RecordedRun& run, const std::vector<aspic::RecordedFrame>& frames, std::size_t looks,
                                         const RenderRequest& request);

/// Colours of bodies, one after the other: warm ones, that stand out in water.
aspic::Light body_color(std::size_t k);

/// Where the rigid bodies of a frame are.
std::vector<aspic::BodyPlace> bodies_of(const aspic::RecordedFrame& frame);

/// Which particles of a frame are shown: no ghosts.
std::vector<bool> is_shown(const aspic::ParticleFrame& frame);

/// The camera with what is asked for.
aspic::OrbitCamera orbit_of(const RenderRequest& request, aspic::OrbitCamera orbit = {});

/// The camera at a time [s]; `share`: how much of the movie is over.
aspic::Camera camera_of(const PictureSetting& setting, const RenderRequest& request, double time, double share);
