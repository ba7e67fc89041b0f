#include "aspic/render/color_map.h"
#include "aspic/render/plot_frame.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double bar_gap = 28, bar_width = 24; // [px]
constexpr double pixels_per_pixel = 2;         // of the field's image per pixel of the canvas

void put(PixelImage& image, int x, int y, const Color& c)
{
    const auto byte = [](double component) { return static_cast<std::uint8_t>(std::lround(255 * component)); };
    std::uint8_t* out = image.pixel(x, y);
    out[0] = byte(c.red);
    out[1] = byte(c.green);
    out[2] = byte(c.blue);
    out[3] = 255;
}

/// Grey with diagonal stripes: no value here.
Color hatch(int x, int y)
{
    constexpr int period = 12, stripe = 3;
    const double grey = (x + y) % period < stripe ? 0.62 : 0.9;
    return {grey, grey, grey};
}

/// The colour with thin bright stripes in the other direction: a doubtful value.
Color striped(const Color& c, int x, int y)
{
    constexpr int period = 16, stripe = 2;
    const double share = (x - y + 65536 * period) % period < stripe ? 0.55 : 0;
    return {std::lerp(c.red, 1, share), std::lerp(c.green, 1, share), std::lerp(c.blue, 1, share)};
}

PixelImage blank_image(const CanvasBox& box)
{
    PixelImage image{static_cast<int>(box.width * pixels_per_pixel), static_cast<int>(box.height * pixels_per_pixel), {}};
    image.rgba.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    return image;
}

struct Field
{
    const FieldPlot& plot;

    [[nodiscard]] std::size_t place(int column, int row) const
    {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(plot.columns) + static_cast<std::size_t>(column);
    }
    [[nodiscard]] double node(int column, int row) const { return plot.values[place(column, row)]; }

    [[nodiscard]] bool is_marked(double x, double y) const
    {
        return !plot.marked.empty() && plot.marked[place(static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)))] != 0;
    }

    /// Bilinear between the nodes that have a value; none if the nearest node has no value. Place in nodes.
    [[nodiscard]] std::optional<double> at(double x, double y) const
    {
        if (!is_drawable(node(static_cast<int>(std::lround(x)), static_cast<int>(std::lround(y)))))
            return std::nullopt;
        const int column = std::min(static_cast<int>(x), plot.columns - 2);
        const int row = std::min(static_cast<int>(y), plot.rows - 2);
        double sum = 0, weights = 0;
        for (const int dx : {0, 1})
            for (const int dy : {0, 1})
            {
                const double value = node(column + dx, row + dy);
                const double weight = (1 - std::abs(x - column - dx)) * (1 - std::abs(y - row - dy));
                if (!is_drawable(value))
                    continue;
                sum += weight * value;
                weights += weight;
            }
        return sum / weights;
    }
};

PixelImage image_of(const FieldPlot& plot, const AxisRange& range, const CanvasBox& box)
{
    PixelImage image = blank_image(box);
    const Field field{plot};
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            const double column = (x + 0.5) / image.width * (plot.columns - 1);
            const double row = (1 - (y + 0.5) / image.height) * (plot.rows - 1);
            const std::optional<double> value = field.at(column, row);
            const Color color = value ? field_color((*value - range.from) / range.width()) : hatch(x, y);
            put(image, x, y, value && field.is_marked(column, row) ? striped(color, x, y) : color);
        }
    return image;
}

/// Room around the field [px].
struct Margins
{
    double left, right, above, below;
};

/// The box of the field: equal lengths on both axes where that leaves it readable.
CanvasBox box_of(const FieldPlot& plot, const Margins& room)
{
    CanvasBox box{room.left, room.above, plot.width - room.left - room.right, plot.height - room.above - room.below};
    const double ratio = plot.x.width() / plot.y.width();
    if (ratio > 0.2 && ratio < 5)
    {
        box.width = std::min(box.width, box.height * ratio);
        box.height = box.width / ratio;
    }
    return {std::floor(box.x) + 0.5, std::floor(box.y) + 0.5, std::floor(box.width), std::floor(box.height)};
}

