#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace aspic
{
/// A colour in sRGB, components and opacity from 0 to 1.
struct Color
{
    double red = 0, green = 0, blue = 0, opacity = 1;

    bool operator==(const Color&) const = default;
};

/// A place on a canvas in pixels: x to the right, y down, from the upper left corner.
struct CanvasPoint
{
    double x = 0, y = 0;
};

struct CanvasBox
{
    double x = 0, y = 0, width = 0, height = 0; ///< upper left corner and size
};

struct Stroke
{
    Color color{};
    double width = 1;
    bool dashed = false;
};

enum class TextAlign
{
    left,
    center,
    right
};

struct TextStyle
{
    double size = 16; ///< [px] height of the letters' box
    Color color{};
    TextAlign align = TextAlign::left;
    bool bold = false;
    bool upwards = false; ///< turned to read from bottom to top
};

/// A picture of pixels: rows from top to bottom, `red, green, blue, opacity` from 0 to 255, colours not multiplied by the opacity.
struct PixelImage
{
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba;

    [[nodiscard]] const std::uint8_t* pixel(int x, int y) const { return rgba.data() + 4 * (static_cast<std::ptrdiff_t>(y) * width + x); }
    [[nodiscard]] std::uint8_t* pixel(int x, int y) { return rgba.data() + 4 * (static_cast<std::ptrdiff_t>(y) * width + x); }
};

/// A white sheet to draw on; saved as pixels (.png) or as lines and letters (.svg).
class Canvas
{
public:
    Canvas(int width, int height);
    ~Canvas();
    Canvas(Canvas&&) noexcept;
    Canvas& operator=(Canvas&&) noexcept;

    [[nodiscard]] int width() const { return width_; }
    [[nodiscard]] int height() const { return height_; }

    void line(CanvasPoint from, CanvasPoint to, const Stroke& stroke);
    void polyline(std::span<const CanvasPoint> points, const Stroke& stroke);
    void polygon(std::span<const CanvasPoint> points, const Color& fill);
    void rectangle(const CanvasBox& box, const Color& fill);
    void frame(const CanvasBox& box, const Stroke& stroke);
    void dot(CanvasPoint center, double radius, const Color& fill);
    void circle(CanvasPoint center, double radius, const Stroke& stroke);

    /// Text whose baseline starts, ends or has its middle at `at`, by the style's align.
    void text(CanvasPoint at, std::string_view words, const TextStyle& style);
    [[nodiscard]] double text_width(std::string_view words, const TextStyle& style) const;

    /// The image stretched over a box; each of its pixels stays a small box.
    void image(const CanvasBox& box, const PixelImage& image);

    /// Until `unclip`, nothing outside the box changes.
    void clip(const CanvasBox& box);
    void unclip();

    /// What was drawn, with `scale` pixels of the image for each of the canvas.
    [[nodiscard]] PixelImage pixels(double scale = 1) const;
    [[nodiscard]] std::string png(double scale = 1) const;
    [[nodiscard]] std::string svg() const;

private:
    struct Drawing;
    std::unique_ptr<Drawing> drawing_;
    int width_, height_;
};

/// Whether `save` knows the ending of the path: .png or .svg.
bool is_picture_path(const std::filesystem::path& path);

/// Writes the picture in the format of the path's ending. Throws std::system_error if it cannot be written.
void save(const Canvas& canvas, const std::filesystem::path& path, double scale = 1);

/// The pixels of a PNG file's content, or an empty image if it is none.
PixelImage decode_png(std::string_view content);
} // namespace aspic
