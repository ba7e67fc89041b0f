#include "aspic/render/plot_frame.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
const TextStyle label_style{.size = tick_text, .color = ink, .align = TextAlign::center};
const TextStyle title_style{.size = axis_text, .color = ink, .align = TextAlign::center};

/// Middle of the nearest pixel, where a thin line is sharp.
double sharp(double place) { return std::floor(place) + 0.5; }
} // namespace

double widest_label(const Canvas& canvas, const Ticks& ticks)
{
    double widest = canvas.text_width(ticks.factor, label_style);
    for (const std::string& label : ticks.labels)
        widest = std::max(widest, canvas.text_width(label, label_style));
    return widest;
}

Ticks horizontal_ticks(const Canvas& canvas, const AxisRange& range, double length)
{
    for (int about = std::max(2, static_cast<int>(length / 72)); about > 1; --about)
    {
        Ticks ticks = nice_ticks(range.from, range.to, about);
        if (static_cast<double>(ticks.values.size()) * (widest_label(canvas, ticks) + 14) < length)
            return ticks;
    }
    return nice_ticks(range.from, range.to, 1);
}

Ticks vertical_ticks(const AxisRange& range, double length)
{
    return nice_ticks(range.from, range.to, std::max(3, static_cast<int>(length / 72)));
}

double room_at_left(const Canvas& canvas, const Ticks& ticks, const std::string& title)
{
    return margin + (title.empty() ? 0 : axis_text + 12) + widest_label(canvas, ticks) + tick_length + 6;
}

double room_below(const std::string& title) { return margin + (title.empty() ? 0 : axis_text + 10) + tick_text + tick_length + 8; }

double room_above(const std::string& title) { return margin + (title.empty() ? 6 : title_text + 14); }

void draw_grid(Canvas& canvas, const PlotFrame& frame, const Ticks& x, const Ticks& y)
{
    const CanvasBox& box = frame.box;
    const Stroke thin{.color = grid_ink, .width = 1};
    for (const double value : x.values)
        canvas.line({sharp(frame.column(value)), box.y}, {sharp(frame.column(value)), box.y + box.height}, thin);
    for (const double value : y.values)
        canvas.line({box.x, sharp(frame.row(value))}, {box.x + box.width, sharp(frame.row(value))}, thin);
}

void draw_axes(Canvas& canvas, const PlotFrame& frame, const Ticks& x, const Ticks& y, const std::string& x_title,
               const std::string& y_title)
{
    const CanvasBox& box = frame.box;
    const Stroke line{.color = ink, .width = 1.2};
    const double bottom = box.y + box.height;
    const double label_row = bottom + tick_length + tick_text + 3;
    canvas.frame(box, line);
    for (std::size_t k = 0; k < x.values.size(); ++k)
    {
        const double column = sharp(frame.column(x.values[k]));
        canvas.line({column, bottom}, {column, bottom + tick_length}, line);
        canvas.text({column, label_row}, x.labels[k], label_style);
    }
    TextStyle right = label_style;
    right.align = TextAlign::right;
    for (std::size_t k = 0; k < y.values.size(); ++k)
    {
        const double row = sharp(frame.row(y.values[k]));
        canvas.line({box.x - tick_length, row}, {box.x, row}, line);
        canvas.text({box.x - tick_length - 5, row + 0.36 * tick_text}, y.labels[k], right);
    }
    const double title_row = label_row + axis_text + 9;
    canvas.text({box.x + box.width / 2, title_row}, x_title, title_style);
    canvas.text({box.x + box.width, title_row}, x.factor, right);
    TextStyle left = label_style;
    left.align = TextAlign::left;
    canvas.text({box.x, box.y - 8}, y.factor, left);
    TextStyle upwards = title_style;
    upwards.upwards = true;
    upwards.size *= std::clamp((box.height + 2 * margin) / std::max(1.0, canvas.text_width(y_title, upwards)), 0.6, 1.0); // of a low plot
    canvas.text({box.x - tick_length - 5 - widest_label(canvas, y) - 12, box.y + box.height / 2}, y_title, upwards);
}

void draw_title(Canvas& canvas, const CanvasBox& box, const std::string& title)
{
    canvas.text({box.x + box.width / 2, box.y - 16}, title, {.size = title_text, .color = ink, .align = TextAlign::center, .bold = true});
}
} // namespace aspic
