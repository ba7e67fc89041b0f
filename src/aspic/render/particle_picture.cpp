#include "aspic/render/particle_picture.h"

#include "aspic/core/nearest_name.h"
#include "aspic/render/color_map.h"

#include <cmath>

namespace aspic
{
namespace
{
/// Values of a column as one number for each particle.
template <class T> double single_number(const T& value)
{
    if constexpr (std::is_arithmetic_v<T>)
        return static_cast<double>(value);
    else if constexpr (requires { value.row; })
        return std::sqrt(double(dot(value.row[0], value.row[0]) + dot(value.row[1], value.row[1]) + dot(value.row[2], value.row[2])));
    else
        return static_cast<double>(norm(value));
}

void draw_scale(Canvas& canvas, const Caption& caption)
{
    const double unit = canvas.height() / 36.0;
    const CanvasBox bar{canvas.width() - 4.5 * unit, canvas.height() * 0.3, 0.7 * unit, canvas.height() * 0.4};
    const TextStyle words{.size = 0.85 * unit, .color = {0.1, 0.1, 0.1}};
    constexpr int steps = 256;
    for (int k = 0; k < steps; ++k)
        canvas.rectangle({bar.x, bar.y + bar.height * (steps - 1 - k) / steps, bar.width, bar.height / steps + 0.5},
                         field_color((k + 0.5) / steps));
    canvas.frame(bar, {.color = {0.2, 0.2, 0.2}, .width = 0.05 * unit});
    const Ticks ticks = nice_ticks(caption.scale.from, caption.scale.to, 5);
    for (std::size_t k = 0; k < ticks.values.size(); ++k)
    {
        const double y = bar.y + bar.height * (caption.scale.to - ticks.values[k]) / caption.scale.width();
        canvas.line({bar.x + bar.width, y}, {bar.x + 1.3 * bar.width, y}, {.color = {0.2, 0.2, 0.2}, .width = 0.05 * unit});
        canvas.text({bar.x + 1.5 * bar.width, y + 0.3 * unit}, ticks.labels[k], words);
    }
    TextStyle title = words;
    title.align = TextAlign::right;
    const std::string factor = ticks.factor.empty() ? "" : " " + ticks.factor;
    canvas.text({canvas.width() - unit, bar.y - 0.8 * unit}, caption.scale_title + factor, title);
}
} // namespace

std::string column_of(const std::string& quantity) { return quantity == "speed" ? "velocity" : quantity == "body" ? "origin" : quantity; }

Result<Quantity> quantity_of(const ParticleFrame& frame, const std::string& name)
{
    const std::string column = column_of(name);
    if (const AnyColumn* any = frame.find_any(column))
        return std::visit(
            [&](const auto& found) {
                Quantity result{
                    name, found.unit.empty() && (name == "pressure" || name == "stress") ? "Pa" : found.unit, {}}; // files do not tell
                for (const auto& value : found.values)
                    result.values.push_back(single_number(value));
                return result;
            },
            *any);
    std::vector<std::string_view> names;
    for (const AnyColumn& any : frame.columns)
        names.push_back(name_of(any) == "velocity" ? "speed" : std::string_view(name_of(any)));
    return Problem{"--color-by", "the frames hold no '" + name + "'", hint_for_name(name, names)};
}

std::vector<Light> colors_of(const Quantity& quantity, const AxisRange& range)
{
    std::vector<Light> colors;
    colors.reserve(quantity.values.size());
    for (const double value : quantity.values)
        colors.push_back(light_of(field_color((value - range.from) / range.width())));
    return colors;
}

PixelImage captioned(PixelImage image, const Caption& caption)
{
    if (caption.scale_title.empty() && caption.stamp.empty())
        return image;
    Canvas canvas(image.width, image.height);
    canvas.image({0, 0, double(image.width), double(image.height)}, image);
    if (!caption.scale_title.empty())
        draw_scale(canvas, caption);
    const double unit = image.height / 36.0;
    canvas.text({unit, image.height - unit}, caption.stamp, {.size = unit, .color = {0.15, 0.15, 0.15}});
    return canvas.pixels();
}
} // namespace aspic
