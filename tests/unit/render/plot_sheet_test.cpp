#include "aspic/render/contact_sheet.h"
#include "aspic/render/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace
{
using aspic::Color;
using aspic::LinePlot;
using aspic::PixelImage;
using aspic::PlotSheet;

constexpr Color red{0.8, 0, 0}, blue{0, 0, 0.8};

LinePlot flat(const Color& color)
{
    return {.title = "flat",
            .x = {.title = "t [s]", .range = {}},
            .y = {.title = "E [J]", .range = aspic::AxisRange{0, 2}},
            .series = {{.name = "", .x = {0, 1}, .y = {1, 1}, .color = color, .line_width = 4}}};
}

/// The smallest box that holds all pixels of a colour: left, top, right, bottom.
struct Extent
{
    int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1;
};

Extent extent_of(const PixelImage& image, const Color& color)
{
    Extent extent;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            const std::uint8_t* p = image.pixel(x, y);
            if (std::abs(p[0] - 255 * color.red) + std::abs(p[1] - 255 * color.green) + std::abs(p[2] - 255 * color.blue) > 3)
                continue;
            extent = {std::min(extent.left, x), std::min(extent.top, y), std::max(extent.right, x), std::max(extent.bottom, y)};
        }
    return extent;
}

PixelImage filled(int width, int height, const std::array<std::uint8_t, 4>& color)
{
    PixelImage image{width, height, {}};
    for (int k = 0; k < width * height; ++k)
        image.rgba.insert(image.rgba.end(), color.begin(), color.end());
    return image;
}

std::array<int, 3> color_at(const PixelImage& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    return {p[0], p[1], p[2]};
}
} // namespace

TEST(PlotSheet, GridFollowsTheNumberOfPanels)
{
    const auto grid = [](std::size_t panels, int columns) {
        PlotSheet sheet;
        sheet.panels.resize(panels);
        sheet.columns = columns;
        const aspic::SheetGrid g = grid_of(sheet);
        return std::pair(g.columns, g.rows);
    };
    EXPECT_EQ(grid(0, 0), std::pair(1, 1));
    EXPECT_EQ(grid(1, 0), std::pair(1, 1));
    EXPECT_EQ(grid(2, 0), std::pair(1, 2));
    EXPECT_EQ(grid(5, 0), std::pair(2, 3));
    EXPECT_EQ(grid(7, 0), std::pair(3, 3));
    EXPECT_EQ(grid(7, 2), std::pair(2, 4));
    EXPECT_EQ(grid(2, 9), std::pair(2, 1));
}

TEST(PlotSheet, PanelsStayInTheirBoxes)
{
    PlotSheet sheet{.title = "Sheet", .panels = {flat(red), flat(blue)}, .columns = 2, .width = 1200, .height = 400};
    const PixelImage image = draw(sheet).pixels();
    EXPECT_EQ(image.width, 1200);
    EXPECT_EQ(image.height, 400);
    const Extent left = extent_of(image, red), right = extent_of(image, blue);
    EXPECT_GT(left.right - left.left, 400);
    EXPECT_LT(left.right, 600);
    EXPECT_NEAR(right.left - left.left, 600, 1); // the same plot, a column further
    EXPECT_EQ(right.top, left.top);
    sheet.columns = 1;
    const PixelImage stacked = draw(sheet).pixels();
    EXPECT_GT(extent_of(stacked, blue).top, extent_of(stacked, red).bottom);
    EXPECT_GT(extent_of(stacked, blue).right - extent_of(stacked, blue).left, 1000);
}

TEST(PlotSheet, GrowsWithItsPanelsUnlessToldItsSize)
{
    PlotSheet sheet{.title = "", .panels = {flat(red)}, .columns = 0, .width = 0, .height = 0};
    EXPECT_EQ(draw(sheet).pixels().rgba, draw(flat(red)).pixels().rgba);
    sheet.panels.resize(9, flat(red));
    EXPECT_EQ(draw(sheet).width(), 3 * 640);
    EXPECT_EQ(draw(sheet).height(), 3 * 400);
}

