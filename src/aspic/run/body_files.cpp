#include "aspic/run/body_files.h"

#include "aspic/io/input_file.h"
#include "aspic/io/number_text.h"

#include <cmath>
#include <cstdio>
#include <sstream>

namespace aspic
{
namespace
{
void add(std::string& line, const Vec3d& a)
{
    for (int axis = 0; axis < 3; ++axis)
        line += "," + number_text(a[axis]);
}
} // namespace

std::string body_label(std::string name)
{
    for (char& c : name)
        c = c == ',' || c == '\n' || c == '"' ? '_' : c;
    return name;
}

std::string bodies_text(const World& world)
{
    std::string text = "body,x [m],y [m],z [m],qw,qx,qy,qz,center_x [m],center_y [m],center_z [m],vx [m/s],vy [m/s],vz [m/s],"
                       "omega_x [rad/s],omega_y [rad/s],omega_z [rad/s]\n";
    const auto& objects = world.scene().rigid_bodies;
    for (std::size_t k = 0; k < objects.size(); ++k)
    {
        const RigidBody body = world.rigid_body(k);
        const Quaternion& q = body.state.orientation;
        std::string line = body_label(objects[k].name);
        add(line, body.pose().place_of({0, 0, 0}));
        line += "," + number_text(q.w);
        add(line, q.v);
        add(line, body.state.position);
        add(line, body.state.velocity);
        add(line, body.angular_velocity());
        text += line + "\n";
    }
    return text;
}

std::optional<Pose> pose_among(const std::vector<BodyPlace>& places, const std::string& name)
{
    for (const BodyPlace& place : places)
        if (place.name == body_label(name))
            return Pose{matrix_of(place.orientation), {}, place.origin};
    return std::nullopt;
}

std::vector<BodyPlace> read_bodies(const std::filesystem::path& path)
{
    return std::filesystem::is_regular_file(path) ? parse_bodies(read_file(path)) : std::vector<BodyPlace>{};
}

std::vector<BodyPlace> parse_bodies(const std::string& content)
{
    constexpr double rounding = 1e-6; // numbers are written with nine digits or more
    std::vector<BodyPlace> places;
    std::istringstream text(content);
    std::string line;
    std::getline(text, line);
    while (std::getline(text, line))
    {
        const std::size_t comma = line.find(',');
        if (comma == std::string::npos)
            continue;
        BodyPlace place;
        place.name = line.substr(0, comma);
        Vec3d& x = place.origin;
        Quaternion& q = place.orientation;
        if (std::sscanf(line.c_str() + comma, ",%lf,%lf,%lf,%lf,%lf,%lf,%lf", &x.x, &x.y, &x.z, &q.w, &q.v.x, &q.v.y, &q.v.z) == 7 &&
            is_finite(x) && std::abs(q.w * q.w + dot(q.v, q.v) - 1) < rounding)
            places.push_back(place);
    }
    return places;
}
} // namespace aspic
