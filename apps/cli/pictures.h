#pragma once

#include "aspic/core/result.h"
#include "aspic/render/ray_tracer.h"
#include "aspic/scene/picture.h"

#include <filesystem>
#include <optional>
#include <string>

/// What to draw of a run.
struct RenderRequest
{
    std::string output;                                               ///< empty: beside the input
    std::string frames;                                               ///< empty: all for a movie, the last for a picture
    std::optional<std::string> color_by;                              ///< none: as the scene says; empty: by material
    std::optional<aspic::PictureStyle> style;                         ///< none: as the scene says
    aspic::PictureStyle usual_style = aspic::PictureStyle::particles; ///< where the scene says nothing, in 3D
    std::string range;                                                ///< `from:to`; empty: of the frames
    std::optional<aspic::PlacedCamera> camera;                        ///< none: as the scene says
    std::optional<double> azimuth, elevation, zoom;                   ///< [°], [°], [1]
    double turn = 0;                                                  ///< [°] around the scene during a movie
    std::optional<double> rate;                                       ///< [1/s] of a movie
    int sheet_columns = 0, sheet_rows = 0;                            ///< of a contact sheet; 0: none
    bool with_time = false;
    bool keeps_frames = false;
    bool is_quiet = false;
    aspic::PictureSettings picture;
};

/// Makes a picture or a movie of a run's frames, telling how it goes; beside a movie its last picture. Throws std::system_error for files that cannot be read or written.
aspic::Problems render_run(const std::filesystem::path& input, const RenderRequest& request);
