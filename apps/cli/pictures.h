#pragma once

#include "aspic/core/result.h"
#include "aspic/render/ray_tracer.h"

#include <filesystem>
#include <optional>
#include <string>

/// How particles are shown.
enum class Style
{
    particles, ///< as balls
    surface,   ///< as a surface around them: of water, or coloured
    both       ///< balls in water
};

/// What to draw of a run.
struct RenderRequest
{
    std::string output; ///< empty: beside the input
    std::string frames; ///< empty: all for a movie, the last for a picture
    std::string color_by;
    Style style = Style::particles;
    std::string range;                        ///< `from:to`; empty: of the frames
    std::optional<double> azimuth, elevation; ///< [°]
    double turn = 0;                          ///< [°] around the scene during a movie
    std::optional<double> rate;               ///< [1/s] of a movie
    int sheet_columns = 0, sheet_rows = 0;    ///< of a contact sheet; 0: none
    bool with_time = false;
    bool keeps_frames = false;
    bool is_quiet = false;
    aspic::PictureSettings picture;
};

/// Makes a picture or a movie of a run's frames, telling how it goes; beside a movie its last picture. Throws std::system_error for files that cannot be read or written.
aspic::Problems render_run(const std::filesystem::path& input, const RenderRequest& request);
