#include "aspic/core/rough_text.h"
#include "aspic/geometry/mass_properties.h"
#include "aspic/math/random.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/doctor_parts.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double most_lines = 1e5; ///< to draw through shapes in all

/// The share of a solid's surface from where the solid ends within `thickness` straight inwards; nothing for one without end.
std::optional<double> thin_share(const Solid& solid, double thickness, int dimension, int lines)
{
    const Bounds bounds = solid.bounds();
    if (!is_finite(bounds.low) || !is_finite(bounds.high) || is_empty(bounds))
        return std::nullopt;
    int thin = 0, all = 0;
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(lines); ++k)
    {
        const Vec3d u = random_vector(2, 0, k); // within ±1
        Vec3d x = 0.5 * (bounds.low + bounds.high);
        for (int axis = 0; axis < dimension; ++axis)
            x[axis] += 0.5 * u[axis] * (bounds.high[axis] - bounds.low[axis]);
        const SurfaceView seen = solid.surface_from(x);
        const Vec3d surface = x - seen.distance * seen.normal;
        if (!is_finite(surface))
            continue;
        ++all;
        const bool is_through = !solid.contains(surface - 0.999 * thickness * seen.normal);
        thin += is_through ? 1 : 0;
    }
    return all > 0 ? std::optional(static_cast<double>(thin) / all) : std::nullopt;
}

class Shapes
{
public:
    explicit Shapes(Examination& examination) : examination_(examination), scene_(examination.scene)
    {
        const auto shapes = static_cast<double>(scene_.objects.size());
        lines_ = static_cast<int>(std::clamp(most_lines / std::max(1.0, shapes), 5.0, 400.0));
    }

    void run()
    {
        for (std::size_t k = 0; k < scene_.objects.size(); ++k)
            if (const auto& [name, object] = scene_.objects[k]; !std::holds_alternative<ParticleFile>(object.shape.form))
            {
                look_at_filling(object, examination_.object_particles[k], "objects." + name + ".shape");
                look_for_thin_parts(object.shape, "objects." + name + ".shape");
            }
    }

private:
    /// Particles have a volume each: together that of the shape, or the body weighs too much or too little.
    void look_at_filling(const Body& body, double count, const std::string& path)
    {
        constexpr double tolerance = 0.005;
        const auto mass = mass_properties(body.shape, scene_.dimension, examination_.assets);
        if (count == 0 || !mass || !(mass->volume > 0))
            return;
        const double excess = count * scene_.particle_volume() / mass->volume - 1;
        if (std::abs(excess) - mass->error < tolerance)
            return;
        examination_.warn(
            path, "particles fill it with " + rough_number(100 * std::abs(excess)) + " % too " + (excess > 0 ? "much" : "little") + " mass",
            "lengths that are multiples of the spacing are filled exactly; \"sampling\": {\"relaxed\": {}} keeps the mass of any "
            "shape");
    }

    void look_for_thin_parts(const Shape& shape, const std::string& path)
    {
        constexpr double least = 0.02; // of the surface: corners of round things are thin, too
        const double thickness = 3 * scene_.spacing;
        const auto solid = make_solid(shape, scene_.dimension, examination_.assets).value();
        const auto share = thin_share(*solid, thickness, scene_.dimension, lines_);
        if (share && *share > least && !is_thin_as_a_whole(*solid))
            examination_.warn(path, "parts of it, " + rough_share(*share) + " of its surface, are less than three particles thick",
                              "three or more across make a body; a smaller spacing gives more");
    }

    /// What examine_placement says of all of it.
    [[nodiscard]] bool is_thin_as_a_whole(const Solid& solid) const
    {
        constexpr double most = 0.9; // of its surface
        const auto share = thin_share(solid, 3 * scene_.spacing, scene_.dimension, lines_);
        return share && *share > most;
    }

    Examination& examination_;
    const Scene& scene_;
    int lines_; ///< to draw through each shape
};
} // namespace

void examine_shapes(Examination& examination) { Shapes(examination).run(); }
} // namespace aspic
