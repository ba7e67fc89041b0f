#include "aspic/render/canvas.h"

#include "aspic/io/output_file.h"

#include <cairo-ft.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <new>
#include <numbers>

namespace aspic
{
namespace
{
struct DestroySurface
{
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
struct DestroyContext
{
    void operator()(cairo_t* context) const { cairo_destroy(context); }
};
struct DestroyFontFace
{
    void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
};
using FontFace = std::unique_ptr<cairo_font_face_t, DestroyFontFace>;
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;
using Context = std::unique_ptr<cairo_t, DestroyContext>;

/// Cairo fails for want of memory only, once its arguments are right.
void check(cairo_status_t status)
{
    if (status != CAIRO_STATUS_SUCCESS)
        throw std::bad_alloc();
}

Context context_on(const Surface& surface)
{
    check(cairo_surface_status(surface.get()));
    Context context(cairo_create(surface.get()));
    check(cairo_status(context.get()));
    return context;
}

void set_color(cairo_t* context, const Color& c) { cairo_set_source_rgba(context, c.red, c.green, c.blue, c.opacity); }

/// An open font file; Cairo keeps it for as long as it has letters of it in its cache.
struct FontFile
{
    FT_Library library = nullptr;
    FT_Face face = nullptr;

    FontFile() = default;
    FontFile(const FontFile&) = delete;
    FontFile& operator=(const FontFile&) = delete;
    ~FontFile()
    {
        if (face != nullptr)
            FT_Done_Face(face);
        if (library != nullptr)
            FT_Done_FreeType(library);
    }
};

/// The font from its file where distributions put it, so that pictures are the same everywhere, or else whatever the system has.
FontFace open_font(bool bold)
{
    static const cairo_user_data_key_t key{};
    for (const std::string folder : {"truetype/dejavu", "TTF", "dejavu", "dejavu-sans-fonts"})
    {
        auto file = std::make_unique<FontFile>();
        const std::string path = "/usr/share/fonts/" + folder + (bold ? "/DejaVuSans-Bold.ttf" : "/DejaVuSans.ttf");
        if (FT_Init_FreeType(&file->library) != 0 || FT_New_Face(file->library, path.c_str(), 0, &file->face) != 0)
            continue;
        FontFace face(cairo_ft_font_face_create_for_ft_face(file->face, 0));
        check(cairo_font_face_set_user_data(face.get(), &key, file.get(), [](void* data) { delete static_cast<FontFile*>(data); }));
        static_cast<void>(file.release()); // belongs to the face now
        return face;
    }
    return FontFace(
        cairo_toy_font_face_create("sans-serif", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL));
}

void trace(cairo_t* context, std::span<const CanvasPoint> points)
{
    cairo_new_path(context);
    for (const CanvasPoint& p : points)
        cairo_line_to(context, p.x, p.y);
}

void trace_circle(cairo_t* context, CanvasPoint center, double radius)
{
    cairo_new_path(context);
    cairo_arc(context, center.x, center.y, radius, 0, 2 * std::numbers::pi);
}

std::vector<CanvasPoint> copy(std::span<const CanvasPoint> points) { return {points.begin(), points.end()}; }

void fill_path(cairo_t* context, const Color& fill)
{
    set_color(context, fill);
    cairo_fill(context);
}

void stroke_path(cairo_t* context, const Stroke& stroke)
{
    set_color(context, stroke.color);
    cairo_set_line_width(context, stroke.width);
    const std::array<double, 2> dash{4 * stroke.width, 3 * stroke.width};
    cairo_set_dash(context, dash.data(), stroke.dashed ? 2 : 0, 0);
    cairo_stroke(context);
}

/// Length of the UTF-8 character that a text starts with, or 0 if it starts with none.
std::size_t character_length(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xc2 && first < 0xe0 ? 2
                               : first >= 0xe0 && first < 0xf0 ? 3
                               : first >= 0xf0 && first < 0xf5 ? 4
                                                               : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (std::size_t k = 1; k < length; ++k)
        if ((static_cast<unsigned char>(text[k]) & 0xc0U) != 0x80U)
            return 0;
    const auto second = static_cast<unsigned char>(length > 1 ? text[1] : 0);
    const bool too_long = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
    const bool no_character = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
    return too_long || no_character ? 0 : length;
}

/// The text with question marks for what is no UTF-8, which Cairo refuses.
std::string valid_text(std::string_view text)
{
    std::string result;
    while (!text.empty())
    {
        const std::size_t length = character_length(text);
        result += length == 0 ? "?" : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return result;
}

cairo_status_t append_to_string(void* closure, const unsigned char* data, unsigned int length)
{
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

cairo_status_t read_from_view(void* closure, unsigned char* data, unsigned int length)
{
    auto& rest = *static_cast<std::string_view*>(closure);
    if (rest.size() < length)
        return CAIRO_STATUS_READ_ERROR;
    std::memcpy(data, rest.data(), length);
    rest.remove_prefix(length);
    return CAIRO_STATUS_SUCCESS;
}

/// Cairo's pixels are 32-bit words 0xAARRGGBB, with colours multiplied by the opacity.
PixelImage from_cairo(cairo_surface_t* surface)
{
    cairo_surface_flush(surface);
    PixelImage image{cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface), {}};
    image.rgba.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            std::uint32_t word = 0;
            std::memcpy(&word,
                        cairo_image_surface_get_data(surface) + static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(surface) +
                            4L * x,
                        4);
            const std::uint32_t opacity = word >> 24U;
            const auto straight = [&](std::uint32_t c) {
                return static_cast<std::uint8_t>(opacity == 0 ? 0 : std::min(255U, (c * 255U + opacity / 2) / opacity));
            };
            std::uint8_t* out = image.pixel(x, y);
            out[0] = straight((word >> 16U) & 255U);
            out[1] = straight((word >> 8U) & 255U);
            out[2] = straight(word & 255U);
            out[3] = static_cast<std::uint8_t>(opacity);
        }
    return image;
}

Surface to_cairo(const PixelImage& image)
{
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, image.width, image.height));
    check(cairo_surface_status(surface.get()));
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
        {
            const std::uint8_t* in = image.pixel(x, y);
            const auto scaled = [&](std::uint32_t c) { return (c * in[3] + 127U) / 255U; };
            const std::uint32_t word = (std::uint32_t(in[3]) << 24U) | (scaled(in[0]) << 16U) | (scaled(in[1]) << 8U) | scaled(in[2]);
            std::memcpy(cairo_image_surface_get_data(surface.get()) +
                            static_cast<std::ptrdiff_t>(y) * cairo_image_surface_get_stride(surface.get()) + 4L * x,
                        &word, 4);
        }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}
} // namespace

