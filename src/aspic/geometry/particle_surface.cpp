#include "aspic/geometry/particle_surface.h"

#include "aspic/geometry/isosurface.h"
#include "aspic/geometry/mesh_decimation.h"
#include "aspic/geometry/mesh_smoothing.h"
#include "aspic/geometry/particle_field.h"
#include "aspic/geometry/vertex_attributes.h"

#include <cmath>

namespace aspic
{
namespace
{
void check_range(Problems& problems, const char* name, double value, double low, double high, const char* unit)
{
    const auto text = [](double number) {
        std::string digits = std::to_string(number);
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.ends_with('.'))
            digits.pop_back();
        return digits;
    };
    if (!(value >= low && value <= high))
        problems.push_back(
            {name, text(value) + unit + " is out of range", "between " + text(low) + " and " + text(high) + unit + " are possible"});
}
} // namespace

Problems problems_of(const SurfaceSettings& settings)
{
    Problems problems;
    if (!(settings.spacing > 0 && std::isfinite(settings.spacing)))
        problems.push_back({"spacing", "is not a positive length", "give the distance of particles at rest"});
    check_range(problems, "cell size", settings.cell_size, 1.0 / 16, 2, " spacings");
    check_range(problems, "support", settings.support, 1.25, 4, " spacings");
    check_range(problems, "offset", settings.offset, 0, 1, " spacings");
    check_range(problems, "smoothing", settings.smoothing_iterations, 0, 1000, " iterations");
    check_range(problems, "decimation", settings.kept_triangles, 0.001, 1, "");
    return problems;
}

SurfaceMesh particle_surface(View<const Vec3d> positions, const std::vector<ParticleAttribute>& attributes, const SurfaceSettings& settings)
{
    ASPIC_EXPECTS(problems_of(settings).empty());
    if (positions.empty())
        return {};
    const double support = settings.support * settings.spacing;
    const double level = level_of_flat_surface(settings.method, settings.spacing, support, settings.offset * settings.spacing);
    const FieldParticles particles = field_particles(positions, settings.method, support);
    const SparseField field = particle_field(particles, settings.cell_size * settings.spacing);
    SurfaceMesh mesh = isosurface(field, static_cast<float>(level));
    if (settings.smoothing_iterations > 0)
        smooth(mesh, smoothing_weights(mesh, positions, settings.spacing, support), settings.smoothing_iterations);
    decimate(mesh, settings.kept_triangles);
    mesh.columns = vertex_columns(mesh, positions, attributes, support);
    return mesh;
}
} // namespace aspic
