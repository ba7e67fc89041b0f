#include "aspic/render/color_map.h"
#include "aspic/render/plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace
{
using aspic::Color;
using aspic::PixelImage;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr Color red{0.8, 0, 0}, blue{0, 0, 0.8};

std::size_t count_pixels(const PixelImage& image, const Color& color, int tolerance = 2)
{
    std::size_t count = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            const std::uint8_t* p = image.pixel(x, y);
            const std::array wanted{color.red, color.green, color.blue};
            bool same = true;
            for (std::size_t c = 0; c < 3; ++c)
                same = same && std::abs(p[c] - 255 * wanted[c]) <= tolerance;
            count += same ? 1 : 0;
        }
    return count;
}

aspic::PlotSeries flat(double value, const Color& color)
{
    return {.name = "", .x = {0, 1}, .y = {value, value}, .color = color, .line_width = 4};
}

aspic::LinePlot two_levels()
{
    return {.title = "Two levels",
            .x = {.title = "t [s]", .range = {}},
            .y = {.title = "E [J]", .range = aspic::AxisRange{0, 10}},
            .series = {flat(2, red), flat(8, blue)}};
}

/// Mean row of the pixels of a colour, from the top.
double mean_row(const PixelImage& image, const Color& color)
{
    double sum = 0, count = 0;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            const std::uint8_t* p = image.pixel(x, y);
            if (std::abs(p[0] - 255 * color.red) + std::abs(p[1] - 255 * color.green) + std::abs(p[2] - 255 * color.blue) > 6)
                continue;
            sum += y;
            ++count;
        }
    return sum / count;
}

aspic::FieldPlot ramp()
{
    aspic::FieldPlot plot;
    plot.x = plot.y = {0, 1};
    plot.columns = plot.rows = 5;
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 5; ++column)
            plot.values.push_back(column);
    return plot;
}

/// Widest stretch of a row that is neither white nor grey: where the field is.
std::pair<int, int> colored_stretch(const PixelImage& image, int y)
{
    std::pair<int, int> best{0, 0};
    int begin = -1;
    for (int x = 0; x <= image.width; ++x)
    {
        const std::uint8_t* p = x < image.width ? image.pixel(x, y) : nullptr;
        const bool colored = p != nullptr && std::max({p[0], p[1], p[2]}) - std::min({p[0], p[1], p[2]}) > 20;
        if (colored && begin < 0)
            begin = x;
        if (!colored && begin >= 0)
        {
            if (x - begin > best.second - best.first)
                best = {begin, x};
            begin = -1;
        }
    }
    return best;
}
} // namespace

