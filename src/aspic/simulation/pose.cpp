#include "aspic/simulation/pose.h"

namespace aspic
{
namespace
{
/// Rows a, b, c → columns b × c, c × a, a × b, divided by the determinant.
Mat3T<double> inverse(const Mat3T<double>& m)
{
    const auto& [a, b, c] = m.row;
    return (1 / determinant(m)) * transpose(Mat3T<double>{{cross(b, c), cross(c, a), cross(a, b)}});
}
} // namespace

Pose pose_at(const std::optional<Motion>& motion, double time)
{
    Pose pose;
    if (!motion)
        return pose;
    pose.center = motion->center;
    if (motion->displacement)
        pose.shift = motion->displacement->at(time);
    else if (motion->velocity)
        pose.shift = motion->velocity->integral(time);
    if (motion->rotation)
        pose.rotation = rotation_matrix(motion->rotation->at(time));
    else if (motion->angular_velocity)
        pose.rotation = rotation_matrix(motion->angular_velocity->integral(time));
    if (motion->deformation)
    {
        const Mat3T<double> F = deformation_at(*motion->deformation, time);
        pose.stretch = Pose::Stretch{F, inverse(F)};
    }
    return pose;
}

Mat3T<double> deformation_at(const Deformation& deformation, double time)
{
    return transpose(Mat3T<double>{{deformation.along_x.at(time), deformation.along_y.at(time), deformation.along_z.at(time)}});
}
} // namespace aspic
