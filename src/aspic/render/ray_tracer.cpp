#include "aspic/render/ray_tracer.h"

#include "aspic/compute/parallel.h"

#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
constexpr float whole_turn = 2 * static_cast<float>(pi);

Light operator*(const Light& a, const Light& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Light mixed(const Light& a, const Light& b, float share_of_b) { return (1 - share_of_b) * a + share_of_b * b; }
Vec3f unit(const Vec3f& a) { return a / norm(a); }

/// Random numbers that depend on nothing but the pixel, the sample and how many were drawn before.
class Dice
{
public:
    Dice(std::uint32_t pixel, std::uint32_t sample) : state_(pixel * 0x9E3779B1U + sample * 0x85EBCA77U + 1) {}

    float next()
    {
        state_ = state_ * 747796405U + 2891336453U;
        std::uint32_t word = ((state_ >> ((state_ >> 28) + 4)) ^ state_) * 277803737U;
        word = (word >> 22) ^ word;
        return static_cast<float>(word >> 8) * 0x1p-24F;
    }

private:
    std::uint32_t state_;
};

/// Three directions at right angles, the last one given.
struct Frame
{
    Vec3f x, y, z;

    explicit Frame(const Vec3f& normal)
        : x(unit(cross(normal, std::abs(normal.x) < 0.7F ? Vec3f{1, 0, 0} : Vec3f{0, 1, 0}))), y(cross(normal, x)), z(normal)
    {
    }
    /// With an angle whose cosine is given to z.
    [[nodiscard]] Vec3f direction(float cosine, float turn) const
    {
        const float sine = std::sqrt(std::max(0.0F, 1 - cosine * cosine));
        const float angle = whole_turn * turn;
        return (sine * std::cos(angle)) * x + (sine * std::sin(angle)) * y + cosine * z;
    }
};

Vec3f mirrored(const Vec3f& d, const Vec3f& n) { return d - (2 * dot(d, n)) * n; }

/// Share of light that a surface reflects (Schlick's approximation of Fresnel's formulas).
float reflected_share(float cosine, float at_right_angle)
{
    const float c = 1 - std::min(1.0F, std::max(0.0F, cosine));
    return at_right_angle + (1 - at_right_angle) * c * c * c * c * c;
}

/// Sun and sky of every picture.
struct Daylight
{
    Vec3f up;
    Vec3f to_sun;
    Light sun{2.6F, 2.45F, 2.2F};
    Light zenith{0.50F, 0.66F, 0.92F}, horizon{0.93F, 0.95F, 0.98F};
    float sun_size = 0.05F; ///< radius of its disc at distance 1: shadows are soft

    Light backdrop{1.45F, 1.47F, 1.50F}; ///< behind everything: as bright as the ground in the sun
    Light backdrop_above{0.80F, 0.95F, 1.20F};

    /// Mean of sky and ground, as a surface sees them.
    [[nodiscard]] Light from_above(const Vec3f& normal) const
    {
        constexpr Light below{0.45F, 0.45F, 0.45F};
        return mixed(below, mixed(horizon, zenith, 0.6F), 0.5F + 0.5F * dot(normal, up));
    }

    [[nodiscard]] Light sky(const Vec3f& d) const { return mixed(horizon, zenith, std::sqrt(std::max(0.0F, dot(d, up)))); }
};

class Tracer
{
public:
    Tracer(const Stage& stage, const Camera& camera, const PictureSettings& settings)
        : stage_(stage),
          origin_(camera.target),
          rays_(camera, camera.target, settings.width, settings.height),
          scene_(current_execution().threads),
          size_(static_cast<float>(stage.size)),
          near_(1e-4F * size_)
    {
        day_.up = unit(convert<float>(stage.up));
        day_.to_sun = unit(convert<float>(stage.to_sun ? *stage.to_sun : sun_for(camera, stage.ground.has_value())));
        if (stage.ground)
            ground_ = static_cast<float>(*stage.ground - dot(origin_, stage.up));
        for (const BallPart& part : stage.balls)
            scene_.add_spheres(moved(part.centers), static_cast<float>(part.radius));
        for (const MeshPart& part : stage.meshes)
            scene_.add_triangles(moved(part.vertices), part.normals, part.triangles,
                                 part.look.kind == Look::Kind::water ? RayTarget::clear : RayTarget::opaque);
        scene_.finish();
    }

    [[nodiscard]] Light through(float x, float y, Dice& dice) const { return light(rays_.through(x, y), nullptr, 0, dice); }

private:
    struct Meeting
    {
        RayHit hit;
        Vec3f place;
        bool is_ground = false;
    };

    [[nodiscard]] std::vector<Vec3f> moved(const std::vector<Vec3d>& points) const
    {
        std::vector<Vec3f> result;
        result.reserve(points.size());
        for (const Vec3d& x : points)
            result.push_back(convert<float>(x - origin_));
        return result;
    }

    bool meet(const Ray& ray, RayTarget targets, Meeting& meeting) const
    {
        const bool is_hit = scene_.first_hit(ray, near_, targets, meeting.hit);
        const float downwards = -dot(ray.direction, day_.up);
        if (stage_.ground && downwards > 1e-6F)
        {
            const float distance = (dot(ray.origin, day_.up) - ground_) / downwards;
            if (distance > near_ && (!is_hit || distance < meeting.hit.distance))
            {
                meeting.hit.distance = distance;
                meeting.hit.normal = day_.up;
                meeting.is_ground = true;
                meeting.place = ray.origin + distance * ray.direction;
                return true;
            }
        }
        meeting.is_ground = false;
        meeting.place = ray.origin + meeting.hit.distance * ray.direction;
        return is_hit;
    }

    [[nodiscard]] const Look& look_of(const RayHit& hit) const
    {
        const auto part = static_cast<std::size_t>(hit.part);
        return part < stage_.balls.size() ? stage_.balls[part].look : stage_.meshes[part - stage_.balls.size()].look;
    }

    [[nodiscard]] Light color_of(const RayHit& hit) const
    {
        const auto part = static_cast<std::size_t>(hit.part);
        const auto element = static_cast<std::size_t>(hit.element);
        if (part < stage_.balls.size())
        {
            const BallPart& balls = stage_.balls[part];
            return balls.colors.empty() ? balls.look.color : balls.colors[element];
        }
        const MeshPart& mesh = stage_.meshes[part - stage_.balls.size()];
        if (mesh.colors.empty())
            return mesh.look.color;
        const auto color = [&](std::size_t corner) { return mesh.colors[static_cast<std::size_t>(mesh.triangles[element][corner])]; };
        return (1 - hit.second - hit.third) * color(0) + hit.second * color(1) + hit.third * color(2);
    }

    /// What arrives along a ray from where it points to.
    ///   `medium`: the water that the ray goes through; none: air
    [[nodiscard]] Light light(const Ray& ray, const Look* medium, int bends, Dice& dice) const
    {
        Meeting m;
        if (!meet(ray, RayTarget::all, m))
            return background(ray.direction);
        const Light passed = medium != nullptr ? left_after(*medium, m.hit.distance) : Light{1, 1, 1};
        return passed * light_at(ray, m, bends, dice);
    }

    /// What leaves a place that a ray has met, towards where the ray came from.
    [[nodiscard]] Light light_at(const Ray& ray, const Meeting& m, int bends, Dice& dice) const
    {
        if (m.is_ground)
            return on_ground(m, dice);
        const Look& look = look_of(m.hit);
        if (look.kind == Look::Kind::water)
            return through_water(ray, m, look, bends, dice);
        const Vec3f normal = dot(m.hit.normal, ray.direction) > 0 ? -m.hit.normal : m.hit.normal;
        const Light diffuse = color_of(m.hit) * received(m.place, normal, dice);
        if (look.kind == Look::Kind::matte)
            return diffuse;
        const Vec3f bounce = mirrored(ray.direction, normal);
        const float share = reflected_share(-dot(ray.direction, normal), 0.04F);
        const float shine = std::pow(std::max(0.0F, dot(bounce, day_.to_sun)), 60.0F);
        return mixed(diffuse, day_.sky(bounce), share * openness_guess(normal)) + (0.25F * shine) * day_.sun;
    }

    /// Reflections of the sky are weaker where surfaces look downwards.
    [[nodiscard]] float openness_guess(const Vec3f& normal) const { return 0.5F + 0.5F * dot(normal, day_.up); }

    [[nodiscard]] Light background(const Vec3f& d) const
    {
        const float height = std::max(0.0F, dot(d, day_.up));
        return mixed(day_.backdrop, day_.backdrop_above, std::min(1.0F, 1.5F * height));
    }

    /// Far away the ground becomes the horizon.
    [[nodiscard]] Light on_ground(const Meeting& m, Dice& dice) const
    {
        constexpr Light grey{0.50F, 0.50F, 0.495F};
        const float far = norm(m.place - dot(m.place, day_.up) * day_.up) / (2.5F * size_);
        const float haze = 1 - std::exp(-far * far);
        if (haze > 0.995F)
            return day_.backdrop;
        return mixed(grey * received(m.place, day_.up, dice), day_.backdrop, haze);
    }

    /// Light that a matte surface receives from sun and sky.
    [[nodiscard]] Light received(const Vec3f& place, const Vec3f& normal, Dice& dice) const
    {
        const Vec3f start = place + (2 * near_) * normal;
        Light sum{};
        const Frame around_sun(day_.to_sun);
        const float radius = day_.sun_size * std::sqrt(dice.next());
        const Vec3f to_sun = around_sun.direction(1 / std::sqrt(1 + radius * radius), dice.next());
        if (const float slant = dot(normal, to_sun); slant > 0)
        {
            const Ray ray{start, to_sun};
            if (!scene_.is_blocked(ray, near_, 1e30F, RayTarget::opaque))
                sum += (slant * (scene_.is_blocked(ray, near_, 1e30F, RayTarget::clear) ? 0.7F : 1.0F)) * day_.sun;
        }
        const Vec3f open = Frame(normal).direction(std::sqrt(dice.next()), dice.next());
        const bool is_open = !scene_.is_blocked({start, open}, near_, 0.5F * size_, RayTarget::opaque);
        return sum + (is_open ? 0.85F : 0.12F) * day_.from_above(normal); // where it is blocked, light that has bounced more than once
    }

    /// Reflected at the surface or bent into the water: both where a ray begins, later one of them by the dice, in proportion to their shares.
    [[nodiscard]] Light through_water(const Ray& ray, const Meeting& m, const Look& look, int bends, Dice& dice) const
    {
        constexpr float index = 1.33F;
        constexpr int most_bends = 8;
        const bool enters = dot(m.hit.normal, ray.direction) < 0;
        const Vec3f normal = enters ? m.hit.normal : -m.hit.normal;
        const float ratio = enters ? 1 / index : index;
        const float cosine = -dot(ray.direction, normal);
        const float square_of_sine = ratio * ratio * (1 - cosine * cosine);
        if (bends >= most_bends)
            return 0.6F * day_.horizon;
        const float cosine_behind = std::sqrt(std::max(0.0F, 1 - square_of_sine));
        const float share = square_of_sine >= 1 ? 1 : reflected_share(enters ? cosine : cosine_behind, 0.02F);
        const Vec3f bounce = unit(mirrored(ray.direction, normal));
        const float glint = enters ? 4 * share * std::pow(std::max(0.0F, dot(bounce, day_.to_sun)), 400.0F) : 0;
        const Vec3f bent = unit(ratio * ray.direction + (ratio * cosine - cosine_behind) * normal);
        const Look* before = enters ? nullptr : &look;
        const Look* behind = enters ? &look : nullptr;
        const auto reflected = [&] { return light({m.place, bounce}, before, bends + 1, dice); };
        const auto refracted = [&] { return light({m.place, bent}, behind, bends + 1, dice); };
        if (bends == 0 && share < 1) // both, for a picture without grain
            return mixed(refracted(), reflected(), share) + glint * day_.sun;
        return (dice.next() < share ? reflected() : refracted()) + glint * day_.sun;
    }

    static Light left_after(const Look& look, float distance)
    {
        const float depth = distance / look.clear_depth;
        return {std::pow(look.color.x, depth), std::pow(look.color.y, depth), std::pow(look.color.z, depth)};
    }

    const Stage& stage_;
    Vec3d origin_;
    CameraRays rays_;
    RayScene scene_;
    float size_, near_;
    float ground_ = 0;
    Daylight day_;
};

/// As screens take it: bright light is compressed, and the sRGB curve applied.
std::uint8_t screen_value(float light)
{
    const float x = std::max(0.0F, light) * 0.72F;
    const float compressed = x * (1 + x / 6.25F) / (1 + x * 0.72F);
    const float c = std::min(1.0F, compressed);
    const float s = c <= 0.0031308F ? 12.92F * c : 1.055F * std::pow(c, 1 / 2.4F) - 0.055F;
    return static_cast<std::uint8_t>(std::lround(255 * s));
}
} // namespace

