// Surface files, read by tests/independent/read_surfaces.py, which shares no code with us, and by our own mesh reader.

#include "aspic/io/mesh_file.h"
#include "aspic/io/output_file.h"
#include "aspic/io/surface_file.h"
#include "support/child.h"
#include "support/independent_reader.h"
#include "support/program.h"

#include "aspic/geometry/particle_surface.h"
#include "sample_frame.h"
#include "support/closed_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using aspic::SurfaceFormat;
using aspic::SurfaceMesh;
using testing::HasSubstr;

namespace
{
constexpr std::array formats{SurfaceFormat::ply, SurfaceFormat::obj, SurfaceFormat::glb, SurfaceFormat::vtp};

/// The surface of a ball with all kinds of columns.
SurfaceMesh sample_surface()
{
    const aspic::Array<aspic::Vec3d> points = aspic::ball_of_particles({0.1, -2, 3}, 0.05, 0.01);
    aspic::ParticleAttribute heat{"temperature", "K", 1, {}}, wind{"velocity", "m/s", 3, {}}, color{"color", "1", 3, {}};
    for (const aspic::Vec3d& x : points)
    {
        heat.values.push_back(static_cast<float>(300 + x.x));
        for (int axis = 0; axis < 3; ++axis)
        {
            wind.values.push_back(static_cast<float>(x[axis]));
            color.values.push_back(0.25F * static_cast<float>(axis + 1));
        }
    }
    return aspic::particle_surface(const_view(points), {heat, wind, color}, {.spacing = 0.01});
}

void write(const std::filesystem::path& folder, const std::string& name, const SurfaceMesh& mesh)
{
    for (const SurfaceFormat format : formats)
        aspic::write_output(folder / (name + std::string(extension(format))), surface_text(mesh, 0.25, format));
}

aspic::Outcome read_surfaces(const std::filesystem::path& folder) { return aspic::run_independent_reader("read_surfaces.py", folder); }
} // namespace

TEST(SurfaceFile, AnIndependentReaderAgreesOnAllFormats)
{
    const aspic::TemporaryFolder folder("surfaces");
    const SurfaceMesh mesh = sample_surface();
    write(folder.path, "ball", mesh);
    write(folder.path, "nothing", {});
    SurfaceMesh bare = mesh;
    bare.columns.clear();
    write(folder.path, "bare", bare);
    const aspic::Outcome outcome = read_surfaces(folder.path);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    const std::string count = std::to_string(mesh.triangles.size());
    EXPECT_EQ(outcome.out, "3 surfaces in 4 formats agree; triangles: ball " + count + ", bare " + count + ", nothing 0\n");
}

TEST(SurfaceFile, TheIndependentReaderSeesADifference)
{
    const aspic::TemporaryFolder folder("surfaces_bad");
    SurfaceMesh mesh = sample_surface();
    write(folder.path, "ball", mesh);
    mesh.vertices[17].y += 1e-4;
    for (const SurfaceFormat format : {SurfaceFormat::glb, SurfaceFormat::vtp})
    {
        const auto path = folder.path / ("ball" + std::string(extension(format)));
        const std::string before = aspic::file_content(path);
        aspic::write_output(path, surface_text(mesh, 0.25, format));
        EXPECT_THAT(read_surfaces(folder.path).error, HasSubstr("other vertices"));
        aspic::write_output(path, before);
    }
}

TEST(SurfaceFile, CanBeReadAsAMesh)
{
    const SurfaceMesh mesh = sample_surface();
    for (const auto& [text, format] :
         {std::pair(surface_ply_text(mesh, 0), aspic::MeshFormat::ply), std::pair(surface_obj_text(mesh, 0), aspic::MeshFormat::obj)})
    {
        const auto read = aspic::parse_mesh(text, format, "surface");
        ASSERT_TRUE(read) << describe(read.problems());
        EXPECT_EQ(read->vertices, mesh.vertices);
        EXPECT_EQ(read->triangles, mesh.triangles);
        EXPECT_TRUE(problems_of_solid(*read, "surface").empty());
    }
}

TEST(SurfaceFile, FormatsHaveTheirEndings)
{
    for (const SurfaceFormat format : formats)
        EXPECT_EQ(aspic::surface_format_of("a/b" + std::string(extension(format))), format);
    EXPECT_EQ(aspic::surface_format_of("b.GLB"), SurfaceFormat::glb);
    EXPECT_EQ(aspic::surface_format_of("b.stl"), std::nullopt);
    EXPECT_EQ(aspic::surface_format_of("folder"), std::nullopt);
}
