#include "aspic/render/canvas.h"

#include "aspic/io/csv.h"

#include <cairo-ft.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <cstring>
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

void stroke_path(cairo_t* context, const Stroke& stroke)
{
    set_color(context, stroke.color);
    cairo_set_line_width(context, stroke.width);
    const std::array<double, 2> dash{4 * stroke.width, 3 * stroke.width};
    cairo_set_dash(context, dash.data(), stroke.dashed ? 2 : 0, 0);
    cairo_stroke(context);
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

/// Everything drawn so far, kept as commands that any format can replay.
struct Canvas::Drawing
{
    Surface recording;
    Context context;
    FontFace regular = open_font(false), bold = open_font(true);

    void set_font(const TextStyle& style) const
    {
        cairo_set_font_face(context.get(), style.bold ? bold.get() : regular.get());
        cairo_set_font_size(context.get(), style.size);
    }
};

Canvas::Canvas(int width, int height) : drawing_(std::make_unique<Drawing>()), width_(width), height_(height)
{
    const cairo_rectangle_t extents{0, 0, static_cast<double>(width), static_cast<double>(height)};
    drawing_->recording.reset(cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents));
    drawing_->context = context_on(drawing_->recording);
    cairo_set_line_join(drawing_->context.get(), CAIRO_LINE_JOIN_ROUND);
    rectangle({0, 0, extents.width, extents.height}, {1, 1, 1});
}

Canvas::~Canvas() = default;
Canvas::Canvas(Canvas&&) noexcept = default;
Canvas& Canvas::operator=(Canvas&&) noexcept = default;

void Canvas::line(CanvasPoint from, CanvasPoint to, const Stroke& stroke) { polyline(std::array{from, to}, stroke); }

void Canvas::polyline(std::span<const CanvasPoint> points, const Stroke& stroke)
{
    trace(drawing_->context.get(), points);
    stroke_path(drawing_->context.get(), stroke);
}

void Canvas::polygon(std::span<const CanvasPoint> points, const Color& fill)
{
    trace(drawing_->context.get(), points);
    set_color(drawing_->context.get(), fill);
    cairo_fill(drawing_->context.get());
}

void Canvas::rectangle(const CanvasBox& box, const Color& fill)
{
    cairo_rectangle(drawing_->context.get(), box.x, box.y, box.width, box.height);
    set_color(drawing_->context.get(), fill);
    cairo_fill(drawing_->context.get());
}

void Canvas::frame(const CanvasBox& box, const Stroke& stroke)
{
    cairo_rectangle(drawing_->context.get(), box.x, box.y, box.width, box.height);
    stroke_path(drawing_->context.get(), stroke);
}

void Canvas::dot(CanvasPoint center, double radius, const Color& fill)
{
    cairo_new_path(drawing_->context.get());
    cairo_arc(drawing_->context.get(), center.x, center.y, radius, 0, 2 * std::numbers::pi);
    set_color(drawing_->context.get(), fill);
    cairo_fill(drawing_->context.get());
}

void Canvas::circle(CanvasPoint center, double radius, const Stroke& stroke)
{
    cairo_new_path(drawing_->context.get());
    cairo_arc(drawing_->context.get(), center.x, center.y, radius, 0, 2 * std::numbers::pi);
    stroke_path(drawing_->context.get(), stroke);
}

void Canvas::text(CanvasPoint at, std::string_view words, const TextStyle& style)
{
    cairo_t* context = drawing_->context.get();
    const double before = style.align == TextAlign::left ? 0 : text_width(words, style) * (style.align == TextAlign::center ? 0.5 : 1);
    cairo_save(context);
    drawing_->set_font(style);
    set_color(context, style.color);
    cairo_translate(context, at.x, at.y);
    if (style.upwards)
        cairo_rotate(context, -std::numbers::pi / 2);
    cairo_move_to(context, -before, 0);
    cairo_show_text(context, std::string(words).c_str());
    cairo_restore(context);
}

double Canvas::text_width(std::string_view words, const TextStyle& style) const
{
    drawing_->set_font(style);
    cairo_text_extents_t extents{};
    cairo_text_extents(drawing_->context.get(), std::string(words).c_str(), &extents);
    return extents.x_advance;
}

void Canvas::image(const CanvasBox& box, const PixelImage& image)
{
    const Surface pixels = to_cairo(image);
    cairo_t* context = drawing_->context.get();
    cairo_save(context);
    cairo_translate(context, box.x, box.y);
    cairo_scale(context, box.width / image.width, box.height / image.height);
    cairo_set_source_surface(context, pixels.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST);
    cairo_rectangle(context, 0, 0, image.width, image.height);
    cairo_fill(context);
    cairo_restore(context);
}

void Canvas::clip(const CanvasBox& box)
{
    cairo_save(drawing_->context.get());
    cairo_rectangle(drawing_->context.get(), box.x, box.y, box.width, box.height);
    cairo_clip(drawing_->context.get());
}

void Canvas::unclip() { cairo_restore(drawing_->context.get()); }

namespace
{
void replay(cairo_surface_t* recording, const Surface& target, double scale)
{
    const Context context = context_on(target);
    cairo_scale(context.get(), scale, scale);
    cairo_set_source_surface(context.get(), recording, 0, 0);
    cairo_paint(context.get());
    check(cairo_status(context.get()));
}

Surface rasterize(cairo_surface_t* recording, int width, int height, double scale)
{
    Surface target(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(std::lround(width * scale)),
                                              static_cast<int>(std::lround(height * scale))));
    replay(recording, target, scale);
    return target;
}
} // namespace

PixelImage Canvas::pixels(double scale) const { return from_cairo(rasterize(drawing_->recording.get(), width_, height_, scale).get()); }

std::string Canvas::png(double scale) const
{
    std::string content;
    const Surface target = rasterize(drawing_->recording.get(), width_, height_, scale);
    check(cairo_surface_write_to_png_stream(target.get(), append_to_string, &content));
    return content;
}

std::string Canvas::svg() const
{
    std::string content;
    const Surface target(cairo_svg_surface_create_for_stream(append_to_string, &content, width_, height_));
    check(cairo_surface_status(target.get()));
    cairo_svg_surface_set_document_unit(target.get(), CAIRO_SVG_UNIT_PX);
    replay(drawing_->recording.get(), target, 1);
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
    replay(surface.get(), argb, 1);
    return from_cairo(argb.get());
}
} // namespace aspic