/// Everything drawn so far, kept as commands that can be given to a surface of any format.
struct Canvas::Drawing
{
    FontFace regular = open_font(false), bold = open_font(true);
    Surface scratch{cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)};
    Context ruler = context_on(scratch); ///< measures text
    std::vector<std::function<void(cairo_t*)>> commands;

    void set_font(cairo_t* context, const TextStyle& style) const
    {
        cairo_set_font_face(context, style.bold ? bold.get() : regular.get());
        cairo_set_font_size(context, style.size);
    }

    void draw_on(const Surface& target, double scale) const
    {
        const Context context = context_on(target);
        cairo_scale(context.get(), scale, scale);
        cairo_set_line_join(context.get(), CAIRO_LINE_JOIN_ROUND);
        for (const auto& command : commands)
            command(context.get());
        check(cairo_status(context.get()));
    }

    [[nodiscard]] Surface rasterized(int width, int height, double scale) const
    {
        const auto pixels = [&](int length) { return static_cast<int>(std::lround(length * scale)); };
        Surface target(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels(width), pixels(height)));
        draw_on(target, scale);
        return target;
    }
};

Canvas::Canvas(int width, int height) : drawing_(std::make_unique<Drawing>()), width_(width), height_(height)
{
    rectangle({0, 0, static_cast<double>(width), static_cast<double>(height)}, {1, 1, 1});
}

Canvas::~Canvas() = default;
Canvas::Canvas(Canvas&&) noexcept = default;
Canvas& Canvas::operator=(Canvas&&) noexcept = default;

void Canvas::line(CanvasPoint from, CanvasPoint to, const Stroke& stroke) { polyline(std::array{from, to}, stroke); }

void Canvas::polyline(std::span<const CanvasPoint> points, const Stroke& stroke)
{
    drawing_->commands.emplace_back([path = copy(points), stroke](cairo_t* context) {
        trace(context, path);
        stroke_path(context, stroke);
    });
}

void Canvas::polygon(std::span<const CanvasPoint> points, const Color& fill)
{
    drawing_->commands.emplace_back([path = copy(points), fill](cairo_t* context) {
        trace(context, path);
        fill_path(context, fill);
    });
}

