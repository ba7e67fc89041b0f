#include "aspic/render/contact_sheet.h"

#include <algorithm>

namespace aspic
{
namespace
{
/// The image over what is there, whose upper left corner comes to (left, top).
void put_image(PixelImage& sheet, const PixelImage& image, int left, int top)
{
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            const std::uint8_t* in = image.pixel(x, y);
            std::uint8_t* out = sheet.pixel(left + x, top + y);
            for (int c = 0; c < 3; ++c)
                out[c] = static_cast<std::uint8_t>((in[c] * in[3] + out[c] * (255 - in[3]) + 127) / 255);
        }
}
} // namespace

PixelImage contact_sheet(std::span<const PixelImage> images, int columns, int gap)
{
    if (images.empty())
        return {};
    const int count = static_cast<int>(images.size());
    const int across = std::clamp(columns, 1, count), down = (count + across - 1) / across, space = std::max(0, gap);
    int width = 0, height = 0; // of a cell
    for (const PixelImage& image : images)
    {
        width = std::max(width, image.width);
        height = std::max(height, image.height);
    }
    PixelImage sheet{across * (width + space) + space, down * (height + space) + space, {}};
    sheet.rgba.assign(4 * static_cast<std::size_t>(sheet.width) * static_cast<std::size_t>(sheet.height), 255);
    for (int k = 0; k < count; ++k)
    {
        const PixelImage& image = images[static_cast<std::size_t>(k)];
        put_image(sheet, image, space + k % across * (width + space) + (width - image.width) / 2,
                  space + k / across * (height + space) + (height - image.height) / 2);
    }
    return sheet;
}

std::string encode_png(const PixelImage& image)
{
    Canvas canvas(image.width, image.height);
    canvas.image({0, 0, static_cast<double>(image.width), static_cast<double>(image.height)}, image);
    return canvas.png();
}
} // namespace aspic
