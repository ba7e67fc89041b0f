#include "mesh_picture.h"

#include "picture_setting.h"

#include "aspic/io/input_file.h"
#include "aspic/io/mesh_file.h"
#include "aspic/io/output_file.h"
#include "aspic/render/contact_sheet.h"

#include <cmath>
#include <cstdio>
#include <fstream>

namespace
{
using namespace aspic;
namespace fs = std::filesystem;

/// Options that are for particles.
Problems useless_options(const RenderRequest& request)
{
    if (request.color_by || request.style || !request.range.empty() || !request.frames.empty() || request.sheet_columns > 0 ||
        request.with_time || request.turn != 0 || request.rate || request.keeps_frames)
        return {{"", "a mesh has no frames, particles or quantities",
                 "--camera, --azimuth, --elevation, --zoom and --size are for meshes too"}};
    return {};
}
} // namespace

bool is_mesh(const fs::path& path)
{
    const auto format = mesh_format_of(path);
    if (!format || !fs::is_regular_file(path))
        return false;
    if (*format != MeshFormat::ply)
        return true;
    std::ifstream file(path, std::ios::binary);
    std::string line;
    while (std::getline(file, line) && !line.starts_with("end_header"))
        if (long long faces = 0; std::sscanf(line.c_str(), "element face %lld", &faces) == 1)
            return faces > 0;
    return false;
}

Problems render_mesh(const fs::path& path, const RenderRequest& request)
{
    if (Problems problems = useless_options(request); !problems.empty())
        return problems;
    const fs::path output = request.output.empty() ? fs::path(path).replace_extension(".png") : fs::path(request.output);
    if (output.extension() != ".png")
        return {{"-o", "a mesh is drawn as a picture", "let the name end in .png"}};
    auto mesh = read_mesh(path);
    if (!mesh)
        return mesh.problems();
    PictureSetting setting;
    for (const Vec3d& x : mesh->vertices)
        setting.box = joined(setting.box, x);
    if (request.camera)
        setting.camera = *request.camera;
    else
        setting.camera = orbit_of(request);
    MeshPart part;
    part.look = {.kind = Look::Kind::plastic, .color = light_of({0.75, 0.72, 0.66})};
    part.vertices = std::move(mesh->vertices);
    for (const auto& [a, b, c] : mesh->triangles)
        part.triangles.push_back({a, b, c});
    Stage stage;
    stage.size = setting.size();
    stage.ground = setting.box.low.y;
    stage.meshes.push_back(std::move(part));
    const Camera camera = camera_of(setting, request, 0, 0);
    if (!(stage.size > 0) || !is_usable(camera))
        return {{path.string(), "there is nothing to see", "the mesh has no extent, or the camera stands where it looks"}};
    write_output(output, encode_png(take_picture(stage, camera, request.picture)));
    if (!request.is_quiet)
        std::printf("%s\n", output.c_str());
    return {};
}