void Canvas::rectangle(const CanvasBox& box, const Color& fill)
{
    drawing_->commands.emplace_back([box, fill](cairo_t* context) {
        cairo_rectangle(context, box.x, box.y, box.width, box.height);
        fill_path(context, fill);
    });
}

void Canvas::frame(const CanvasBox& box, const Stroke& stroke)
{
    drawing_->commands.emplace_back([box, stroke](cairo_t* context) {
        cairo_rectangle(context, box.x, box.y, box.width, box.height);
        stroke_path(context, stroke);
    });
}

void Canvas::dot(CanvasPoint center, double radius, const Color& fill)
{
    drawing_->commands.emplace_back([center, radius, fill](cairo_t* context) {
        trace_circle(context, center, radius);
        fill_path(context, fill);
    });
}

void Canvas::circle(CanvasPoint center, double radius, const Stroke& stroke)
{
    drawing_->commands.emplace_back([center, radius, stroke](cairo_t* context) {
        trace_circle(context, center, radius);
        stroke_path(context, stroke);
    });
}

void Canvas::text(CanvasPoint at, std::string_view words, const TextStyle& style)
{
    const double before = style.align == TextAlign::left ? 0 : text_width(words, style) * (style.align == TextAlign::center ? 0.5 : 1);
    drawing_->commands.emplace_back([drawing = drawing_.get(), at, style, before, letters = valid_text(words)](cairo_t* context) {
        cairo_save(context);
        drawing->set_font(context, style);
        set_color(context, style.color);
        cairo_translate(context, at.x, at.y);
        if (style.upwards)
            cairo_rotate(context, -std::numbers::pi / 2);
        cairo_move_to(context, -before, 0);
        cairo_show_text(context, letters.c_str());
        cairo_restore(context);
    });
}

double Canvas::text_width(std::string_view words, const TextStyle& style) const
{
    drawing_->set_font(drawing_->ruler.get(), style);
    cairo_text_extents_t extents{};
    cairo_text_extents(drawing_->ruler.get(), valid_text(words).c_str(), &extents);
    return extents.x_advance;
}

void Canvas::image(const CanvasBox& box, const PixelImage& image)
{
    drawing_->commands.emplace_back([box, image](cairo_t* context) {
        const Surface pixels = to_cairo(image);
        cairo_save(context);
        cairo_translate(context, box.x, box.y);
        cairo_scale(context, box.width / image.width, box.height / image.height);
        cairo_set_source_surface(context, pixels.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
        cairo_rectangle(context, 0, 0, image.width, image.height);
        cairo_fill(context);
        cairo_restore(context);
    });
}

void Canvas::clip(const CanvasBox& box)
{
    drawing_->commands.emplace_back([box](cairo_t* context) {
        cairo_save(context);
        cairo_rectangle(context, box.x, box.y, box.width, box.height);
        cairo_clip(context);
    });
}

void Canvas::unclip() { drawing_->commands.emplace_back(cairo_restore); }

PixelImage Canvas::pixels(double scale) const { return from_cairo(drawing_->rasterized(width_, height_, scale).get()); }

std::string Canvas::png(double scale) const
{
    std::string content;
    const Surface target = drawing_->rasterized(width_, height_, scale);
    check(cairo_surface_write_to_png_stream(target.get(), append_to_string, &content));
    return content;
}

std::string Canvas::svg() const
{
    std::string content;
    const Surface target(cairo_svg_surface_create_for_stream(append_to_string, &content, width_, height_));
    check(cairo_surface_status(target.get()));
    cairo_svg_surface_set_document_unit(target.get(), CAIRO_SVG_UNIT_PX);
    drawing_->draw_on(target, 1);
    cairo_surface_finish(target.get());
    check(cairo_surface_status(target.get()));
    return content;
}

bool is_picture_path(const std::filesystem::path& path) { return path.extension() == ".png" || path.extension() == ".svg"; }

void save(const Canvas& canvas, const std::filesystem::path& path, double scale)
{
    write_output(path, path.extension() == ".svg" ? canvas.svg() : canvas.png(scale));
}

PixelImage decode_png(std::string_view content)
{
    const Surface surface(cairo_image_surface_create_from_png_stream(read_from_view, &content));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
        return {};
    const Surface argb(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(surface.get()),
                                                  cairo_image_surface_get_height(surface.get())));
    const Context context = context_on(argb);
    cairo_set_source_surface(context.get(), surface.get(), 0, 0);
    cairo_paint(context.get());
    return from_cairo(argb.get());
}
} // namespace aspic