void draw_color_bar(Canvas& canvas, const CanvasBox& field, const AxisRange& range, const Ticks& ticks, const std::string& title)
{
    const CanvasBox bar{field.x + field.width + bar_gap, field.y, bar_width, field.height};
    PixelImage image{1, 256, std::vector<std::uint8_t>(4L * 256)};
    for (int y = 0; y < image.height; ++y)
        put(image, 0, y, field_color(1 - (y + 0.5) / image.height));
    canvas.image(bar, image);
    const Stroke line{.color = ink, .width = 1.2};
    canvas.frame(bar, line);
    const PlotFrame frame{bar, {0, 1}, range};
    const TextStyle style{.size = tick_text, .color = ink};
    const double right = bar.x + bar.width;
    for (std::size_t k = 0; k < ticks.values.size(); ++k)
    {
        const double row = std::floor(frame.row(ticks.values[k])) + 0.5;
        canvas.line({right, row}, {right + tick_length, row}, line);
        canvas.text({right + tick_length + 5, row + 0.36 * tick_text}, ticks.labels[k], style);
    }
    canvas.text({bar.x, bar.y - 8}, ticks.factor, style);
    const TextStyle upwards{.size = axis_text, .color = ink, .align = TextAlign::center, .upwards = true};
    canvas.text({right + tick_length + 5 + widest_label(canvas, ticks) + axis_text + 8, bar.y + bar.height / 2}, title, upwards);
}

/// What needs a word of explanation below the colour bar.
struct Key
{
    std::string words;
    Color (*pattern)(int x, int y);
};

std::vector<Key> keys_of(const FieldPlot& plot)
{
    std::vector<Key> keys;
    if (!std::ranges::all_of(plot.values, is_drawable))
        keys.push_back({"no value", hatch});
    if (std::ranges::any_of(plot.marked, [](std::uint8_t mark) { return mark != 0; }))
        keys.push_back({plot.marked_title, [](int x, int y) { return striped(field_color(0.35), x, y); }});
    return keys;
}

void draw_keys(Canvas& canvas, const CanvasBox& field, const std::vector<Key>& keys)
{
    CanvasBox box{field.x + field.width + bar_gap, field.y + field.height + 14, bar_width, 18};
    for (const Key& key : keys)
    {
        PixelImage image = blank_image(box);
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x)
                put(image, x, y, key.pattern(x, y));
        canvas.image(box, image);
        canvas.frame(box, {.color = ink, .width = 1});
        canvas.text({box.x + box.width + 8, box.y + 15}, key.words, {.size = tick_text, .color = ink});
        box.y += box.height + 6;
    }
}

/// Room at the right of the field for the colour bar and the keys.
double room_at_right(const Canvas& canvas, const Ticks& ticks, const std::string& title, const std::vector<Key>& keys)
{
    double words = tick_length + 5 + widest_label(canvas, ticks) + (title.empty() ? 0 : axis_text + 12);
    for (const Key& key : keys)
        words = std::max(words, 8 + canvas.text_width(key.words, {.size = tick_text}));
    return bar_gap + bar_width + words + margin;
}

void draw_dots(Canvas& canvas, const PlotFrame& frame, const FieldPlot& plot)
{
    const double radius = plot.dot_x.size() > 5000 ? 1 : plot.dot_x.size() > 500 ? 2 : 3.5;
    for (std::size_t k = 0; k < plot.dot_x.size(); ++k)
    {
        if (plot.dot_x[k] < plot.x.from || plot.dot_x[k] > plot.x.to || plot.dot_y[k] < plot.y.from || plot.dot_y[k] > plot.y.to)
            continue;
        const CanvasPoint center{frame.column(plot.dot_x[k]), frame.row(plot.dot_y[k])};
        canvas.dot(center, radius, {1, 1, 1});
        canvas.circle(center, radius, {.color = ink, .width = radius > 2 ? 1.2 : 0.6});
    }
}
} // namespace

Canvas draw(const FieldPlot& plot)
{
    const Canvas ruler(1, 1); // measures text before the size is known
    const AxisRange range = plot.value.range.value_or(range_of(plot.values));
    const std::vector<Key> keys = keys_of(plot);
    const Margins room{.left = room_at_left(ruler, vertical_ticks(plot.y, plot.height), plot.y_title),
                       .right = room_at_right(ruler, vertical_ticks(range, plot.height), plot.value.title, keys),
                       .above = room_above(plot.title),
                       .below = room_below(plot.x_title)};
    const PlotFrame frame{box_of(plot, room), plot.x, plot.y};

    Canvas canvas(static_cast<int>(room.left + frame.box.width + room.right), static_cast<int>(room.above + frame.box.height + room.below));
    canvas.image(frame.box, image_of(plot, range, frame.box));
    draw_axes(canvas, frame, horizontal_ticks(canvas, frame.x, frame.box.width), vertical_ticks(frame.y, frame.box.height), plot.x_title,
              plot.y_title);
    draw_dots(canvas, frame, plot); // over the frame, so that those on an axis are whole
    draw_title(canvas, frame.box, plot.title);
    draw_color_bar(canvas, frame.box, range, vertical_ticks(range, frame.box.height), plot.value.title);
    draw_keys(canvas, frame.box, keys);
    return canvas;
}
} // namespace aspic