TEST(PlotSheet, DrawsAnythingWithoutFailing)
{
    PlotSheet sheet{.title = std::string(500, 'w'), .panels = {flat(red), {}, {}}, .columns = 3, .width = 60, .height = 40};
    for (int k = 0; k < 200; ++k)
        sheet.panels[1].series.push_back({.name = std::string(80, 'n'), .x = {0, 1}, .y = {0.0, double(k)}, .color = {}});
    EXPECT_EQ(draw(sheet).pixels().width, 60);
}

TEST(LinePlot, ManyPointsLookLikeTheirOutline)
{
    LinePlot plot = flat(red);
    plot.series[0].x.clear();
    plot.series[0].y.clear();
    for (int k = 0; k <= 200000; ++k)
    {
        plot.series[0].x.push_back(k / 200000.0);
        plot.series[0].y.push_back(1 + (k == 77777 ? 0.9 : 0.5 * std::sin(k))); // a single outlier stays
    }
    EXPECT_LT(draw(plot).svg().size(), 400000U);
    const PixelImage image = draw(plot).pixels();
    plot.series[0].y[77777] = 1.5;
    EXPECT_LT(extent_of(image, red).top + 50, extent_of(draw(plot).pixels(), red).top);
}

TEST(LinePlot, LongLegendsStayOnTheCanvas)
{
    LinePlot plot = flat(red);
    plot.width = 640;
    plot.height = 400;
    plot.series.clear();
    for (int k = 0; k < 12; ++k)
        plot.series.push_back({.name = "stage " + std::to_string(k), .x = {0, 0.5, 1}, .y = {k / 6.0, 2 - k / 6.0, k / 6.0}, .color = {}});
    plot.series.back().color = blue;
    plot.series.back().y = {5, 5, 5}; // not in the range: its sample in the legend is all that shows
    const Extent sample = extent_of(draw(plot).pixels(), blue);
    EXPECT_GE(sample.right - sample.left, 30);
    EXPECT_LT(sample.bottom, 390);
}

TEST(ContactSheet, ImagesStandInRowsOnWhite)
{
    const std::vector<PixelImage> images{filled(4, 3, {255, 0, 0, 255}), filled(2, 1, {0, 255, 0, 255}), filled(4, 3, {0, 0, 255, 128})};
    const PixelImage sheet = aspic::contact_sheet(images, 2, 5);
    EXPECT_EQ(sheet.width, 2 * 4 + 3 * 5);
    EXPECT_EQ(sheet.height, 2 * 3 + 3 * 5);
    EXPECT_EQ(color_at(sheet, 0, 0), (std::array{255, 255, 255}));
    EXPECT_EQ(color_at(sheet, 5, 5), (std::array{255, 0, 0}));
    EXPECT_EQ(color_at(sheet, 8, 7), (std::array{255, 0, 0}));
    EXPECT_EQ(color_at(sheet, 14, 5), (std::array{255, 255, 255}));
    EXPECT_EQ(color_at(sheet, 15, 6), (std::array{0, 255, 0})); // smaller: in the middle of its cell
    EXPECT_EQ(color_at(sheet, 5, 13), (std::array{127, 127, 255}));
    EXPECT_EQ(color_at(sheet, 14, 13), (std::array{255, 255, 255}));
}

TEST(ContactSheet, TakesAnyNumbers)
{
    EXPECT_EQ(aspic::contact_sheet({}, 3, 2).width, 0);
    const std::vector<PixelImage> one{filled(4, 3, {1, 2, 3, 255})};
    EXPECT_EQ(aspic::contact_sheet(one, 0, -2).rgba, one[0].rgba);
    EXPECT_EQ(aspic::contact_sheet(one, 100, 0).width, 4);
}

TEST(ContactSheet, PngHoldsTheSamePixels)
{
    const PixelImage image = filled(3, 2, {10, 200, 30, 255});
    const PixelImage read = aspic::decode_png(aspic::encode_png(image));
    EXPECT_EQ(read.width, 3);
    EXPECT_EQ(read.rgba, image.rgba);
}