TEST(Ticks, AreRoundAndInside)
{
    const aspic::Ticks ticks = aspic::nice_ticks(0, 1, 5);
    EXPECT_THAT(ticks.labels, testing::ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
    EXPECT_THAT(aspic::nice_ticks(-1.3, 2.2, 4).labels, testing::ElementsAre("−1", "0", "1", "2"));
    EXPECT_THAT(aspic::nice_ticks(-0.02, 0.02, 4).labels, testing::ElementsAre("−0.02", "−0.01", "0.00", "0.01", "0.02"));
    for (const double width : {1e-12, 3e-7, 0.037, 1.0, 7.7, 123.0, 4.4e9, 1e200})
        for (const double from : {0.0, -0.3 * width, 2.5 * width})
        {
            const aspic::Ticks some = aspic::nice_ticks(from, from + width, 6);
            EXPECT_GE(some.values.size(), 3U) << from << " " << width;
            EXPECT_LE(some.values.size(), 10U);
            for (const double value : some.values)
            {
                EXPECT_GE(value, from - 1e-5 * width);
                EXPECT_LE(value, from + width * (1 + 1e-5));
            }
        }
}

TEST(Ticks, LeaveOutACommonPowerOfTen)
{
    const aspic::Ticks large = aspic::nice_ticks(0, 2e6, 4);
    EXPECT_THAT(large.labels, testing::ElementsAre("0.0", "0.5", "1.0", "1.5", "2.0"));
    EXPECT_EQ(large.factor, "×10⁶");
    const aspic::Ticks small = aspic::nice_ticks(0, 3e-9, 3);
    EXPECT_THAT(small.labels, testing::ElementsAre("0", "1", "2", "3"));
    EXPECT_EQ(small.factor, "×10⁻⁹");
    EXPECT_EQ(aspic::nice_ticks(0, 100, 5).factor, "");
}

TEST(Ticks, LabelsDiffer)
{
    for (const double from : {0.0, 1.0, 1000.0, 1e6})
    {
        const aspic::Ticks ticks = aspic::nice_ticks(from, from + 0.01, 5);
        for (std::size_t k = 1; k < ticks.labels.size(); ++k)
            EXPECT_NE(ticks.labels[k - 1], ticks.labels[k]);
    }
}

TEST(AxisRange, HoldsAllNumbersAndHasAWidth)
{
    EXPECT_EQ(aspic::range_of({3, -1, 2}).from, -1);
    EXPECT_EQ(aspic::range_of({3, -1, 2}).to, 3);
    EXPECT_EQ(aspic::range_of({3, nan_value, HUGE_VAL, 4}).to, 4);
    for (const std::vector<double>& values : {std::vector<double>{}, {0}, {5}, {-5, -5}, {nan_value}, {1, 1 + 1e-12}, {1e299}, {5e-324}})
    {
        const aspic::AxisRange range = aspic::range_of(values);
        EXPECT_GT(range.width(), 0);
        EXPECT_TRUE(std::isfinite(range.width()));
    }
}

TEST(ColorMap, EndsInDarkVioletAndYellowAndGrowsLighter)
{
    EXPECT_NEAR(aspic::field_color(0).red, 0x44 / 255.0, 1e-12);
    EXPECT_NEAR(aspic::field_color(0).blue, 0x54 / 255.0, 1e-12);
    EXPECT_NEAR(aspic::field_color(1).red, 0xfd / 255.0, 1e-12);
    EXPECT_NEAR(aspic::field_color(1).green, 0xe7 / 255.0, 1e-12);
    EXPECT_EQ(aspic::field_color(-3), aspic::field_color(0));
    EXPECT_EQ(aspic::field_color(7), aspic::field_color(1));
    double previous = -1;
    for (int k = 0; k <= 1000; ++k)
    {
        const double now = aspic::luminance(aspic::field_color(k / 1000.0));
        EXPECT_GT(now, previous) << k;
        previous = now;
    }
}

TEST(ColorMap, EqualStepsLookEqual)
{
    // Lightness L* of CIELAB: steps of a perceptually uniform map differ little.
    const auto lightness = [](double t) { return 116 * std::cbrt(aspic::luminance(aspic::field_color(t))) - 16; };
    const double mean = (lightness(1) - lightness(0)) / 10;
    for (int k = 0; k < 10; ++k)
        EXPECT_NEAR(lightness((k + 1) / 10.0) - lightness(k / 10.0), mean, 0.3 * mean) << k;
}

TEST(Canvas, PngHasTheSizeAndDecodes)
{
    const aspic::Canvas canvas = draw(two_levels());
    const std::string png = canvas.png();
    ASSERT_GT(png.size(), 100U);
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(png.substr(16, 8), std::string("\0\0\x03\xe8\0\0\x02\xbc", 8)); // 1000 × 700 in the header
    const PixelImage image = aspic::decode_png(png);
    EXPECT_EQ(image.width, 1000);
    EXPECT_EQ(image.height, 700);
    EXPECT_EQ(image.rgba, canvas.pixels().rgba);
    EXPECT_EQ(aspic::decode_png(canvas.png(2)).width, 2000);
    EXPECT_EQ(aspic::decode_png("no picture").width, 0);
    EXPECT_EQ(aspic::decode_png(png.substr(0, 200)).width, 0);
}

TEST(Canvas, SavesByTheEnding)
{
    const auto folder = std::filesystem::temp_directory_path() / ("aspic_plot_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const aspic::Canvas canvas = draw(two_levels());
    aspic::save(canvas, folder / "a.svg");
    aspic::save(canvas, folder / "a.png");
    std::ifstream svg(folder / "a.svg"), png(folder / "a.png", std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(svg), {});
    EXPECT_THAT(text, testing::AllOf(testing::StartsWith("<?xml"), testing::HasSubstr("<svg"), testing::HasSubstr("</svg>")));
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(png), {}), canvas.png());
    EXPECT_THROW(aspic::save(canvas, folder / "missing" / "a.png"), std::system_error);
    EXPECT_TRUE(aspic::is_picture_path("a.png") && aspic::is_picture_path("a.svg") && !aspic::is_picture_path("a.pdf") &&
                !aspic::is_picture_path("png"));
    std::filesystem::remove_all(folder);
}