Vec3d sun_for(const Camera& camera, bool has_ground)
{
    const auto [forward, right, top] = view_axes(camera);
    const Vec3d up = camera.up / norm(camera.up);
    const Vec3d along = forward - dot(forward, up) * up;
    const Vec3d level = norm(along) > 0.1 ? along / norm(along) : top; // straight down: what is on top is in front
    return has_ground ? 1.1 * up - 0.5 * right - 0.35 * level : 0.5 * up - 0.3 * right - level;
}

Light light_of(const Color& color)
{
    const auto linear = [](double s) { return static_cast<float>(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4)); };
    return {linear(color.red), linear(color.green), linear(color.blue)};
}

namespace
{
/// The light of one pixel: samples in all parts of it, fewer where the first ones agree.
Light pixel_light(const Tracer& tracer, int x, int y, int width, int edge)
{
    constexpr int first = 4;
    const int all = edge * edge;
    int stride = 2 * all / 5 + 1; // far from the one before, and comes through all
    while (std::gcd(stride, all) != 1)
        ++stride;
    Light sum{}, low{1e9F, 1e9F, 1e9F}, high{};
    int taken = 0, cell = 0;
    for (; taken < all; ++taken)
    {
        Dice dice(static_cast<std::uint32_t>(y * width + x), static_cast<std::uint32_t>(cell));
        const int column = cell % edge, row = cell / edge;
        const float dx = (static_cast<float>(column) + dice.next()) / static_cast<float>(edge);
        const float dy = (static_cast<float>(row) + dice.next()) / static_cast<float>(edge);
        cell = (cell + stride) % all;
        const Light raw = tracer.through(static_cast<float>(x) + dx, static_cast<float>(y) + dy, dice);
        constexpr float brightest = 6; // a few samples that look into the sun must not become specks
        const Light sample{std::min(raw.x, brightest), std::min(raw.y, brightest), std::min(raw.z, brightest)};
        sum += sample;
        low = {std::min(low.x, sample.x), std::min(low.y, sample.y), std::min(low.z, sample.z)};
        high = {std::max(high.x, sample.x), std::max(high.y, sample.y), std::max(high.z, sample.z)};
        const Light spread = high - low;
        if (taken + 1 == first && std::max({spread.x, spread.y, spread.z}) < 0.02F)
            return sum / static_cast<float>(first);
    }
    return sum / static_cast<float>(taken);
}
} // namespace

PixelImage take_picture(const Stage& stage, const Camera& camera, const PictureSettings& settings)
{
    const Tracer tracer(stage, camera, settings);
    PixelImage image{
        settings.width, settings.height,
        std::vector<std::uint8_t>(4 * static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height), 255)};
    auto rows = [&](Index begin, Index end) {
        for (int y = begin; y < end; ++y)
            for (int x = 0; x < settings.width; ++x)
            {
                const Light light = pixel_light(tracer, x, y, settings.width, settings.samples);
                std::uint8_t* pixel = image.pixel(x, y);
                pixel[0] = screen_value(light.x);
                pixel[1] = screen_value(light.y);
                pixel[2] = screen_value(light.z);
            }
    };
    for_each_chunk(settings.height, 4, rows);
    return image;
}
} // namespace aspic
