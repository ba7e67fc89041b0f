#include "sample_picture.h"

#include "picture_setting.h"

#include "aspic/render/contact_sheet.h"
#include "aspic/render/particle_picture.h"
#include "aspic/render/plot.h"

#include <algorithm>

using namespace aspic;

namespace
{
constexpr int width = 900, height = 700; ///< [px] of each part
constexpr AxisRange densities{0.5, 1.1}; ///< of a full lattice: what colours show

PixelImage draw_particles(const MeasuredSample& one, const SamplePicture& picture)
{
    PictureSetting setting;
    for (const Vec3d& x : one.sample.points)
        setting.box = joined(setting.box, x);
    const double r = 0.5 * picture.spacing;
    const Vec3d rim{r, r, picture.dimension == 2 ? 0 : r};
    setting.box = {setting.box.low - rim, setting.box.high + rim};
    setting.is_flat = picture.dimension == 2;
    setting.scale = densities;
    setting.camera = OrbitCamera();
    RenderRequest request;
    request.picture.width = width;
    request.picture.height = height;

    BallPart balls;
    balls.centers = one.sample.points;
    balls.radius = r;
    balls.look.kind = setting.is_flat ? Look::Kind::matte : Look::Kind::plastic;
    balls.colors = colors_of({"density", "", one.quality.density}, densities);
    Stage stage;
    stage.size = setting.size();
    if (!setting.is_flat)
        stage.ground = setting.box.low.y;
    stage.balls.push_back(std::move(balls));
    PixelImage image = take_picture(stage, camera_of(setting, request, 0, 0), request.picture);
    return captioned(std::move(image), {.scale_title = "density", .scale = densities, .stamp = one.method});
}

double share_of(const SampleQuality& quality, std::size_t neighbors)
{
    return 100.0 * quality.neighbors[neighbors] / std::max<Index>(1, quality.count);
}

/// The same axes for all histograms, so that they can be compared.
struct HistogramAxes
{
    AxisRange neighbors{-0.5, 1}, share{0, 1}; ///< [1], [%]

    explicit HistogramAxes(const std::vector<MeasuredSample>& samples)
    {
        for (const MeasuredSample& one : samples)
            for (std::size_t k = 0; k < one.quality.neighbors.size(); ++k)
            {
                neighbors.to = std::max(neighbors.to, static_cast<double>(k) + 0.5);
                share.to = std::max(share.to, 1.05 * share_of(one.quality, k));
            }
    }
};

/// A bar for each number of neighbours.
PixelImage draw_histogram(const MeasuredSample& one, const SamplePicture& picture, const HistogramAxes& axes)
{
    PlotSeries bars{.name = "", .x = {}, .y = {}, .color = {}};
    for (std::size_t k = 0; k < one.quality.neighbors.size(); ++k)
    {
        const auto at = static_cast<double>(k);
        const double share = share_of(one.quality, k);
        for (const auto& [x, y] : {std::pair{at - 0.4, 0.0}, {at - 0.4, share}, {at + 0.4, share}, {at + 0.4, 0.0}})
        {
            bars.x.push_back(x);
            bars.y.push_back(y);
        }
    }
    const LinePlot plot{.title = picture.title + ", " + one.method + ": " + std::to_string(one.quality.count) + " particles",
                        .x = {.title = "neighbours within the support", .range = axes.neighbors},
                        .y = {.title = "particles [%]", .range = axes.share},
                        .series = {bars},
                        .width = width,
                        .height = height};
    return draw(plot).pixels();
}
} // namespace

PixelImage draw_samples(const std::vector<MeasuredSample>& samples, const SamplePicture& picture)
{
    const HistogramAxes axes(samples);
    std::vector<PixelImage> images;
    for (const MeasuredSample& one : samples)
        images.push_back(draw_particles(one, picture));
    for (const MeasuredSample& one : samples)
        images.push_back(draw_histogram(one, picture, axes));
    return contact_sheet(images, std::max(1, static_cast<int>(samples.size())), 10);
}