TEST(Canvas, ImagesAndClipsLandWhereTheyShould)
{
    aspic::Canvas canvas(40, 30);
    canvas.clip({10, 10, 10, 10});
    canvas.rectangle({0, 0, 40, 30}, red);
    canvas.unclip();
    PixelImage image{2, 1, {0, 0, 204, 255, 0, 204, 0, 255}};
    canvas.image({20, 0, 20, 10}, image);
    const PixelImage pixels = canvas.pixels();
    EXPECT_EQ(count_pixels(pixels, red), 100U);
    EXPECT_EQ(count_pixels(pixels, blue), 100U);
    EXPECT_EQ(pixels.pixel(25, 5)[2], 204);
    EXPECT_EQ(pixels.pixel(35, 5)[1], 204);
    EXPECT_EQ(pixels.pixel(15, 15)[0], 204);
    EXPECT_EQ(pixels.pixel(5, 5)[0], 255);
}

TEST(Canvas, TextHasAWidthAndMayBeAnyBytes)
{
    aspic::Canvas canvas(200, 50);
    const aspic::TextStyle style{.size = 20};
    EXPECT_GT(canvas.text_width("ωΦΣ", style), 30);
    EXPECT_LT(canvas.text_width("ωΦΣ", style), 60);
    EXPECT_NEAR(canvas.text_width("11", style), 2 * canvas.text_width("1", style), 2);
    for (const std::string_view bytes : {"", "\xff\xfe", "caf\xe9", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "a\nb\x01"})
        canvas.text({5, 30}, bytes, style);
    EXPECT_GT(canvas.svg().size(), 100U);
    EXPECT_LT(count_pixels(canvas.pixels(), {1, 1, 1}), 10000U); // something was written
}

TEST(LinePlot, CurvesHaveTheirColourAndHeight)
{
    const PixelImage image = draw(two_levels()).pixels();
    EXPECT_GT(count_pixels(image, red), 2000U); // 4 px thick over more than 800 px
    EXPECT_GT(count_pixels(image, blue), 2000U);
    const double low = mean_row(image, red), high = mean_row(image, blue);
    EXPECT_GT(low, high); // larger values stand higher
    // Both are 20 % of the frame away from its ends: the frame spans (low − high)/0.6.
    const double frame = (low - high) / 0.6;
    EXPECT_GT(frame, 500);
    EXPECT_LT(high + 0.8 * frame, 650);
    EXPECT_GT(high - 0.2 * frame, 20);
}

TEST(LinePlot, GapsStayEmpty)
{
    aspic::LinePlot plot = two_levels();
    plot.series = {{.name = "", .x = {0, 1, 2, 3, 4}, .y = {5, 5, nan_value, 5, 5}, .color = red, .line_width = 4}};
    const std::size_t with_gap = count_pixels(draw(plot).pixels(), red);
    plot.series[0].y[2] = 5;
    const std::size_t whole = count_pixels(draw(plot).pixels(), red);
    EXPECT_NEAR(static_cast<double>(with_gap) / static_cast<double>(whole), 0.5, 0.02);
}

TEST(LinePlot, LegendNamesSeriesWithoutHidingThem)
{
    aspic::LinePlot plot = two_levels();
    const std::size_t before = count_pixels(draw(plot).pixels(), red);
    plot.series[0].name = "kinetic";
    plot.series[1].name = "potential";
    EXPECT_GT(count_pixels(draw(plot).pixels(), red), before); // the curve, and its sample in the legend
}

TEST(LinePlot, DrawsAnythingWithoutFailing)
{
    for (const std::vector<double>& y :
         {std::vector<double>{}, {1}, {nan_value, nan_value}, {1e308, -1e308}, {0, 0}, {1e-320, 2e-320}, {HUGE_VAL, 1}})
    {
        aspic::LinePlot plot;
        plot.series.push_back({.name = "a", .x = std::vector<double>(y.size(), 1), .y = y, .color = {}, .dot_radius = 3});
        EXPECT_EQ(draw(plot).pixels().width, 1000);
    }
    aspic::LinePlot many = two_levels();
    for (int k = 0; k < 60; ++k)
        many.series.push_back({.name = "series " + std::to_string(k), .x = {0, 1}, .y = {k / 6.0, 10 - k / 6.0}, .color = {}});
    EXPECT_GT(count_pixels(draw(many).pixels(), aspic::series_color(3)), 100U);
}

TEST(FieldPlot, ColoursFollowTheValues)
{
    aspic::FieldPlot plot = ramp();
    const PixelImage image = draw(plot).pixels();
    const auto [begin, end] = colored_stretch(image, image.height / 2);
    ASSERT_GT(end - begin, 300);
    double previous = -1;
    for (int x = begin + 6; x < end - 6; x += 10)
    {
        const std::uint8_t* p = image.pixel(x, image.height / 2);
        const double now = aspic::luminance({p[0] / 255.0, p[1] / 255.0, p[2] / 255.0});
        EXPECT_GT(now, previous);
        const Color expected = aspic::field_color((x + 0.5 - begin) / (end - begin));
        EXPECT_NEAR(p[1] / 255.0, expected.green, 0.03);
        previous = now;
    }
}

TEST(FieldPlot, MissingValuesAreHatchedGrey)
{
    aspic::FieldPlot plot = ramp();
    const Color grey{0.9, 0.9, 0.9};
    EXPECT_LT(count_pixels(draw(plot).pixels(), grey, 1), 100U); // edges of letters
    plot.values[12] = nan_value;
    EXPECT_GT(count_pixels(draw(plot).pixels(), grey, 1), 2000U);
    plot.values.assign(25, nan_value);
    EXPECT_GT(count_pixels(draw(plot).pixels(), grey, 1), 50000U);
}

TEST(FieldPlot, LengthsAreEqualOnBothAxes)
{
    aspic::FieldPlot plot = ramp();
    plot.x = {0, 2};
    const PixelImage image = draw(plot).pixels();
    const auto [begin, end] = colored_stretch(image, image.height / 2);
    int rows = 0;
    for (int y = 0; y < image.height; ++y)
        rows += colored_stretch(image, y).second - colored_stretch(image, y).first > 300 ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(end - begin) / rows, 2, 0.02);
}

TEST(FieldPlot, DotsAndMarksAreDrawn)
{
    aspic::FieldPlot plot = ramp();
    const std::size_t white = count_pixels(draw(plot).pixels(), {1, 1, 1});
    plot.dot_x = {0.5, 9};
    plot.dot_y = {0.5, 9}; // the second lies outside and is left out
    const std::size_t with_dot = count_pixels(draw(plot).pixels(), {1, 1, 1});
    EXPECT_GT(with_dot, white + 15);
    EXPECT_LT(with_dot, white + 60);
    plot.marked.assign(25, 1);
    plot.marked_title = "doubtful";
    EXPECT_NE(draw(plot).pixels().rgba, draw(ramp()).pixels().rgba);
}
